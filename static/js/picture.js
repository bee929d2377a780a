/** The picture of a board in its page: takes news in, element by element, and tells what has become of each. */

import { html, svg } from "./dom.js";

const FRAME = ["class", "aria-label", "viewBox", "width", "height"];

export class Picture {
  /** `root` holds the svg. */
  constructor(root) {
    this.root = root;
    this.learn();
  }

  get svg() {
    return this.root.querySelector("svg.board");
  }

  element(id) {
    return this.svg?.querySelector(`[data-el="${CSS.escape(id)}"]`) ?? null;
  }

  /** Remember the markup as it was sent: the page adds states of its own to what it shows. */
  learn() {
    this.sent = new Map(this.elements.map((element) => [element.dataset.el, element.outerHTML]));
    this.box = boxOf(this.svg);
  }

  get elements() {
    return [...(this.svg?.querySelectorAll("[data-el]") ?? [])];
  }

  /**
   * Take changed elements `els`, ids that are `gone`, and the `box` of a picture that has grown; or the `whole` picture, of
   * which only what differs is replaced. Return the news: `{old, fresh}` of every element that came or changed.
   */
  take({ svg: whole, els = {}, gone = [], box = null }) {
    if (whole) return this.takeWhole(html(whole).firstElementChild);
    if (box) this.grow(box);
    return this.change(Object.values(els).map(svg), gone);
  }

  takeWhole(fresh) {
    if (!this.svg) {
      this.root.replaceChildren(fresh);
      this.learn();
      return [];
    }
    for (const name of FRAME) this.svg.setAttribute(name, fresh.getAttribute(name));
    this.box = boxOf(fresh);
    this.svg.querySelector("defs")?.replaceWith(fresh.querySelector("defs"));
    const elements = [...fresh.querySelectorAll("[data-el]")];
    const ids = elements.map((element) => element.dataset.el);
    const known = new Set(ids);
    const news = this.change(
      elements.filter((element) => this.sent.get(element.dataset.el) !== element.outerHTML),
      [...this.sent.keys()].filter((id) => !known.has(id)),
    );
    this.sort(ids);
    return news;
  }

  change(elements, gone) {
    for (const id of gone) {
      this.element(id)?.remove();
      this.sent.delete(id);
    }
    return elements.map((fresh) => this.put(fresh));
  }

  put(fresh) {
    const { el: id, order } = fresh.dataset;
    const old = this.element(id);
    this.sent.set(id, fresh.outerHTML);
    if (old?.dataset.order === order) old.replaceWith(fresh);
    else {
      old?.remove();
      this.insert(fresh);
    }
    return { old, fresh };
  }

  /** Put an element where its order says: above all that lie as low. */
  insert(fresh) {
    const order = Number(fresh.dataset.order);
    this.svg.insertBefore(fresh, this.elements.find((one) => one !== fresh && Number(one.dataset.order) > order) ?? null);
  }

  /** Let the elements stand in the order of a whole picture, and move none without need. */
  sort(ids) {
    const found = this.elements;
    if (ids.some((id, at) => found[at]?.dataset.el !== id)) this.svg.append(...ids.map((id) => this.element(id)));
  }

  /** Show a board that reaches further, at the scale it had. */
  grow([left, top, width, height]) {
    const scale = this.svg.getAttribute("width") / this.box.width;
    this.box = { left, top, width, height };
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.svg.setAttribute("width", width * scale);
    this.svg.setAttribute("height", height * scale);
  }
}

function boxOf(picture) {
  const [left, top, width, height] = (picture?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  return { left, top, width, height };
}
