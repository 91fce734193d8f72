// A document with the reader's reading of it. Decisions are sent one after the other; the page shows
// what the server has acknowledged.

import * as api from "./api.js";
import { Places, rowsOf } from "./text.js";

export class Reading extends EventTarget {
  constructor(told, layer) {
    super();
    this.layer = layer;
    this.number = told.held.number;
    this.held = told.held;
    this.language = told.language;
    this.subject = told.subject;
    this.text = told.text;
    this.places = new Places(told.text);
    this.segments = told.segments.map(([a, b, kind, name]) => [this.places.unit(a), this.places.unit(b), kind, name]);
    this.units = told.units.map(([a, b]) => [this.places.unit(a), this.places.unit(b)]);
    this.rows = rowsOf(this.text, this.segments);
    this.others = told.others;
    this.compares = told.compares;
    this.differences = []; // between readers, where somebody decides
    this.release = new Map();
    this.repeats = [];
    this.selected = null;
    this.waiting = Promise.resolve();
    this.pending = 0;
    this.take(told.reading, told.undo, told.redo);
  }

  compared({ between, differences }) {
    this.differences = differences.map(([a, b, what, ...said]) => ({
      from: this.places.unit(a), to: this.places.unit(b), what, said: between.map((reader, at) => [reader, said[at]]),
    }));
  }

  take(reading, undo, redo) {
    this.version = reading.version;
    this.done = reading.done;
    this.part = reading.part;
    this.blind = reading.blind;
    this.seen = reading.marks ?? "";
    this.flagged = reading.flagged;
    this.items = new Map();
    for (const [name, item] of Object.entries(reading.items)) this.put(name, item);
    Object.assign(this, { undo, redo });
    this.sort();
  }

  put(name, item) {
    if (item === null) { this.items.delete(name); return; }
    const own = { ...item, name };
    if (item.kind === "mark") {
      own.from = this.places.unit(item.start);
      own.to = this.places.unit(item.end);
    }
    this.items.set(name, own);
  }

  sort() {
    const marks = [...this.items.values()].filter((one) => one.kind === "mark");
    marks.sort((a, b) => a.from - b.from || a.to - b.to);
    this.marks = marks;
    // What is rejected is shown where nothing else lies over it.
    const counts = marks.filter((one) => one.status !== "rejected");
    let at = 0;
    let last = 0;
    this.shown = marks.filter((one) => {
      if (one.status === "rejected") {
        while (at < counts.length && counts[at].to <= one.from) at += 1;
        if (at < counts.length && counts[at].from < one.to) return false;
      }
      if (one.from < last) return false;
      last = one.to;
      return true;
    });
    this.comments = [...this.items.values()].filter((one) => one.kind === "comment");
    if (this.selected && !this.items.has(this.selected)) this.selected = null;
  }

  // The marks that are shown in a place, found without a walk through all of a book.
  within(start, end) {
    let low = 0;
    let high = this.shown.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shown[middle].to <= start) low = middle + 1; else high = middle;
    }
    const found = [];
    while (low < this.shown.length && this.shown[low].from < end) { found.push(this.shown[low]); low += 1; }
    return found;
  }

  mark(name = this.selected) { return name ? this.items.get(name) ?? null : null; }
  said(mark) { return this.text.slice(mark.from, mark.to); }
  mentions(mark) { return this.marks.filter((one) => one.key === mark.key && one.status !== "rejected"); }

  changed(what) { this.dispatchEvent(new CustomEvent("change", { detail: what })); }

  select(name, { scroll = true } = {}) {
    const before = this.selected;
    this.selected = name;
    this.dispatchEvent(new CustomEvent("select", { detail: { before, name, scroll } }));
  }

  async step(path, body) {
    const run = async () => {
      const answer = await api.post(`/api/documents/${this.number}/${path}`, { version: this.version, layer: this.layer, marks: this.version ? "" : this.seen, ...body });
      this.version = answer.version;
      const touched = [];
      for (const [name, item] of Object.entries(answer.changes)) {
        touched.push(this.items.get(name), item && { from: this.places.unit(item.start ?? 0), to: this.places.unit(item.end ?? 0) });
        this.put(name, item);
      }
      Object.assign(this, { undo: answer.undo, redo: answer.redo, done: answer.done, part: answer.part, flagged: answer.flagged });
      this.sort();
      this.changed({ touched: touched.filter((one) => one && one.from !== undefined), names: Object.keys(answer.changes) });
      return answer;
    };
    this.pending += 1;
    const mine = this.waiting.then(run, run).finally(() => { this.pending -= 1; });
    this.waiting = mine.catch(() => {});
    return mine;
  }

  decide(body) {
    const own = { ...body };
    if ("from" in own) {
      own.start = this.places.point(own.from);
      own.end = this.places.point(own.to);
      delete own.from;
      delete own.to;
    }
    return this.step("decisions", own);
  }

  async loadRelease() {
    if (this.blind) return;
    const told = await api.get(`/api/documents/${this.number}/release`, { layer: this.layer });
    // What is older than the last decision is passed over. What is newer, while none is under way,
    // says that the reading has changed since it was asked for, ahead of its turn perhaps.
    const newer = told.version > this.version || (!told.version && !this.version && told.marks !== this.seen);
    if (newer && !this.pending) this.dispatchEvent(new Event("stale"));
    if (newer || told.version !== this.version) return;
    const before = this.release;
    this.release = new Map(told.edits.map(([a, b, text, outcome, strategy, reason]) =>
      [this.places.unit(a), { from: this.places.unit(a), to: this.places.unit(b), text, outcome, strategy, reason }]));
    this.released([...changed(before, this.release), ...changed(this.release, before)]);
  }

  // What is private and stands unmarked; in a book that takes the server a while.
  async loadRepeats() {
    if (this.blind) return;
    const told = await api.get(`/api/documents/${this.number}/repeats`, { layer: this.layer });
    if (told.version !== this.version) return;
    const before = this.repeats;
    this.repeats = told.repeats.map(([a, b, category, key]) => ({ from: this.places.unit(a), to: this.places.unit(b), category, key }));
    if (before.length || this.repeats.length) this.released([...before, ...this.repeats]);
  }

  released(touched) { this.dispatchEvent(new CustomEvent("release", { detail: { touched } })); }
}

// The stand-ins of one release that another has not.
function changed(one, other) {
  return [...one.values()].filter((edit) => {
    const now = other.get(edit.from);
    return !now || now.to !== edit.to || now.text !== edit.text || now.outcome !== edit.outcome || now.reason !== edit.reason;
  });
}

export async function openReading(number, { layer = "" } = {}) {
  const [told, compared] = await Promise.all([api.get(`/api/documents/${number}`, { layer }), layer && api.get(`/api/documents/${number}/readings`).catch(() => null)]);
  const reading = new Reading(told, layer);
  if (compared) reading.compared(compared);
  return reading;
}
