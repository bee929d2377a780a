/** The page of a match: joins the live line, the board, the clocks and the buttons. */

import { Board } from "./board.js";
import { Clocks, sampleFromPage } from "./clock.js";
import { adopt, append, data, swap } from "./dom.js";
import { Live } from "./live.js";
import { Ready } from "./ready.js";
import { play, switches } from "./sound.js";
import { word } from "./words.js";

class MatchPage {
  constructor(root) {
    this.root = root;
    const start = data("live-data");
    const { ws, poll, act, seat } = root.dataset;
    this.seat = seat === undefined || seat === "" ? null : Number(seat);
    this.ply = start.ply;
    this.played = false;
    sampleFromPage(start.server_ms);
    this.board = new Board(byId("board"), {
      cards: byId("cards"),
      choices: byId("choices"),
      hint: byId("hint"),
      onAction: (action) => this.live.command(action),
      onPick: (text) => this.whisper(text),
    });
    this.clocks = new Clocks(root, {
      own: this.seat,
      onZero: (seat) => this.zero(seat),
      onLow: () => play("low"),
      speak: (text) => this.whisper(text),
    });
    this.live = new Live({ wsUrl: ws, pollUrl: poll || location.href, actUrl: act, since: start.seq, ply: start.ply, on: this.handlers() });
    this.ready = new Ready(start.match, this.seat, (text) => this.live.command(text));
    this.take(start);
    this.listen();
    this.live.start();
    byId("moves")?.scrollTo(0, 1e6);
  }

  handlers() {
    return {
      event: (frame) => this.event(frame),
      snap: (frame) => this.event(frame),
      ack: (command, frame) => this.ack(command, frame),
      unsent: () => this.unsent(),
      presence: (frame) => swap(frame.parts),
      own: (frame) => swap(frame.parts),
      page: (page) => this.page(page),
      state: (state) => this.state(state),
    };
  }

  /** Take what a frame and the page's own first data have in common. Of several frames the last one has it. */
  take({ legal, clk, open_nonces: openNonces }) {
    if (legal !== undefined) {
      this.board.setLegal(legal, { keep: !this.played });
      this.played = false;
    }
    this.clocks.set(clk);
    if (openNonces && this.seat !== null) this.ready.open();
  }

  event(frame) {
    const moved = frame.ply !== undefined && frame.ply !== this.ply;
    this.played ||= moved || frame.t === "snap";
    this.ply = frame.ply ?? this.ply;
    append(frame.append); // first, because it reads where the list stands, which after other changes lays out the page
    this.board.apply(frame, { moves: frame.t === "ev" });
    this.take(frame);
    if (frame.say) this.say(frame.say);
    if (frame.title) document.title = frame.title;
    this.follow();
    if (frame.kind === "end") play("end");
    else if (moved && frame.t === "ev") play(frame.actor === this.seat ? "own" : "other");
  }

  /** A clock shows zero: only the server can say what follows. */
  zero(seat) {
    this.line(word("waiting"));
    this.live.flag(seat);
  }

  ack(command, frame) {
    this.state(this.root.dataset.state);
    // Played without a new line: it is noted, and something else may still be chosen.
    if (frame.ok && frame.seq <= this.live.last) this.board.setPending(null);
    if (frame.ok) return;
    this.board.setPending(null);
    this.say(frame.msg || word("refused"), "say--refused");
  }

  unsent() {
    this.say(word("unsent"), "say--pending");
  }

  /** The whole page was fetched instead of frames. */
  page(page) {
    const fresh = data("live-data", page);
    if (fresh?.seq === this.live.last) adopt(page, "#autopass, #absence");
    if (!fresh || fresh.seq <= this.live.last) return;
    adopt(page);
    this.board.apply({ svg: page.getElementById("board-picture").innerHTML });
    document.title = page.title;
    this.played = fresh.ply !== this.ply;
    this.ply = fresh.ply;
    this.live.caughtUp(fresh.seq, fresh.ply);
    this.take(fresh);
  }

  state(state) {
    this.root.dataset.state = state;
    const text = { connecting: "connecting", live: "live", polling: "polling", offline: "offline", ended: "revoked" }[state];
    this.line(word(text), state !== "live" && state !== "connecting");
  }

  line(text, bad = false) {
    const line = byId("link-state");
    if (!line) return;
    line.textContent = text;
    line.classList.toggle("link-state--bad", bad);
  }

  /** Show a sentence under the board; screen readers hear it too. */
  say(text, kind = "") {
    const box = byId("say");
    if (!box) return;
    box.classList.remove("say--refused", "say--pending");
    if (kind) box.classList.add(kind);
    byId("hint")?.replaceChildren();
    byId("say-line").textContent = text;
  }

  /** Say something that only screen readers need. */
  whisper(text) {
    const box = byId("whisper");
    if (box) box.textContent = text;
  }

  follow() {
    const last = byId("moves")?.lastElementChild;
    byId("moves")?.querySelector("[aria-current]")?.removeAttribute("aria-current");
    last?.setAttribute("aria-current", "true");
  }

  listen() {
    switches(document);
    this.root.addEventListener("submit", (event) => this.submit(event));
    this.root.addEventListener("click", (event) => event.target.closest("[data-flip]") && this.flip(event.target.closest("[data-flip]")));
  }

  /** Forms with `data-act` go over the line: the value is the command text, `ready` adds its hash, `autopass` its boxes. */
  submit(event) {
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    form.closest("dialog")?.close();
    if (form.dataset.act === "ready") this.ready.ready();
    else if (form.dataset.act === "autopass") this.live.command(`autopass ${new FormData(form).getAll("kind").join(" ") || "-"}`, null);
    else this.live.command(form.dataset.act);
    this.line(word("sending"));
  }

  flip(button) {
    const flipped = byId("board").classList.toggle("is-flipped");
    button.setAttribute("aria-pressed", String(flipped));
  }
}

function byId(id) {
  return document.getElementById(id);
}

const root = document.querySelector("[data-match]");
if (root) new MatchPage(root);
