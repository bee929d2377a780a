"""Makes the pictures of the README: starts the demo on a fresh database, waits for some moves, and looks at it.

Run by `make docs`; needs Chromium.
"""

from __future__ import annotations

import base64
import sys
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browsing import Windows, chromium
from tests.live import embedded_service
from tests.services import scratch_folder

PICTURES: Final = ROOT / "docs" / "pictures"
DEMO: Final = "/t/demo-cup/"
MOVES_FOR_S: Final = 150
"""How long the bots play first: a board that nobody has touched says little."""
SETTLES_MS: Final = 3_000
"""Until the page has its socket and the first news."""
SIZE: Final = {"width": 1280, "height": 860}
FRAME: Final = """
<style>
  body {{ margin: 0; padding: 28px; display: flex; gap: 28px; background: #e6e1d6; }}
  img {{ width: 50%; min-width: 0; border-radius: 6px; box-shadow: 0 2px 14px rgb(0 0 0 / .22); }}
</style>
{images}
"""


def main() -> None:
    """Write docs/pictures/overview.png."""
    PICTURES.mkdir(exist_ok=True)
    with scratch_folder() as folder, embedded_service(folder / "data") as service, chromium() as browser:
        time.sleep(MOVES_FOR_S)
        with Windows(browser) as windows:
            page = windows.open(**SIZE)
            shots = [_match(page, service.url), _tournament(page, service.url)]
            _side_by_side(windows.open(width=1600, height=600, device_scale_factor=1), shots)
    print(f"written: {PICTURES.relative_to(ROOT)}/overview.png")


def _match(page: Any, url: str) -> bytes:
    """Return the picture of the first live board."""
    page.goto(url + DEMO)
    page.locator("a[href^='/m/']").first.click()
    page.wait_for_selector("#board svg")
    page.wait_for_timeout(SETTLES_MS)
    shot: bytes = page.screenshot()
    return shot


def _tournament(page: Any, url: str) -> bytes:
    """Return the picture of the standings."""
    page.goto(url + DEMO + "standings/")
    page.wait_for_selector(".table")
    shot: bytes = page.screenshot()
    return shot


def _side_by_side(page: Any, shots: list[bytes]) -> None:
    images = "".join(f"<img src='data:image/png;base64,{base64.b64encode(shot).decode()}'>" for shot in shots)
    page.set_content(FRAME.format(images=images))
    page.locator("body").screenshot(path=PICTURES / "overview.png")


if __name__ == "__main__":
    main()
