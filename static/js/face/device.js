/** What the device itself can do: keep its screen on, shake, fill the screen, remember how it lies on the table. */

const AWAKE_TOLD = "flagfall-awake-told";
const SETTINGS = "flagfall-face";

/** Keeps the screen on; the browser lets go whenever the page is hidden, so it is asked again when it comes back. */
export class Awake {
  /** `missing` is called, once per device, where the browser cannot do it. */
  constructor(missing) {
    this.missing = missing;
    document.addEventListener("visibilitychange", () => this.ask());
  }

  async ask() {
    if (document.visibilityState !== "visible" || (this.lock && !this.lock.released)) return;
    if (!navigator.wakeLock) {
      this.tell();
      return;
    }
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      this.tell(); // The device saves its battery, or the page has no secure address.
    }
  }

  tell() {
    if (remembered(AWAKE_TOLD)) return;
    remember(AWAKE_TOLD, true);
    this.missing();
  }
}

/** The switches of this device (`data-switch`), by name; what they are on is shown on `root` as `data-NAME`. */
export class Switches {
  constructor(root) {
    this.root = root;
    this.on = { vibration: true, turned: false, swapped: false, ...remembered(SETTINGS) };
    for (const button of this.buttons()) button.addEventListener("click", () => this.toggle(button.dataset.switch));
    document.addEventListener("fullscreenchange", () => this.show());
    this.show();
  }

  buttons() {
    return this.root.querySelectorAll("[data-switch]");
  }

  toggle(name) {
    if (name === "full") {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen().catch(() => {}); // refused: the page stays as it is
      return;
    }
    this.on = { ...this.on, [name]: !this.on[name] };
    remember(SETTINGS, this.on);
    this.show();
    if (name === "vibration") this.shake([30]);
  }

  show() {
    const able = { vibration: "vibrate" in navigator, full: document.fullscreenEnabled };
    for (const button of this.buttons()) {
      const name = button.dataset.switch;
      button.hidden = able[name] === false;
      button.setAttribute("aria-pressed", String(name === "full" ? document.fullscreenElement !== null : this.on[name]));
    }
    for (const name of ["turned", "swapped"]) this.root.toggleAttribute(`data-${name}`, this.on[name]);
  }

  /** Let the device shake, if it can and may: `pattern` in ms. */
  shake(pattern) {
    if (this.on.vibration) navigator.vibrate?.(pattern);
  }
}

/** Let the device keep this page and what it is made of, where browsers allow it, for a reload without a line. */
export async function keepPage() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("worker.js");
    const { active } = await navigator.serviceWorker.ready;
    const parts = performance.getEntriesByType("resource").filter(({ initiatorType: type }) => type !== "fetch" && type !== "beacon");
    active.postMessage([location.href, ...new Set(parts.map(({ name }) => name))]);
  } catch {
    // Storage is forbidden or full: the page then needs the line to be loaded.
  }
}

function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It then holds for this page.
  }
}
