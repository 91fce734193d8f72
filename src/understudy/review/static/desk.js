// The desk: a document, its queue, the inspector, and what a reader does with them.

import * as api from "./api.js";
import { askText, choose } from "./dialogs.js";
import { announce, eachFrame, el, failed, fill, find, plural, toast } from "./dom.js";
import { Following } from "./following.js";
import { Inspector, NO_CHOICE, SCOPES, short } from "./inspector.js";
import { Lines } from "./lines.js";
import { Page } from "./page.js";
import { said } from "./palette.js";
import { Queue } from "./queue.js";
import { openReading } from "./reading.js";
import { confirmed, refused } from "./refused.js";
import { along, saidAround, trimmed, wordsOf } from "./text.js";

const AFTERWARDS = 200; // milliseconds
const RESTS = 400; // milliseconds, in which a selection by touch does not change
const VIEWS = ["original", "both", "release"];

export class Desk {
  constructor(session, palette, settings) {
    Object.assign(this, { session, palette, settings });
    this.reading = null;
    this.page = null;
    this.layer = "";
    this.draft = null;
    this.ahead = new Map();
    this.trail = []; // the documents that were open before, the last one at the end
    this.queue = new Queue(settings, () => this.relisted(), (number, options) => { location.hash = `#/${settings.shown === "disputed" && session.roles.includes("reviewer") ? "compare" : "document"}/${number}`; if (options?.focus === false) this.keepFocus = true; });
    this.inspector = new Inspector(this);
    this.following = new Following((reading) => reading === this.reading);
    this.title = el("div", { class: "title" });
    this.scroller = el("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Text", onmouseup: (event) => setTimeout(() => this.mouse(event.target), 0), onpointerdown: (event) => { this.touched = event.pointerType === "touch"; }, onscroll: () => this.float() });
    this.lines = new Lines(this.scroller);
    this.centre = el("section", { class: "centre" }, this.title, this.scroller);
    this.node = el("div", { class: "desk" }, this.queue.node, this.centre, this.inspector.node);
    this.popup = el("div", { class: "popup", role: "toolbar", "aria-label": "Mark as", hidden: true });
    this.scroller.append(this.popup);
    this.drawLines = eachFrame(() => this.lines.draw(this.page));
    this.drawAround = eachFrame(() => { if (this.reading) this.drawTitle(); this.inspector.draw(); });
    window.addEventListener("resize", this.drawLines);
    document.addEventListener("selectionchange", () => this.finger());
  }

  async open(number, { layer = "", place = null } = {}) {
    const turn = this.turn = (this.turn ?? 0) + 1; // what arrives when another was opened is not shown
    this.layer = layer;
    this.next = undefined;
    this.scroller.classList.add("busy");
    const late = setTimeout(() => { if (!this.page) fill(this.title, el("p", { class: "calm" }, "Loading …")); }, 250);
    try {
      const held = layer ? null : this.ahead.get(number);
      this.ahead.clear();
      const reading = (held && (await held)) || await openReading(number, { layer });
      if (turn !== this.turn) return;
      this.show(reading, place);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
      return;
    } finally {
      clearTimeout(late);
      if (turn === this.turn) this.scroller.classList.remove("busy");
    }
    this.lookAhead(number, turn);
  }

  async lookAhead(number, turn) {
    try {
      const { number: next } = await api.get("/api/next", { order: this.settings.order, after: number });
      if (turn !== this.turn) return;
      this.next = next;
      if (next !== null && !this.ahead.has(next)) this.ahead.set(next, openReading(next).catch(() => null));
    } catch { if (turn === this.turn) this.next = undefined; }
  }

  fail(error) {
    this.page?.close();
    this.page = null;
    this.reading = null;
    this.closeDraft();
    this.drawLines();
    this.inspector.draw();
    fill(this.title, el("h1", {}, error.title ?? "The document was not opened"));
    this.scroller.querySelector(".page")?.remove();
    this.scroller.prepend(el("div", { class: "page" }, failed(error)));
  }

  show(reading, place) {
    this.page?.close();
    this.scroller.querySelectorAll(".page").forEach((one) => one.remove());
    const before = this.reading?.number;
    if (before !== undefined && before !== reading.number && !this.back) this.trail.push(before);
    this.back = false;
    this.reading = reading;
    const sample = this.settings.order === "sample";
    this.page = new Page(reading, this.palette, { ...this.settings, sure: this.session.sure, view: this.shownView(), sample }, {
      drawn: this.drawLines,
      markRepeat: (one) => this.decide({ action: "add", from: one.from, to: one.to, category: one.category, key: one.key }, "mark a repeat"),
    });
    this.scroller.prepend(this.page.node);
    this.scroller.scrollTop = 0;
    this.closeDraft();
    this.drawTitle();
    this.inspector.draw();
    this.queue.here(reading.number);
    reading.addEventListener("change", () => { if (this.page.settings.view !== this.shownView()) this.view(this.settings.view); this.drawAround(); this.following.soon(reading); });
    reading.addEventListener("release", () => { this.drawAround(); if (this.draft && window.getSelection().isCollapsed) this.page.highlight(...this.draft); });
    reading.addEventListener("stale", () => { if (reading === this.reading) this.open(reading.number, { layer: this.layer, place }); });
    reading.addEventListener("select", () => { this.closeDraft(); this.drawAround(); const mark = reading.mark(); if (mark) announce(this.page.label(mark)); });
    this.drawLines();
    this.following.now(reading);
    if (place !== null) this.point(...place.map((one) => reading.places.unit(one)));
    if (!this.keepFocus) find("#main").focus({ preventScroll: true });
    this.keepFocus = false;
    announce(`Document ${reading.held.id}, ${plural(reading.marks.length, "mark")}`);
  }

  // A place that was searched for: chosen, so that a key marks it or decides on the mark there.
  point(from, to = from) {
    this.page.reveal(from);
    const mark = this.reading.within(from, Math.max(to, from + 1)).find((one) => one.from <= from && to <= one.to);
    if (mark) { this.reading.select(mark.name); return; }
    if (to <= from) return;
    this.page.highlight(from, to);
    this.propose(from, to);
  }

  drawTitle() {
    const { reading } = this;
    const view = !this.hides() && el("div", { class: "views", role: "group", "aria-label": "View" }, VIEWS.map((name) =>
      el("button", { type: "button", "aria-pressed": this.settings.view === name ? "true" : "false", onclick: () => this.view(name) }, name)), el("kbd", {}, "v"));
    fill(this.title,
      el("div", { class: "names" }, el("h1", {}, reading.held.id),
        el("p", { class: "hint" }, [reading.language, reading.subject && `subject ${reading.subject}`, `${reading.text.length.toLocaleString("en")} characters`, reading.blind && "read without marks", this.layer && "deciding between readers", reading.done && (reading.part ? "read in part, for the sample" : "read")].filter(Boolean).join(" · "))),
      el("div", { class: "buttons" },
        el("button", { type: "button", disabled: !reading.undo, onclick: () => this.act("undo"), "aria-label": "Undo", title: "Undo" }, "↶", el("kbd", {}, "z")),
        el("button", { type: "button", disabled: !reading.redo, onclick: () => this.act("redo"), "aria-label": "Redo", title: "Redo" }, "↷", el("kbd", {}, "Z")), view));
  }

  // Who reads without marks sees no release, since it shows what the machine found: they may open
  // their reading again, and must not know it then.
  hides() { return this.reading.blind; }

  shownView() { return this.hides() ? "original" : this.settings.view; }

  view(name) {
    this.settings.view = name;
    this.page.settings.view = this.shownView();
    this.page.draw();
    this.drawTitle();
    this.drawLines();
  }

  // One decision, with what to do where it is refused. It is about the reading in which it was made:
  // its answer may come when another document is open, and it may be tried again then.
  async decide(body, what, reading = this.reading) {
    if (!reading) return null;
    const scope = body.scope ?? "mention";
    try {
      const answer = await reading.decide(body);
      if (scope === "corpus") this.everywhere(answer, reading);
      return answer;
    } catch (error) {
      if (error.code === "real_stand_in" && reading === this.reading) {
        return (await confirmed(error)) ? this.decide({ ...body, confirmed: true }, what, reading) : null;
      }
      return refused(this, error, what, reading, () => this.decide(body, what, reading));
    }
  }

  everywhere(answer, reading) {
    const skipped = answer.skipped ? `; ${plural(answer.skipped, "document")} of other readers left as ${answer.skipped === 1 ? "it was" : "they were"}` : "";
    toast(`Applied to ${plural(answer.elsewhere, "other document")}${skipped}`, answer.elsewhere ? {
      label: "Undo everywhere",
      action: () => this.undoEverywhere(answer.batch, reading.layer).catch((error) => toast(error.message, { kind: "bad" })),
    } : {});
    this.elsewhere(reading);
  }

  async undoEverywhere(batch, layer) {
    const { undone } = await api.post("/api/batches/undo", { batch, layer });
    toast(`Undone in ${plural(undone, "document")}`);
    this.elsewhere(this.reading);
    if (this.reading) this.open(this.reading.number, { layer: this.layer });
  }

  // Another list: what a sample leaves out is dim in its own list alone.
  relisted() {
    this.elsewhere(this.reading);
    if (!this.page) return;
    this.page.settings.sample = this.settings.order === "sample";
    this.page.again();
    this.inspector.draw();
  }

  // Other documents have changed: what was asked for ahead is no longer what they are.
  elsewhere(reading) {
    this.queue.reload();
    this.ahead.clear();
    if (reading && reading === this.reading && !reading.layer) this.lookAhead(reading.number, this.turn);
  }

  async step(path, body, what, reading = this.reading) {
    try {
      return await reading.step(path, body);
    } catch (error) {
      return refused(this, error, what, reading, () => this.step(path, body, what, reading));
    }
  }

  // The scope of the next decision; it is used once.
  scope() {
    const { scope } = this.settings;
    this.settings.scope = "mention";
    return scope;
  }

  go(step, wanted = () => true) {
    const marks = this.reading.shown.filter((one) => wanted(one) || one.name === this.reading.selected);
    if (!marks.length) return;
    const at = marks.findIndex((one) => one.name === this.reading.selected);
    const next = at < 0 ? (step > 0 ? 0 : marks.length - 1) : at + step;
    if (next >= 0 && next < marks.length) this.reading.select(marks[next].name);
    else announce(step > 0 ? "the last mark" : "the first mark");
  }

  async category(name) {
    const mark = this.reading.mark();
    if (this.draft) {
      const [from, to] = this.draft;
      this.closeDraft();
      window.getSelection().removeAllRanges();
      const answer = await this.decide({ action: "add", from, to, category: name, scope: this.scope() }, `mark as ${said(name)}`);
      const made = answer && Object.keys(answer.changes).find((one) => answer.changes[one] && this.reading.mark(one)?.from === from);
      if (made) this.reading.select(made, { scroll: false });
    } else if (mark) {
      await this.decide({ action: "relabel", ids: [mark.name], category: name, scope: this.scope() }, `make it ${said(name)}`);
    } else toast("Select a mark or a piece of text first.");
  }

  async move(side, step, single) {
    const mark = this.reading.mark();
    if (!mark) return;
    let { from, to } = mark;
    const { text } = this.reading;
    if (single) {
      if (side === "start") from = along(text, from, step); else to = along(text, to, step);
    } else {
      const words = saidAround(text, from, to);
      if (side === "start") {
        const borders = words.map((one) => one[0]);
        from = step < 0 ? borders.filter((one) => one < from).at(-1) ?? from : borders.find((one) => one > from && one < to) ?? from;
      } else {
        const borders = words.map((one) => one[1]);
        to = step > 0 ? borders.find((one) => one > to) ?? to : borders.filter((one) => one < to && one > from).at(-1) ?? to;
      }
    }
    if (from < 0 || to > text.length || from >= to || (from === mark.from && to === mark.to)) return;
    await this.decide({ action: "move", ids: [mark.name], from, to }, "move a border");
  }

  // What was selected with the mouse waits for a category, until somebody clicks elsewhere.
  mouse(target) {
    const place = this.page?.selection();
    if (!place) { if (target && !this.popup.contains(target)) this.closeDraft(); return; }
    this.propose(...trimmed(this.reading.text, ...place));
  }

  // What is selected with a finger ends with no button of a mouse: it waits until it rests.
  finger() {
    if (!this.touched) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.mouse(), RESTS);
  }

  propose(from, to) {
    if (from >= to) return;
    this.draft = [from, to];
    fill(this.popup, this.palette.keyed.map(({ name, key }) => el("button", { type: "button", class: `chip f${this.palette.family(name)}`, onclick: () => this.category(name) }, said(name), el("kbd", {}, key))),
      el("button", { type: "button", class: "chip", onclick: () => this.act("categories") }, "more", el("kbd", {}, "c")));
    this.popup.hidden = false;
    this.float();
    announce(`${short(this.reading.text.slice(from, to), 60)} selected; press the key of a category`);
  }

  float() {
    if (!this.draft) return;
    const range = window.getSelection().rangeCount ? window.getSelection().getRangeAt(0).getBoundingClientRect() : null;
    const box = this.scroller.getBoundingClientRect();
    const target = range && range.width ? range : box;
    const top = target.bottom - box.top + this.scroller.scrollTop + 8;
    this.popup.style.top = `${top}px`;
    this.popup.style.left = `${Math.max(12, Math.min(target.left - box.left, box.width - this.popup.offsetWidth - 24))}px`;
  }

  closeDraft() { this.draft = null; this.popup.hidden = true; this.cursor = null; }

  // The word cursor, for who marks without a mouse.
  words(step, extend) {
    const { text } = this.reading;
    const here = this.cursor ?? (() => { const at = this.reading.mark()?.to ?? 0; return [at, at]; })();
    const words = saidAround(text, here[0], here[1]);
    let next;
    if (extend) {
      next = step > 0 ? [here[0], words.find((one) => one[1] > here[1])?.[1] ?? here[1]] : [here[0], words.filter((one) => one[1] < here[1] && one[1] > here[0]).at(-1)?.[1] ?? here[1]];
    } else {
      next = step > 0 ? words.find((one) => one[0] >= here[1]) : words.filter((one) => one[1] <= here[0]).at(-1);
    }
    if (!next) return;
    this.page.reveal(next[0]);
    this.page.highlight(...next);
    this.propose(...next);
    this.cursor = next;
  }

  async act(what) {
    const { reading } = this;
    if (!reading) return;
    const mark = reading.mark();
    const named = mark && { ids: [mark.name] };
    if (what === "accept") {
      if (!mark) { this.go(1); return; }
      let made = true; // where it was not, the reader stays with the mark
      const open = mark.status === "open" || mark.status === "rejected";
      // What was accepted before, for all places of its text: they are marked where they are not.
      const places = !open && ["document", "corpus"].includes(this.settings.scope);
      if (places) made = await this.decide({ action: "relabel", category: mark.category, ...named, scope: this.scope() }, "mark everywhere");
      else if (open || this.settings.scope !== "mention") made = await this.decide({ action: "accept", ...named, scope: this.scope() }, "accept");
      if (made) this.go(1);
    } else if (what === "reject" && mark) {
      const back = mark.status === "rejected";
      const made = await this.decide({ action: back ? "accept" : "reject", ...named, scope: this.scope() }, back ? "mark again" : "reject");
      if (made && !back) this.go(1);
    } else if (what === "certain") await this.decide({ action: "accept certain" }, "accept all certain marks");
    else if ((what === "undo" || what === "redo") && !reading[what] && !reading.pending) toast(`There is nothing to ${what}.`);
    else if (what === "undo" || what === "redo") await this.step(what, {}, what);
    else if (what === "finish") await this.finish();
    else if (what === "next" || what === "previous") this.beside(what === "next" ? 1 : -1);
    else if (what === "unsure") this.go(1, (one) => one.status === "open" && one.score < this.session.sure);
    else if (what === "repeats") {
      if (!reading.repeats.length) await reading.loadRepeats().catch((error) => toast(error.message, { kind: "bad" }));
      if (reading.repeats[0]) this.page.reveal(reading.repeats[0].from); else toast("Nothing private stands unmarked.");
    }
    else if (what === "view") this.view(VIEWS[(VIEWS.indexOf(this.settings.view) + 1) % VIEWS.length]);
    else if (what === "scope") this.nextScope();
    else if (what === "flag") await this.decide({ action: reading.flagged ? "unflag" : "flag" }, "flag");
    else if (what === "comment") await this.comment(mark);
    else if (what === "categories") await this.categories();
    else if (what === "merge" && mark) await this.merge(mark);
    else if (what === "split" && mark) await this.decide({ action: "split", ...named, scope: this.scope() }, "split");
    else if (what === "write" && mark) await this.write(mark);
    else if (what === "redraw" && mark && !this.session.may_choose) toast(NO_CHOICE, { kind: "bad" });
    else if (what === "redraw" && mark) await this.decide({ action: "redraw", ids: reading.mentions(mark).map((one) => one.name) }, "draw again");
    else if (what === "drawn" && mark) await this.decide({ action: "as drawn", ids: reading.mentions(mark).map((one) => one.name) }, "back to the drawn stand-in");
  }

  nextScope() {
    const at = SCOPES.findIndex(([name]) => name === this.settings.scope);
    this.settings.scope = SCOPES[(at + 1) % SCOPES.length][0];
    this.inspector.draw();
    announce(`applies to ${SCOPES[(at + 1) % SCOPES.length][1]}`);
  }

  // What the key that finishes does: a sample of turns or paragraphs asks for parts of a document,
  // and who has read these has not read the document.
  ends() {
    const { reading } = this;
    const part = this.settings.order === "sample" && !reading.layer && reading.units.length > 0 && !reading.units.some(([from, to]) => from === 0 && to === reading.text.length);
    if (reading.done && (part || !reading.part)) return ["Reopen", false, false];
    return [part ? "Finish part" : "Finish", true, part];
  }

  async finish() {
    const { reading } = this;
    if (reading.finishing) return; // the key was pressed twice
    reading.finishing = true;
    const [, done, part] = this.ends();
    const answer = await this.step("finish", { done, part }, done ? "finish" : "reopen");
    reading.finishing = false;
    if (!answer || !done) return;
    setTimeout(() => this.queue.reload(), AFTERWARDS); // the next document comes first
    if (reading !== this.reading) return; // the reader has gone elsewhere meanwhile
    if (this.layer) { await this.decided(reading); return; }
    const number = this.next != null && this.next !== reading.number ? this.next : await this.after(reading);
    if (reading !== this.reading) return;
    if (number === null) { toast("Nothing is left to read in this list."); return; }
    location.hash = `#/document/${number}`;
  }

  // What waits for a decision next; on the list of what differs, that is where a reader goes on.
  async decided(reading) {
    const { rows } = await api.get("/api/queue", { order: "risk", shown: "disputed", size: 1 }).catch(() => ({ rows: [] }));
    if (reading !== this.reading) return;
    toast(rows.length ? "Decided." : "Decided. Readers differ on no other document.");
    location.hash = rows.length ? `#/compare/${rows[0].number}` : "#/agreement";
  }

  async after(reading) {
    try {
      return (await api.get("/api/next", { order: this.settings.order, after: reading.number })).number;
    } catch (error) { toast(error.message, { kind: "bad" }); return reading.number; }
  }

  async beside(step) {
    const { reading } = this;
    let other = await this.queue.beside(step);
    if (reading !== this.reading) return;
    // Who is not in the list goes on with what is next; and what was finished is no longer in it,
    // and is what a reader goes back to.
    if (other === undefined && step > 0) other = this.next;
    if (other == null && step < 0 && this.trail.length) { other = this.trail.pop(); this.back = true; }
    if (other != null) location.hash = `#/document/${other}`;
    else toast(step < 0 ? "There is no document before this one." : "There are no more documents in this list.");
  }

  // What a dialog asks is about the document in which it was opened, and is decided there.
  async comment(mark) {
    const { reading } = this;
    const text = await askText("Comment", "For the next person who reads this", "", { long: true, hint: "Ctrl + Enter saves." });
    if (text) await this.decide({ action: "comment", text, start: mark ? mark.start : -1 }, "comment", reading);
  }

  async categories() {
    const { draft, reading } = this;
    const name = await choose("Category", this.palette.categories.map((one) => ({ value: one.name, label: said(one.name), hint: this.palette.keyOf.get(one.name), class: `f${this.palette.family(one.name)}` })));
    if (reading !== this.reading) return;
    this.draft = draft;
    if (name) await this.category(name);
  }

  async merge(mark) {
    const { reading } = this;
    const others = new Map();
    for (const one of reading.marks) if (one.status !== "rejected" && one.key !== mark.key && !others.has(one.key)) others.set(one.key, one);
    if (!others.size) { announce("there is no other entity"); toast("There is no other entity in this document."); return; }
    const words = new Set(wordsOf(reading.said(mark)));
    const like = (one) => 2 * wordsOf(reading.said(one)).filter((word) => words.has(word)).length + (one.category === mark.category);
    const near = [...others.values()].map((one) => [like(one), one]).sort(([a], [b]) => b - a).map(([, one]) => one);
    const key = await choose("Merge with", near.map((one) => ({ value: one.key, label: short(reading.said(one), 60), hint: said(one.category), class: `f${this.palette.family(one.category)}` })));
    if (key) await this.decide({ action: "merge", ids: [mark.name], key, scope: this.settings.scope === "mention" ? "entity" : this.scope() }, "merge", reading);
  }

  async write(mark) {
    if (!this.session.may_choose) { toast(NO_CHOICE, { kind: "bad" }); return; }
    const { reading } = this;
    const edit = reading.release.get(mark.from);
    const text = await askText("Write a stand-in", `For this ${said(mark.category)}`, mark.stand_in ?? edit?.text ?? "", { hint: "A stand-in that a person writes has no privacy bound: the report counts it with ε = ∞." });
    if (text) await this.decide({ action: "write", ids: [mark.name], text, scope: this.scope() }, "write a stand-in", reading);
  }
}
