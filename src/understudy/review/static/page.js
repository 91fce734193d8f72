// The document on the page: rows of original and release, of which only those near the window exist.

import { el, plural } from "./dom.js";
import { said } from "./palette.js";

const CHUNK = 5000; // characters
const MANY = 400; // places, from which on all that is drawn is drawn again
const LINE = 27; // a guess of the height of a row, in pixels, until it is known

export class Page {
  constructor(reading, palette, settings, events) {
    Object.assign(this, { reading, palette, settings, events });
    this.starts = new WeakMap(); // text node → where it begins
    this.chunks = [];
    this.node = el("div", { class: "page", lang: reading.language ?? undefined, role: "region", "aria-label": `Document ${reading.held.id}` });
    this.watch = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "1200px 0px" });
    this.cut();
    this.draw();
    reading.addEventListener("change", (event) => this.refresh(event.detail.touched));
    reading.addEventListener("release", ({ detail }) => { if (this.waiting) this.waiting.push(detail.touched); else this.refresh(detail.touched); });
    this.node.addEventListener("mousedown", () => this.wait());
    reading.addEventListener("select", (event) => this.selected(event.detail));
  }

  cut() {
    let held = [];
    let size = 0;
    for (const row of this.reading.rows) {
      held.push(row);
      size += row.end - row.start;
      if (size >= CHUNK) { this.chunks.push(this.chunk(held)); held = []; size = 0; }
    }
    if (held.length) this.chunks.push(this.chunk(held));
  }

  chunk(rows) {
    const node = el("div", { class: "chunk" });
    const one = { rows, node, full: false, start: rows[0].start, end: rows.at(-1).end };
    const wide = this.node.clientWidth || 700;
    const guess = rows.reduce((sum, row) => sum + LINE * Math.max(1, Math.ceil((row.end - row.start) / (wide / 8.6))), 0);
    node.style.minHeight = `${guess}px`;
    this.watch.observe(node);
    return one;
  }

  draw() {
    this.node.className = `page view-${this.settings.view}${this.reading.segments.some((one) => one[3]) ? " named" : ""}`;
    this.node.replaceChildren(...this.chunks.map((one) => one.node));
  }

  seen(list) {
    for (const entry of list) {
      const chunk = this.chunks.find((one) => one.node === entry.target);
      if (!chunk) continue;
      if (entry.isIntersecting && !chunk.full) this.fill(chunk);
      else if (!entry.isIntersecting && chunk.full && this.chunks.length > 3) this.empty(chunk);
    }
  }

  fill(chunk) {
    chunk.node.style.minHeight = "";
    chunk.node.replaceChildren(...chunk.rows.map((row) => this.row(row)));
    chunk.full = true;
  }

  empty(chunk) {
    chunk.node.style.minHeight = `${chunk.node.offsetHeight}px`;
    chunk.node.replaceChildren();
    chunk.full = false;
  }

  // Draw again what lies in places that have changed, or all that is drawn.
  refresh(places) {
    const touched = places && places.length < MANY ? places : null;
    if (touched && !touched.length) return;
    for (const chunk of this.chunks) {
      if (!chunk.full) continue;
      if (touched && !touched.some((one) => one.from < chunk.end && chunk.start < one.to)) continue;
      chunk.rows.forEach((row, at) => {
        if (touched && !touched.some((one) => one.from < row.end && row.start <= one.to)) return;
        chunk.node.children[at]?.replaceWith(this.row(row));
      });
    }
    this.events.drawn();
  }

  // A release that comes while somebody drags over the text is drawn afterwards: where nodes under
  // the mouse are replaced, the selection begins elsewhere.
  wait() {
    this.waiting ??= [];
    window.addEventListener("mouseup", () => setTimeout(() => {
      const waited = this.waiting ?? [];
      this.waiting = null;
      for (const places of waited) this.refresh(places);
    }, 0), { once: true });
  }

  again() { for (const chunk of this.chunks) if (chunk.full) this.fill(chunk); this.draw(); this.events.drawn(); }

  row(row) {
    const outside = this.reading.units.length > 0 && this.settings.sample && !this.reading.units.some(([a, b]) => a < row.end && row.start < b);
    return el("div", { class: `row${outside ? " outside" : ""}` },
      el("div", { class: "who" }, row.name),
      el("div", { class: "original" }, this.original(row)),
      el("div", { class: "release" }, this.release(row)));
  }

  textNode(start, end, starts = true) {
    let text = this.reading.text.slice(start, end);
    if (text.endsWith("\n")) text = text.slice(0, -1);
    const node = document.createTextNode(text);
    if (starts) this.starts.set(node, start);
    return node;
  }

  original(row) {
    const made = [];
    let at = row.start;
    const repeats = this.reading.repeats.filter((one) => one.from < row.end && row.start < one.to)
      .map((one) => ({ ...one, repeat: true }));
    const all = [...this.reading.within(row.start, row.end), ...repeats].sort((a, b) => a.from - b.from);
    for (const mark of all) {
      const from = Math.max(mark.from, row.start);
      const to = Math.min(mark.to, row.end);
      if (from < at) continue;
      if (from > at) made.push(this.textNode(at, from));
      made.push(mark.repeat ? this.repeat(mark, from, to) : this.markNode(mark, from, to));
      at = to;
    }
    if (at < row.end) made.push(this.textNode(at, row.end));
    return made;
  }

  classes(mark) {
    const unsure = mark.score < this.settings.sure && mark.status === "open";
    return `mark f${this.palette.family(mark.category)} ${mark.status}${unsure ? " unsure" : ""}${mark.name === this.reading.selected ? " selected" : ""}`;
  }

  label(mark) {
    const bits = [this.reading.said(mark), said(mark.category), mark.status];
    if (mark.score < this.settings.sure && mark.status === "open") bits.push("uncertain");
    return bits.join(", ");
  }

  markNode(mark, from, to) {
    const key = this.palette.keyOf.get(mark.category);
    return el("span", {
      class: this.classes(mark), role: "button", tabindex: "-1", "aria-label": this.label(mark),
      "aria-pressed": mark.name === this.reading.selected ? "true" : "false",
      data: { mark: mark.name, key: key ?? "" },
      onclick: () => { if (window.getSelection().isCollapsed) this.reading.select(mark.name, { scroll: false }); },
    }, this.textNode(from, to));
  }

  repeat(one, from, to) {
    return el("span", {
      class: "repeat", role: "button", tabindex: "-1", title: `Also stands here, unmarked: ${said(one.category)}`,
      "aria-label": `${this.reading.text.slice(from, to)}, unmarked ${said(one.category)}; mark it`,
      onclick: () => this.events.markRepeat(one),
    }, this.textNode(from, to));
  }

  release(row) {
    const made = [];
    let at = row.start;
    for (const mark of this.reading.within(row.start, row.end)) {
      if (mark.status === "rejected") continue;
      const from = Math.max(mark.from, row.start);
      if (from < at) continue;
      if (from > at) made.push(this.textNode(at, from, false));
      at = Math.min(mark.to, row.end);
      const edit = this.reading.release.get(mark.from);
      const known = edit && edit.to === mark.to;
      if (mark.from < row.start) continue; // it began in the row before
      const kept = known && edit.outcome !== "replaced";
      made.push(el("span", {
        class: `standin f${this.palette.family(mark.category)}${kept ? " kept" : ""}${mark.name === this.reading.selected ? " selected" : ""}${mark.stand_in || mark.redraws ? " chosen" : ""}`,
        data: { standin: mark.name },
        title: known ? `${edit.outcome}${edit.reason ? ` (${edit.reason})` : ""}, ${edit.strategy}` : undefined,
        onclick: () => this.reading.select(mark.name, { scroll: false }),
      }, known ? edit.text : "…"));
    }
    if (at < row.end) made.push(this.textNode(at, row.end, false));
    return made;
  }

  nodeOf(name, kind = "mark") {
    return this.node.querySelector(`[data-${kind}="${CSS.escape(name)}"]`);
  }

  selected({ before, name, scroll }) {
    for (const kind of ["mark", "standin"]) {
      if (before) {
        const old = this.nodeOf(before, kind);
        old?.classList.remove("selected");
        if (kind === "mark") old?.setAttribute("aria-pressed", "false");
      }
    }
    if (!name) { this.events.drawn(); return; }
    const mark = this.reading.mark(name);
    if (scroll) this.reveal(mark.from);
    for (const kind of ["mark", "standin"]) {
      const node = this.nodeOf(name, kind);
      node?.classList.add("selected");
      if (kind === "mark") node?.setAttribute("aria-pressed", "true");
    }
    this.events.drawn();
  }

  reveal(place) {
    const chunk = this.chunks.find((one) => one.start <= place && place < one.end) ?? this.chunks.at(-1);
    if (!chunk) return;
    if (!chunk.full) this.fill(chunk);
    const at = chunk.rows.findIndex((row) => row.start <= place && place < row.end);
    const row = chunk.node.children[Math.max(0, at)];
    const mark = [...(row?.querySelectorAll(".mark, .repeat") ?? [])].find((node) => this.starts.get(node.firstChild) === place);
    (mark ?? row)?.scrollIntoView({ block: "nearest", behavior: "instant" });
    const target = (mark ?? row)?.getBoundingClientRect();
    const box = this.node.parentElement.getBoundingClientRect();
    if (target && (target.top < box.top + 60 || target.bottom > box.bottom - 80)) (mark ?? row).scrollIntoView({ block: "center", behavior: "instant" });
  }

  // Select a place, as with the mouse.
  highlight(from, to) {
    const chosen = window.getSelection();
    chosen.removeAllRanges();
    const range = document.createRange();
    const walker = document.createTreeWalker(this.node, NodeFilter.SHOW_TEXT);
    let began = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = this.starts.get(node);
      if (start === undefined) continue;
      const end = start + node.length;
      if (!began && from >= start && from < end) { range.setStart(node, from - start); began = true; }
      if (began && to > start && to <= end) { range.setEnd(node, to - start); chosen.addRange(range); return; }
    }
  }

  // What is selected with the mouse, as places of the text.
  selection() {
    const chosen = window.getSelection();
    if (!chosen || chosen.isCollapsed || !chosen.rangeCount) return null;
    const range = chosen.getRangeAt(0);
    const from = this.place(range.startContainer, range.startOffset);
    const to = this.place(range.endContainer, range.endOffset);
    return from === null || to === null || from >= to ? null : [from, to];
  }

  place(node, offset) {
    if (!this.node.contains(node)) return null;
    if (node.nodeType === Node.TEXT_NODE) return this.starts.has(node) ? this.starts.get(node) + offset : null;
    const inside = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const near = node.childNodes[offset] ?? node.lastChild;
    for (let one = inside.nextNode(); one; one = inside.nextNode()) {
      if (this.starts.has(one) && near && (near === one || near.contains(one) || near.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)) return this.starts.get(one);
    }
    return null;
  }

  close() { this.watch.disconnect(); this.node.remove(); }
}

export const summary = (reading) => plural(reading.marks.filter((one) => one.status !== "rejected").length, "mark");
