// The other pages: search, progress, and what reviewers and administrators see.

import * as api from "./api.js";
import { askPasswords, dialog } from "./dialogs.js";
import { el, failed, fill, plural, toast } from "./dom.js";
import { differing, said } from "./palette.js";

const page = (title, ...body) => el("div", { class: "sheet" }, el("h1", {}, title), ...body);
const number = (value, digits = 3) => (value === null || value === undefined ? "–" : value.toFixed(digits));
const table = (head, rows) => el("table", {}, el("thead", {}, el("tr", {}, head.map((one) => el("th", { scope: "col" }, one)))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((one) => el("td", {}, one))))));
const asked = async (box, work) => {
  try { await work(); } catch (error) { fill(box, failed(error)); }
};

// The last search stays as it is while the reader goes to its places and comes back; it is nowhere
// in the address, since it may be private.
let searched = null;
const AROUND = 40; // characters that the server sends on either side of a place

export function search() {
  searched ??= searching();
  setTimeout(() => searched.querySelector("input").focus(), 0);
  return searched;
}

function searching() {
  const field = el("input", { type: "search", id: "wanted", autocomplete: "off", autofocus: true, required: true });
  const regex = el("input", { type: "checkbox", id: "regex" });
  const found = el("div", { "aria-live": "polite" }, el("p", { class: "calm" }, "Search all documents for a text or a regular expression."));
  const form = el("form", { class: "line", role: "search", onsubmit: (event) => {
    event.preventDefault();
    asked(found, async () => {
      const { hits, whole } = await api.get("/api/search", { q: field.value, regex: regex.checked || "" });
      fill(found, el("p", { class: "hint" }, hits.length ? `${plural(hits.length, "place")}${whole ? "" : "; there may be more: search for something more specific"}` : whole ? "Nothing was found." : "Nothing was found in time: search for something more specific."),
        el("ul", { class: "hits" }, hits.map((hit) => el("li", {}, el("a", { href: `#/document/${hit.document}/${hit.start}-${hit.end}` }, el("span", { class: "hint" }, hit.id), " ", beside(hit.before, -1), el("b", {}, hit.text), beside(hit.after, 1))))));
    });
  } }, el("label", { for: "wanted", class: "hidden" }, "Search for"), field, el("label", {}, regex, " regular expression"), el("button", { class: "primary" }, "Search"));
  return page("Search", form, found);
}

// The text beside a place, without the word that was cut in two at its far end.
function beside(text, step) {
  if (text.length < AROUND) return text;
  const cut = step < 0 ? text.replace(/^\S*\s/, "") : text.replace(/\s\S*$/, "");
  return step < 0 ? `… ${cut}` : `${cut} …`;
}

const tile = (value, text) => el("div", { class: "tile" }, el("strong", {}, value.toLocaleString("en")), el("span", {}, text));

export function progress(session) {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  asked(box, async () => {
    const told = await api.get("/api/progress");
    const share = told.documents ? told.read / told.documents : 0;
    const bar = el("div", { class: "bar big", role: "progressbar", "aria-label": "Documents read", "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": String(Math.round(100 * share)) }, el("i"));
    bar.firstChild.style.width = `${100 * share}%`;
    const admin = session.roles.includes("administrator");
    fill(box, bar,
      el("div", { class: "tiles" }, tile(told.documents, "documents"), tile(told.read, "read"), tile(Math.max(0, told.begun - told.read), "begun"), tile(told.flagged, "flagged"), tile(told.disputed, "disputed"), tile(told.decisions, "decisions")),
      el("h2", {}, "Readers"), told.readers.length ? table(["Reader", "Begun", "Read"], told.readers.map((one) => [one.reader, one.begun, one.done])) : el("p", { class: "calm" }, "Nobody has started to read."),
      el("h2", {}, "Release"),
      el("p", {}, told.left.length ? `The corpus cannot be released yet: ${told.left.join("; ")}.` : `The corpus can be released${told.rule ? ` (the policy’s rule is met: ${told.rule})` : "; the policy requires no review"}.`),
      admin && exports(told));
  });
  return page("Progress", box);
}

// The server writes an export before it is fetched, so that what is wrong is told here, and so is
// what the release protects.
function exports(told) {
  const said = el("div", { class: "after", "aria-live": "polite" });
  const write = async (mode, name) => {
    fill(said, el("p", { class: "calm" }, `Writing the ${name} …`));
    await asked(said, async () => {
      const made = await api.post("/api/exports", { mode });
      fill(said, made.told.map((line) => el("p", { class: /^(warning|danger)/.test(line) ? "bad" : "" }, line)), el("p", { class: "hint" }, `The ${name} is in your downloads.`));
      el("a", { href: `/api/exports/${made.name}`, download: "" }).click();
    });
  };
  const button = (text, mode, name, kind = "", off = false) => el("button", { type: "button", class: kind, disabled: off, onclick: () => write(mode, name) }, text);
  return el("section", {}, el("div", { class: "buttons" },
    button("Write the release", "release", "release", told.left.length ? "" : "primary", told.left.length > 0),
    button("Write the annotated corpus", "identify", "annotated corpus"), el("a", { class: "button", href: "/api/audit" }, "Download the audit")), said);
}

export function agreement() {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  asked(box, async () => {
    const { pairs } = await api.get("/api/agreement");
    fill(box, pairs.length ? pairs.map((one) => el("section", { class: "card" }, el("h2", {}, one.readers.join(" and ")),
      el("p", {}, `κ ${number(one.kappa)} over words, F1 ${number(one.f1)} over marks, in ${plural(one.documents, "document")} that both have read.`),
      one.differ.length ? el("p", {}, "They differ on ", one.named.flatMap(([at, id]) => [el("a", { href: `#/compare/${at}` }, id), one.decided.includes(at) ? el("span", { class: "hint" }, " (decided) ") : " "]), one.differ.length > one.named.length && `and ${plural(one.differ.length - one.named.length, "other")}`) : el("p", { class: "hint" }, "They agree everywhere.")))
      : el("p", { class: "calm" }, "No document has been read by two people yet."));
  });
  return page("Agreement", box);
}

export function compare(at, session) {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  asked(box, async () => {
    const [told, document] = await Promise.all([api.get(`/api/documents/${at}/readings`), api.get(`/api/documents/${at}`)]);
    const points = Array.from(document.text);
    const take = async (reader) => {
      try {
        await api.post(`/api/documents/${at}/adjudication`, { reader });
        location.hash = `#/decide/${at}`;
      } catch (error) { toast(error.message, { kind: "bad" }); }
    };
    fill(box, el("p", {}, el("b", {}, document.held.id), told.decided && el("span", { class: "hint" }, " – a reviewer has decided")),
      told.differences.length ? table(["Text", ...told.between], told.differences.map(([a, b, what, ...values]) => [
        el("span", {}, `…${points.slice(Math.max(0, a - 25), a).join("")}`, el("b", {}, points.slice(a, b).join("")), `${points.slice(b, b + 25).join("")}…`),
        ...values.map((value) => differing(what, value))])) : told.ready && told.between.length > 1 && el("p", { class: "calm" }, "The readers agree."),
      told.readings.some((one) => Object.values(one.items).some((item) => item.kind === "comment")) && el("section", {}, el("h2", {}, "Comments"), told.readings.flatMap((one) => Object.values(one.items).filter((item) => item.kind === "comment").map((item) => el("p", {}, `${item.reader}: `, item.text)))),
      el("p", {}, told.ready ? (told.begun ? "Continue with your decision, or start again from the marks of one reader:" : "Start your decision from the marks of one reader:") : "Not everybody has finished this document: there is nothing to decide yet."),
      el("div", { class: "buttons" }, told.begun && el("a", { class: "button primary", href: `#/decide/${at}` }, "Continue"), told.ready && told.between.map((name) => el("button", { type: "button", class: told.begun ? "" : "primary", onclick: () => take(name) }, name))));
  });
  return page("Compare readers", box);
}

const again = (marked) => `${plural(marked, "document")} that nobody had worked on ${marked === 1 ? "was" : "were"} marked again`;

export function lists() {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  const load = () => asked(box, async () => {
    const told = await api.get("/api/suggestions");
    const boxes = told.suggestions.map((one) => [one, el("input", { type: "checkbox", "aria-label": `${one.list} ${one.text}` })]);
    const take = async () => {
      const chosen = boxes.filter(([, field]) => field.checked).map(([one]) => one);
      if (!chosen.length) { toast("Select an entry first."); return; }
      try {
        const { marked } = await api.post("/api/suggestions", { allow: chosen.filter((one) => one.list === "allow").map((one) => one.entry), deny: chosen.filter((one) => one.list === "deny").map((one) => one.entry) });
        toast(`Added; ${again(marked)}.`);
        load();
      } catch (error) { toast(error.message, { kind: "bad" }); }
    };
    const drop = async (body) => {
      try {
        const { marked } = await api.post("/api/suggestions/dropped", body);
        toast(`Removed; ${again(marked)}.`);
        load();
      } catch (error) { toast(error.message, { kind: "bad" }); }
    };
    const out = (name, entry) => el("button", { type: "button", "aria-label": `Remove ${entry}`, onclick: () => drop({ [name]: [entry] }) }, "Remove");
    const now = ["allow", "deny"].flatMap((name) => told[name].map((entry) => [name === "allow" ? "never mark" : "always mark", el("b", {}, entry.slice(entry.indexOf("=") + 1)), said(entry.slice(0, entry.indexOf("="))), out(name, entry)]));
    fill(box, el("p", {}, "What readers always reject is suggested for the allow list, what they always add for the deny list. An entry changes the policy of this review, and documents that nobody has worked on are marked again."),
      boxes.length ? table(["Add", "List", "Text", "Category", "Decisions", "Documents"], boxes.map(([one, field]) => [field, one.list === "allow" ? "never mark" : "always mark", el("b", {}, one.text), said(one.category), one.count, one.documents]))
        : el("p", { class: "calm" }, "No suggestions yet. They appear when readers have rejected or added the same text three times, and never decided otherwise."),
      boxes.length > 0 && el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", onclick: take }, "Add to the policy")),
      now.length > 0 && el("section", {}, el("h2", {}, "In the policy of this review"), table(["List", "Text", "Category", "Change"], now),
        el("p", { class: "hint" }, "For other corpora, add these entries to the lists of the policy file:"), el("pre", { tabindex: "0", role: "region", "aria-label": "Entries for the policy file" }, ["allow", "deny"].filter((name) => told[name].length).map((name) => `${name} = [${told[name].map((one) => JSON.stringify(one)).join(", ")}]`).join("\n"))));
  });
  load();
  return page("Lists", box);
}

export function learner() {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  const load = () => asked(box, async () => {
    const told = await api.get("/api/learner");
    if (!told.on) { fill(box, el("p", { class: "calm" }, `There is no learner: ${told.why}.`)); return; }
    const curve = told.rounds.map((one) => one.uncertainty);
    fill(box, el("p", {}, `The learner has learnt from ${plural(told.annotated, "sentence")}. Its advice: ${told.advice}.`),
      told.failed && el("p", { class: "bad" }, told.failed),
      curve.length > 1 && chart(curve, "How uncertain the learner is, round by round"),
      told.rounds.length > 0 && table(["Round", "Sentences", "Words", "Agreement with the round before", "Changed"], told.rounds.map((one, at) => [at + 1, one.instances, one.words, number(one.kappa), one.changed === null ? "–" : `${Math.round(100 * one.changed)} %`])),
      el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", disabled: told.running, onclick: async () => { try { await api.post("/api/learner"); setTimeout(load, 800); } catch (error) { toast(error.message, { kind: "bad" }); } } }, told.running ? "Learning …" : "Learn from what was read")),
      told.marked > 0 && el("p", { class: "hint" }, `${again(told.marked)}.`));
    if (told.running) setTimeout(() => { if (box.isConnected) load(); }, 1500);
  });
  load();
  return page("Learner", box);
}

function chart(values, label) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 400 120");
  svg.setAttribute("class", "chart");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${label}: ${values.map((one) => one.toFixed(3)).join(", ")}`);
  const most = Math.max(...values, 1e-9);
  const line = document.createElementNS(space, "polyline");
  line.setAttribute("points", values.map((one, at) => `${10 + 380 * at / Math.max(1, values.length - 1)},${110 - 95 * one / most}`).join(" "));
  svg.append(line);
  return el("figure", {}, svg, el("figcaption", { class: "hint" }, label));
}

export function sample() {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  const load = () => asked(box, async () => {
    const { sample: told, asked: rule, documents } = await api.get("/api/sample");
    fill(box, told ? drawn(told) : el("p", { class: "calm" }, "No sample has been drawn."), plan(load, told, rule, documents));
  });
  load();
  return page("Random sample", box);
}

const share = (value, up) => { const scaled = value * 1000; return `${((up ? Math.ceil(scaled - 1e-9) : Math.floor(scaled + 1e-9)) / 10).toFixed(1)} %`; };

function drawn(told) {
  const { certificate: made } = told;
  const met = made ? made.rows.filter((one) => one.entities > 0) : [];
  const unmet = made ? made.rows.filter((one) => !one.entities) : [];
  const row = (one, name) => [name, one.entities, one.missed, one.recall === null ? "–" : `${(100 * one.recall).toFixed(1)} %`, share(one.recall_low, false)];
  return el("section", { class: "card" }, el("h2", {}, `Sample ${told.number}`),
    told.void && el("p", { class: "bad" }, `Void: ${told.void}.`),
    el("p", {}, `${told.size.toLocaleString("en")} of ${told.population.toLocaleString("en")} ${told.unit}, ${told.read.toLocaleString("en")} read; marks ${told.blind ? "hidden" : "shown"}; seed ${told.seed}${told.draws > 1 ? `; sample number ${told.draws}` : ""}.`,
      told.blind && told.seen > 0 && ` ${told.seen.toLocaleString("en")} of them with the marks shown, since they were begun before this sample was drawn.`),
    made && el("div", { class: "tiles" }, el("div", { class: "tile" }, el("strong", {}, share(made.overall.recall_low, false)), el("span", {}, "of all private entities were found, at least")),
      el("div", { class: "tile" }, el("strong", {}, share(made.leaking_high, true)), el("span", {}, `of all ${told.unit} leak, at most`)), el("div", { class: "tile" }, el("strong", {}, `${Math.round(100 * told.confidence)} %`), el("span", {}, "confidence"))),
    made && table(["Category", "Private", "Missed", "Recall", "At least"], [...met.map((one) => row(one, said(one.category))), row(made.overall, "all")]),
    unmet.length > 0 && el("p", { class: "hint" }, `The sample has nothing of these categories, so that it says nothing about them: ${unmet.map((one) => said(one.category)).join(", ")}.`),
    made && made.marked > 0 && el("p", { class: made.marked_by_readers < 0.8 * made.marked ? "bad" : "hint" }, `Without seeing them, the readers marked ${made.marked_by_readers.toLocaleString("en")} of the ${plural(made.marked, "place")} that the machine had marked. Who overlooks these overlooks others.`),
    told.unmet && told.unmet.length > 0 && el("p", { class: "bad" }, `This sample does not meet the policy’s rule, so the corpus cannot be released: ${told.unmet.join("; ")}.`),
    made && el("p", { class: "hint" }, made.alone ? "It goes into the report of the export. It is valid for this review only, since documents were marked again." : `It goes into the report of the export, and into that of understudy run … --certificate ${made.folder}`),
    !told.void && told.read < told.size && el("div", { class: "buttons" }, el("a", { class: "button primary", href: "#/sample-queue" }, "Read the sample")));
}

function wanted(rule) {
  return [
    rule.recall && `that at least ${share(rule.recall, false)} of all private entities were found`, rule.leaking && `that at most ${share(rule.leaking, true)} of the ${rule.unit || "units"} leak`,
  ].filter(Boolean).join(" and ") + `, with a confidence of ${+(100 * rule.confidence_of_each).toFixed(4)} %` + (rule.units ? `, from ${rule.units.toLocaleString("en")} units or more` : "") + `; ${plural(rule.samples, "sample")} may be drawn.`;
}

function plan(load, told, rule, documents) {
  const unit = el("select", { id: "unit" }, ["documents", "turns", "paragraphs"].map((one) => el("option", { value: one }, one)));
  if (rule && rule.unit) unit.value = rule.unit;
  const size = el("input", { id: "size", type: "number", min: "1", value: String((rule && rule.units) || Math.min(50, documents)), required: true });
  const seed = el("input", { id: "seed", pattern: "([0-9a-fA-F]{2})*", maxlength: "64", placeholder: "drawn at random", title: "an even number of hexadecimal digits, at most 64" });
  const blind = el("input", { id: "blind", type: "checkbox", checked: true });
  const outlook = el("p", { class: "hint", id: "outlook", "aria-live": "polite" });
  const foresee = async () => {
    if (!size.checkValidity()) { fill(outlook); return; }
    const { leaking } = await api.get("/api/sample/outlook", { size: size.value, unit: unit.value, confidence: rule ? rule.confidence_of_each : "" }).catch(() => ({ leaking: [] }));
    fill(outlook, leaking.length > 0 && `If nothing was missed in any of them, at most ${leaking.map(([few, most]) => `${share(most, true)}${few ? ` if something was missed in ${few}` : ` of all ${unit.value} leak`}`).join("; ")}.`);
  };
  for (const one of [size, unit]) one.addEventListener("change", foresee);
  foresee();
  return el("form", { class: "card stack", onsubmit: async (event) => {
    event.preventDefault();
    const sure = !told || await dialog("Draw another sample?", el("p", {}, "It replaces the present one. A bound holds for a sample that was fixed beforehand, not for the best of several: the certificate and the report will say that this is not the first."), [["Cancel", null], ["Draw", true, "primary"]]);
    if (!sure) return;
    try {
      await api.post("/api/sample", { unit: unit.value, size: Number(size.value), seed: seed.value, blind: blind.checked, ...(rule ? { confidence: rule.confidence_of_each } : {}) });
      load();
    } catch (error) { toast(error.message, { kind: "bad" }); }
  } }, el("h2", {}, told ? "Another plan" : "Plan"), el("p", { class: "hint" }, "Fix the plan before anybody reads. When all of the sample has been read, it bounds what was missed in the whole corpus."),
  rule && el("p", { id: "wanted" }, `The policy allows a release when a sample shows ${wanted(rule)}`),
  el("div", { class: "line" }, el("label", { for: "size" }, "Size"), size, el("label", { for: "unit", class: "hidden" }, "Unit"), unit), outlook, el("label", { for: "seed" }, "Seed (optional, in hexadecimal digits)"), seed,
  el("label", {}, blind, " Hide the marks from the readers (recommended: people who see marks overlook what is missing)"),
  el("div", { class: "buttons" }, el("button", { class: "primary" }, "Fix the plan and draw")));
}

const ROLES = ["annotator", "reviewer", "administrator"];

export function accounts() {
  const box = el("div", {}, el("p", { class: "calm" }, "Loading …"));
  const load = () => asked(box, async () => {
    const { readers } = await api.get("/api/readers");
    const name = el("input", { id: "name", required: true, maxlength: "64", autocomplete: "off" });
    const password = el("input", { id: "password", type: "password", required: true, minlength: "10", autocomplete: "new-password" });
    const roles = (held, options) => el("select", options, ROLES.map((one) => el("option", { value: one, selected: one === held }, one)));
    const role = roles("annotator", { id: "role" });
    const change = async (reader, what) => {
      try { await api.post(`/api/readers/${encodeURIComponent(reader)}`, what); toast(`${reader}: changed, and signed out everywhere`); } catch (error) { toast(error.message, { kind: "bad" }); }
      load();
    };
    const another = async (reader) => {
      const given = await askPasswords(`New password for ${reader}`, ["New password, at least 10 characters"]);
      if (given) change(reader, { password: given[0] });
    };
    const row = (one) => [one.active ? one.name : el("span", { class: "hint" }, `${one.name} (inactive)`), roles(one.role, { "aria-label": `Role of ${one.name}`, onchange: (event) => change(one.name, { role: event.target.value }) }),
      el("div", { class: "buttons tight" }, el("button", { type: "button", onclick: () => another(one.name), "aria-label": `New password for ${one.name}` }, "New password"),
        el("button", { type: "button", "aria-label": `${one.active ? "Deactivate" : "Activate"} ${one.name}`, onclick: () => change(one.name, { active: !one.active }) }, one.active ? "Deactivate" : "Activate"))];
    fill(box, readers.length ? table(["Name", "Role", "Change"], readers.map(row)) : el("p", { class: "calm" }, "There are no accounts. The review opens once, with the address that was printed. With an account, people sign in when it is opened the next time."),
      el("form", { class: "card stack", onsubmit: async (event) => { event.preventDefault(); try { await api.post("/api/readers", { name: name.value, password: password.value, role: role.value }); load(); } catch (error) { toast(error.message, { kind: "bad" }); } } },
        el("h2", {}, "New account"), el("label", { for: "name" }, "Name"), name, el("label", { for: "password" }, "Password, at least 10 characters"), password, el("label", { for: "role" }, "Role"), role, el("div", { class: "buttons" }, el("button", { class: "primary" }, "Add"))));
  });
  load();
  return page("Accounts", box);
}

export function signIn(done) {
  const name = el("input", { id: "name", autocomplete: "username", required: true, autofocus: true });
  const password = el("input", { id: "password", type: "password", autocomplete: "current-password", required: true });
  const wrong = el("p", { class: "bad", role: "alert" });
  return el("div", { class: "sheet narrow" }, el("form", { class: "card stack", onsubmit: async (event) => {
    event.preventDefault();
    try { await api.post("/api/login", { name: name.value, password: password.value }); await done(); } catch (error) { wrong.textContent = error.message; password.value = ""; }
  } }, el("h1", {}, "Sign in"), el("label", { for: "name" }, "Name"), name, el("label", { for: "password" }, "Password"), password, wrong, el("div", { class: "buttons" }, el("button", { class: "primary" }, "Sign in"))));
}

export const closedDoor = () => el("div", { class: "sheet narrow" }, el("div", { class: "card" }, el("h1", {}, "This address is not valid"),
  el("p", {}, "It was used before, or it is incomplete: each address opens the review once. If you did not use yours, find out who did. For a new one, stop the review in the terminal (Ctrl-C) and open it again:"), el("pre", {}, "understudy review open FOLDER")));
