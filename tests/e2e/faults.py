"""What can be wrong with any page: faults that axe finds, and parts that reach beyond the edge of the window."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SEEN: Final = ["color-contrast", "scrollable-region-focusable", "target-size"]
"""The rules whose answers depend on colours and on the width of the window; all rules are asked once."""
ASK_AXE: Final = """options => axe.run(options).then(found =>
  found.violations.map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.target).join(', ')}`))"""
BEYOND: Final = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > width + 1)
    .slice(0, 3).map(one => `${one.tagName}.${one.getAttribute('class') ?? ''}`);
}"""


def axe(window: Page, *, rules: list[str] | None = None) -> list[str]:
    """Return what axe finds, by all rules or by these; it stays on the page until that is left."""
    if not window.evaluate("'axe' in window"):
        window.evaluate(Axe().axe_script)
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found: list[str] = window.evaluate(ASK_AXE, options)
    return found


def overflow(window: Page) -> list[str]:
    """Return elements that reach beyond the right edge, if the page can be scrolled sideways."""
    found: list[str] = window.evaluate(BEYOND)
    return found
