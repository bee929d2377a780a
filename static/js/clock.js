/** Clocks drawn from the server's deadline: nothing here counts, everything is read off the server's time. */

import { still } from "./dom.js";
import { word } from "./words.js";

const SAMPLES = 8;
const TENTHS_BELOW_MS = 20000;
const PULSE_BELOW_MS = 10000;
const WHOLE_BAR_MS = 120000; // longer clocks show the running minute, so that the bar is seen to move
const BAR_STEP_MS = 250;
const SPOKEN_AT_S = [60, 30, 10];

/** The server's time as this page knows it: of the last samples the one with the shortest round trip counts. */
class ServerTime {
  constructor() {
    this.samples = [];
  }

  /** Take a reading: the server said `serverMs`, the answer took `rtt` ms and came at local time `received`. */
  sample(rtt, serverMs, received = local()) {
    this.samples.push({ rtt, offset: serverMs + rtt / 2 - received });
    if (this.samples.length > SAMPLES) this.samples.shift();
  }

  get best() {
    return this.samples.reduce((best, one) => (one.rtt < best.rtt ? one : best), { rtt: Infinity, offset: 0 });
  }

  now() {
    const { rtt, offset } = this.best;
    return rtt === Infinity ? Date.now() : local() + offset;
  }
}

/** Local time in ms that never jumps, whatever happens to the computer's clock. */
export function local() {
  return performance.timeOrigin + performance.now();
}

export const serverTime = new ServerTime();

/** Read the first sample off the page's own loading; it is rough and gives way to the first answered ping. */
export function sampleFromPage(serverMs) {
  const [loading] = performance.getEntriesByType("navigation");
  if (!serverMs || !loading?.responseStart) return;
  const rtt = Math.max(loading.responseStart - loading.requestStart, 1);
  serverTime.sample(Math.max(rtt, 500), serverMs - rtt / 2, performance.timeOrigin + loading.responseStart);
}

/** Return `ms` as m:ss, h:mm:ss from an hour on, days and h:mm from a day on, with tenths below 20 s. */
export function format(ms) {
  const left = Math.max(0, ms);
  if (left < TENTHS_BELOW_MS) return `0:${String(Math.floor(left / 1000)).padStart(2, "0")}.${Math.floor(left / 100) % 10}`;
  return span(1000 * Math.ceil(left / 1000));
}

/** Return how long something has lasted, in whole seconds: m:ss, h:mm:ss from an hour on. */
export function span(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${String(hours % 24).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** Return how much of the bar is filled, 0 to 1. */
export function share(leftMs, fullMs) {
  if (fullMs && fullMs <= WHOLE_BAR_MS) return Math.min(1, leftMs / fullMs);
  return leftMs < 60000 ? leftMs / 60000 : (leftMs % 60000) / 60000;
}

/**
 * What a clock shows of `left` ms until its flag falls: a time, the words beside it, the ms of the period it is in, and
 * what moves now. `detail` is what a frame says of the seat, for the instant at which it had `leftThen` ms.
 */
export function shownOf(left, detail, leftThen) {
  const { delay_ms: delay = 0, reserve_ms: reserve = 0, period_ms: period = 0, moves_left: moves = 0, stage } = detail ?? {};
  const turns = word(moves === 1 ? "turn" : "turns", { count: moves });
  if (delay) {
    const shown = Math.min(left, leftThen - delay);
    const waits = left - shown;
    return { shown, beside: waits ? word("delay", { time: format(waits) }) : "", moving: waits || shown };
  }
  if (stage) {
    const beside = word("stage", { number: stage[0], count: stage[1] });
    return { shown: left, beside: moves ? `${beside} · ${turns}` : beside };
  }
  if (left > reserve) {
    const [count, time] = [Math.ceil(reserve / period), format(period || reserve)];
    const then = period ? word("thenperiods", { count, time }) : word("thenblock", { time, turns });
    return { shown: left - reserve, beside: reserve ? then : "" };
  }
  if (!period) return { shown: left, beside: reserve ? turns : "" };
  const count = Math.ceil(left / period);
  return { shown: left ? left - (count - 1) * period : 0, beside: word(count > 1 ? "periods" : "period", { count }), period };
}

/** Write a text where it is a new one. */
function write(element, selector, shown) {
  const place = element.querySelector(selector);
  if (place && place.textContent !== shown) place.textContent = shown;
}

const groups = new Set();
let timer = 0;

function tick() {
  let next = 1000;
  for (const group of groups) {
    if (group.root.isConnected) next = Math.min(next, group.draw());
    else groups.delete(group);
  }
  clearTimeout(timer);
  if (groups.size) timer = setTimeout(tick, next);
}

/** The clocks inside `root` (elements with `data-clock=SEAT`), fed with the `clk` of a frame. */
export class Clocks {
  constructor(root, { own = null, onZero = () => {}, onLow = () => {}, speak = null } = {}) {
    Object.assign(this, { root, own, onZero, onLow, speak });
    this.clk = null;
    this.spoken = new Set();
    groups.add(this);
  }

  set(clk) {
    if (!clk) return;
    if (this.clk?.running !== clk.running || this.clk?.deadline_ms !== clk.deadline_ms) this.spoken.clear();
    this.clk = clk;
    this.zero = false;
    tick();
  }

  /** The ms until the flag of `seat` falls; null without limit. */
  left(seat) {
    const { running, deadline_ms: deadline, free_until_ms: free, left_ms: left, paused, pours } = this.clk;
    const runs = running != null && deadline != null && !paused;
    if (seat === running && runs) return Math.max(0, deadline - Math.max(serverTime.now(), free ?? 0));
    const stands = left?.[seat] ?? null;
    if (!pours || !runs || stands == null) return stands;
    return stands + Math.floor((left[running] - this.left(running)) / (left.length - 1));
  }

  /** How long the clock of `seat` still stands because of a reaction window. */
  free(seat) {
    const { running, free_until_ms: free, paused } = this.clk;
    return seat === running && free != null && !paused ? Math.max(0, free - serverTime.now()) : 0;
  }

  /** Draw all clocks; return the ms until something changes. */
  draw() {
    if (!this.clk) return 1000;
    let next = 1000;
    for (const element of this.root.querySelectorAll("[data-clock]")) next = Math.min(next, this.drawOne(element));
    return next;
  }

  drawOne(element) {
    const seat = Number(element.dataset.clock);
    const left = this.left(seat);
    const running = seat === this.clk.running && !this.clk.paused;
    element.classList.toggle("clock--running", running);
    element.classList.toggle("clock--paused", Boolean(this.clk.paused));
    element.classList.toggle("clock--low", left != null && running && left < TENTHS_BELOW_MS);
    element.classList.toggle("clock--last", left != null && running && left < PULSE_BELOW_MS);
    const free = this.free(seat);
    element.classList.toggle("clock--free", free > 0);
    if (free > 0) this.drawBar(element, Math.min(1, free / Number(element.dataset.freeMs)));
    if (left == null) return free > 0 ? BAR_STEP_MS : 1000;
    const { shown, beside, period, moving = shown } = shownOf(left, this.clk.detail?.[seat], this.clk.left_ms?.[seat]);
    write(element, "[data-clock-time]", format(shown));
    write(element, "[data-clock-beside]", beside);
    if (free > 0) return Math.min(free, still() ? 1000 : BAR_STEP_MS);
    this.drawBar(element, running ? share(shown, period || Number(element.dataset.fullMs)) : 1);
    if (!running) return this.clk.pours ? BAR_STEP_MS : 1000;
    this.notice(seat, left);
    if (moving < TENTHS_BELOW_MS) return (moving % 100) + 1;
    return Math.min((moving % 1000) + 1, still() ? 1000 : BAR_STEP_MS);
  }

  /** A standing clock keeps a full bar, unseen: so a bar never grows when its clock begins to run. */
  drawBar(element, filled) {
    const bar = element.querySelector("[data-clock-bar]");
    if (bar) bar.style.transform = `scaleX(${filled.toFixed(4)})`;
  }

  notice(seat, left) {
    if (left === 0 && !this.zero) {
      this.zero = true;
      this.onZero(seat);
    }
    if (seat !== this.own) return;
    const due = SPOKEN_AT_S.find((seconds) => left <= seconds * 1000 && left > (seconds - 1) * 1000);
    if (!due || this.spoken.has(due)) return;
    this.spoken.add(due);
    this.speak?.(word("left", { seconds: due }));
    if (due === SPOKEN_AT_S.at(-1)) this.onLow();
  }
}
