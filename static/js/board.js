/**
 * A board to look at and to play on, with the cards beside it. An action is a sequence of picks: elements of the picture,
 * cards, or choices where neither fits. What is legal comes from the server; each pick narrows it. Nothing here knows a
 * game.
 */

import { still, swap } from "./dom.js";
import { Ghost, drawn } from "./ghost.js";
import { animate } from "./motion.js";
import { Picture } from "./picture.js";
import { Roam } from "./roam.js";
import { keyHere, onward, ways } from "./ways.js";
import { word } from "./words.js";

const DRAG_PX = 8;
const STATES = ["is-pick", "is-target", "is-capture", "is-picked", "is-pending"];

export class Board {
  /** `root` holds the svg, `cards` the trays; `choices` and `hint` are elements for buttons and for a line of text. */
  constructor(root, { cards = null, choices = null, hint = null, onAction = () => {}, onPick = () => {} } = {}) {
    Object.assign(this, { root, cards, choices, hint, onAction, onPick });
    this.picture = new Picture(root);
    this.ghost = new Ghost();
    this.legal = [];
    this.begin();
    this.pendingKeys = [];
    this.pending = null;
    this.homes = new Set();
    this.listen();
    this.refresh();
    this.roam = new Roam(this.picture);
  }

  // ---------------------------------------------------------------- what is legal

  /**
   * Take the legal actions `[{a, p, l, x}]` of the seat that looks, or null when it is not to act: text, picks, which of
   * them may be made in any order, and parts that follow, in each of which one of several ways `{a, p, l}` is chosen.
   * `keep` leaves what was picked or sent: nothing was played in between.
   */
  setLegal(legal, { keep = false } = {}) {
    const picked = keep ? this.picked : [];
    this.legal = (legal ?? []).flatMap((offer) => ways(offer, offer.x ?? []));
    this.begin();
    if (!picked.every((key) => this.advance(key))) this.begin();
    if (!keep) this.pending = null;
    this.refresh();
    this.look();
  }

  /** Let the view follow what has come, and keep in it what has the focus. */
  look() {
    this.roam.sync({ glide: this.applied });
    if (document.activeElement?.matches?.(".spot:focus-visible")) this.roam.reveal(document.activeElement);
  }

  /** Start with nothing picked. */
  begin() {
    this.steps = [this.legal];
    this.picked = [];
  }

  /** Show an action as sent but not played; null ends it. */
  setPending(action) {
    this.pending = action;
    this.pendingKeys = action === null ? [] : this.picked;
    this.begin();
    this.refresh();
  }

  /** What is still possible after the picks made so far. */
  get open() {
    return this.steps.at(-1);
  }

  /** Take one pick; return whether an action begins so. */
  advance(key) {
    const open = this.open.filter((way) => way.keys[way.at] === key).flatMap(onward);
    if (!open.length) return false;
    this.steps.push(open);
    this.picked.push(key);
    return true;
  }

  /** The picks that can come next, each key once, in the order of the actions. */
  get next() {
    return [...new Set(this.open.map(keyHere).filter(Boolean))];
  }

  pick(key) {
    this.advance(key);
    const whole = this.whole;
    if (whole && this.open.every(({ text }) => text === whole.text)) return this.play(whole.text);
    this.refresh();
    this.prompt();
    return this.onPick(word("picked", { count: this.next.length }));
  }

  /** Where cards lie beside the board: say whether a card or a place comes next. */
  prompt() {
    if (!this.hint || !this.cards?.querySelector(".tray")) return;
    const places = this.next.map((key) => this.at(key)).filter(Boolean);
    const cards = places.filter((place) => place.closest(".tray")).length;
    this.hint.textContent = places.length ? word(cards === places.length ? "pickcard" : "pickplace") : "";
  }

  /** The action that is complete with the picks made so far. */
  get whole() {
    return this.picked.length ? this.open.find((way) => !keyHere(way)) : null;
  }

  play(action) {
    this.setPending(action);
    this.tell(null);
    this.onAction(action);
  }

  back() {
    if (!this.picked.length) return false;
    this.picked.pop();
    this.steps.pop();
    this.refresh();
    this.tell(null);
    this.onPick(word("unpicked"));
    return true;
  }

  /** A person touched `element`: pick it, take it back, begin anew with it, or let go. */
  touch(element) {
    if (this.pending) return;
    const key = element && `e:${element.dataset.el}`;
    if (key && this.next.includes(key)) this.pick(key);
    else if (key && this.picked.at(-1) === key) this.back();
    else if (key && this.firsts.has(key)) this.restart(key);
    else if (this.picked.length) this.letGo();
  }

  get firsts() {
    return new Set(this.legal.map(keyHere));
  }

  restart(key) {
    this.begin();
    this.pick(key);
  }

  letGo() {
    this.begin();
    this.refresh();
    this.tell(null);
    this.onPick(word("unpicked"));
  }

  // ---------------------------------------------------------------- what is shown

  get svg() {
    return this.picture.svg;
  }

  /** Everything on the board and in the trays that fits a selector. */
  all(selector) {
    return [this.root, this.cards].flatMap((part) => (part ? [...part.querySelectorAll(selector)] : []));
  }

  element(id) {
    return this.all(`[data-el="${CSS.escape(id)}"]`)[0] ?? null;
  }

  get spots() {
    return this.all(".spot");
  }

  refresh() {
    for (const element of this.all("[data-el]")) element.classList.remove(...STATES);
    if (this.pending) this.showPending();
    else this.showNext();
    this.showChoices();
    this.rove();
    this.showGhost();
  }

  /** Show what was picked from a tray where it may come to lie: in the place under the pointer or the focus. */
  showGhost() {
    const aim = this.aim?.isConnected && this.next.includes(`e:${this.aim.dataset.el}`) ? this.aim : null;
    const picked = this.picked.map((key) => this.at(key));
    const place = aim && this.svg?.contains(aim) ? aim : picked.find((one) => this.svg?.contains(one));
    const item = [...picked, aim].find(drawn);
    this.ghost.show(item, aim ? place : null, this.picture);
  }

  showPending() {
    for (const key of this.pendingKeys) this.at(key)?.classList.add("is-pending");
  }

  showNext() {
    const next = this.next;
    for (const key of this.picked) this.at(key)?.classList.add("is-picked");
    const pieces = this.picked.length ? this.pieces() : [];
    const own = sideOf(this.at(this.picked[0]), pieces);
    for (const element of next.map((key) => this.at(key)).filter(Boolean)) {
      element.classList.add("is-pick");
      if (!this.picked.length) continue;
      const other = sideOf(element, pieces);
      element.classList.add(own && other && own !== other ? "is-capture" : "is-target");
    }
    const [able, follow] = [new Set([...next, ...this.picked]), this.picked.length ? new Map() : this.follow];
    for (const spot of this.spots) this.describe(spot, able, follow);
  }

  /** How many picks can follow each first one. */
  get follow() {
    const found = new Map();
    for (const way of this.legal) {
      const key = keyHere(way);
      const seconds = found.get(key) ?? found.set(key, new Set()).get(key);
      for (const after of onward(way)) seconds.add(keyHere(after));
    }
    return found;
  }

  /** Tell in words what can be done with a place, and whether it can be picked at all. */
  describe(spot, able, follow) {
    if (spot.getAttribute("role") !== "button") return;
    const key = `e:${spot.dataset.el}`;
    spot.setAttribute("aria-disabled", String(!able.has(key)));
    spot.toggleAttribute("aria-pressed", false);
    if (this.picked.includes(key)) spot.setAttribute("aria-pressed", "true");
    const count = follow.get(key)?.size && !follow.get(key).has(null) ? follow.get(key).size : 0;
    const [one, many] = spot.closest(".tray") ? ["choice", "choices"] : ["move", "moves"];
    if (count) spot.setAttribute("aria-description", word(count > 1 ? many : one, { count }));
    else spot.removeAttribute("aria-description");
  }

  /** All pieces that belong to a side, with the points at which they stand. */
  pieces() {
    return [...this.root.querySelectorAll("[data-side]")].map((piece) => {
      const { left, width, top, height } = piece.getBoundingClientRect();
      return { side: piece.dataset.side, x: left + width / 2, y: top + height / 2 };
    });
  }

  at(key) {
    return key?.startsWith("e:") ? this.element(key.slice(2)) : null;
  }

  showChoices() {
    if (!this.choices) return;
    const buttons = this.pending ? [] : this.next.filter((key) => !key.startsWith("e:")).map((key) => this.choice(key));
    const whole = this.pending ? null : this.whole;
    if (whole) buttons.unshift(button(whole.text, () => this.play(whole.text)));
    const held = this.choices.contains(document.activeElement);
    this.choices.replaceChildren(...buttons);
    // Back to the cards if it was about one: a place on the board might be taken for picked by a second Enter.
    const tray = this.at(this.pendingKeys[0])?.closest(".tray")?.id;
    if (held) this.quietly(() => (buttons[0] ?? this.homeIn(tray))?.focus({ preventScroll: true }));
  }

  choice(key) {
    const { picks, at } = this.open.find((way) => keyHere(way) === key);
    return button(picks[at][2], () => this.pick(key));
  }

  // ---------------------------------------------------------------- by hand and by keyboard

  listen() {
    for (const part of [this.root, this.cards].filter(Boolean)) {
      part.addEventListener("click", (event) => {
        if (event.target.closest(".roam")) return;
        if (!this.dragged && !this.roam.panned) this.touch(spotOf(event.target));
        this.dragged = this.roam.panned = false;
      });
      part.addEventListener("keydown", (event) => this.key(event));
      part.addEventListener("focusin", (event) => this.focused(spotOf(event.target)));
      part.addEventListener("pointerdown", (event) => this.grab(event));
      part.addEventListener("pointermove", (event) => this.hovered(event));
      part.addEventListener("pointerleave", () => this.left());
    }
    this.choices?.addEventListener("keydown", (event) => this.key(event));
  }

  /** Dragging with a mouse or pen is two picks in one stroke; in a picture that roams it moves the view instead. */
  grab(down) {
    this.dragged = false;
    const from = spotOf(down.target);
    if (!from || (this.roam.on && this.svg.contains(from)) || down.pointerType === "touch" || down.button !== 0 || !this.firsts.has(`e:${from.dataset.el}`)) return;
    const stop = new AbortController();
    const moved = (event) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > DRAG_PX;
    addEventListener("pointermove", (event) => {
      if (!moved(event) || this.dragged || this.pending) return;
      this.dragged = true;
      this.restart(`e:${from.dataset.el}`);
    }, { signal: stop.signal });
    addEventListener("pointerup", (event) => {
      stop.abort();
      const to = spotOf(document.elementFromPoint(event.clientX, event.clientY));
      if (this.dragged && to && to !== from) this.touch(to);
    }, { signal: stop.signal });
  }

  key(event) {
    const spot = spotOf(event.target);
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step && spot) this.walk(spot, step);
    else if ((event.key === "Enter" || event.key === " ") && spot) this.enter(spot);
    else if (event.key === "r" && this.turnOn()) this.showGhost();
    else if (this.roam.key(event.key)) this.showGhost();
    else if (event.key !== "Escape" || !this.back()) return;
    event.preventDefault();
  }

  /** Touch a place by key. If the next pick is made elsewhere (on the board after a card, or a choice), lead there. */
  enter(spot) {
    this.touch(spot);
    if (!this.picked.length) return;
    const places = this.next.map((key) => this.at(key));
    if (places.some((place) => place && groupOf(place) === groupOf(spot))) return;
    (places.find(Boolean) ?? this.choices?.querySelector("button"))?.focus();
  }

  /**
   * Change a drawn item of a tray for the next one of the same tray with which the other picks stay possible: a tile for the
   * same tile turned on. One that fits the place under the pointer or the focus goes before others.
   */
  turnOn() {
    const [picked, at] = [this.picked, this.picked.findIndex((key) => drawn(this.at(key)))];
    const now = this.at(picked[at] ?? this.next.find((key) => drawn(this.at(key))));
    if (!now || this.pending) return false;
    const items = [...now.closest(".tray").querySelectorAll(".spot")].filter(drawn);
    const start = items.indexOf(now) + (at < 0 ? 0 : 1);
    const wanted = [...items.slice(start), ...items.slice(0, start)].map((item) => {
      const key = `e:${item.dataset.el}`;
      return at < 0 ? [...picked, key] : picked.with(at, key);
    });
    const able = wanted.filter((keys) => this.follows(keys));
    const place = this.aim && this.svg.contains(this.aim) ? `e:${this.aim.dataset.el}` : null;
    const chosen = able.find((keys) => place && this.follows([...keys, place])) ?? able[0];
    if (!chosen) return false;
    this.begin();
    for (const key of chosen) this.advance(key);
    this.refresh();
    const item = chosen.map((key) => this.at(key)).find(drawn);
    if (items.includes(document.activeElement)) this.quietly(() => item.focus());
    this.onPick(item.getAttribute("aria-label"));
    return true;
  }

  /** Tell whether some action begins with these picks. */
  follows(keys) {
    let open = this.legal;
    for (const key of keys) open = open.filter((way) => way.keys[way.at] === key).flatMap(onward);
    return open.length > 0;
  }

  get turned() {
    return Boolean(this.svg) && this.roam.turned;
  }

  /** Focus the nearest place in a direction; straight ones come first. Cards of a tray stand one after the other. */
  walk(spot, step) {
    const group = groupOf(spot);
    const spots = this.spots.filter((other) => groupOf(other) === group);
    if (group.matches(".tray")) return spots[spots.indexOf(spot) + step[0] + step[1]]?.focus();
    const [down, right] = this.turned ? step.map((part) => -part) : step;
    const [row, col] = placeOf(spot);
    let best = null;
    for (const other of spots) {
      const [along, across] = distance(placeOf(other), [row, col], [down, right]);
      const cost = along + 3 * across;
      if (along > 0 && across <= along && (!best || cost < best.cost)) best = { cost, other };
    }
    return best?.other.focus();
  }

  /** Of the board and of each tray one place can be reached by the Tab key: the one that had the focus last. */
  rove() {
    for (const spots of groups(this.spots)) {
      const home = spots.find((spot) => this.homes.has(spot.dataset.el)) ?? spots.find((spot) => spot.classList.contains("is-pick")) ?? spots[0];
      for (const spot of spots) spot.setAttribute("tabindex", spot === home ? "0" : "-1");
    }
  }

  focused(spot) {
    if (!spot) return;
    for (const other of this.spots) if (groupOf(other) === groupOf(spot)) this.homes.delete(other.dataset.el);
    this.homes.add(spot.dataset.el);
    this.rove();
    if (this.applying) return;
    this.tell(spot);
    this.aimAt(spot);
    if (spot.matches(":focus-visible")) this.roam.reveal(spot);
  }

  aimAt(spot) {
    this.aim = spot;
    this.showGhost();
  }

  /** The pointer has left: what has the focus counts again. */
  left() {
    this.tell(null);
    this.under = null;
    this.aimAt(spotOf(document.activeElement));
  }

  /** Tell what lies under the pointer, but only when it moves: news must not be covered by what happens to lie there. */
  hovered(event) {
    if (event.pointerType === "touch" || !(event.movementX || event.movementY)) return;
    const spot = spotOf(event.target);
    if (spot === this.under) return;
    this.under = spot;
    this.tell(spot);
    this.aimAt(spot);
  }

  /** Say what a place is. A card says so itself. */
  tell(spot) {
    if (!this.hint) return;
    const parts = spot && !spot.closest(".tray") ? [spot.getAttribute("aria-label"), spot.getAttribute("aria-description")] : [];
    this.hint.textContent = parts.filter(Boolean).join("; ");
  }

  // ---------------------------------------------------------------- news from the server

  /**
   * Take news: changed elements, or a whole picture, with the `parts` of the page that belong to them, trays among them.
   * What they tell is shown as a movement if it `moves`. The focus stays at its place, or in its tray if the card is gone.
   */
  apply({ parts = {}, ...news }, { moves = true } = {}) {
    const focus = spotOf(document.activeElement);
    const [focused, tray] = [this.all(".spot").includes(focus) ? focus.dataset.el : null, focus?.closest(".tray")?.id];
    const aimed = this.aim?.dataset.el;
    this.applied = true;
    swap(parts);
    const changed = this.picture.take(news);
    if (moves && !still() && document.visibilityState === "visible") animate(changed, this.picture);
    this.aim = aimed ? this.element(aimed) : null;
    this.refresh();
    if (focused) this.quietly(() => (this.element(focused) ?? this.homeIn(tray))?.focus({ preventScroll: true }));
    this.look();
  }

  /** Move the focus without covering the news by what lies there. */
  quietly(move) {
    this.applying = true;
    move();
    this.applying = false;
  }

  /** The place to go on from when a card or a choice has gone: another card of the tray, else the board. */
  homeIn(tray) {
    const within = tray && document.getElementById(tray)?.querySelector('.spot[tabindex="0"]');
    return within || this.root.querySelector('.spot[tabindex="0"]');
  }
}

function spotOf(target) {
  return target?.closest?.(".spot") ?? null;
}

/** Return places in lists, one for the board and each tray. */
function groups(spots) {
  const found = new Map();
  for (const spot of spots) found.set(groupOf(spot), [...(found.get(groupOf(spot)) ?? []), spot]);
  return found.values();
}

/** Return what arrow keys stay within: the board or a tray. */
function groupOf(spot) {
  return spot.closest(".tray, .board");
}

/** Return whose piece stands at a place: the element's own side, or that of the last piece that is drawn within it. */
function sideOf(element, pieces) {
  if (!element || element.dataset.side) return element?.dataset.side ?? "";
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return pieces.findLast(({ x, y }) => left < x && x < right && top < y && y < bottom)?.side ?? "";
}

function placeOf(spot) {
  return [Number(spot.dataset.row), Number(spot.dataset.col)];
}

/** Return how far `to` lies along and across the direction, seen from `from`. */
function distance(to, from, [down, right]) {
  const [rows, cols] = [to[0] - from[0], to[1] - from[1]];
  return down ? [rows * down, Math.abs(cols)] : [cols * right, Math.abs(rows)];
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}
