/** Boards that are only looked at (rule pages, arbiter's desk): walking them by keyboard, and their names in words. */

import { Board } from "./board.js";

for (const root of document.querySelectorAll("[data-board]")) {
  new Board(root, { hint: root.parentNode.querySelector("[data-board-hint]") });
}
