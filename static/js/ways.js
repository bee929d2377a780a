/** Ways to enter actions: what is legal as sequences of picks, followed pick by pick. */

export function keyOf(pick) {
  return pick[0] === "choice" ? `c:${pick[1]}` : `e:${pick[0]}`;
}

/**
 * Return the ways to begin with an offer or with one way of a part: one for each order of its loose picks. A way knows
 * the text and the picks of its piece, at which of them it is, and the parts that follow.
 */
export function ways({ a, p, l }, parts, text = "") {
  return orders(p, l).map((picks) => ({ text: text + a, picks, keys: picks.map(keyOf), at: 0, parts }));
}

/** Return what a way is after its pick: a step on, or at the beginning of each way of the part that follows. */
export function onward(way) {
  const on = { ...way, at: way.at + 1 };
  if (keyHere(on) || !way.parts.length) return [on];
  const [part, ...rest] = way.parts;
  return part.flatMap((one) => ways(one, rest, way.text));
}

/** Return the key of the pick that a way waits for, or null. */
export function keyHere({ keys, at }) {
  return keys[at] ?? null;
}

/** Return a sequence of picks in every order in which the loose ones, from `start` to before `end`, may be made. */
function orders(picks, loose) {
  if (!loose) return [picks];
  const [start, end] = loose;
  return permutations(picks.slice(start, end)).map((some) => [...picks.slice(0, start), ...some, ...picks.slice(end)]);
}

function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
}
