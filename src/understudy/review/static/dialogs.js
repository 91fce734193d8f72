// Questions to the reader, in the browser's own dialog: it keeps the focus and closes with Escape.

import { el, find } from "./dom.js";
import { said } from "./palette.js";

// The questions that wait for an answer, each with what closes it without one.
const waiting = new Set();

// The reader has gone elsewhere: what was asked there is answered with nothing.
export function closeDialogs() { for (const close of [...waiting]) close(null); }

export function dialog(title, body, buttons, { wide = false } = {}) {
  return new Promise((resolve) => {
    const form = el("form", { method: "dialog" });
    const box = el("dialog", { class: wide ? "wide" : "", "aria-labelledby": "dialog-title" }, form);
    const close = (value) => { waiting.delete(close); box.close(); box.remove(); resolve(value); };
    waiting.add(close);
    form.append(el("h2", { id: "dialog-title" }, title), ...[body].flat().filter(Boolean),
      el("div", { class: "buttons" }, buttons.map(([label, value, kind]) =>
        el("button", { type: value === true || typeof value === "function" ? "submit" : "button", class: kind ?? "", value: label, onclick: (event) => { event.preventDefault(); close(typeof value === "function" ? value() : value); } }, label))));
    form.addEventListener("submit", (event) => { event.preventDefault(); const first = buttons.find(([, value]) => value === true || typeof value === "function"); close(first ? (typeof first[1] === "function" ? first[1]() : true) : null); });
    box.addEventListener("cancel", (event) => { event.preventDefault(); close(null); });
    document.body.append(box);
    box.showModal();
    (box.querySelector("[autofocus], input, textarea, select") ?? box.querySelector("button"))?.focus({ preventScroll: true });
    box.scrollTop = 0; // to show the button that has the focus, the browser scrolls
  });
}

export async function askText(title, label, value = "", { hint = "", long = false } = {}) {
  const field = el(long ? "textarea" : "input", { id: "asked", maxlength: "2000", autofocus: true, rows: long ? "4" : undefined });
  field.value = value;
  if (long) field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit(); });
  const given = await dialog(title, [el("label", { for: "asked" }, label), field, hint && el("p", { class: "hint" }, hint)],
    [["Cancel", null], ["Save", () => field.value, "primary"]]);
  return given === null ? null : given.trim();
}

// Passwords, each in a field of its own; null where the reader thinks better of it.
export async function askPasswords(title, labels) {
  const fields = labels.map((label, at) => [el("label", { for: `asked${at}` }, label), el("input", { id: `asked${at}`, type: "password", required: true, autocomplete: label.startsWith("New") ? "new-password" : "current-password" })]);
  return dialog(title, fields.flat(), [["Cancel", null], ["Change", () => fields.map(([, field]) => field.value), "primary"]]);
}

// A list that is filtered as one types; Enter takes the first.
export async function choose(title, choices, { placeholder = "Type to filter" } = {}) {
  let chosen = null;
  let close = () => {};
  const input = el("input", { placeholder, "aria-label": placeholder, autofocus: true, autocomplete: "off" });
  const list = el("div", { class: "choices", role: "listbox", tabindex: "0", "aria-label": title });
  let at = 0;
  let now = choices;
  const draw = () => {
    const wanted = input.value.trim().toLowerCase();
    now = choices.filter((one) => one.label.toLowerCase().includes(wanted));
    at = Math.min(at, Math.max(0, now.length - 1));
    list.replaceChildren(...now.slice(0, 200).map((one, place) => el("div", {
      class: `choice ${one.class ?? ""}${place === at ? " here" : ""}`, role: "option", "aria-selected": place === at ? "true" : "false",
      onclick: () => { chosen = one.value; close(); },
    }, el("span", {}, one.label), one.hint && el("span", { class: "hint" }, one.hint))));
    list.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  };
  input.addEventListener("input", () => { at = 0; draw(); });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); at = Math.max(0, Math.min(now.length - 1, at + step)); draw(); }
  });
  draw();
  const done = dialog(title, [input, list], [["Cancel", null], ["Choose", () => now[at]?.value ?? null, "primary"]]);
  close = () => find("dialog[open]")?.dispatchEvent(new Event("cancel"));
  const given = await done;
  return chosen ?? given;
}

export const HELP = [
  ["Move", [["→  ←", "next, previous mark"], ["u", "next uncertain mark"], ["w", "word cursor: ← → move, ⇧ extends, a category key marks"], ["N  P", "next, previous document"], ["⇧ Enter", "finish the document and go on"]]],
  ["Decide", [["Enter", "accept the mark and go to the next"], ["x", "reject, or take back a rejection"], ["1 … 0", "give a category to a mark or to selected text; the policy’s own categories have letters"], ["c", "all categories"], ["y", "accept all certain marks"], ["s", "what a decision applies to: this mention, this entity, the document, the corpus"], ["z  Z", "undo, redo"]]],
  ["Borders", [["[  ]", "grow by a word to the left, to the right"], ["{  }", "shrink by a word from the left, from the right"], ["Alt", "with these: by a character; if your keyboard needs AltGr for brackets, use the two keys to the right of P, with ⇧ to shrink"]]],
  ["Who and stand-in", [["m", "merge with another entity"], ["t", "split off as an entity of its own"], ["e", "write a stand-in"], ["r", "draw another stand-in"], ["b", "back to the stand-in of the policy"]]],
  ["More", [["v", "original, release, both"], ["o", "comment"], ["f", "flag for a second reader"], ["/", "search"], ["g", "to the list of documents"], ["h", "history of the document"], ["l", "light, dark"], ["?", "this help"]]],
];

export function help() {
  return dialog("Keys", el("div", { class: "columns" }, HELP.map(([title, rows]) => el("section", { class: "keys" }, el("h3", {}, title),
    el("dl", {}, rows.flatMap(([key, what]) => [el("dt", {}, key.split("  ").map((one) => el("kbd", {}, one))), el("dd", {}, what)]))))),
  [["Close", null, "primary"]], { wide: true });
}

const shownAs = (item, text) => (item ? `${said(item.category)} · ${item.status}` : "no mark");

// Somebody else, or another window, has changed the document: both versions, and what to do.
export function conflict(reading, theirs, mine) {
  const names = new Set([...Object.keys(theirs.items), ...reading.items.keys()]);
  const rows = [];
  for (const name of names) {
    const here = reading.items.get(name);
    const there = theirs.items[name];
    const either = here ?? there;
    if (either.kind !== "mark") continue;
    if (here && there && here.start === there.start && here.end === there.end && here.category === there.category && here.status === there.status && here.key === there.key) continue;
    const from = reading.places.unit(either.start);
    rows.push(el("tr", {}, el("td", {}, reading.text.slice(from, reading.places.unit(either.end))), el("td", {}, shownAs(here)), el("td", {}, shownAs(there))));
  }
  return dialog("The document was changed elsewhere", [
    el("p", {}, "It was changed in another window, or by another person. Nothing is lost: your last decision is waiting for you."),
    el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "Text"), el("th", {}, "In this window"), el("th", {}, "Now"))), el("tbody", {}, rows)),
    el("p", {}, "Your decision: ", el("strong", {}, mine)),
  ], [["Keep what is there now", "theirs"], ["Apply my decision on top", "mine", "primary"]], { wide: true });
}
