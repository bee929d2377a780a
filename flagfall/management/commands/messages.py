"""`manage.py messages`: collect what is to be translated; with `--check`, fail when something is not."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.core.management.commands import makemessages

SOURCES: Final = ("flagfall", "matches", "tournaments", "templates")
LANGUAGE: Final = "de"
CATALOGUE: Final = Path(LANGUAGE) / "LC_MESSAGES" / "django.po"
# The instant of extraction would be a change in every run.
_DATES: Final = re.compile(r'^"(POT-Creation-Date|PO-Revision-Date): .*\n', re.MULTILINE)


class _Extract(makemessages.Command):
    """Django's extraction, without guesses at what a changed sentence might mean."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]


class Command(BaseCommand):
    """Bring locale/ up to date from the sources. Needs GNU gettext."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Collect, or only check."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail if a sentence is missing")

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        """Extract in a folder apart, then take the result over or judge it."""
        if shutil.which("xgettext") is None:
            raise CommandError("GNU gettext is missing: install it ('apt-get install gettext' on Debian).")
        kept = settings.LOCALE_PATHS[0] / CATALOGUE
        text = _extracted(settings.BASE_DIR)
        faults = list(_faults(read_po(io.StringIO(text), locale=LANGUAGE)))
        if not check:
            kept.write_text(text)
            self.stdout.write(f"{kept.relative_to(settings.BASE_DIR)}: {len(faults)} sentences wait for a translation")
        elif faults:
            raise CommandError("\n".join((*faults, f"{len(faults)} sentences lack a good translation (make messages)")))


def _extracted(root: Path) -> str:
    """Return the catalogue as it would be after extraction; touches nothing below `root`."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        for source in SOURCES:
            os.symlink(root / source, source)
        shutil.copytree(root / "locale", "locale")
        _Extract(stdout=io.StringIO()).run_from_argv(
            [
                "manage.py",
                "makemessages",
                "--locale",
                LANGUAGE,
                "--symlinks",
                "--no-obsolete",
                "--add-location",
                "file",
                "--no-wrap",
            ]
        )
        return _DATES.sub("", (Path("locale") / CATALOGUE).read_text())


def _faults(catalogue: Catalog) -> Iterator[str]:
    """Yield one line for each message that has no translation, or one that does not fit."""
    for message in catalogue:
        if message.id and _is_missing(message):
            yield f"not translated: {message.id!r}"
    for message, errors in catalogue.check():
        yield from (f"{error}: {message.id!r}" for error in errors)


def _is_missing(message: Message) -> bool:
    texts = message.string if isinstance(message.string, list | tuple) else [message.string]
    return message.fuzzy or not all(texts)
