/** One half of the clock face: draws the clock of one seat from a moment. Reads nothing, decides nothing. */

import { shownOf, format } from "../clock.js";
import { still } from "../dom.js";
import { word } from "../words.js";
import { detailOf, hasFallen, isRunning, leftMs } from "./model.js";

const TENTHS_BELOW_MS = 20000;
const BAR_STEP_MS = 250;
const GAIN_SHOWN_MS = 2500;
const LOW_SHARE = 10; // a tenth of the time is little, within these bounds
const [LOW_LEAST_MS, LOW_MOST_MS] = [10000, 60000];

/** Return below what a clock counts as low. */
export function lowBelow(fullMs) {
  return Math.min(LOW_MOST_MS, Math.max(LOW_LEAST_MS, (fullMs ?? 0) / LOW_SHARE));
}

/** Return how much of the bar is filled, 0 to 1: of short times the whole, of long ones the running minute. */
function share(left, full) {
  if (full && full <= 120000) return Math.min(1, left / full);
  return left < 60000 ? left / 60000 : (left % 60000) / 60000;
}

export class Half {
  /** `seat` is whose clock it is, `name` who sits there, `fullMs` the time at the start; `plays`: it can be pressed. */
  constructor(root, { seat, name, fullMs, plays }) {
    Object.assign(this, { root, seat, name, fullMs, plays });
    this.low = lowBelow(fullMs);
    this.gainUntil = 0;
  }

  /** Draw what the clock reads and says at an instant; return the ms until something changes. */
  draw(moment, at, around) {
    const left = leftMs(moment, this.seat, at);
    const runs = isRunning(moment, this.seat);
    const fallen = moment.flag === this.seat || (runs && left === 0);
    const low = !fallen && left !== null && moment.status !== "over" && left < this.low;
    this.mark({
      "is-running": runs && !fallen,
      "is-paused": moment.status === "paused" || moment.status === "quarantined",
      "is-low": low,
      "is-last": low && runs && left < LOW_LEAST_MS,
      "is-fallen": fallen,
      "is-pending": moment.pressed.includes(this.seat),
      "is-over": moment.status === "over",
      "is-waiting": moment.status === "waiting",
      "is-ready": moment.status === "waiting" && moment.ready[this.seat],
      "is-away": around.away.includes(this.seat),
    });
    const { shown, beside, period, moving = shown } = this.reads(moment, left);
    this.write("[data-time]", left === null ? word("face-none") : format(shown));
    this.write("[data-beside]", beside);
    this.root.dataset.length = left === null ? "word" : String(format(shown).length);
    this.write("[data-moves]", moment.status === "waiting" ? this.opening() : movesText(moment.moves[this.seat], runs));
    this.write("[data-say]", this.says(moment, { runs, fallen, low }, around));
    this.score(moment, around);
    if (at > this.gainUntil) this.write("[data-gain]", "");
    this.label(moment, runs);
    this.bar(runs && left !== null && !fallen ? share(shown, period || this.fullMs) : 0);
    if (!runs || !left) return moment.control.kind === "hourglass" ? BAR_STEP_MS : 1000;
    if (moving < TENTHS_BELOW_MS) return (moving % 100) + 1;
    return Math.min((moving % 1000) + 1, still() ? 1000 : BAR_STEP_MS);
  }

  /** Return the time that the clock shows, and what stands beside it. */
  reads(moment, left) {
    if (left === null) return { shown: 0, beside: "" };
    return shownOf(left, detailOf(moment, this.seat), moment.left_ms[this.seat]);
  }

  opening() {
    return this.seat === 0 ? word("face-first") : "";
  }

  says(moment, { runs, fallen, low }, around) {
    if (moment.status === "over") return [around.outcome(this.seat), around.reason].filter(Boolean).join(" · ");
    if (moment.status === "waiting") return this.waits(moment, around);
    if (moment.status === "quarantined") return word("face-quarantined");
    if (moment.status === "paused" && around.resumesIn !== null) return word("face-resumes", { time: format(around.resumesIn) });
    if (moment.status === "paused") return around.pausedFor ? word("face-paused-for", { reason: around.pausedFor }) : word("face-paused");
    if (fallen) return word("face-fallen");
    if (moment.pressed.includes(this.seat)) return word("face-unconfirmed");
    if (this.plays && !runs && !moment.ready[this.seat]) return word("face-here");
    if (low && runs) return word("face-low");
    if (runs) return word(this.plays ? "face-press" : "face-runs");
    return "";
  }

  waits(moment, around) {
    if (moment.ready[this.seat]) return word("face-ready-sent");
    if (around.startsIn !== null) return word("face-starts", { time: format(around.startsIn) });
    return word(this.plays ? "face-ready" : "face-not-ready");
  }

  score({ status, result }, { score }) {
    const place = this.root.querySelector("[data-score]");
    place.hidden = status !== "over" || !result;
    if (!place.hidden) this.write("[data-score]", score(this.seat));
  }

  /** What a screen reader calls the button; the time is read on request alone. */
  label(moment, runs) {
    const button = this.root.querySelector("[data-press]");
    if (!button) return;
    const kind = moment.status === "waiting" && !moment.ready[this.seat] ? "face-label-ready" : runs ? "face-label" : "face-label-still";
    const text = word(kind, { name: this.name });
    if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
  }

  /** Show for a moment what a turn has brought. */
  gain(ms, at) {
    if (ms <= 0) return;
    this.gainUntil = at + GAIN_SHOWN_MS;
    this.write("[data-gain]", `+${whole(ms)}`);
  }

  mark(classes) {
    for (const [name, on] of Object.entries(classes)) this.root.classList.toggle(name, Boolean(on));
  }

  bar(filled) {
    this.root.querySelector("[data-bar]").style.transform = `scaleX(${filled.toFixed(4)})`;
  }

  write(selector, text) {
    const element = this.root.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }

  /** Return the clock in words. */
  spoken(moment, at) {
    const left = leftMs(moment, this.seat, at);
    const time = left === null ? word("face-none") : spokenTime(left);
    const parts = [word("face-read", { name: this.name, time, moves: movesText(moment.moves[this.seat], false) })];
    if (isRunning(moment, this.seat)) parts.push(word("face-runs"));
    if (hasFallen(moment, this.seat, at)) parts.push(word("face-fallen"));
    return `${parts.join(", ")}.`;
  }
}

/** Return a span in minutes and seconds, without tenths. */
function whole(ms) {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function movesText(count, runs) {
  if (runs) return word("face-moves", { number: count + 1 });
  return count === 1 ? word("face-done-one") : word("face-done", { count });
}

function spokenTime(left) {
  const seconds = Math.ceil(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? word("face-hours", { hours, minutes }) : word("face-minutes", { minutes, seconds: seconds % 60 });
}
