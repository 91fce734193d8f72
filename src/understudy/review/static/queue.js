// The list of documents. Only the rows in sight exist, and only the pages of them that were asked for.

import * as api from "./api.js";
import { el, failed, fill, plural } from "./dom.js";

const HEIGHT = 58;
const PAGE = 100;
const ORDERS = { risk: "By risk", corpus: "In order", batch: "Learner’s batch", sample: "Random sample" };
const SHOWN = { open: "To read", mine: "Begun by me", done: "Read by me", flagged: "Flagged", disputed: "Disputed", all: "All" };
const WHY = { unsure: "uncertain", rare: "rare", unmarked: "unmarked", incoherent: "incoherent" };

export class Queue {
  constructor(settings, changed, open) {
    this.settings = settings;
    this.changed = changed;
    this.turn = 0;
    this.open = open;
    this.pages = new Map();
    this.total = 0;
    this.current = null;
    this.count = el("span", { class: "count" });
    this.order = this.select("Order", ORDERS, "order");
    this.shown = this.select("Show", SHOWN, "shown");
    this.space = el("div", { class: "space" });
    this.list = el("div", { class: "list", role: "listbox", "aria-label": "Documents", tabindex: "0", onscroll: () => this.draw(), onkeydown: (event) => this.key(event) }, this.space);
    this.node = el("nav", { class: "queue", "aria-label": "Queue" },
      el("div", { class: "queue-head" }, el("h2", {}, "Documents ", this.count), el("div", { class: "pair" }, this.order, this.shown)),
      this.list);
    new ResizeObserver(() => this.draw()).observe(this.list);
  }

  select(label, words, name) {
    return el("select", { "aria-label": label, onchange: (event) => { this.settings[name] = event.target.value; this.list.scrollTop = 0; this.changed(); } },
      Object.entries(words).map(([value, text]) => el("option", { value, selected: this.settings[name] === value }, text)));
  }

  async reload() {
    this.pages.clear();
    this.turn += 1; // pages that were asked for before are of another list
    this.order.value = this.settings.order;
    this.shown.value = this.settings.shown;
    try {
      await this.page(0);
    } catch (error) {
      fill(this.space, failed(error));
      return;
    }
    this.draw();
  }

  page(number) {
    if (!this.pages.has(number)) {
      const { turn } = this;
      const held = api.get("/api/queue", { order: this.settings.order, shown: this.settings.shown, first: number * PAGE, size: PAGE })
        .then((told) => {
          if (turn === this.turn) { this.total = told.total; this.pages.set(number, told.rows); this.draw(); }
          return told.rows;
        })
        .catch((error) => { if (turn === this.turn) this.pages.delete(number); throw error; });
      this.pages.set(number, held);
      return held;
    }
    return Promise.resolve(this.pages.get(number));
  }

  draw() {
    this.count.textContent = this.total.toLocaleString("en");
    this.space.style.height = `${this.total * HEIGHT}px`;
    this.list.setAttribute("role", this.total ? "listbox" : "region"); // a list box has rows
    if (!this.total) {
      this.list.removeAttribute("aria-activedescendant");
      fill(this.space, el("p", { class: "calm" }, this.settings.shown === "open" ? "Nothing is left to read here." : "There are no such documents."));
      return;
    }
    const first = Math.max(0, Math.floor(this.list.scrollTop / HEIGHT) - 4);
    const last = Math.min(this.total, Math.ceil((this.list.scrollTop + this.list.clientHeight) / HEIGHT) + 4);
    const rows = [];
    for (let at = first; at < last; at += 1) {
      const page = this.pages.get(Math.floor(at / PAGE));
      if (Array.isArray(page)) { if (page[at % PAGE]) rows.push(this.row(page[at % PAGE], at)); } else this.page(Math.floor(at / PAGE)).catch(() => {});
    }
    fill(this.space, rows);
    // It names a row that exists: the document may be in another list, or out of sight.
    if (rows.some((row) => row.id === `q${this.current}`)) this.list.setAttribute("aria-activedescendant", `q${this.current}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  row(held, at) {
    const why = Object.entries(held.reasons).map(([name, count]) => `${count} ${WHY[name] ?? name}`).join(" · ");
    const here = held.number === this.current;
    const sampled = held.units > 1 && `${plural(held.units, "part")} in the sample`;
    const told = [sampled, held.hidden ? "marks hidden" : why, !held.hidden && plural(held.marks, "mark")].filter(Boolean).join(" · ");
    const row = el("div", { class: `item${here ? " here" : ""}`, role: "option", id: `q${held.number}`, "aria-selected": here ? "true" : "false", onclick: () => this.open(held.number) },
      el("div", { class: "name" },
        el("span", { class: `dot ${held.mine || (held.done ? "others" : "")}`, title: held.mine || (held.done ? "read" : "not read") }),
        el("span", { class: "id", title: held.id }, held.id), held.flagged && el("span", { class: "flag", title: "flagged" }, "⚑")),
      el("div", { class: "why", title: told }, told));
    row.style.top = `${at * HEIGHT}px`;
    return row;
  }

  here(number) {
    this.current = number;
    this.reveal();
    this.draw();
  }

  // The row of the open document comes into sight, where it is known.
  reveal() {
    const place = this.place();
    if (place === undefined) return;
    const [top, high] = [place * HEIGHT, this.list.clientHeight];
    const { scrollTop } = this.list;
    if (top >= scrollTop && top + HEIGHT <= scrollTop + high) return;
    this.list.scrollTop = high < 4 * HEIGHT ? top : top - HEIGHT; // what comes next is in sight, too
  }

  // Where the open document is in the list, as far as that is known.
  place() {
    for (const [number, page] of this.pages) {
      const at = Array.isArray(page) ? page.findIndex((one) => one.number === this.current) : -1;
      if (at >= 0) return number * PAGE + at;
    }
    return undefined;
  }

  // The document before or behind this one in the list, which may have to be asked for: null at its
  // ends, undefined where this one is not in what is known of it.
  async beside(step) {
    const here = this.place();
    if (here === undefined) return undefined;
    const place = here + step;
    if (place < 0 || place >= this.total) return null;
    const rows = await this.page(Math.floor(place / PAGE)).catch(() => []);
    return rows[place % PAGE]?.number ?? null;
  }

  async key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const other = await this.beside(step);
    if (other != null) this.open(other, { focus: false });
  }
}
