/** The sentences that scripts show, in the language of the page (templates/_words.html, and what a page has besides). */

const words = new Map();
for (const source of document.querySelectorAll("template[data-words]")) {
  for (const item of source.content.querySelectorAll("[data-word]")) words.set(item.dataset.word, item.textContent);
}

/** Return the sentence `key` with its `{name}` filled in. */
export function word(key, values = {}) {
  return (words.get(key) ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const language = document.documentElement.lang || "en";
