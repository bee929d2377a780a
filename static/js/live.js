/** The live line of one match: wire protocol 1, with polling when there is no socket. Knows nothing of boards. */

import { local, serverTime } from "./clock.js";
import { cookie } from "./dom.js";
import { Socket, address } from "./socket.js";

const PROTOCOL = 1;
const UNSENT_AFTER_MS = 2000;
const LONGEST_PATIENCE_MS = 8000;
const POLL_MS = 3000;
const POLL_AFTER_FAILURES = 3;
const PING_MS = 5000;
const ASK_AGAIN_MS = 2000;

export class Live {
  /**
   * `on` has the functions event(frame), snap(frame), ack(command, frame), unsent(command), presence(frame), own(frame),
   * page(document) and state("connecting" | "live" | "polling" | "offline" | "ended"). Without `pollUrl` it waits for
   * a socket for ever.
   */
  constructor({ wsUrl, pollUrl, actUrl, since, ply, on, form = "html" }) {
    Object.assign(this, { wsUrl, pollUrl, actUrl, on, last: since, ply });
    this.commands = new Map();
    this.pings = new Map();
    this.pinged = 0;
    this.askedAt = -Infinity;
    this.socket = new Socket({
      url: () => address(wsUrl, { since: this.last, v: PROTOCOL, lang: document.documentElement.lang, form }),
      frame: (frame) => this.take(frame),
      down: (failures) => this.down(failures),
      ended: () => this.end(),
    });
  }

  start() {
    this.on.state("connecting");
    if ("WebSocket" in window) this.socket.open();
    else this.poll();
  }

  /**
   * Send an action or an out-of-turn text; it is repeated under the same id until the server has answered. `more` is
   * what the frame carries besides.
   */
  command(action, ply = this.ply, more = {}) {
    const command = { cmd: newId(), ply, a: action, ...more, patience: UNSENT_AFTER_MS };
    this.commands.set(command.cmd, command);
    this.send(command);
    return command;
  }

  send(command) {
    clearTimeout(command.timer);
    command.timer = setTimeout(() => this.late(command), command.patience);
    const { timer: _timer, patience: _patience, ...frame } = command;
    const sent = this.socket.send({ t: "cmd", ...frame, client_ms: Date.now() });
    if (!sent && this.polling) this.post(command);
  }

  late(command) {
    if (!this.commands.has(command.cmd)) return;
    this.on.unsent(command);
    command.patience = Math.min(2 * command.patience, LONGEST_PATIENCE_MS);
    if (this.polling) this.send(command);
    else this.socket.restart(); // every command still open is sent again after `hello`
    clearTimeout(command.timer);
    command.timer = setTimeout(() => this.late(command), command.patience);
  }

  take(frame) {
    // The server measures the line by this; what it costs is given back on the own clock.
    if (frame.probe !== undefined) this.socket.send({ t: "echo", n: frame.probe });
    switch (frame.t) {
      case "hello": return this.hello(frame);
      case "ev": return this.event(frame);
      case "snap": return this.snap(frame);
      case "ack": return this.ack(frame);
      case "seq": return frame.seq > this.last ? this.ask() : undefined;
      case "pong": return this.pong(frame);
      case "presence": return this.on.presence(frame);
      case "own": return this.on.own(frame);
      case "bye": return this.bye(frame);
      default: return undefined; // a later protocol may say more
    }
  }

  hello(frame) {
    if (frame.proto !== PROTOCOL) return this.renew();
    this.socket.proven();
    this.askedAt = -Infinity;
    this.stopPolling();
    this.on.state("live");
    this.pingEvery(frame.ping_every || PING_MS);
    for (const command of this.commands.values()) this.send(command);
    return undefined;
  }

  event(frame) {
    if (frame.seq <= this.last) return undefined;
    if (frame.seq > this.last + 1) return this.ask();
    return this.applied(frame, this.on.event);
  }

  snap(frame) {
    if (frame.seq < this.last) return undefined;
    return this.applied(frame, this.on.snap);
  }

  applied(frame, handle) {
    this.last = frame.seq;
    this.ply = frame.ply ?? this.ply;
    this.askedAt = -Infinity;
    handle(frame);
  }

  /** Something is missing: ask for all that came after the last applied number. */
  ask() {
    if (local() - this.askedAt < ASK_AGAIN_MS) return;
    this.askedAt = local();
    this.socket.send({ t: "resume", since: this.last });
  }

  ack(frame) {
    const command = this.commands.get(frame.cmd);
    if (!command) return;
    clearTimeout(command.timer);
    this.commands.delete(frame.cmd);
    this.on.ack(command, frame);
    if (frame.ok && frame.seq > this.last) this.expect(frame.seq);
  }

  /** The server has stored number `seq`; if it does not arrive soon, ask for it. */
  expect(seq) {
    setTimeout(() => seq > this.last && (this.polling ? this.poll() : this.ask()), 1000);
  }

  pingEvery(ms) {
    clearInterval(this.pinger);
    this.ping();
    this.pinger = setInterval(() => this.ping(), ms);
  }

  ping() {
    const n = (this.pinged += 1);
    this.pings.clear();
    this.pings.set(n, local());
    this.socket.send({ t: "ping", n, rtt: Math.round(serverTime.best.rtt === Infinity ? 0 : serverTime.best.rtt) });
  }

  pong(frame) {
    const sent = this.pings.get(frame.n);
    if (sent === undefined) return;
    this.pings.delete(frame.n);
    serverTime.sample(local() - sent, frame.server_ms);
  }

  bye(frame) {
    if (frame.code === "version") return this.renew();
    if (frame.code === "revoked") return this.end();
    return undefined; // anything else closes the line, and the line comes back
  }

  /** The server speaks another protocol than this page: load the page anew, but not for ever. */
  renew() {
    if (location.hash === "#new") return this.end();
    location.hash = "new";
    return location.reload();
  }

  /** Point out that a clock has run out; the server looks for itself. */
  flag(seat) {
    this.socket.send({ t: "flag", seat });
  }

  down(failures) {
    clearInterval(this.pinger);
    if (this.polling) return;
    this.on.state("connecting");
    if (failures >= POLL_AFTER_FAILURES) this.poll();
  }

  end() {
    this.socket.stop();
    this.stopPolling();
    clearInterval(this.pinger);
    this.on.state("ended");
  }

  async poll() {
    if (!this.pollUrl) return;
    this.polling = true;
    clearTimeout(this.poller);
    try {
      const answer = await fetch(this.pollUrl, { headers: { Accept: "text/html" }, credentials: "same-origin" });
      if (answer.status === 401 || answer.status === 403) return this.end();
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!this.polling) return;
      this.on.page(page);
      this.on.state("polling");
    } catch {
      if (this.polling) this.on.state("offline");
    }
    if (this.polling) this.poller = setTimeout(() => this.poll(), POLL_MS);
  }

  stopPolling() {
    this.polling = false;
    clearTimeout(this.poller);
  }

  /** The page was fetched anew and shows everything up to `seq`. */
  caughtUp(seq, ply) {
    this.last = seq;
    this.ply = ply;
  }

  async post({ cmd, ply, a }) {
    try {
      const answer = await fetch(this.actUrl, {
        method: "POST",
        credentials: "same-origin",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify({ cmd, ply, a, client_ms: Date.now() }),
      });
      this.ack({ ...(await answer.json()), t: "ack", cmd });
      this.poll();
    } catch {
      // No answer: the command stays open and is sent again.
    }
  }
}

/** Return an id for a new command. */
export function newId() {
  return crypto.randomUUID?.() ?? randomId();
}

function csrfToken() {
  return document.querySelector("[name=csrfmiddlewaretoken]")?.value || cookie("csrftoken");
}

/** A random UUID for pages without a secure context, where the browser's own function is missing. */
function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
