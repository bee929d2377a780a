"""What can be wrong with any page: faults that axe finds, and parts that reach beyond the edge of the window."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

CONTRAST: Final = "color-contrast"
SEEN: Final = [CONTRAST, "scrollable-region-focusable", "target-size"]
"""The rules whose answers depend on colours and on the width of the window; all rules are asked once."""
ASK_AXE: Final = """options => axe.run(options).then(found =>
  found.violations.map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.target).join(', ')}`))"""
LOOKS: Final = """() => {
  const below = new Map([[null, '']]);
  const under = element => {
    if (!below.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const bare = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1';
      const own = `${backgroundColor} ${backgroundImage} ${opacity} / `;
      below.set(element, (bare ? '' : own) + under(element.parentElement));
    }
    return below.get(element);
  };
  const says = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const texts = [...document.querySelectorAll('body *')].filter(element =>
    element.matches('input, select, textarea') || [...element.childNodes].some(says));
  return [...new Set(texts.map(element => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    return [element.tagName, element.getAttribute('class'), color, fontSize, fontWeight, under(element)].join(' | ');
  }))];
}"""
BEYOND: Final = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > width + 1)
    .slice(0, 3).map(one => `${one.tagName}.${one.getAttribute('class') ?? ''}`);
}"""


def axe(window: Page, *, rules: list[str] | None = None, contrast: bool = True) -> list[str]:
    """Return what axe finds, by all rules or by these; it stays in the window, on whatever page comes next.

    Contrast takes more time than all other rules together, and need not be asked of what looks the same elsewhere.
    """
    if not window.evaluate("'axe' in window"):
        window.evaluate(Axe().axe_script)
        window.add_init_script(Axe().axe_script)
    # No rule that we ask reads the style sheets, which axe would fetch.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = [rule for rule in rules if contrast or rule != CONTRAST]
    elif not contrast:
        options["rules"] = {CONTRAST: {"enabled": False}}
    found: list[str] = window.evaluate(ASK_AXE, options)
    return found


class Looks:
    """The ways in which text was seen to look: its colour, size and weight, the kind of element, what lies below it."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def are_new(self, window: Page) -> bool:
        """Tell whether a page has text that looks like none before, and remember how it looks."""
        here = set(window.evaluate(LOOKS))
        new = bool(here - self._seen)
        self._seen |= here
        return new


def overflow(window: Page) -> list[str]:
    """Return elements that reach beyond the right edge, if the page can be scrolled sideways."""
    found: list[str] = window.evaluate(BEYOND)
    return found
