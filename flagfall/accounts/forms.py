"""Forms of the account pages."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from flagfall.accounts import limits
from flagfall.accounts.models import ApiToken, Scope, User

EXPIRY_DAYS: Final = ((30, _("30 days")), (90, _("90 days")), (365, _("one year")), (0, _("never")))


class LoginForm(AuthenticationForm):
    """Name and password, with a limit on failures."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "too_many": _("Too many failed log-ins. Wait a quarter of an hour, or ask for a link by e-mail."),
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self._address = str(request.META.get("REMOTE_ADDR", "")) if request else ""

    def clean(self) -> dict[str, Any]:
        """Check the pair; count a failure, and refuse even a right one while there were too many."""
        name = self.cleaned_data.get("username", "")
        if limits.login_is_blocked(name=name, address=self._address):
            raise forms.ValidationError(self.error_messages["too_many"], code="too_many")
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            limits.login_failed(name=name, address=self._address)
            raise
        limits.login_succeeded(name=name, address=self._address)
        return cleaned


class GuestForm(forms.Form):
    """The one thing a guest is asked."""

    display_name = forms.CharField(label=_("Your name"), max_length=60, min_length=1)


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]  # not generic when it runs
    """A new account, or a password for a guest's."""

    email = forms.EmailField(
        label=_("E-mail"), required=False, help_text=_("With it you can recover the account by a link.")
    )

    class Meta:
        model = User
        fields = ("username", "display_name", "email")
        labels = {"display_name": _("Name that others read")}


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """What a person may change about the own account."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("as my browser says")), *settings.LANGUAGES]
    )

    class Meta:
        model = User
        fields = ("display_name", "email", "language")
        labels = {"display_name": _("Name that others read"), "email": _("E-mail")}


class RecoverForm(forms.Form):
    """Whom to send a link."""

    email = forms.EmailField(label=_("E-mail"))


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """A new token: what it is called, what it may do, how long it lasts."""

    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=Scope.choices, initial=[Scope.READ], widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=_("It expires after"), choices=EXPIRY_DAYS, coerce=int, initial=90)

    class Meta:
        model = ApiToken
        fields = ("name",)
