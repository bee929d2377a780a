/** The arbiters' desk: how many items are open in the page's title, a sound for what is urgent, choosing boards by keyboard. */

import { play, switches } from "./sound.js";

const KEY = "flagfall-heard";
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// ---------------------------------------------------------------- the queue

/** The urgent items that were heard already, on this page and those before it in this window. */
function heard() {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(KEY)));
  } catch {
    return null;
  }
}

function remember(ids) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Then an item may be heard again on the next page.
  }
}

let known = heard();

/** Tell of what is new: one sound, however many items came. What a colleague has taken is not heard. */
function notice() {
  const queue = document.getElementById("queue");
  if (!queue) return;
  document.title = document.title.replace(/^.*?(?= – )/, queue.dataset.title);
  const urgent = [...queue.querySelectorAll("[data-urgent]")].map((item) => item.id);
  if (known && urgent.some((id) => !known.has(id))) play("call");
  known = new Set(urgent);
  remember(urgent);
}

// ---------------------------------------------------------------- the boards

const form = document.querySelector("[data-several]");
const boxes = () => [...form.querySelectorAll("input[name=match]")];

function count() {
  for (const part of form.querySelectorAll("[data-choosing]")) part.hidden = boxes().length === 0;
  const place = form.querySelector("[data-chosen]");
  const shown = place.dataset.chosen.replace("{count}", boxes().filter((box) => box.checked).length);
  if (place.textContent !== shown) place.textContent = shown;
}

function chooseAll(checked) {
  for (const box of boxes()) box.checked = checked;
  count();
}

/** Go from board to board; with Shift the board that is left and the one that is reached are chosen. */
function move(event, step) {
  const all = boxes();
  const from = all.indexOf(event.target);
  const to = all[from + step];
  event.preventDefault();
  if (!to) return;
  if (event.shiftKey) event.target.checked = to.checked = true;
  to.focus();
  count();
}

function keys(event) {
  if (!event.target.matches("input[name=match]")) return;
  if (ARROWS[event.key]) move(event, ARROWS[event.key]);
  else if (event.key === "Escape") chooseAll(false);
  else if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    chooseAll(true);
  }
}

switches();
notice();
if (form) {
  count();
  form.addEventListener("change", count);
  form.addEventListener("keydown", keys);
  form.addEventListener("click", ({ target }) => {
    const choice = target.closest("[data-choose]")?.dataset.choose;
    if (choice) chooseAll(choice === "all");
  });
}
document.body.addEventListener("htmx:afterSettle", () => {
  notice();
  if (form) count();
});
