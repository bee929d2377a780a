/** What was picked from a tray, drawn pale in the place where it would come to lie. */

import { middleOf } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";

export class Ghost {
  /** Draw `item` of a tray in a `place` of the picture; nothing without one of them. */
  show(item, place, picture) {
    const drawing = item && place && drawn(item);
    if (!drawing) return this.hide();
    if (this.item === drawing && this.place === place && this.group.isConnected) return undefined;
    this.hide();
    Object.assign(this, { item: drawing, place, group: document.createElementNS(SVG, "g") });
    const [x, y] = place.getAttribute("transform").match(/-?\d+(\.\d+)?/g).map(Number);
    const [middleX, middleY] = middleOf(place);
    const looks = [...item.classList].filter((name) => /^(role|tone|seat)-/.test(name));
    this.group.setAttribute("class", ["ghost", ...looks].join(" "));
    this.group.setAttribute("aria-hidden", "true");
    this.group.setAttribute("transform", `translate(${x + middleX} ${y + middleY})`);
    this.group.append(...[...drawing.children].map((part) => part.cloneNode(true)));
    return picture.svg.append(this.group);
  }

  hide() {
    this.group?.remove();
    this.item = this.place = null;
  }
}

/** The picture on an item of a tray, if it has one. */
export function drawn(item) {
  return item?.querySelector?.(".playcard__picture") ?? null;
}
