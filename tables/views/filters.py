"""What the auditor narrows the list of rounds to."""

import re
from datetime import datetime, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.models import Staff
from tables.models import Table
from tables.queries.shapes import RoundsFilter, Sample

OUTCOMES = ("open", "upheld", "put_right", "misread", "entered_wrong", "rule_set_wrong")
SAMPLED = ("sample", "seed", "upto")
MOST_SAMPLED = 500
TRUTHS = ("differs", "ruled", "unknown")
RULE = re.compile(r"(R-[A-Z0-9]+-\d+|I-\d+|CENSUS)", re.ASCII | re.IGNORECASE)
HASH = re.compile(r"[0-9a-f]{8,64}", re.ASCII)
ROUND = re.compile(r"(?:(\S+)[ /])?(\d{1,9})", re.ASCII)


class _Dealers(forms.ModelChoiceField):  # type: ignore[type-arg]  # not generic at run time
    def label_from_instance(self, person: Staff) -> str:
        return person.name


class FilterForm(forms.Form):
    """GET parameters of /log; every mistake is one sentence beside its field."""

    find = forms.CharField(label=_("Find"), max_length=80, required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    dealer = _Dealers(queryset=Staff.objects.none(), label=_("Dealer"), required=False, empty_label=_("All dealers"))
    shoe = forms.CharField(label=_("Shoe"), max_length=32, required=False)
    table = forms.MultipleChoiceField(label=_("Table"), required=False)
    outcome = forms.MultipleChoiceField(label=_("Verdict"), required=False, choices=[(one, one) for one in OUTCOMES])
    rule = forms.MultipleChoiceField(label=_("Rule"), required=False)
    truth = forms.MultipleChoiceField(label=_("Truths"), required=False, choices=[(one, one) for one in TRUTHS])
    sample = forms.IntegerField(label=_("Sample"), min_value=1, max_value=MOST_SAMPLED, required=False)
    seed = forms.RegexField(label=_("Seed"), regex=r"^[0-9A-Za-z-]{1,20}$", required=False)
    upto = forms.IntegerField(label=_("Sample"), min_value=0, max_value=2**31 - 1, required=False)
    page = forms.IntegerField(min_value=1, max_value=10**6, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        fields: dict[str, Any] = self.fields
        fields["dealer"].queryset = Staff.objects.filter(role="dealer").order_by("name")
        fields["table"].choices = [(code, code) for code in Table.objects.values_list("code", flat=True)]
        fields["rule"].choices = [(rule, rule) for rule in data.getlist("rule") if RULE.fullmatch(rule)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("This day is before the first; choose a later one."))
        told = {name for name in SAMPLED if cleaned.get(name) not in (None, "")}
        if told and told != {*SAMPLED} and not self.errors.keys() & {*SAMPLED}:
            self.add_error("sample", _("A sample has a size, a seed and an end; draw it anew."))
        find = (cleaned.get("find") or "").strip()
        if find and not (RULE.fullmatch(find) or ROUND.fullmatch(find) or HASH.fullmatch(find.lower())):
            wrong = _("Write a round such as BJ-12 388, a rule such as I-6, or 8 or more digits of a hash.")
            self.add_error("find", wrong)
        return cleaned

    def hash_sought(self) -> str:
        """The start of a document's hash, if that is what was looked for."""
        find = str(self.cleaned_data["find"]).strip().lower()
        is_other = RULE.fullmatch(find) or ROUND.fullmatch(find)
        return find if HASH.fullmatch(find) and not is_other else ""

    def filter(self) -> RoundsFilter:
        """Of a valid form."""
        said = self.cleaned_data
        tables, rules, number = list(said["table"]), list(said["rule"]), None
        find = said["find"].strip()
        if RULE.fullmatch(find):
            rules.append(find.upper())
        elif match := ROUND.fullmatch(find):
            number = int(match[2])
            tables = [match[1]] if match[1] else tables
        return RoundsFilter(
            tables=tuple(tables),
            outcomes=tuple(said["outcome"]),
            rules=tuple(rules),
            truths=tuple(said["truth"]),
            dealer_id=said["dealer"].pk if said["dealer"] else None,
            shoe_key=said["shoe"].strip(),
            since=_moment(said["since"], time.min),
            until=_moment(said["until"], time.max),
            number=number,
            sample=Sample(said["sample"], said["seed"], said["upto"]) if said["sample"] else None,
            page=said["page"] or 1,
        )


def _moment(day: Any, at: time) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, at)) if day else None
