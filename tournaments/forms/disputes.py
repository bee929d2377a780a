"""Forms of disputes: opening one, deciding it, appealing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import Ruling
from tournaments.models import REASONS, Dispute, Entry, Outcome, Tournament
from tournaments.pages.audit import ruling_text
from tournaments.services.disputed import MOST_TEXT


def _words(label: Any, help_text: Any = "", *, needed: bool = True) -> forms.CharField:
    """Return a field for some sentences."""
    area = forms.Textarea(attrs={"rows": 4})
    return forms.CharField(label=label, max_length=MOST_TEXT, required=needed, widget=area, help_text=help_text)


class DisputeForm(forms.Form):
    """What is wrong: the move or the person if that is asked for, a reason from a short list, and words."""

    ply = forms.IntegerField(label=_("Number of the move"), min_value=1)
    entry = forms.ChoiceField(label=_("Who"), widget=forms.RadioSelect)
    reason = forms.ChoiceField(label=_("Reason"), widget=forms.RadioSelect)
    text = _words(_("What happened"), _("Both sides and the arbiters read it."), needed=False)

    def __init__(self, about: str, data: Any = None, *, last_ply: int = 0, entries: Sequence[Entry] = (), **given: Any):
        super().__init__(data, **given)
        reasons = REASONS[Dispute.About(about)]
        self._fields_of(about, last_ply, entries)
        reason: Any = self.fields["reason"]
        reason.choices = [(one.value, one.label) for one in reasons]
        self.fields["text"].widget.attrs["autocomplete"] = "off"

    def _fields_of(self, about: str, last_ply: int, entries: Sequence[Entry]) -> None:
        """Keep the fields that are asked for what is disputed."""
        if last_ply and about in (Dispute.About.ACTION, Dispute.About.CLOCK):
            ply: Any = self.fields["ply"]
            ply.max_value, ply.required = last_ply, about == Dispute.About.ACTION
            ply.validators = [*ply.validators, forms.IntegerField(max_value=last_ply).validators[0]]
            ply.widget.attrs |= {"max": last_ply}
        else:
            del self.fields["ply"]
        if about == Dispute.About.PERSON and len(entries) > 1:
            entry: Any = self.fields["entry"]
            entry.choices = [(one.pk, one.name) for one in entries]
        else:
            del self.fields["entry"]


class DecisionForm(forms.Form):
    """What is decided, and why; with the ruling that carries it out, if there is one."""

    outcome = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    decision = _words(_("Reason"), _("Both sides read it, and it stands on the public page."))
    ruling_line = forms.TypedChoiceField(
        label=_("Carried out by the ruling"), required=False, coerce=int, empty_value=None
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, dispute: Dispute, data: Any = None):
        super().__init__(data, initial={"seen": dispute.step}, auto_id="decide_%s")
        outcome: Any = self.fields["outcome"]
        outcome.choices = _OF_APPEAL if dispute.state == Dispute.State.APPEALED else _OF_DISPUTE
        rulings = list(Ruling.objects.filter(match=dispute.match)) if dispute.match_id else []
        line: Any = self.fields["ruling_line"]
        line.choices = [("", "–"), *((one.seq, f"{ruling_text(one.text)} – {one.reason}"[:80]) for one in rulings)]
        if not rulings:
            del self.fields["ruling_line"]


_OF_DISPUTE = [
    (Outcome.GRANTED.value, _("The dispute is granted.")),
    (Outcome.UPHELD.value, _("What was disputed stands.")),
]
_OF_APPEAL = [(Outcome.GRANTED.value, _("The appeal is granted.")), (Outcome.UPHELD.value, _("The decision stands."))]


class AppealForm(forms.Form):
    """Why a decision is not accepted."""

    text = _words(_("Why is the decision wrong?"), _("Both sides and the arbiters read it."))


_MINUTE_MS: Final = 60_000


def _minutes(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=24 * 60, help_text=help_text)


class DisputeSettingsForm(forms.Form):
    """How disputes go in a tournament."""

    claim_minutes = _minutes(
        _("Minutes for a dispute"),
        _("After the end of a match. Until then, and while a dispute is open, its result is provisional."),
    )
    appeal_minutes = _minutes(_("Minutes for an appeal"), _("After a decision. A chief arbiter decides the appeal."))
    dispute_pauses = forms.BooleanField(
        label=_("A dispute pauses its match"),
        required=False,
        help_text=_("All clocks stand until an arbiter lets the match go on. Otherwise play goes on meanwhile."),
    )

    @property
    def changes(self) -> dict[str, Any]:
        """Return the values as `tournament_update` takes them."""
        given = self.cleaned_data
        return {
            "claim_ms": given["claim_minutes"] * _MINUTE_MS,
            "appeal_ms": given["appeal_minutes"] * _MINUTE_MS,
            "dispute_pauses": given["dispute_pauses"],
        }

    @staticmethod
    def initial_of(tournament: Tournament) -> dict[str, Any]:
        """Return the values of a tournament as the form shows them."""
        return {
            "claim_minutes": tournament.claim_ms // _MINUTE_MS,
            "appeal_minutes": tournament.appeal_ms // _MINUTE_MS,
            "dispute_pauses": tournament.dispute_pauses,
        }
