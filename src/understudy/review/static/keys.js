// The keyboard: everything a reader does has a key. What is typed into a field is left alone.

import { help } from "./dialogs.js";
import { find } from "./dom.js";

const PLAIN = {
  ArrowRight: (desk) => desk.go(1), ArrowLeft: (desk) => desk.go(-1), Enter: (desk) => desk.act("accept"),
  x: (desk) => desk.act("reject"), Delete: (desk) => desk.act("reject"), c: (desk) => desk.act("categories"),
  y: (desk) => desk.act("certain"), s: (desk) => desk.act("scope"), z: (desk) => desk.act("undo"), Z: (desk) => desk.act("redo"),
  m: (desk) => desk.act("merge"), t: (desk) => desk.act("split"), e: (desk) => desk.act("write"), r: (desk) => desk.act("redraw"), b: (desk) => desk.act("drawn"),
  v: (desk) => desk.act("view"), o: (desk) => desk.act("comment"), f: (desk) => desk.act("flag"), u: (desk) => desk.act("unsure"),
  N: (desk) => desk.act("next"), P: (desk) => desk.act("previous"), w: (desk) => desk.words(1, false),
  g: (desk) => desk.queue.list.focus(), Escape: (desk) => { desk.closeDraft(); window.getSelection().removeAllRanges(); },
};
const BORDERS = { "[": ["start", -1], "{": ["start", 1], "]": ["end", 1], "}": ["end", -1] };
// The two keys beside P, whatever a layout has on them; where brackets need AltGr, these are at hand.
const CODES = { BracketLeft: ["[", "{"], BracketRight: ["]", "}"] };

export function listen(app) {
  document.addEventListener("keydown", (event) => {
    if (find("dialog[open]")) return;
    const field = event.target.closest("input, textarea, select, [contenteditable]");
    if (field && field.type !== "radio") { if (event.key === "Escape") field.blur(); return; }
    const { desk } = app;
    const run = (action) => { event.preventDefault(); action(); };
    // AltGr types a sign; some systems tell it as Ctrl and Alt.
    const graph = event.getModifierState("AltGraph");
    const control = (event.ctrlKey || event.metaKey) && !graph;
    const alt = event.altKey && !graph;
    if (control && event.key.toLowerCase() === "z" && app.atDesk()) { run(() => desk.act(event.shiftKey ? "redo" : "undo")); return; }
    if (control) return;
    if (event.key === "?") { run(help); return; }
    if (event.key === "/") { run(() => { location.hash = "#/search"; }); return; }
    if (event.key === "l" && !alt) { run(() => app.theme()); return; }
    if (!app.atDesk() || !desk.reading) return;
    if (event.target.closest("button, a") && (event.key === "Enter" || event.key === " ")) return;
    if (event.key === "Enter" && event.shiftKey) { run(() => desk.act("finish")); return; }
    if (event.key === "h") { run(() => app.history()); return; }
    const { key } = event;
    const beside = !graph && (alt || !(PLAIN[key] || desk.palette.byKey.has(key))) && CODES[event.code];
    const border = BORDERS[key] ?? (beside && BORDERS[beside[event.shiftKey ? 1 : 0]]);
    if (border) { run(() => desk.move(...border, alt)); return; }
    if (alt) return;
    if (desk.cursor && (key === "ArrowRight" || key === "ArrowLeft")) { run(() => desk.words(key === "ArrowRight" ? 1 : -1, event.shiftKey)); return; }
    const category = desk.palette.byKey.get(key);
    if (category) { run(() => desk.category(category)); return; }
    if (PLAIN[key]) run(() => PLAIN[key](desk));
  });
}
