/** Pages of a tournament: a hint over the socket makes htmx fetch what has changed; without a socket they poll. */

import { Clocks, serverTime } from "./clock.js";
import "./keep.js"; // Before the first hint comes: what somebody chose meanwhile must outlive it.
import { Socket, address } from "./socket.js";

const POLL_MS = 5000;
const UPDATE_GAP_MS = 1000;

/** Follow a tournament; `onRefresh(parts)` is called at most once a second, `onState(up)` when the line comes or goes. */
export class Feed {
  constructor(path, { onRefresh, onState = () => {} }) {
    Object.assign(this, { onRefresh, onState, last: null, waiting: null });
    // With `since` the server tells what has changed between the drawing of the page and this line.
    const { serverMs: since } = document.body.dataset;
    this.socket = new Socket({
      url: () => address(path, { v: 1, lang: document.documentElement.lang, ...(this.lost ? {} : { since }) }),
      frame: (frame) => this.take(frame),
      down: (failures) => this.down(failures),
      ended: () => this.down(Infinity),
    });
    if ("WebSocket" in window) this.socket.open();
    else this.down(Infinity);
  }

  take(frame) {
    if (frame.server_ms) serverTime.sample(1000, frame.server_ms - 500);
    if (frame.t === "hello") this.up();
    if (frame.t === "refresh") this.refresh(frame.parts ?? []);
  }

  up() {
    this.socket.proven();
    clearInterval(this.poller);
    this.poller = null;
    this.onState(true);
    if (this.lost) this.refresh([]); // something may have happened meanwhile
    this.lost = false;
  }

  down(failures) {
    this.lost = true;
    if (failures < 2 || this.poller) return;
    this.onState(false);
    this.poller = setInterval(() => this.refresh([]), POLL_MS);
  }

  /** Collect hints for a moment: a busy round must not make a page fetch itself all the time. */
  refresh(parts) {
    if (this.waiting) return parts.forEach((part) => this.waiting.add(part));
    this.waiting = new Set(parts);
    const gap = Math.max(0, UPDATE_GAP_MS - (Date.now() - (this.last ?? 0)));
    setTimeout(() => {
      this.last = Date.now();
      const all = [...this.waiting];
      this.waiting = null;
      this.onRefresh(all);
    }, gap);
    return undefined;
  }
}

/** Draw the clocks of every tile that carries the state of its clock in `data-clk`. */
export function drawTiles(root = document) {
  for (const tile of root.querySelectorAll("[data-clk]")) {
    if (tile.clocks) continue;
    tile.clocks = new Clocks(tile);
    tile.clocks.set(JSON.parse(tile.dataset.clk));
  }
}

/** Tell htmx what is out of date: `refresh-PART` for each part (a match is `match-ID`), `refresh-all` when nobody knows. */
function announce(parts) {
  for (const name of parts.length ? new Set(parts) : ["all"]) document.body.dispatchEvent(new CustomEvent(`refresh-${name}`));
}

const marks = new Map();

/** Let what differs from before show a short wash, and say what is new if it has something to say (`data-say`). */
function note() {
  const first = marks.size === 0;
  for (const item of document.querySelectorAll("[data-mark][id]")) {
    const { id, dataset } = item;
    if (!first && marks.get(id) !== dataset.mark) {
      item.classList.add("is-changed");
      if (dataset.say) say(dataset.say);
    }
    marks.set(id, dataset.mark);
  }
}

function say(text) {
  let box = document.getElementById("whisper");
  if (!box) {
    box = Object.assign(document.createElement("p"), { id: "whisper", className: "sr-only" });
    box.setAttribute("role", "status");
    document.querySelector("main").append(box);
  }
  box.textContent = text;
}

drawTiles();
note();
document.body.addEventListener("htmx:afterSettle", () => {
  drawTiles();
  note();
});
const page = document.querySelector("[data-feed]");
if (page) new Feed(page.dataset.feed, { onRefresh: announce });
