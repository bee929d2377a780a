"""Forms about files that come in."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.pages import words

ENCODINGS = (("utf-8", "UTF-8"), ("latin-1", "Latin-1 (ISO 8859-1)"))


class ReportForm(forms.Form):
    """A report file is sent."""

    file = forms.FileField(
        label=_("Report file (TRF)"),
        help_text=_("A tournament report file of FIDE, TRF16 or TRF26: a Swiss or a round robin."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt,text/plain"}),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"),
        choices=ENCODINGS,
        help_text=_("Newer files are in UTF-8; if names come out wrong or the file is refused, it may be the other."),
    )


class TakeOverForm(forms.Form):
    """A report file that has been read is taken over; it travels along, so that nothing is kept before consent."""

    name = forms.CharField(label=_("Name"), max_length=120)
    game = forms.ChoiceField(label=_("Game"))
    encoding = forms.ChoiceField(choices=ENCODINGS, widget=forms.HiddenInput)
    content = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game: Any = self.fields["game"]
        game.choices = [(each["key"], each["name"]) for each in words.games()]

    def clean_content(self) -> bytes:
        """Return the file as it was sent."""
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except binascii.Error as error:
            raise ValidationError(_("Send the file again."), code="content") from error

    @staticmethod
    def of(content: bytes, encoding: str, name: str) -> TakeOverForm:
        """Return the form for a file."""
        sent = base64.b64encode(content).decode()
        return TakeOverForm(initial={"name": name, "encoding": encoding, "content": sent})
