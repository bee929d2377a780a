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
  for (const [id, markup] of Object.entries(parts)) {
    const old = document.getElementById(id);
    const fresh = html(markup).firstElementChild;
    if (old && fresh) replace(old, fresh);
  }
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
  for (const old of document.querySelectorAll(which)) {
    const fresh = other.getElementById(old.id);
    if (fresh && fresh.outerHTML !== old.outerHTML) replace(old, document.importNode(fresh, true));
  }
}

function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  const scrolled = old.scrollTop;
  old.replaceWith(fresh);
  fresh.scrollTop = scrolled;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  known(fresh);
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
