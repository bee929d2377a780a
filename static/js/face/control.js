/**
 * The arithmetic of time controls as the server has it (`gameengine/clock`), for a clock that runs a while without it.
 *
 * A bank is a list of whole numbers whose meaning only its kind knows; all times are milliseconds.
 */

/** What is left of two amounts of which the second is touched only when the first is gone. */
function drained(first, second, used) {
  return [Math.max(0, first - used), Math.max(0, second - Math.max(0, used - first))];
}

const SIMPLE = {
  allowance: ([left]) => left,
  charge: ([left, ...more], used) => [Math.max(0, left - used), ...more],
  over: (bank) => bank,
};

const RESERVED = {
  allowance: ([main, reserve]) => main + reserve,
  charge: ([main, reserve, ...more], used) => [...drained(main, reserve, used), ...more],
};

const RENEWED = { ...SIMPLE, over: (bank, own, { per_move_ms: period, turn_ms: turn = period }) => [turn] };

const KINDS = {
  none: { allowance: () => null, charge: (bank) => bank, over: (bank) => bank },
  absolute: SIMPLE,
  per_move: RENEWED,
  fischer: {
    ...SIMPLE,
    over: ([left], own, { increment_ms: gain, cap_ms: cap }) => [own ? lifted(left, gain, cap) : left],
  },
  delay: {
    ...RESERVED,
    charge: ([base, delay], used) => drained(delay, base, used).reverse(),
    over: ([base], own, { delay_ms: delay }) => [base, delay],
  },
  bronstein: {
    ...SIMPLE,
    charge: ([left, back], used, { delay_ms: delay }) => [Math.max(0, left - used), Math.min(delay, back + Math.min(left, used))],
    over: ([left, back]) => [left + back, 0],
  },
  byo_yomi: {
    ...RESERVED,
    over: ([main, reserve], own, { period_ms: period }) => [main, Math.ceil(reserve / period) * period],
  },
  canadian: { ...RESERVED, over: ofBlock },
  hourglass: SIMPLE,
  stages: { ...SIMPLE, over: ofStages },
};

function lifted(left, gain, cap) {
  return cap == null ? left + gain : Math.max(left, Math.min(cap, left + gain));
}

function ofBlock([main, block, left], own, { turns, period_ms: period }) {
  if (!own || main) return [main, block, left];
  return left > 1 ? [0, block, left - 1] : [0, period, turns];
}

function ofStages([left, done], own, { stages }) {
  if (!own) return [left, done];
  const [before, next] = [stageAfter(stages, done), stageAfter(stages, done + 1)];
  return [left + stages[before].increment_ms + (next > before ? stages[next].base_ms : 0), done + 1];
}

/** Return the number of the stage in which a seat is after so many turns. */
function stageAfter(stages, done) {
  let end = 0;
  return stages.slice(0, -1).filter(({ turns }) => done >= (end += turns)).length;
}

const READINGS = {
  delay: ([, delay]) => ({ delay_ms: delay }),
  byo_yomi: ([, reserve], { period_ms: period }) => ({ reserve_ms: reserve, period_ms: period }),
  canadian: ([, reserve, moves]) => ({ reserve_ms: reserve, moves_left: moves }),
  stages: ([, done], { stages }) => {
    const at = stageAfter(stages, done);
    const end = stages.slice(0, at + 1).reduce((sum, { turns }) => sum + turns, 0);
    return { stage: [at + 1, stages.length], moves_left: stages[at].turns === null ? 0 : end - done };
  },
};

/** Return of what the time of a bank is made up besides the time until the flag falls; empty for most. */
export function reading(control, bank) {
  const found = READINGS[control.kind]?.(bank, control) ?? {};
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}

/** Return the control of one seat, by whose rules its bank is read and charged. */
export function ofSeat(control, seat) {
  return control.others?.[seat - 1] ?? control;
}

/** Tell whether this device can count a control by itself. */
export function isKnown(control) {
  return [control, ...(control.others ?? [])].every(({ kind }) => kind in KINDS);
}

/** Return after how much more use the flag falls (equality falls); null if it never does. */
export function allowance(control, bank) {
  return KINDS[control.kind].allowance(bank, control);
}

/** Return the bank after `used` more. */
export function charge(control, bank, used) {
  return KINDS[control.kind].charge(bank, used, control);
}

/** Return the bank after a turn was completed: the seat's own, or another's. */
export function turnOver(control, bank, own) {
  return KINDS[control.kind].over(bank, own, control);
}

/** Return the banks of both seats after `seat` has used so much time and completed its turn. */
export function pressed(control, banks, seat, used) {
  const pours = control.kind === "hourglass";
  const flowing = pours ? Math.min(used, allowance(ofSeat(control, seat), banks[seat])) : 0;
  return banks.map((bank, at) => {
    const own = ofSeat(control, at);
    const after = at === seat ? charge(own, bank, used) : pours ? [bank[0] + flowing] : bank;
    return turnOver(own, after, at === seat);
  });
}
