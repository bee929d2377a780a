"""Uploading the content of a game."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ContentForm(forms.Form):
    """A content file and what it is to be called."""

    file = forms.FileField(
        label=_("Content file (YAML)"),
        help_text=_("At most 64 KiB. Take one of the built-in contents and change what you like."),
        widget=forms.FileInput(attrs={"accept": ".yaml,.yml,.json"}),
    )
    name = forms.CharField(label=_("Name"), max_length=80, required=False, help_text=_("Empty: the name of the file."))
