/** A WebSocket that comes back: jittered pauses from 0.25 s to 8 s, and a watch over silence. */

const FIRST_MS = 250;
const LONGEST_MS = 8000;
const SILENCE_MS = 16000; // the server says something every 5 s; three misses are a lost line
const FINAL_CODES = new Set([4400, 4401, 4403, 4404, 4410]);

export class Socket {
  /**
   * `url` returns the address to open (it may change with every attempt). `frame` gets each parsed message,
   * `down` the number of failed attempts in a row, `ended` the close code after which nobody need come back.
   */
  constructor({ url, frame, down = () => {}, ended = () => {} }) {
    Object.assign(this, { url, frame, down, ended });
    this.failures = 0;
    this.stopped = false;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.socket && this.lost(0)); // the device knows it before silence tells
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  open() {
    if (this.stopped || this.socket) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url());
    this.socket = socket;
    this.heard();
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.heard();
      this.frame(JSON.parse(message.data));
    };
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  /** Send `value` if the line is up; tell whether it was. */
  send(value) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(value));
    return true;
  }

  /** The other side proved itself: the next pause is short again. */
  proven() {
    this.failures = 0;
  }

  /** Drop the line and open a new one at once. */
  restart() {
    this.drop();
    this.open();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.drop();
  }

  hurry() {
    if (!this.socket && !this.stopped) this.open();
  }

  heard() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lost(0), SILENCE_MS);
  }

  drop() {
    clearTimeout(this.watch);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  lost(code) {
    this.drop();
    if (FINAL_CODES.has(code)) {
      this.stopped = true;
      this.ended(code);
      return;
    }
    this.failures += 1;
    this.down(this.failures);
    this.timer = setTimeout(() => this.open(), pause(this.failures));
  }
}

/** Return a pause in ms after `failures` lost lines: between half and the whole of a doubling time. */
export function pause(failures, chance = Math.random()) {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.max(FIRST_MS, whole * (0.5 + chance / 2));
}

/** Return the ws(s) address of a path of this site with query values. */
export function address(path, values = {}) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value);
  return url.href;
}
