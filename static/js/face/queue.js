/**
 * What was done at this device and is not yet part of what the server tells: kept in order and over a reload, because
 * the people at the board have moved already.
 */

const KEPT_FOR_MS = 24 * 3600 * 1000;

export class Queue {
  /** `key` names the match and who holds this device; `store` is where browsers keep things (null: nowhere). */
  constructor(key, { store = storage(), now = Date.now } = {}) {
    Object.assign(this, { key, store, now });
    this.entries = this.read();
  }

  /** What the server has not answered yet, oldest first. */
  get open() {
    return this.entries.filter((entry) => entry.seq === undefined);
  }

  /** Add an action `{cmd, seat, a, turn, ply, stamp_ms}` behind the others; `turn` is null for what belongs to none. */
  add(entry) {
    this.keep([...this.entries, entry]);
  }

  /** The server has taken it, under the number `seq`: it stays until that line has come. */
  accepted(cmd, seq) {
    this.keep(this.entries.map((entry) => (entry.cmd === cmd ? { ...entry, seq } : entry)));
  }

  /** Everything up to number `seq` has come. */
  told(seq) {
    if (this.entries.some((entry) => entry.seq <= seq)) this.keep(this.entries.filter((entry) => !(entry.seq <= seq)));
  }

  /** The server has refused it: it goes, and with it the turns that were made after it. Returns what went. */
  refused(cmd) {
    const first = this.entries.find((entry) => entry.cmd === cmd);
    if (!first) return [];
    const rests = (entry) => first.turn !== null && entry.turn !== null && entry.turn > first.turn;
    const gone = this.entries.filter((entry) => entry === first || rests(entry));
    this.keep(this.entries.filter((entry) => !gone.includes(entry)));
    return gone;
  }

  /** Something else has been counted in between: send it again for the ply `ply`, and what follows as far behind. */
  renew(cmd, newCmd, ply) {
    const first = this.entries.find((entry) => entry.cmd === cmd);
    const later = this.entries.indexOf(first);
    const moved = (entry) => (entry.ply === null ? null : entry.ply + ply - first.ply);
    this.keep(this.entries.map((entry, at) => (at < later ? entry : { ...entry, ply: moved(entry), cmd: entry === first ? newCmd : entry.cmd })));
  }

  keep(entries) {
    this.entries = entries;
    try {
      if (entries.length) this.store?.setItem(this.key, JSON.stringify({ at: this.now(), entries }));
      else this.store?.removeItem(this.key);
    } catch {
      // Without storage the queue lives as long as the page.
    }
  }

  read() {
    try {
      const kept = JSON.parse(this.store?.getItem(this.key) ?? "null");
      return kept && this.now() - kept.at < KEPT_FOR_MS ? kept.entries : [];
    } catch {
      return []; // What cannot be read was not written by this page.
    }
  }
}

/** The last frame of the server with the whole moment, for a page that the device has kept and that is older. */
export class LastWord {
  constructor(key, store = storage()) {
    Object.assign(this, { key, store });
  }

  keep({ seq, ply, status, view, clk }) {
    try {
      this.store?.setItem(this.key, JSON.stringify({ seq, ply, status, view, clk }));
    } catch {
      // Without storage a page that is loaded without a line knows what it was drawn with.
    }
  }

  /** Return what was kept if it is newer than `frame`, else that. */
  newer(frame) {
    try {
      const kept = JSON.parse(this.store?.getItem(this.key) ?? "null");
      return kept?.seq > frame.seq ? kept : frame;
    } catch {
      return frame;
    }
  }
}

function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
