"""The one settings package: everything that differs between machines is read from the environment in `environment`."""

from flagfall.settings.base import *  # noqa: F403
