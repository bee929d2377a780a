"""Tournament report files as arguments of commands."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper

from tournaments.exchange.trf import Trf, TrfError, read, unknown_codes


def read_report(file: Path, notes: OutputWrapper) -> Trf:
    """Return what a file says; what nobody understands is named in the notes, and not guessed at.

    Raises CommandError with every line and column because of which the file is refused.
    """
    try:
        trf = read(file.read_bytes())
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except TrfError as error:
        raise CommandError(f"{file} is refused:\n{error}") from error
    for record in unknown_codes(trf):
        notes.write(f"line {record.line}: nobody here understands {record.code!r}; it is left aside")
    return trf
