/** Every page: the look, dialogs, copying, local times, count-downs; and the script that this page needs besides. */

import { format, sampleFromPage, serverTime, span } from "./clock.js";
import { cookie } from "./dom.js";
import { language, word } from "./words.js";

const MORE = {
  "[data-match]": () => import("./match.js"),
  "[data-face]": () => import("./face/face.js"),
  "[data-replay]": () => import("./replay.js"),
  "[data-screen]": () => import("./screen.js"),
  "[data-feed], [data-clk]": () => import("./feed.js"),
  "[data-desk]": () => import("./desk.js"),
  "[data-seeds]": () => import("./seeds.js"),
  "[data-case]": () => import("./case.js"),
  "[data-deck]": () => import("./deck.js"),
};

function theme() {
  const box = document.querySelector("[data-theme-switch]");
  if (!box) return;
  box.hidden = false;
  const show = () => {
    const chosen = document.documentElement.dataset.theme ?? "";
    for (const button of box.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === chosen));
    }
  };
  box.addEventListener("click", (event) => {
    const choice = event.target.closest("[data-theme-choice]")?.dataset.themeChoice;
    if (choice === undefined) return;
    if (choice) document.documentElement.dataset.theme = choice;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem("flagfall-theme", choice);
    } catch {
      // It then holds for this page.
    }
    show();
  });
  show();
}

function dialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    const dialog = opener && document.getElementById(opener.dataset.open);
    if (dialog) {
      event.preventDefault(); // without a script the link leads to a page that asks
      dialog.showModal();
    }
    if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  });
}

/** Forms that came over the socket have no token of their own: they get it from the cookie. */
function tokens() {
  document.addEventListener("submit", ({ target: form }) => {
    const token = cookie("csrftoken");
    if (form.method !== "post" || !token || form.elements.csrfmiddlewaretoken?.value) return;
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken", value: token });
    form.append(field);
  });
}

function copying() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select?.();
    await navigator.clipboard?.writeText(field.value ?? field.textContent);
    button.textContent = word("copied");
  });
}

/**
 * Write times of the server (`<time datetime data-local>`) in the reader's own zone. One that stands beside the time of
 * another zone (`data-zone`) is left out where both are the same.
 */
function localTimes(root = document) {
  for (const element of root.querySelectorAll("time[data-local]")) {
    const style = element.dataset.local === "time" ? { timeStyle: "short", hourCycle: "h23" } : { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
    const written = (timeZone) => new Intl.DateTimeFormat(language, { ...style, timeZone }).format(new Date(element.dateTime));
    element.textContent = written();
    const beside = element.closest("[data-zone]");
    if (beside) beside.hidden = written(beside.dataset.zone) === element.textContent;
  }
}

/**
 * Count down to an instant of the server (`data-until-ms`); at zero the element gets the class `is-due`. Count up from one
 * (`data-since-ms`); show what holds from an instant on (`data-from-ms`), hide what holds before it (`data-before-ms`).
 */
function countDowns() {
  for (const element of document.querySelectorAll("[data-until-ms]")) {
    const left = Number(element.dataset.untilMs) - serverTime.now();
    element.textContent = format(left);
    element.classList.toggle("is-due", left <= 0);
  }
  for (const element of document.querySelectorAll("[data-since-ms]")) {
    element.textContent = span(serverTime.now() - Number(element.dataset.sinceMs));
  }
  for (const element of document.querySelectorAll("[data-from-ms]")) element.hidden = serverTime.now() < Number(element.dataset.fromMs);
  for (const element of document.querySelectorAll("[data-before-ms]")) element.hidden = serverTime.now() >= Number(element.dataset.beforeMs);
}

theme();
dialogs();
tokens();
copying();
localTimes();
document.body.addEventListener("htmx:afterSettle", (event) => localTimes(event.target.parentNode ?? document));
sampleFromPage(Number(document.body.dataset.serverMs));
countDowns();
setInterval(countDowns, 250);
for (const [selector, load] of Object.entries(MORE)) if (document.querySelector(selector)) load();
