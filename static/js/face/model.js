/**
 * The clock as this device shows it: what the server has told last, and on top of it what was done here and has no
 * answer yet. Values only: nothing here knows the page, the line or the time of day.
 */

import { allowance, charge, isKnown, ofSeat, pressed as banksAfter, reading, turnOver } from "./control.js";

const PRESSES = new Set(["press", "press progress"]);

/** Tell whether an action ends a turn. */
export function isPress(action) {
  return PRESSES.has(action);
}

/** Return the moment that a frame of the server tells. `control` is the match's time control. */
export function momentOf(frame, control) {
  const { view, clk } = frame;
  return {
    control,
    seq: frame.seq,
    ply: frame.ply,
    status: frame.status,
    running: clk.running,
    paused: clk.paused,
    deadline_ms: clk.deadline_ms,
    left_ms: clk.left_ms,
    banks: view.clock?.banks ?? clk.left_ms.map((left) => [left]),
    moves: view.moves ?? [0, 0],
    claims: view.claims ?? [null, null],
    quiet: view.quiet ?? 0,
    quiet_limit: view.quiet_limit ?? null,
    flag: view.fallen ?? null,
    ready: view.ready ?? [true, true],
    resumes_at_ms: view.resumes_at_ms ?? null,
    result: view.result,
    pressed: [],
  };
}

/** Return the moment with everything that waits in the queue shown as made. */
export function withQueue(moment, entries) {
  return entries.reduce(after, moment);
}

/** Return the moment after one action of this device; one that no longer fits changes nothing. */
export function after(moment, entry) {
  if (moment.status === "over") return moment;
  if (isPress(entry.a)) return pressed(moment, entry);
  if (entry.a === "ready") return { ...moment, ready: changed(moment.ready, entry.seat, true) };
  if (entry.a.startsWith("claim ")) return claimed(moment, entry);
  return moment;
}

function claimed(moment, { a, seat }) {
  const text = a.slice("claim ".length);
  return { ...moment, ply: moment.ply + 1, claims: changed(moment.claims, seat, text === "-" ? null : text) };
}

function pressed(moment, entry) {
  const { seat, stamp_ms: at } = entry;
  if (!mayPress(moment, seat, at) || turnOf(moment) !== entry.turn) return moment;
  const next = (seat + 1) % moment.moves.length;
  const { banks, left_ms: left } = counted(moment, seat, at);
  return {
    ...moment,
    banks,
    left_ms: left,
    ply: moment.ply + 1,
    running: next,
    deadline_ms: left[next] === null ? null : at + left[next],
    moves: changed(moment.moves, seat, moment.moves[seat] + 1),
    quiet: entry.a === "press progress" ? 0 : moment.quiet + 1,
    pressed: entry.seq === undefined ? [...moment.pressed, seat] : moment.pressed,
  };
}

/** Return the banks, and what is left, after a seat has pressed; where this device cannot count, as they were. */
function counted({ control, banks, left_ms: left, ...moment }, seat, at) {
  if (!isKnown(control)) return { banks, left_ms: left };
  const after = banksAfter(control, banks, seat, usedMs({ control, banks, ...moment }, at));
  return { banks: after, left_ms: after.map((bank, i) => allowance(ofSeat(control, i), bank)) };
}

/** Return how long the running seat has been thinking at an instant; 0 where nothing limits it. */
function usedMs({ control, banks, running, deadline_ms: deadline }, at) {
  if (deadline == null) return 0;
  return Math.max(0, at - (deadline - allowance(ofSeat(control, running), banks[running])));
}

/** Return how many turns both sides have completed: a press belongs to one of them, whatever else happens meanwhile. */
export function turnOf({ moves }) {
  return moves.reduce((sum, count) => sum + count, 0);
}

/** Tell whether a seat could end its turn at an instant. */
export function mayPress(moment, seat, at) {
  return isRunning(moment, seat) && !hasFallen(moment, seat, at);
}

/** Return what the completed turn of a seat would bring at an instant. */
export function gainMs(moment, seat, at) {
  if (!isKnown(moment.control) || leftMs(moment, seat, at) === null) return 0;
  const own = ofSeat(moment.control, seat);
  const charged = charge(own, moment.banks[seat], usedMs(moment, at));
  return allowance(own, turnOver(own, charged, true)) - allowance(own, charged);
}

/** Tell whether the clock of a seat runs. */
export function isRunning(moment, seat) {
  return moment.status === "live" && !moment.paused && moment.running === seat;
}

/** Tell whether a seat has used up its time at an instant. */
export function hasFallen(moment, seat, at) {
  return moment.flag === seat || leftMs(moment, seat, at) === 0;
}

/** Return what a seat has left at an instant; null without limit. */
export function leftMs(moment, seat, at) {
  if (moment.status !== "live" || moment.paused || moment.deadline_ms == null) return moment.left_ms[seat];
  if (moment.running === seat) return Math.max(0, moment.deadline_ms - at);
  return moment.left_ms[seat] + poured(moment, at);
}

/** Return of what the time of a seat is made up, as it was when the clock last changed hands. */
export function detailOf({ control, banks }, seat) {
  return isKnown(control) ? reading(ofSeat(control, seat), banks[seat]) : {};
}

/** Return what has run to the side that does not move, as sand does in an hourglass. */
function poured(moment, at) {
  return moment.control.kind === "hourglass" ? Math.min(usedMs(moment, at), moment.banks[moment.running][0]) : 0;
}

function changed(values, at, value) {
  return values.map((one, i) => (i === at ? value : one));
}
