/** Parts that refresh themselves leave alone what somebody is filling in, and keep what was opened and chosen. */

const FIELDS = "input:not([type=checkbox], [type=radio], [type=hidden]), textarea, select";

document.addEventListener("input", (event) => {
  if (event.target.matches(FIELDS)) event.target.form?.setAttribute("data-dirty", "");
});

/** Tell whether a refresh of `part` would take something from somebody. */
function isInUse(part) {
  const active = document.activeElement;
  return Boolean(part.querySelector("form[data-dirty], .is-lifted") || (part.contains(active) && active.matches(FIELDS)));
}

function remember(part) {
  const kept = new Map();
  for (const item of part.querySelectorAll("details[id]")) kept.set(item.id, { open: item.open });
  for (const item of part.querySelectorAll("input[type=checkbox][id]")) kept.set(item.id, { checked: item.checked });
  return kept;
}

const memories = new Map();

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const { target, elt } = event.detail;
  if (target === elt && isInUse(target)) event.preventDefault();
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  // Somebody may have begun to write while the new part was on its way.
  if (requestConfig?.elt === target && isInUse(target)) event.detail.shouldSwap = false;
  else if (target?.id) memories.set(target.id, remember(target));
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  const part = document.getElementById(event.detail.target?.id);
  for (const [id, state] of memories.get(part?.id) ?? []) {
    const item = document.getElementById(id);
    if (item) Object.assign(item, state);
  }
});
