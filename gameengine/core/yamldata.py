"""The data files of the project, which are YAML."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The fast safe loader where it was built, else the slow one."""


def read_yaml(path: Path) -> Any:
    """Return what a data file of the project holds."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)  # noqa: S506 - both are safe
