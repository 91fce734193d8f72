// The page: who is here, where they are, and what is shown.

import * as api from "./api.js";
import { Desk } from "./desk.js";
import { askPasswords, closeDialogs, dialog, help } from "./dialogs.js";
import { announce, el, failed, fill, find, toast } from "./dom.js";
import { listen } from "./keys.js";
import * as pages from "./pages.js";
import { Palette, said } from "./palette.js";

const PAGES = [
  ["#/", "Read", "annotator"], ["#/search", "Search", "annotator"], ["#/progress", "Progress", "annotator"],
  ["#/sample", "Sample", "reviewer"], ["#/agreement", "Agreement", "reviewer"], ["#/lists", "Lists", "reviewer"], ["#/learner", "Learner", "reviewer"],
  ["#/accounts", "Accounts", "administrator"],
];
const THEMES = ["auto", "light", "dark"];

// A place in a text as addresses have it: start, or start and end; code points.
const placed = (said) => (said === undefined ? null : said.split("-").map(Number));

class App {
  constructor() {
    this.settings = { order: "risk", shown: "open", view: "both", scope: "mention" };
    if (window.innerWidth < 1000) this.settings.view = "original";
    this.setTheme(localStorage.getItem("theme") ?? "auto");
    window.addEventListener("hashchange", () => this.route());
    listen(this);
  }

  // Once at a time: an address that changes while the page starts is read when it has started.
  start() {
    this.starting ??= this.enter().finally(() => { this.starting = null; });
    return this.starting;
  }

  async enter() {
    if (location.hash === "#/used") { fill(find("#main"), pages.closedDoor()); return; }
    try {
      this.session = await api.get("/api/session");
    } catch (error) {
      if (error.status !== 401) { fill(find("#main"), failed(error)); return; }
      const { accounts } = await api.get("/api/hello");
      fill(find("#main"), accounts ? pages.signIn(() => this.start()) : pages.closedDoor());
      return;
    }
    api.knows(this.session.csrf);
    this.palette = new Palette(this.session.categories);
    this.desk = new Desk(this.session, this.palette, this.settings);
    await this.desk.queue.reload();
    this.started = true;
    this.route();
  }

  atDesk() { return this.desk?.node.isConnected ?? false; }

  top() {
    const here = location.hash.split("/").slice(0, 2).join("/") || "#/";
    const links = PAGES.filter(([, , role]) => this.session.roles.includes(role)).map(([href, text]) => {
      const current = here === href || (href === "#/" && ["#/document", "#/decide"].includes(here));
      return el("a", { href, "aria-current": current ? "page" : undefined }, text);
    });
    this.brand ??= el("div", { class: "brand" }, el("img", { src: "/static/icon.svg", alt: "", width: "26", height: "26" }), el("span", {}, "Understudy"), el("span", { class: "project" }, this.session.project));
    fill(find("#top"), this.brand,
      el("nav", { "aria-label": "Pages" }, links),
      el("div", { class: "tools" }, !this.session.local && el("button", { type: "button", class: "quiet reader", title: "Change your password", onclick: () => this.password() }, this.session.reader),
        el("button", { type: "button", onclick: () => this.theme(), "aria-label": "Light or dark", title: "Light or dark" }, "◐"),
        el("button", { type: "button", onclick: help, "aria-label": "Keys" }, "Keys", el("kbd", {}, "?")),
        !this.session.local && el("button", { type: "button", onclick: () => this.leave() }, "Sign out")));
  }

  legend() {
    const keys = [["→", "next"], ["⏎", "accept"], ["x", "reject"], ["[ ]", "borders"], ["s", "scope"], ["z", "undo"], ["⇧⏎", "finish"]];
    fill(find("#legend"), el("div", { class: "chips", role: "group", "aria-label": "Categories" }, this.palette.keyed.map(({ name, key }) => el("button", { type: "button", class: `chip f${this.palette.family(name)}`, onclick: () => this.desk.category(name) }, el("kbd", {}, key), said(name))),
      el("button", { type: "button", class: "chip", onclick: () => this.desk.act("categories") }, el("kbd", {}, "c"), "more")),
    el("div", { class: "hints" }, keys.map(([key, what]) => el("span", {}, el("kbd", {}, key), what))));
  }

  async route() {
    closeDialogs();
    if (!this.started) { this.start(); return; }
    const here = location.hash;
    const [, where = "", what, more] = here.split("/");
    this.top();
    const show = (node, desk = false) => {
      find("#legend").hidden = !desk;
      const main = find("#main");
      main.classList.toggle("full", desk);
      if (main.firstElementChild !== node || main.childElementCount > 1) fill(main, node);
    };
    const made = { search: pages.search, progress: () => pages.progress(this.session), agreement: pages.agreement, lists: pages.lists, learner: pages.learner, sample: () => pages.sample(this.session), accounts: pages.accounts, compare: () => pages.compare(Number(what), this.session) }[where];
    if (made) { show(made()); return; }
    if (where === "sample-queue") { this.desk.ahead.clear(); Object.assign(this.settings, { order: "sample", shown: "open" }); await this.desk.queue.reload(); location.hash = "#/"; return; }
    show(this.desk.node, true);
    this.legend();
    if (["decide", "document"].includes(where) && !/^\d+$/.test(what)) { this.desk.fail(new Error("There is no such document.")); return; }
    if (where === "decide") { await this.desk.open(Number(what), { layer: "adjudication" }); return; }
    if (where === "document") { await this.desk.open(Number(what), { place: placed(more) }); return; }
    if (this.desk.reading && this.desk.page && !this.desk.layer && this.settings.order !== "sample") { return; }
    try {
      const { number } = await api.get("/api/next", { order: this.settings.order });
      if (location.hash !== here) return; // the reader has gone elsewhere meanwhile
      if (number !== null) { history.replaceState(null, "", `#/document/${number}`); this.top(); await this.desk.open(number); } else this.desk.fail(new Error("Choose another list on the left, or look at the progress."));
    } catch (error) { if (location.hash === here) this.desk.fail(error); }
  }

  async history() {
    const { reading } = this.desk;
    const { number } = reading;
    const { decisions } = await api.get(`/api/documents/${number}/history`, { layer: this.desk.layer });
    if (reading !== this.desk.reading) return; // the reader has gone on meanwhile
    await dialog("History", decisions.length ? el("table", {}, el("thead", {}, el("tr", {}, ["When", "Who", "What", "Marks"].map((one) => el("th", {}, one)))), el("tbody", {}, [...decisions].reverse().map((one) => el("tr", {}, el("td", {}, one.made.slice(0, 19).replace("T", " ")), el("td", {}, one.reader), el("td", {}, one.action), el("td", {}, String(Object.keys(one.changes).length))))))
      : el("p", { class: "calm" }, "No decisions yet."), [["Close", null, "primary"]], { wide: true });
  }

  theme() {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
    localStorage.setItem("theme", next);
    this.setTheme(next);
    announce(`Theme: ${next}`);
  }

  setTheme(name) { document.documentElement.dataset.theme = THEMES.includes(name) ? name : "auto"; }

  async password() {
    const given = await askPasswords("Change your password", ["Current password", "New password, at least 10 characters"]);
    if (!given) return;
    try {
      await api.post("/api/password", { old: given[0], new: given[1] });
      this.session = await api.get("/api/session"); // the change has begun another one
      api.knows(this.session.csrf);
      toast("Your password was changed.");
    } catch (error) { toast(error.message, { kind: "bad" }); }
  }

  async leave() { await api.post("/api/logout"); location.hash = "#/"; location.reload(); }
}

new App().start();
