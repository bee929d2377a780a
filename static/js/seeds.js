/** The order of seeds: rows are dragged by their handle, or moved by the arrow keys; the numbers follow. */

export class Seeds {
  constructor(list) {
    this.list = list;
    this.form = list.closest("form");
    for (const grip of list.querySelectorAll(".seed__grip")) {
      grip.hidden = false;
      grip.addEventListener("pointerdown", (event) => this.lift(event, grip));
      grip.addEventListener("keydown", (event) => this.key(event, grip));
    }
  }

  /** Follow the pointer until it is let go; the row changes places with whatever it passes. */
  lift(event, grip) {
    const row = grip.closest("tr");
    event.preventDefault();
    grip.focus();
    row.classList.add("is-lifted");
    // Not on the handle: a row that changes places loses the pointer that it has captured.
    const lifted = new AbortController();
    const { signal } = lifted;
    const drop = () => {
      lifted.abort();
      row.classList.remove("is-lifted");
      this.number();
    };
    addEventListener("pointermove", (moved) => this.follow(row, moved.clientY), { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", drop, { signal });
  }

  follow(row, y) {
    const over = [...this.list.rows].find((other) => {
      const box = other.getBoundingClientRect();
      return other !== row && y > box.top && y < box.bottom;
    });
    if (!over) return;
    const below = over.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_PRECEDING;
    if (below) over.after(row);
    else over.before(row);
  }

  key(event, grip) {
    const row = grip.closest("tr");
    const next = { ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (!next) return;
    if (event.key === "ArrowUp") next.before(row);
    else next.after(row);
    this.number();
    grip.focus();
  }

  /** Write the numbers in the order of the rows; until they are saved, no refresh takes the list away. */
  number() {
    this.form.setAttribute("data-dirty", "");
    [...this.list.rows].forEach((row, place) => { row.querySelector(".seed__number").value = place + 1; });
  }
}

/** Take the list in hand; again whenever a refresh has brought a new one. */
function start() {
  const list = document.querySelector("[data-seeds] [data-seed-list]");
  if (list && !list.seeds && list.querySelector(".seed__grip")) list.seeds = new Seeds(list);
}

start();
document.body.addEventListener("htmx:afterSettle", start);
