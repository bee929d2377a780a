/**
 * Moving about in a picture that is larger than the page can show: by mouse, touch, keyboard and buttons. Until somebody
 * moves the view it follows the play: the newest thing, and what can be picked, stay in sight at a size one can read.
 */

import { still } from "./dom.js";
import { middleOf } from "./motion.js";
import { word } from "./words.js";

const DRAG_PX = 8;
const GAP_PX = 8;
const GLIDE_MS = 240;
const STEP = 1.4;
const WHEEL = 0.0022;
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "whole" };
const KEY_OF = { in: "+", out: "-", whole: "0" };
const NEWS = ":is([class*='mark-last'], [class*='mark-flip'], [class*='mark-came'], .mark-turned, .mark-flight)";
const THINGS = ":is(.el--rect, .el--card, .el--coin, .el--circle)";
const SIGNS = {
  in: "M12 5v14M5 12h14",
  out: "M5 12h14",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  follow: "M12 3v4M12 17v4M3 12h4M17 12h4M12 8.5a3.5 3.5 0 1 0 .01 0",
};

export class Roam {
  /** `picture` is what is looked at. The view has the middle (x, y) and a scale in pixels per unit. */
  constructor(picture) {
    Object.assign(this, { picture, mode: "follow", view: null, panned: false });
    this.pointers = new Map();
    this.root = picture.root;
    this.sizes = new ResizeObserver(() => this.resized());
    this.listen();
    this.sync();
  }

  get on() {
    return Boolean(this.svg?.classList.contains("board--roams"));
  }

  get svg() {
    return this.picture.svg;
  }

  // ---------------------------------------------------------------- sizes

  /** Size of the picture on the page, in pixels. */
  get room() {
    const { clientWidth: width, clientHeight: height } = this.svg;
    return { width: width || 1, height: height || 1 };
  }

  /** The strip at one edge that the buttons need: what lies there could not be touched. */
  get strip() {
    const box = this.root.querySelector(".roam");
    const [right, bottom] = box ? [box.offsetWidth + 2 * GAP_PX, box.offsetHeight + 2 * GAP_PX] : [0, 0];
    return right < bottom ? { right, bottom: 0 } : { right: 0, bottom };
  }

  /** The scale at which everything fits. */
  get least() {
    const [{ width, height }, { right, bottom }] = [this.room, this.strip];
    return Math.min((width - right) / this.picture.box.width, (height - bottom) / this.picture.box.height);
  }

  /** The picture with room for the strip, in units. */
  wide(scale) {
    const [{ left, top, width, height }, { right, bottom }] = [this.picture.box, this.strip];
    const [across, down] = [right / scale, bottom / scale];
    const turned = Number(this.turned);
    return { left: left - turned * across, top: top - turned * down, width: width + across, height: height + down };
  }

  get most() {
    return Math.max(this.natural, 1.5 * this.least);
  }

  /** The scale at which the server would draw the picture. */
  get natural() {
    return this.svg.getAttribute("width") / this.picture.box.width;
  }

  /** Keep a view within the picture: not smaller than whole, not beyond an edge. */
  kept({ x, y, scale }) {
    const kept = Math.min(Math.max(scale, this.least), this.most);
    const { left, top, width, height } = this.wide(kept);
    const [across, down] = [this.room.width / kept, this.room.height / kept];
    return { x: within(x, left, width, across), y: within(y, top, height, down), scale: kept };
  }

  // ---------------------------------------------------------------- where to look

  /** Look where the mode says, after news; a view that somebody has chosen stays. */
  sync({ glide = false } = {}) {
    this.root.classList.toggle("is-roaming", this.on);
    this.tools();
    this.watch();
    if (!this.on) return;
    const target = this.mode === "free" && this.view ? this.view : this.mode === "whole" ? this.whole : this.followed;
    this.go(target, { glide });
  }

  get whole() {
    const { left, top, width, height } = this.picture.box;
    return { x: left + width / 2, y: top + height / 2, scale: this.least };
  }

  /** The view that shows what is new and what can be picked, as much as fits at a size one can touch. */
  get followed() {
    const [least, coarse] = [this.least, matchMedia("(pointer: coarse)").matches];
    const picks = [...this.svg.querySelectorAll(".is-pick")].map(boxOf);
    const large = Math.max(...[...this.svg.querySelectorAll(THINGS)].map(boxOf).map(short));
    const small = Math.min(large, ...picks.map(short));
    const scale = Math.min(this.most, Math.max(least, (coarse ? 34 : 28) / large, (coarse ? 32 : 20) / small));
    if (scale <= least) return this.whole;
    const news = [...this.svg.querySelectorAll(NEWS)].map(boxOf);
    const [all, newest] = [union([...news, ...picks]), union(news) ?? union(picks)];
    const fits = all && (all.right - all.left) * scale <= this.room.width && (all.bottom - all.top) * scale <= this.room.height;
    const shown = fits ? all : newest;
    return shown ? { x: (shown.left + shown.right) / 2, y: (shown.top + shown.bottom) / 2, scale } : { ...this.whole, scale };
  }

  /** Bring an element into sight, with some room around it. */
  reveal(element) {
    if (!this.on || !this.svg.contains(element)) return;
    const { left, right, top, bottom } = boxOf(element);
    const { x, y, scale } = this.aim ?? this.view;
    const [across, down] = [this.room.width / scale / 2, this.room.height / scale / 2];
    const near = (middle, half, low, high) => {
      const margin = Math.min((high - low) / 2, half / 3);
      if (high - low + 2 * margin > 2 * half) return (low + high) / 2;
      return Math.min(Math.max(middle, high + margin - half), low - margin + half);
    };
    this.go({ x: near(x, across, left, right), y: near(y, down, top, bottom), scale }, { glide: true });
  }

  /** Show a view, at once or gliding there. */
  go(view, { glide = false } = {}) {
    cancelAnimationFrame(this.gliding);
    const [from, to] = [this.view, this.kept(view)];
    this.aim = to;
    if (!glide || !from || still() || near(from, to)) return this.show(to);
    const start = performance.now();
    const frame = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE_MS));
      const eased = 1 - (1 - part) ** 3;
      this.show(Object.fromEntries(Object.keys(to).map((name) => [name, from[name] + (to[name] - from[name]) * eased])));
      if (part < 1) this.gliding = requestAnimationFrame(frame);
    };
    this.gliding = requestAnimationFrame(frame);
    return undefined;
  }

  show(view) {
    this.view = view;
    const { x, y, scale } = view;
    const [across, down] = [this.room.width / scale, this.room.height / scale];
    this.svg.setAttribute("viewBox", [x - across / 2, y - down / 2, across, down].map((value) => value.toFixed(3)).join(" "));
    const closer = scale > this.least * 1.01;
    this.root.classList.toggle("is-closer", closer);
    for (const [name, off] of [["out", !closer], ["in", scale > this.most * 0.99]]) {
      this.tool(name)?.setAttribute("aria-disabled", String(off));
    }
    for (const name of ["whole", "follow"]) this.tool(name)?.setAttribute("aria-pressed", String(this.mode === name));
  }

  resized() {
    if (this.on && this.view) this.sync();
  }

  watch() {
    if (this.watched === this.svg) return;
    this.sizes.disconnect();
    this.watched = this.svg;
    if (this.svg) this.sizes.observe(this.svg);
  }

  // ---------------------------------------------------------------- by hand and by keyboard

  /** Do what a button or a key says. */
  act(name) {
    if (name === "whole" || name === "follow") this.mode = name;
    else this.zoom(name === "in" ? STEP : 1 / STEP);
    if (this.mode !== "free") this.sync({ glide: true });
  }

  /** Act on a key that is one of the view's; return whether it was. */
  key(key) {
    if (!this.on || !KEYS[key]) return false;
    this.act(KEYS[key]);
    return true;
  }

  /** Zoom by a factor about a point of the page; about the middle without one. */
  zoom(factor, point = null, glide = !point) {
    const from = glide ? this.aim : this.view;
    const scale = Math.min(Math.max(from.scale * factor, this.least), this.most);
    const [dx, dy] = point ? this.offset(point) : [0, 0];
    const by = 1 / from.scale - 1 / scale;
    this.mode = "free";
    this.go({ x: from.x + dx * by, y: from.y + dy * by, scale }, { glide });
  }

  /** How far a point of the page lies from the middle of the picture, in pixels as the picture is turned. */
  offset({ clientX, clientY }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const way = this.turned ? -1 : 1;
    return [way * (clientX - left - width / 2), way * (clientY - top - height / 2)];
  }

  get turned() {
    return this.svg.classList.contains("is-turned") !== Boolean(this.svg.closest(".is-flipped"));
  }

  listen() {
    this.root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.root.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => this.up(event));
  }

  /** The wheel zooms with Ctrl held, or where the page has nothing to scroll: it must never be caught by the board. */
  wheel(event) {
    const page = document.scrollingElement;
    if (!this.on || !(event.ctrlKey || event.metaKey || page.scrollHeight <= page.clientHeight + 1)) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 33 : 1) * WHEEL), event);
  }

  down(event) {
    this.panned = false;
    if (!this.on || event.target.closest(".roam") || (event.pointerType !== "touch" && event.button !== 0)) return;
    this.pointers.set(event.pointerId, event);
    this.start = event;
  }

  /** One pointer moves the view, two spread it. */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.on) return;
    if (!this.panned && Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY) < DRAG_PX) return;
    this.panned = true;
    const other = [...this.pointers.values()].find((one) => one.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    const points = (pointer) => (other ? between(pointer, other) : pointer);
    if (other) this.zoom(apart(event, other) / Math.max(1, apart(before, other)), points(event), false);
    const [[x, y], [toX, toY]] = [points(before), points(event)].map((point) => this.offset(point));
    this.mode = "free";
    this.go({ ...this.view, x: this.view.x - (toX - x) / this.view.scale, y: this.view.y - (toY - y) / this.view.scale });
    this.root.classList.add("is-panning");
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.root.classList.remove("is-panning");
  }

  // ---------------------------------------------------------------- buttons

  tool(name) {
    return this.root.querySelector(`[data-roam="${name}"]`);
  }

  /** Buttons in a corner of the board, while it can be moved about in. */
  tools() {
    const box = this.root.querySelector(".roam");
    if (!this.on) return box?.remove();
    if (box) return undefined;
    const made = Object.assign(document.createElement("div"), { className: "roam" });
    made.setAttribute("role", "group");
    made.setAttribute("aria-label", word("view"));
    made.append(...Object.keys(SIGNS).map((name) => this.made(name)));
    return this.root.append(made);
  }

  made(name) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "roam__tool", title: KEY_OF[name] ? `${word(name)} (${KEY_OF[name]})` : word(name) });
    button.dataset.roam = name;
    button.setAttribute("aria-label", word(name));
    if (KEY_OF[name]) button.setAttribute("aria-keyshortcuts", KEY_OF[name]);
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${SIGNS[name]}"/></svg>`;
    button.addEventListener("click", () => this.act(name));
    button.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey || this.key(key));
    return button;
  }
}

/** The box of an element, in units of the board. */
function boxOf(element) {
  const [left, top] = element.getAttribute("transform").match(/-?\d+(\.\d+)?/g).map(Number);
  const { x, y, width, height } = (element.querySelector(".base") ?? element).getBBox();
  const [middleX, middleY] = element.querySelector(".turns > .base") ? middleOf(element) : [0, 0];
  const [west, north] = [left + middleX + x, top + middleY + y];
  return { left: west, top: north, right: west + width, bottom: north + height };
}

function short({ left, right, top, bottom }) {
  return Math.min(right - left, bottom - top);
}

function union(boxes) {
  if (!boxes.length) return null;
  const [lows, highs] = [(name) => Math.min(...boxes.map((box) => box[name])), (name) => Math.max(...boxes.map((box) => box[name]))];
  return { left: lows("left"), top: lows("top"), right: highs("right"), bottom: highs("bottom") };
}

/** Where the middle of a view may be so that it stays within a picture; in the middle of one that is smaller. */
function within(middle, start, length, seen) {
  if (seen >= length) return start + length / 2;
  return Math.min(Math.max(middle, start + seen / 2), start + length - seen / 2);
}

function near(a, b) {
  return Math.abs(a.scale / b.scale - 1) < 0.001 && Math.hypot(a.x - b.x, a.y - b.y) * b.scale < 1;
}

function apart(a, b) {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function between(a, b) {
  return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}
