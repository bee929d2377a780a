/** Small helpers for markup that the server sends. */

/** Return a fragment of HTML markup. */
export function html(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  return holder.content;
}

/** Return the SVG element that `markup` describes. */
export function svg(markup) {
  return html(`<svg>${markup}</svg>`).firstElementChild.firstElementChild;
}

/** Return the JSON of a data block of the page, or null. */
export function data(id, root = document) {
  const block = root.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
}

/** Replace whole elements by DOM id and tell htmx about the new ones. */
export function swap(parts = {}) {
  const pairs = Object.entries(parts).map(([id, markup]) => [document.getElementById(id), html(markup).firstElementChild]);
  replaceAll(pairs.filter(([old, fresh]) => old && fresh));
}

/** Append markup to elements by DOM id; a list that was at its end stays there. */
export function append(parts = {}) {
  for (const [id, markup] of Object.entries(parts)) {
    const list = document.getElementById(id);
    if (!list) continue;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 48;
    const fresh = html(markup);
    const added = [...fresh.children];
    for (const item of added) if (item.id) document.getElementById(item.id)?.remove();
    list.append(fresh);
    added.forEach(known);
    if (atEnd) list.scrollTop = list.scrollHeight;
  }
}

/** Take over from another document every element marked `data-live` that this one has too. */
export function adopt(other, which = "[data-live][id]") {
  const pairs = [...document.querySelectorAll(which)].map((old) => [old, other.getElementById(old.id)]);
  const changed = pairs.filter(([old, fresh]) => fresh && fresh.outerHTML !== old.outerHTML);
  replaceAll(changed.map(([old, fresh]) => [old, document.importNode(fresh, true)]));
}

/** Replace `[old, fresh]` of each pair. Places are read before the first change: each reading after one lays out the page. */
function replaceAll(pairs) {
  const scrolled = pairs.map(([old]) => old.scrollTop);
  const focused = pairs.some(([old]) => old.contains(document.activeElement)) ? document.activeElement.id : "";
  for (const [old, fresh] of pairs) old.replaceWith(fresh);
  pairs.forEach(([, fresh], at) => scrolled[at] && (fresh.scrollTop = scrolled[at]));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  for (const [, fresh] of pairs) known(fresh);
}

function known(element) {
  window.htmx?.process(element);
}

/** Return whether nothing may move. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return the value of a cookie, or "". */
export function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
