// Elements from plain values. Text goes in as text alone: nothing here parses markup.

export function el(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return made;
}

export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter(Boolean));
  return node;
}

export const find = (selector) => document.querySelector(selector);

export function announce(text) {
  find("#announce").textContent = text;
}

export function toast(text, { action, label, kind = "" } = {}) {
  const box = el("div", { class: `toast ${kind}` }, el("span", {}, text));
  const gone = () => box.remove();
  const bad = kind === "bad";
  for (const one of find("#toasts").children) if (!action && one.firstChild.textContent === text) one.remove();
  if (action) {
    box.append(el("button", { type: "button", onclick: () => { gone(); action(); } }, label));
  }
  box.append(el("button", { type: "button", class: "quiet", "aria-label": "Dismiss", onclick: gone }, "×"));
  find("#toasts").append(box);
  announce(text);
  // What was not done and can be tried again waits for the reader.
  if (!(action && bad)) setTimeout(gone, action || bad ? 12000 : 6000);
}

// What may be asked for many times and is done once, before the next picture.
export function eachFrame(act) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; act(); });
  };
}

// What a page shows where something went wrong, with a way out of it where there is one.
export function failed(error) {
  const way = error.status === 401 ? ["Sign in", () => location.reload()] : error.code === "offline" ? ["Try again", () => window.dispatchEvent(new Event("hashchange"))] : null;
  return el("div", { class: way ? "calm" : "calm bad" }, el("p", {}, error.status === 401 ? "You are signed out." : error.message),
    way && el("button", { type: "button", class: "primary", onclick: way[1] }, way[0]));
}

export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
