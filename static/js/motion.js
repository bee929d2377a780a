/**
 * What moves when something happens: pieces slide, cards flip and tip over, things turn, arrows grow. The marks of the news
 * say what; nothing moves that only lies there.
 */

const MOVE_MS = 160;
const FLIP_MS = 240;
const TIPS = { "flip-n": [0, -1], "flip-e": [1, 0], "flip-s": [0, 1], "flip-w": [-1, 0] };

/** Animate the news `[{old, fresh}]` of a picture. */
export function animate(news, picture) {
  const resting = news.filter((one) => !moveOne(one, picture));
  const arrived = resting.filter(({ fresh }) => fresh.classList.contains("mark-last-to"));
  const piece = arrived.map(({ fresh }) => fresh).sort((a, b) => b.dataset.order - a.dataset.order)[0];
  const from = picture.svg.querySelector(".mark-last-from");
  if (from && piece && resting.length === news.length) slide(piece, pointOf(from), MOVE_MS, picture);
  else {
    const delay = news.some(({ fresh }) => fresh.classList.contains("mark-flight")) ? FLIP_MS : 0;
    for (const { old, fresh } of arrived) if (!old) grow(fresh, 0.7, delay);
  }
}

/** Animate one piece of news by the first of its marks that asks for it; return whether anything moves. */
function moveOne({ old, fresh }, picture) {
  const marks = newMarks(old, fresh);
  const tip = old && marks.find((mark) => TIPS[mark]);
  const came = marks.find((mark) => mark.startsWith("came-"));
  if (tip) tipOver(old, fresh, TIPS[tip], picture);
  else if (old && isDown(old) && !isDown(fresh)) tipOver(old, fresh, [0, 0], picture);
  else if (came) return slide(fresh, pointOf(picture.element(came.slice(5))), FLIP_MS, picture);
  else if (old && turnOf(old) !== turnOf(fresh)) turn(old, fresh);
  else if (marks.includes("flight")) grow(fresh, 0);
  else return false;
  return true;
}

/** The marks that say something new: they were not there, or what they are on has changed. */
function newMarks(old, fresh) {
  const known = old && old.innerHTML === fresh.innerHTML ? marksOf(old) : [];
  return marksOf(fresh).filter((mark) => !known.includes(mark));
}

function marksOf(element) {
  return [...element.classList].filter((name) => name.startsWith("mark-")).map((name) => name.slice(5));
}

function isDown(element) {
  return element.classList.contains("face-down");
}

function turnOf(element) {
  return Number(/rotate\((\d+)\)/.exec(element.querySelector(".turns")?.getAttribute("transform") ?? "")?.[1] ?? 0);
}

function pointOf(element) {
  return element?.getAttribute("transform").match(/-?\d+(\.\d+)?/g).map(Number) ?? null;
}

/** Let an element come from another place, above everything on its way. */
function slide(piece, from, duration, picture) {
  const to = pointOf(piece);
  if (!from || (from[0] === to[0] && from[1] === to[1])) return false;
  const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  above(piece, picture, () => piece.animate(frames, { duration, easing: "ease-out" }));
  return true;
}

/** Draw an element above all others until its animation ends. */
function above(element, picture, start) {
  const lifted = !element.contains(document.activeElement);
  if (lifted) picture.svg.append(element);
  start().onfinish = () => lifted && element.isConnected && picture.insert(element);
}

/** Let the old face give way to the new one: lifted on one side, the card falls to the other. */
function tipOver(old, fresh, [x, y], picture) {
  for (const name of ["id", "data-el", "role", "tabindex"]) old.removeAttribute(name);
  old.classList.remove("spot");
  const [width, height] = sizeOf(fresh);
  const away = y ? [0, (y * height) / 2, 1, 0] : [(x * width) / 2, 0, 0, 1];
  const half = FLIP_MS / 2;
  const [flat, edge] = [at(fresh), at(fresh, ...away)];
  above(fresh, picture, () => fresh.animate([{ ...edge, offset: 0 }, { ...edge, offset: 0.5 }, flat], { duration: FLIP_MS, easing: "ease-out" }));
  fresh.after(old);
  old.animate([at(old), at(old, ...away)], { duration: half, easing: "ease-in", fill: "forwards" }).onfinish = () => old.remove();
}

/** Turn an element from how it lay to how it lies: the shorter way, half a turn clockwise. What is read stays upright. */
function turn(old, fresh) {
  const part = fresh.querySelector(".turns");
  if (!part) return;
  const by = ((((turnOf(fresh) - turnOf(old)) % 360) + 540) % 360) - 180 || 0;
  const back = by === -180 ? -180 : -by;
  const timing = { duration: FLIP_MS, easing: "ease-in-out" };
  part.animate({ rotate: [`${back}deg`, "0deg"] }, timing);
  for (const letters of part.querySelectorAll(".up")) {
    const rest = parseFloat(getComputedStyle(letters).rotate) || 0;
    letters.animate({ rotate: [`${rest - back}deg`, `${rest}deg`] }, timing);
  }
}

/** Let something grow out of its point; an arrow reaches out, and what lands waits for it. */
function grow(fresh, from, delay = 0) {
  const frames = [at(fresh, 0, 0, from, from), at(fresh)];
  if (from) frames[0].opacity = 0;
  fresh.animate(frames, { duration: FLIP_MS, delay, easing: "ease-out", fill: "backwards" });
}

/** A frame with an element moved by (x, y) and scaled about its middle; a line is scaled about its beginning. */
function at(element, x = 0, y = 0, wide = 1, high = 1) {
  const [left, top] = pointOf(element);
  const [middleX, middleY] = middleOf(element);
  const there = `translate(${left + middleX + x}px, ${top + middleY + y}px)`;
  return { transform: `${there} scale(${wide}, ${high}) translate(${-middleX}px, ${-middleY}px)` };
}

/** Where the middle of an element lies, seen from its point: only a rect hangs from its corner. */
export function middleOf(element) {
  return element.classList.contains("el--rect") ? sizeOf(element).map((length) => length / 2) : [0, 0];
}

export function sizeOf(element) {
  const { width, height } = element.querySelector(".base").getBBox();
  return [width, height];
}
