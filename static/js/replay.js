/** Replay: step through a finished match by buttons, keys, the list of moves, or a link to a ply (`#p37`). */

import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { switches } from "./sound.js";
import { word } from "./words.js";

const PLAY_MS = 1200;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play" };

class Replay {
  /** `data-frame-url` has `PLY` where the number goes; `data-ply` and `data-last` say what is shown and how far it goes. */
  constructor(root) {
    this.root = root;
    this.ply = Number(root.dataset.ply);
    this.last = Number(root.dataset.last);
    this.frames = new Map();
    this.board = new Board(document.getElementById("board"), {
      cards: document.getElementById("cards"),
      hint: document.getElementById("hint"),
    });
    this.clocks = new Clocks(root);
    this.seek = root.querySelector("[data-seek]");
    this.listen();
    this.listenToMarks();
    switches(document);
    if (this.linked() !== null) this.go(this.linked());
    else this.show();
  }

  listen() {
    addEventListener("hashchange", () => this.linked() !== null && this.go(this.linked()));
    document.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("click", (event) => this.click(event));
    this.seek?.addEventListener("input", () => this.go(Number(this.seek.value)));
    this.root.addEventListener("click", (event) => event.target.closest("[data-flip]") && this.flip(event.target.closest("[data-flip]")));
  }

  /** A mark of the time line tells below the band what it stands for, for who points at it or comes by keyboard. */
  listenToMarks() {
    const box = document.getElementById("mark-words");
    if (!box) return;
    const tell = (event) => {
      const mark = event.target.closest?.("[data-jump]");
      if (mark) box.textContent = mark.getAttribute("aria-label");
    };
    const band = box.parentNode;
    for (const name of ["pointerover", "focusin"]) band.addEventListener(name, tell);
  }

  linked() {
    const found = /^#p(\d+)$/.exec(location.hash);
    return found ? Math.min(Number(found[1]), this.last) : null;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, button, a, .spot")) return;
    if (!KEYS[event.key]) return;
    event.preventDefault();
    this.step(KEYS[event.key]);
  }

  click(event) {
    const mark = event.target.closest("[data-jump]");
    if (mark && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.pause();
      return void this.go(Number(mark.dataset.jump));
    }
    const step = event.target.closest("[data-step]");
    if (!step) return;
    event.preventDefault(); // without a script each button asks the server for its place
    this.step(step.dataset.step);
  }

  step(name) {
    if (!name) return;
    if (name === "play") return this.toggle();
    this.pause();
    this.go({ first: 0, back: this.ply - 1, forward: this.ply + 1, last: this.last }[name]);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.ply === this.last) this.ply = -1;
    this.timer = setInterval(() => (this.ply < this.last ? this.go(this.ply + 1) : this.pause()), PLAY_MS);
    this.pressed(true);
    return this.go(this.ply + 1);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.pressed(false);
  }

  pressed(on) {
    this.root.querySelector('[data-step="play"]')?.setAttribute("aria-pressed", String(on));
  }

  async go(ply) {
    const wanted = Math.max(0, Math.min(ply, this.last));
    this.wanted = wanted;
    const frame = await this.frame(wanted);
    if (this.wanted !== wanted || !frame) return;
    // Only a step forward is something that happens.
    this.board.apply(frame, { moves: wanted > 0 && wanted === this.ply + 1 });
    this.ply = wanted;
    this.clocks.set(frame.clk);
    const line = document.getElementById("say-line");
    if (line) line.textContent = frame.say ?? "";
    history.replaceState(null, "", `#p${wanted}`);
    this.show();
    this.frame(Math.min(wanted + 1, this.last));
  }

  frame(ply) {
    if (!this.frames.has(ply)) this.frames.set(ply, this.load(ply));
    return this.frames.get(ply);
  }

  async load(ply) {
    try {
      const answer = await fetch(this.root.dataset.frameUrl.replace("PLY", ply), { headers: { Accept: "application/json" } });
      if (answer.ok) return await answer.json();
    } catch {
      // Tried again with the next step.
    }
    this.frames.delete(ply);
    return null;
  }

  show() {
    if (this.seek) this.seek.value = String(this.ply);
    const label = this.root.querySelector("[data-ply-label]");
    if (label) label.textContent = word("ply", { ply: this.ply, last: this.last });
    for (const button of this.root.querySelectorAll("[data-step]")) {
      button.disabled = { first: this.ply === 0, back: this.ply === 0, forward: this.ply === this.last, last: this.ply === this.last }[button.dataset.step] ?? false;
    }
    for (const link of this.root.querySelectorAll("a[data-view]")) link.search = withPly(link.search, this.ply);
    const dispute = this.root.querySelector("[data-dispute]");
    if (dispute) {
      dispute.search = withPly(dispute.search, this.ply);
      dispute.hidden = this.ply === 0; // nothing was played yet
    }
    for (const mark of this.root.querySelectorAll("[data-jump]")) {
      if (Number(mark.dataset.jump) === this.ply) mark.setAttribute("aria-current", "step");
      else mark.removeAttribute("aria-current");
    }
    const position = this.root.querySelector("[data-position]");
    if (position) position.pathname = position.pathname.replace(/\d+\.svg$/, `${this.ply}.svg`);
    this.root.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
    const move = document.getElementById(`ply-${this.ply}`);
    move?.setAttribute("aria-current", "true");
    if (move) move.parentNode.scrollTop = move.offsetTop - move.parentNode.offsetTop - move.parentNode.clientHeight / 2;
  }

  flip(button) {
    button.setAttribute("aria-pressed", String(document.getElementById("board").classList.toggle("is-flipped")));
  }
}

/** Return the query of another view's link with the ply that is shown here. */
function withPly(query, ply) {
  const values = new URLSearchParams(query);
  values.set("ply", ply);
  return values.toString();
}

const root = document.querySelector("[data-replay]");
if (root) new Replay(root);
