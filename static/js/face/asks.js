/** What a half asks or tells its side: the first of several, with buttons, below the time and beside the press. */

import { word } from "../words.js";

const DRAW = "1/2";

/** Return what `seat` is to be asked about the results that were entered; null for nothing. `say` puts results in words. */
export function askAbout(moment, seat, { say, names, putOff }) {
  if (moment.status !== "live" && moment.status !== "paused") return null;
  const own = moment.claims[seat];
  const other = moment.claims.findIndex((claim, at) => at !== seat && claim !== null);
  const theirs = other < 0 ? null : moment.claims[other];
  const name = names[other] ?? names.find((_, at) => at !== seat);
  if (own && theirs && own !== theirs) return differing(own, theirs, name, say);
  if (theirs && theirs !== own) return putOff === theirs ? null : offered(theirs, name, say);
  if (own && !theirs) return { key: `own ${own}`, text: word("face-entered", { score: say(own).score, name }), answers: [back] };
  return null;
}

const back = { word: "face-back", act: "claim -" };
const other = { word: "face-other", show: "result" };

function offered(claim, name, say) {
  const key = `offered ${claim}`;
  if (claim === DRAW) {
    const answers = [{ word: "face-accept", act: `claim ${claim}`, main: true }, { word: "face-later", later: claim }];
    return { key, text: word("face-draw", { name }), answers };
  }
  const answers = [{ word: "face-confirm", act: `claim ${claim}`, main: true }, other];
  return { key, text: word("face-asks", { name, score: say(claim).score, what: say(claim).label }), answers };
}

function differing(own, theirs, name, say) {
  const text = word("face-differs", { name, own: say(own).score, score: say(theirs).score });
  return { key: `differ ${own} ${theirs}`, text, answers: [{ ...other, main: true }, back] };
}

/** Shows questions in the place that a half has for them. */
export class Asks {
  /** `on` gets the answer that was chosen. */
  constructor(root, on) {
    this.box = root.querySelector("[data-ask]");
    this.on = on;
    this.key = "";
  }

  show(ask) {
    const key = ask?.key ?? "";
    if (key === this.key) return;
    this.key = key;
    this.box.hidden = !ask;
    if (!ask) return;
    this.box.querySelector("[data-ask-text]").textContent = ask.text;
    this.box.querySelector("[data-ask-answers]").replaceChildren(...ask.answers.map((answer) => this.button(answer)));
  }

  button(answer) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `button button--small${answer.main ? " button--main" : ""}`;
    button.textContent = word(answer.word);
    button.addEventListener("click", () => this.on(answer));
    return button;
  }
}
