/** The desk of a match: steps by arrow keys; what is being typed at the rulings stays while one steps. */

const desk = document.querySelector("[data-case]");

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, summary, [data-case-list]")) return;
  const link = desk.querySelector(`[data-case-step="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
}

/** The list shows the action that is looked at; the page itself stays where it is. */
function follow() {
  const list = desk.querySelector("[data-case-list]");
  const here = list?.querySelector("[aria-current]");
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - (list.clientHeight - here.offsetHeight) / 2;
}

/** Rulings are about the action that is looked at, unless somebody has typed another. */
function aim() {
  const { ply, sight } = desk.querySelector("#scene").dataset;
  for (const form of desk.querySelectorAll("#acts form")) {
    form.elements.desk.value = ply;
    if (form.elements.sight) form.elements.sight.value = sight;
    const field = form.elements.ply;
    if (field && field.value === field.defaultValue) field.value = field.defaultValue = Math.min(Math.max(1, ply), field.max || ply);
  }
}

document.addEventListener("keydown", key);
document.body.addEventListener("htmx:afterSettle", () => {
  follow();
  aim();
});
follow();
