/** A hall screen: fetches itself anew when something happens, turns its pages, says how it fares, never goes blank. */

import { serverTime } from "./clock.js";
import { Feed, drawTiles } from "./feed.js";
import { language, word } from "./words.js";

const TILES_PER_PAGE = 12;
const NOT_LIVE_AFTER_MS = 10000;
const RELOAD_AFTER_MS = 60000;
const FETCH_AT_LEAST_MS = 30000;

class Screen {
  constructor(root) {
    this.root = root;
    this.page = 0;
    this.part = 0;
    this.updated = Date.now();
    this.seconds = Number(root.dataset.rotate || 12);
    this.feed = new Feed(root.dataset.ws, { onRefresh: () => this.fetch() });
    this.show();
    setInterval(() => this.turn(), this.seconds * 1000);
    setInterval(() => this.health(), 1000);
    setInterval(() => this.fetch(), FETCH_AT_LEAST_MS);
    addEventListener("resize", () => this.show());
  }

  get body() {
    return document.getElementById("screen-body");
  }

  async fetch() {
    try {
      const answer = await fetch(this.root.dataset.poll || location.href, { credentials: "same-origin" });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("screen-body");
      if (fresh) this.take(fresh);
    } catch {
      // The corner tells since when nothing came.
    }
  }

  take(fresh) {
    this.updated = Date.now();
    if (fresh.innerHTML !== this.shown) {
      this.shown = fresh.innerHTML;
      this.mark(fresh);
      this.body.replaceWith(document.importNode(fresh, true));
    }
    this.show();
    this.health();
  }

  /** Let what differs from the picture before show a short wash. */
  mark(fresh) {
    for (const item of fresh.querySelectorAll("[id]")) {
      const old = document.getElementById(item.id);
      if (old && old.dataset.mark !== item.dataset.mark) item.classList.add("is-changed");
    }
  }

  /** Show one page of one part of the playlist; the rest waits. */
  show() {
    drawTiles(this.root);
    const parts = [...this.body.querySelectorAll("[data-part]")];
    this.part %= Math.max(1, parts.length);
    parts.forEach((part, i) => { part.hidden = i !== this.part; });
    this.showPage(parts[this.part] ?? this.body);
    this.heading();
  }

  showPage(part) {
    const list = part.querySelector("[data-paged]");
    const items = list ? [...list.children] : [];
    const size = this.size(items);
    this.pages = Math.max(1, Math.ceil(items.length / size));
    this.page = Math.min(this.page, this.pages - 1);
    items.forEach((item, i) => { item.hidden = Math.floor(i / size) !== this.page; });
    if (list) list.dataset.count = String(this.pages > 1 ? size : items.length);
    text("[data-screen-page]", this.pages > 1 ? word("page", { page: this.page + 1, pages: this.pages }) : "");
  }

  heading() {
    const { state, live } = this.body.dataset;
    if (state === undefined) return;
    text("[data-screen-state]", state);
    this.root.querySelector("[data-screen-state]")?.classList.toggle("live", live === "1");
  }

  size(items) {
    if (!items.length || items[0].matches(".tile-slot")) return TILES_PER_PAGE;
    for (const item of items) item.hidden = false;
    const room = this.body.getBoundingClientRect().bottom - items[0].getBoundingClientRect().top;
    return Math.max(1, Math.floor(room / items[0].offsetHeight));
  }

  /** Turn to the next page; after the last one, to the next part. */
  turn() {
    this.page += 1;
    if (this.page >= this.pages) {
      this.page = 0;
      this.part += 1;
    }
    this.show();
  }

  health() {
    const silent = Date.now() - this.updated;
    const time = new Intl.DateTimeFormat(language, { timeStyle: "medium", hourCycle: "h23" });
    const bad = silent > FETCH_AT_LEAST_MS + NOT_LIVE_AFTER_MS || (this.feed.lost && silent > NOT_LIVE_AFTER_MS);
    const line = this.root.querySelector("[data-screen-health]");
    line.textContent = word(bad ? "notlive" : "updated", { time: time.format(this.updated) });
    line.classList.toggle("screen__health--bad", bad);
    text("[data-screen-time]", new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle: "h23" }).format(serverTime.now()));
    if (bad && silent > RELOAD_AFTER_MS) this.reload();
  }

  /** Load the page anew, but only once the server answers: a screen must not go blank. */
  async reload() {
    if (this.reloading) return;
    this.reloading = true;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.ok) location.reload();
    } catch {
      // Still away.
    }
    setTimeout(() => { this.reloading = false; }, NOT_LIVE_AFTER_MS);
  }
}

function text(selector, value) {
  const element = document.querySelector(selector);
  if (element && element.textContent !== value) element.textContent = value;
}

const root = document.querySelector("[data-screen]");
if (root) new Screen(root);
