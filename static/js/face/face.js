/** The clock face of a game on a real board: joins the line, the queue of what was done here, and the two halves. */

import { local, serverTime } from "../clock.js";
import { data } from "../dom.js";
import { Live, newId } from "../live.js";
import { play, switches } from "../sound.js";
import { word } from "../words.js";
import { Asks, askAbout } from "./asks.js";
import { Awake, Switches, keepPage } from "./device.js";
import { Half } from "./half.js";
import { Hands } from "./hands.js";
import { gainMs, isPress, isRunning, leftMs, mayPress, momentOf, turnOf, withQueue } from "./model.js";
import { LastWord, Queue } from "./queue.js";
import { Sheet } from "./sheet.js";

const OFFSET = "flagfall-offset";
const ROUGH_MS = 2000; // any answer of the server is a better reading
const SHAKES = { press: [25], low: [60, 80, 60], flag: [300, 120, 300] };

class ClockFace {
  constructor(root) {
    this.root = root;
    this.data = data("face-data");
    this.seats = (root.dataset.seats || "").split(" ").filter(Boolean).map(Number);
    this.names = this.data.snap.names;
    this.lastWord = new LastWord(`flagfall-told-${this.data.match}`);
    this.told = momentOf(this.lastWord.newer(this.data.snap), this.data.control);
    this.here = this.data.here;
    this.pausedFor = this.data.paused_for;
    this.queue = new Queue(`flagfall-presses-${this.data.match}-${this.seats.join("+")}`);
    this.queue.told(this.told.seq);
    this.notices = [];
    this.putOff = new Map();
    this.state = "connecting";
    recallTime();
    this.device = new Switches(root);
    this.halves = [...root.querySelectorAll("[data-half]")].map((half) => this.half(half));
    this.live = new Live({ wsUrl: root.dataset.ws, pollUrl: "", since: this.told.seq, ply: this.told.ply, form: "json", on: this.handlers() });
    this.listen();
    this.live.start();
    this.send();
    this.draw();
  }

  half(root) {
    const seat = Number(root.dataset.half);
    const plays = this.seats.includes(seat);
    const half = new Half(root, { seat, plays, name: this.names[seat], fullMs: this.data.full_ms[seat] });
    if (!plays) return half;
    const opener = this.root.querySelector(`[data-menu="${root.dataset.place}"]`);
    half.asks = new Asks(root, (answer) => this.answer(half, answer));
    half.sheet = new Sheet(root, opener, {
      act: (text) => this.act(seat, text),
      call: (form) => this.call(seat, form),
      shown: () => this.fit(half),
    });
    return half;
  }

  handlers() {
    return {
      event: (frame) => this.take(frame),
      snap: (frame) => this.take(frame),
      ack: (command, frame) => this.ack(command, frame),
      own: () => {},
      unsent: () => this.draw(),
      presence: ({ here }) => this.present(here),
      state: (state) => this.line(state),
    };
  }

  listen() {
    switches(this.root);
    for (const button of this.root.querySelectorAll("[data-read]")) button.addEventListener("click", () => this.read());
    const awake = new Awake(() => this.notify(null, word("face-awake")));
    if (!this.seats.length) return;
    awake.ask();
    keepPage();
    new Hands(this.root, {
      halves: () => this.asTheyLie(),
      on: {
        press: (half, stamp, progress) => this.press(this.pressable(half), stamp, progress),
        space: (stamp, progress) => this.press(this.running(), stamp, progress),
        key: (name) => this.key(name),
      },
    });
  }

  // ---- what the server tells

  take(frame) {
    if (frame.kind === "pause") this.pausedFor = String(frame.line.text ?? "").split(" ").slice(1).join(" ");
    if (!frame.view) return; // one of several lines: the last brings the moment
    const before = this.told;
    this.lastWord.keep(frame);
    this.told = momentOf(frame, this.data.control);
    this.queue.told(this.told.seq);
    if (this.told.status === "over" && before.status !== "over") play("end");
    this.forgetAnswers(before);
    this.draw();
  }

  forgetAnswers(before) {
    this.told.claims.forEach((claim, seat) => claim !== before.claims[seat] && this.putOff.clear());
  }

  present(here) {
    this.here = here.flatMap((is, seat) => (is ? [seat] : []));
    this.draw();
  }

  ack(command, frame) {
    this.flying = null;
    if (frame.ok) this.queue.accepted(command.cmd, frame.seq);
    else if (this.isOnlyLate(command.cmd, frame)) this.queue.renew(command.cmd, newId(), frame.ply);
    else this.refuse(this.queue.refused(command.cmd), frame.msg);
    this.queue.told(this.told.seq);
    this.send();
    this.draw();
  }

  /** Tell whether a press still fits: an entry of the other side, not another press, has come before it. */
  isOnlyLate(cmd, { code, ply }) {
    const entry = this.queue.open.find((one) => one.cmd === cmd);
    return code === "stale_ply" && isPress(entry?.a) && ply !== entry.ply && entry.turn === turnOf(this.told) && this.told.running === entry.seat;
  }

  /** Tell what did not count, and why; that a flag had not fallen is nobody's fault. */
  refuse(gone, why) {
    for (const entry of gone) {
      if (entry.a === "fall") continue;
      const key = isPress(entry.a) ? "face-refused-press" : "face-refused";
      this.notify(entry.seat, word(key, { why, number: Math.floor((entry.turn ?? 0) / 2) + 1 }));
    }
  }

  line(state) {
    this.state = state;
    if (state === "live") keepTime();
    this.wasLive ||= state === "live";
    this.draw();
  }

  // ---- what is done here

  /** Return the half that a touch or a key means: with one clock in hand, always that one. */
  pressable(root) {
    const meant = this.halves.find((half) => half.root === root);
    return this.seats.length === 1 ? this.halves.find((half) => half.plays) : meant;
  }

  running() {
    return this.halves.find((half) => half.plays && isRunning(this.shown(), half.seat));
  }

  press(half, stamp, progress = false) {
    if (!half?.plays) return;
    const moment = this.shown();
    if (mayPress(moment, half.seat, stamp)) {
      half.gain(gainMs(moment, half.seat, stamp), stamp);
      this.act(half.seat, progress && moment.quiet_limit !== null ? "press progress" : "press", stamp);
      half.sheet?.close();
    } else if (!moment.ready[half.seat] && moment.status !== "over" && moment.status !== "paused") {
      this.act(half.seat, "ready", stamp);
    }
  }

  /** Do something now: it is shown at once, kept, and sent as soon as there is a line. */
  act(seat, a, stamp = Math.round(serverTime.now())) {
    const moment = this.shown();
    const turn = isPress(a) || a === "fall" ? turnOf(moment) : null;
    this.latest = Math.max(stamp, this.latest ?? 0);
    this.queue.add({ cmd: newId(), seat, a, turn, ply: isPress(a) ? moment.ply : null, stamp_ms: this.latest });
    if (isPress(a) || a === "ready") this.feel(seat === this.halves.at(-1).seat ? "own" : "other", "press");
    this.send();
    this.draw();
  }

  /** One after the other: what comes later is sent when what came before has an answer. */
  send() {
    const next = this.queue.open[0];
    if (!next || this.flying) return;
    this.flying = next.cmd;
    const { cmd, seat, a, ply, stamp_ms: stamp } = next;
    this.live.command(a, ply, { cmd, seat, stamp_ms: stamp });
  }

  answer(half, { act, show, later, done }) {
    if (act) this.act(half.seat, act);
    if (show) half.sheet.open(show);
    if (later) this.putOff.set(half.seat, later);
    if (done) this.notices = this.notices.filter((notice) => notice !== done);
    this.draw();
  }

  async call(seat, form) {
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form), credentials: "same-origin", headers: { Accept: "application/json" } });
      this.notify(seat, word(answer.ok ? "face-called" : "face-not-called"));
    } catch {
      this.notify(seat, word("face-not-called"));
    }
    this.draw();
  }

  // ---- what is shown

  /** Return what the server has told with everything that was done here since. */
  shown() {
    return withQueue(this.told, this.queue.entries);
  }

  draw() {
    clearTimeout(this.timer);
    const moment = this.shown();
    const at = Math.round(serverTime.now());
    const around = this.around(moment, at);
    let next = 1000;
    for (const half of this.halves) {
      next = Math.min(next, half.draw(moment, at, around));
      half.asks?.show(this.ask(half, moment));
      if (half.sheet?.isOpen) this.fit(half);
    }
    this.watch(moment, at);
    this.bar(moment);
    this.timer = setTimeout(() => this.draw(), next);
  }

  around(moment, at) {
    const { result } = moment;
    return {
      away: this.names.flatMap((_, seat) => (this.here.includes(seat) || this.seats.includes(seat) ? [] : [seat])),
      pausedFor: this.pausedFor,
      resumesIn: moment.resumes_at_ms === null ? null : Math.max(0, moment.resumes_at_ms - at),
      startsIn: this.data.start_at_ms === null ? null : Math.max(0, this.data.start_at_ms - at),
      reason: result ? this.data.reasons[result.reason] ?? result.reason : "",
      score: (seat) => scoreOf(result, seat),
      outcome: (seat) => (result ? word(outcomeOf(result, seat)) : ""),
    };
  }

  ask(half, moment) {
    const say = (claim) => this.result(half, claim);
    const isNear = half === this.halves.at(-1);
    return (
      this.notice((seat) => seat === half.seat) ??
      askAbout(moment, half.seat, { say, names: this.names, putOff: this.putOff.get(half.seat) }) ??
      this.notice((seat) => seat === null && isNear)
    );
  }

  /** Return the first notice that one of these seats has not read yet. */
  notice(isFor) {
    const notice = this.notices.find(({ seat }) => isFor(seat));
    return notice && { key: `notice ${notice.number}`, text: notice.text, answers: [{ word: "face-ok", done: notice }] };
  }

  /** Return a result in words, as the sheet offers it. */
  result(half, claim) {
    const button = half.root.querySelector(`[data-panel=result] [data-claim="${claim}"]`);
    const [score, label] = ["strong", "span"].map((part) => button?.querySelector(part)?.textContent ?? claim);
    return { score, label };
  }

  fit(half) {
    const moment = this.shown();
    const going = moment.status === "live" || moment.status === "paused";
    const holds = { begun: going, fallen: going && moment.flag !== null, open: moment.status !== "over" };
    half.sheet.fit({ claim: moment.claims[half.seat], holds });
  }

  bar(moment) {
    const waiting = this.queue.open.length;
    const isLive = this.state === "live";
    this.root.dataset.state = this.state;
    this.root.classList.toggle("is-cut", !isLive);
    this.write("[data-line-text]", this.lineText(moment, waiting, isLive));
    const sum = moment.moves.reduce((all, count) => Math.max(all, count), 0);
    const begun = moment.status !== "waiting";
    this.write("[data-move]", begun ? word("face-moves", { number: Math.max(1, sum + (moment.moves[0] === moment.moves[1] ? 1 : 0)) }) : this.data.notation);
    this.write("[data-quiet]", begun && moment.quiet_limit !== null ? word("face-quiet", { count: moment.quiet, limit: moment.quiet_limit }) : "");
    const isOver = moment.status === "over";
    for (const links of this.root.querySelectorAll("[data-before], [data-after]")) links.hidden = isOver !== ("after" in links.dataset);
  }

  lineText(moment, waiting, isLive) {
    if (this.state === "ended") return word("face-ended");
    if (waiting) return word(isLive ? "face-sending" : "face-waiting", { count: waiting });
    if (moment.status === "over") return word("face-over");
    if (isLive) return word("face-live");
    return word(this.wasLive ? "face-offline" : "face-connecting");
  }

  /** Notice what a clock comes to: little time, and none. */
  watch(moment, at) {
    const half = this.halves.find(({ seat }) => isRunning(moment, seat));
    const left = half && leftMs(moment, half.seat, at);
    if (left == null) return;
    const turn = `${moment.ply} ${moment.deadline_ms}`;
    if (left < half.low && left > 0) this.once("low", turn, () => half.plays && this.feel("low", "low"));
    if (left !== 0) return;
    this.once("zero", turn, () => this.fall(half));
    if (!half.plays) this.live.flag(half.seat); // again with every drawing: nobody answers it, and a line may be missing
  }

  once(what, key, act) {
    this.done ??= {};
    if (this.done[what] === key) return;
    this.done[what] = key;
    act();
  }

  /** The flag is shown at once; that it fell is said by whoever holds the clock, and asked for by everybody else. */
  fall(half) {
    this.feel("flag", "flag");
    if (half.plays) this.act(half.seat, "fall");
  }

  feel(sound, shake) {
    play(sound);
    this.device.shake(SHAKES[shake]);
  }

  notify(seat, text) {
    this.count = (this.count ?? 0) + 1;
    this.notices = [...this.notices, { seat, text, number: this.count }];
    this.draw();
  }

  key(name) {
    const own = this.halves.findLast((half) => half.plays);
    if (name === "close") for (const half of this.halves) half.sheet?.close();
    else if (name === "read") this.read();
    else own?.sheet.open(name);
  }

  /** Say both clocks, for who cannot see them: only when asked. */
  read() {
    const [moment, at] = [this.shown(), Math.round(serverTime.now())];
    this.write("[data-whisper]", "");
    setTimeout(() => this.write("[data-whisper]", this.halves.map((half) => half.spoken(moment, at)).join(" ")), 50);
  }

  /** Return the halves as they lie on the table: left or upper first. */
  asTheyLie() {
    const place = ({ root }) => root.getBoundingClientRect();
    return [...this.halves].sort((one, two) => place(one).left - place(two).left || place(one).top - place(two).top).map(({ root }) => root);
  }

  write(selector, text) {
    const element = this.root.querySelector(selector);
    if (element && element.textContent !== text) element.textContent = text;
  }
}

function outcomeOf({ outcome, winner }, seat) {
  if (outcome === "draw") return "face-drawn";
  return winner === seat ? "face-won" : "face-lost";
}

/** Return what a seat has scored, as on a list of pairings. */
function scoreOf(result, seat) {
  if (!result) return "";
  if (result.reason === "FORFEIT" || result.reason === "DOUBLE_FORFEIT") return result.scores[seat] ? "+" : "–";
  return String(result.scores[seat]).replace("1/2", "½");
}

/** Keep by how much the server's time differs, for a page that is loaded again without a line. */
function keepTime() {
  try {
    localStorage.setItem(OFFSET, String(serverTime.now() - local()));
  } catch {
    // The page's own loading then tells it, roughly.
  }
}

/** A page that a device has kept for itself does not know the time of the server: it takes what it knew last. */
function recallTime() {
  if (serverTime.best.rtt !== Infinity) return;
  try {
    const offset = Number(localStorage.getItem(OFFSET) ?? NaN);
    if (Number.isFinite(offset)) serverTime.sample(ROUGH_MS, local() + offset - ROUGH_MS / 2);
  } catch {
    // Nothing was kept.
  }
}

const root = document.querySelector("[data-face]");
if (root) new ClockFace(root);
