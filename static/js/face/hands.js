/** Touch, mouse and keyboard at the clock face: which half was pressed, and when. */

import { local, serverTime } from "../clock.js";

const FIRST = new Set(["ArrowLeft", "ArrowUp", "ControlLeft"]);
const SECOND = new Set(["ArrowRight", "ArrowDown", "ControlRight"]);
const CONTROLS = "button, a, input, select, textarea, summary";

/** Return the server's time of an event of this page. */
export function stampOf(event) {
  const late = Math.max(0, local() - (performance.timeOrigin + event.timeStamp));
  return Math.round(serverTime.now() - late);
}

export class Hands {
  /**
   * `on` has press(half, stamp, progress), space(stamp, progress) and key(name) for "menu", "help", "read", "close".
   * `halves()` gives the halves as they lie: left or upper first.
   */
  constructor(root, { halves, on }) {
    Object.assign(this, { root, halves, on, held: null });
    root.addEventListener("pointerdown", (event) => this.pointer(event));
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("contextmenu", (event) => event.target.closest("[data-press], [data-progress]") && event.preventDefault());
    document.addEventListener("keydown", (event) => this.down(event));
    document.addEventListener("keyup", (event) => this.up(event));
  }

  /** A clock acts when it is touched, not when the finger leaves it. */
  pointer(event) {
    const button = event.target.closest("[data-press], [data-progress]");
    if (!button || event.button > 0) return;
    this.on.press(button.closest("[data-half]"), stampOf(event), "progress" in button.dataset);
  }

  /** Keys and screen readers click without touching. */
  click(event) {
    const button = event.target.closest("[data-press], [data-progress]");
    if (button && event.detail === 0) this.on.press(button.closest("[data-half]"), stampOf(event), "progress" in button.dataset);
  }

  down(event) {
    const held = this.held;
    this.held = null; // Control with another key belongs to the browser
    if (event.repeat || event.altKey || event.metaKey) return;
    if (event.code.startsWith("Control")) {
      this.held = held ? null : { code: event.code, stamp: stampOf(event), progress: event.shiftKey };
      return;
    }
    if (event.ctrlKey) return;
    if (event.key === "Escape") this.on.key("close");
    else if (!event.target.closest("[data-sheet]")) this.act(event);
  }

  act(event) {
    const place = FIRST.has(event.code) ? 0 : SECOND.has(event.code) ? 1 : null;
    if (place !== null) this.side(place, event);
    else if (event.code === "Space" && !event.target.closest(CONTROLS)) this.space(event);
    else if (event.key === "?") this.on.key("help");
    else if (event.key.toLowerCase() === "m") this.on.key("menu");
    else if (event.key.toLowerCase() === "c") this.on.key("read");
  }

  side(place, event) {
    event.preventDefault();
    this.on.press(this.halves()[place], stampOf(event), event.shiftKey);
  }

  space(event) {
    event.preventDefault();
    this.on.space(stampOf(event), event.shiftKey);
  }

  /** A control key presses when it comes up alone; what counts is when it went down. */
  up(event) {
    const held = this.held;
    this.held = null;
    if (held?.code !== event.code || event.target.closest?.("[data-sheet]")) return;
    this.on.press(this.halves()[FIRST.has(held.code) ? 0 : 1], held.stamp, held.progress);
  }
}
