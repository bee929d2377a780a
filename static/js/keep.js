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

/** Return how to find an item again in a new part: by its id, or as one choice of several. */
function selector({ id, name, value }) {
  return id ? `#${CSS.escape(id)}` : `input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
}

/** Return what was opened, and what was chosen otherwise than the page had it. */
function remember(part) {
  const kept = new Map();
  for (const item of part.querySelectorAll("details[id]")) kept.set(selector(item), { open: item.open });
  for (const item of part.querySelectorAll("input:is([type=checkbox], [type=radio])")) {
    if (item.checked !== item.defaultChecked) kept.set(selector(item), { checked: item.checked });
  }
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
  for (const [place, state] of memories.get(part?.id) ?? []) {
    const item = part.querySelector(place);
    if (item) Object.assign(item, state);
  }
});
