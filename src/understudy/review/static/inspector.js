// What is known of the selected mark, and what can be done with it.

import { el, fill, plural } from "./dom.js";
import { differing, said } from "./palette.js";

export const SCOPES = [["mention", "mention"], ["entity", "entity"], ["document", "document"], ["corpus", "corpus"]];

export const NO_CHOICE = "The policy has a budget, and a stand-in that a person chooses has no bound (ε = ∞). To allow it all the same, start the review with --choose.";

export class Inspector {
  constructor(room) {
    this.room = room;
    this.node = el("aside", { class: "inspector", "aria-label": "Selected mark" });
  }

  draw() {
    const { reading, settings } = this.room;
    if (!reading) { fill(this.node); return; }
    const mark = reading.mark();
    fill(this.node, this.head(reading), reading.differences.length > 0 && this.differences(reading), mark ? this.about(reading, mark, settings) : this.nothing(reading), this.notes(reading));
  }

  head(reading) {
    const left = reading.marks.filter((one) => one.status === "open");
    const unsure = left.filter((one) => one.score < this.room.session.sure);
    const all = reading.marks.filter((one) => one.status !== "rejected");
    const share = all.length ? (all.length - left.length) / all.length : 1;
    const [ends, finishes] = this.room.ends();
    const bar = el("div", { class: "bar", role: "progressbar", "aria-label": "Marks decided on", "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": String(Math.round(share * 100)) }, el("i"));
    bar.firstChild.style.width = `${share * 100}%`;
    return el("div", { class: "card" },
      el("div", { class: "rowed" }, el("strong", {}, plural(all.length, "mark")), el("span", { class: "hint" }, `${left.length} open${unsure.length ? `, ${unsure.length} uncertain` : ""}`)),
      bar,
      el("div", { class: "buttons tight" },
        this.button("Accept certain", "y", () => this.room.act("certain"), !left.length),
        this.button(ends, "⇧⏎", () => this.room.act("finish"), false, finishes ? "primary" : "")),
      reading.blind && el("p", { class: "hint" }, `You read this document without marks. What the machine found is not shown, ${reading.done ? "in case you reopen it" : "so that it does not guide you"}; the release replaces it all the same.`),
      !reading.repeats.length && !reading.blind && reading.text.length > 200000 && el("p", { class: "hint" }, el("button", { type: "button", class: "link", onclick: () => this.room.act("repeats") }, "Look for private values left unmarked")),
      reading.repeats.length > 0 && el("p", { class: "warn" }, `${plural(reading.repeats.length, "private value")} occur${reading.repeats.length === 1 ? "s" : ""} elsewhere in the text without a mark. `,
        el("button", { type: "button", class: "link", onclick: () => this.room.act("repeats") }, "Show")));
  }

  button(label, key, action, disabled = false, kind = "", title) {
    return el("button", { type: "button", class: kind, onclick: action, disabled, title }, label, key && el("kbd", {}, key));
  }

  nothing(reading) {
    return el("div", { class: "card calm-card" }, el("p", {}, reading.marks.length
      ? "Select a mark with → or a click. To mark what is missing, double-click a word or drag over text."
      : "Nothing is marked here. To mark what is private, double-click a word or drag over text."));
  }

  about(reading, mark, settings) {
    const edit = reading.release.get(mark.from);
    const mentions = reading.mentions(mark);
    const rejected = mark.status === "rejected";
    const cannot = this.room.session.may_choose ? undefined : NO_CHOICE;
    const family = `f${this.room.palette.family(mark.category)}`;
    return el("div", { class: "card about" },
      el("p", { class: "quote" }, el("span", { class: `mark ${family}` }, short(reading.said(mark)))),
      el("dl", { class: "facts" },
        el("dt", {}, "Category"), el("dd", {}, el("button", { type: "button", class: `chip ${family}`, onclick: () => this.room.act("categories") }, said(mark.category), el("kbd", {}, "c"))),
        !reading.blind && [el("dt", {}, "Stand-in"), el("dd", { class: "standin-text" }, rejected ? "– stays as it is" : edit ? short(edit.text) : "…", edit && edit.outcome !== "replaced" && !rejected ? el("span", { class: "hint" }, ` ${edit.outcome}`) : null,
          mark.stand_in ? el("span", { class: "hint" }, " written by a person, ε = ∞") : mark.redraws ? el("span", { class: "hint" }, " drawn again, ε = ∞") : null)],
        el("dt", {}, "Who"), el("dd", {}, short(mark.key), el("span", { class: "hint" }, ` ${plural(mentions.length, "mention")}`)),
        el("dt", {}, "Found by"), el("dd", {}, mark.source === "reader" ? "a reader" : `${mark.source}, ${mark.score.toFixed(2)}`, mark.score < this.room.session.sure ? el("span", { class: "warn-word" }, " uncertain") : null),
        el("dt", {}, "State"), el("dd", {}, mark.status)),
      el("fieldset", { class: "scope" }, el("legend", {}, "Applies to ", el("kbd", {}, "s")),
        SCOPES.map(([value, text]) => el("label", {}, el("input", { type: "radio", name: "scope", value, checked: settings.scope === value, onchange: () => { settings.scope = value; } }), text))),
      el("div", { class: "buttons tight" },
        this.button("Accept", "⏎", () => this.room.act("accept"), false, "primary"),
        this.button(rejected ? "Mark again" : "Reject", "x", () => this.room.act("reject"), false, "", rejected ? "It is private after all" : "It is not private")),
      el("div", { class: "buttons tight" },
        this.button("Merge", "m", () => this.room.act("merge"), rejected, "", "It is the same entity as another one"), this.button("Split", "t", () => this.room.act("split"), rejected, "", "It is an entity of its own")),
      el("div", { class: "buttons tight" },
        this.button("Write", "e", () => this.room.act("write"), rejected || Boolean(cannot), "", cannot ?? "Write a stand-in"), this.button("Redraw", "r", () => this.room.act("redraw"), rejected || Boolean(cannot), "", cannot ?? "Draw another stand-in")),
      (mark.stand_in || mark.redraws > 0) && el("div", { class: "buttons tight" }, this.button("Back to the policy’s stand-in", "b", () => this.room.act("drawn"), rejected)),
      mentions.length > 1 && el("div", { class: "mentions" }, el("h2", { class: "small" }, "Mentions"), el("ul", {}, mentions.slice(0, 40).map((one) =>
        el("li", {}, el("button", { type: "button", class: one === mark ? "link here" : "link", onclick: () => reading.select(one.name) }, around(reading, one)))))));
  }

  // Where the readers differ, for whoever decides between them.
  differences(reading) {
    return el("div", { class: "card differ" }, el("h2", { class: "small" }, `Readers differ on ${plural(reading.differences.length, "place")}`),
      el("ul", {}, reading.differences.map((one) => el("li", {},
        el("button", { type: "button", class: "link", onclick: () => this.room.point(one.from, one.to) }, short(reading.text.slice(one.from, one.to), 60)),
        one.said.map(([reader, value]) => el("p", { class: "hint" }, `${reader}: ${differing(one.what, value)}`))))));
  }

  notes(reading) {
    return el("div", { class: "card notes" },
      el("div", { class: "buttons tight" }, this.button("Comment", "o", () => this.room.act("comment")), this.button(reading.flagged ? "Unflag" : "Flag", "f", () => this.room.act("flag"), false, reading.flagged ? "flagged" : "")),
      reading.comments.map((one) => el("div", { class: "comment" }, el("p", {}, one.text), el("p", { class: "hint" }, `${one.reader}, ${one.made.slice(0, 16).replace("T", " ")} `,
        el("button", { type: "button", class: "link", onclick: () => this.room.decide({ action: "uncomment", ids: [one.name] }, "remove a comment") }, "remove")))),
      reading.others.filter((one) => one.flagged || one.comments.length).map((one) => el("div", { class: "comment" },
        one.comments.map((said) => el("p", {}, said.start >= 0 ? [el("button", { type: "button", class: "link", onclick: () => this.room.point(reading.places.unit(said.start)) }, "Show"), ": "] : null, said.text)),
        el("p", { class: "hint" }, `${one.reader}${one.flagged ? " asks for a second reader" : ""}`))),
      reading.compares && !reading.layer && el("p", { class: "comment" }, el("a", { href: `#/compare/${reading.number}` }, `Compare with ${plural(reading.others.filter((one) => one.done).length, "reading")}, and decide`)));
  }
}

export const short = (text, most = 90) => { const flat = text.replace(/\s+/g, " "); return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat; };

function around(reading, mark) {
  const before = reading.text.slice(Math.max(0, mark.from - 18), mark.from).replace(/\s+/g, " ");
  const after = reading.text.slice(mark.to, mark.to + 18).replace(/\s+/g, " ");
  return [`…${before}`, el("b", {}, short(reading.said(mark), 40)), `${after}…`];
}
