"""What can be wrong with any page: faults that axe finds, and parts that reach beyond the edge of the window."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SEEN: Final = ["color-contrast", "scrollable-region-focusable", "target-size"]
"""The rules whose answers depend on colours and on the width of the window; all rules are asked once."""
WITHOUT_PSEUDO: Final = "axe.configure({ checks: [{ id: 'color-contrast', options: { ignorePseudo: true } }] });"
"""Text before a decorated `::before` is judged like any other: left to itself axe gives no answer on it, slowly."""
ASK_AXE: Final = """options => axe.run(options).then(found =>
  found.violations.map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.target).join(', ')}`))"""
BEYOND: Final = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > width + 1)
    .slice(0, 3).map(one => `${one.tagName}.${one.getAttribute('class') ?? ''}`);
}"""


def axe(window: Page, *, rules: list[str] | None = None) -> list[str]:
    """Return what axe finds, by all rules or by these; it stays in the window, on whatever page comes next."""
    if not window.evaluate("'axe' in window"):
        script = f"{Axe().axe_script}\n{WITHOUT_PSEUDO}"
        window.evaluate(script)
        window.add_init_script(script)
    # No rule that we ask reads the style sheets, which axe would fetch.
    options = {"resultTypes": ["violations"], "preload": False} | ({"runOnly": rules} if rules else {})
    found: list[str] = window.evaluate(ASK_AXE, options)
    return found


def overflow(window: Page) -> list[str]:
    """Return elements that reach beyond the right edge, if the page can be scrolled sideways."""
    found: list[str] = window.evaluate(BEYOND)
    return found
