"""What is typed into the house's own pages. A form that is not right is refused with one sentence."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.errors import Refused
from casino.models import Role


class Malformed(Refused):
    """A form that lacks something or says what cannot be."""

    code = "malformed"
    status = 422


def asked(form: forms.Form) -> dict[str, Any]:
    """What the form says. Raises Malformed with the first thing that is wrong."""
    if form.is_valid():
        return dict(form.cleaned_data)
    name, errors = next(iter(form.errors.items()))
    field = form.fields.get(name)
    label = (field.label if field else None) or name
    raise Malformed(_("%(field)s: %(error)s") % {"field": label, "error": errors[0]})


class EnrolForm(forms.Form):
    """Somebody new."""

    username = forms.CharField(label=gettext_lazy("User name"), max_length=40)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices)
    password = forms.CharField(label=gettext_lazy("Password"), max_length=200, strip=False, required=False)


class PersonForm(forms.Form):
    """What is known of somebody."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices)
    licence = forms.CharField(label=gettext_lazy("Licence number"), max_length=40, required=False)
    licence_until = forms.DateField(label=gettext_lazy("Holds until"), required=False, input_formats=["%Y-%m-%d"])


class SecretForm(forms.Form):
    """A password, a PIN or a badge that is set."""

    secret = forms.CharField(max_length=200, strip=False, required=False)


class PasswordForm(forms.Form):
    """One's own password: the old one proves who asks."""

    old = forms.CharField(label=gettext_lazy("Password until now"), max_length=200, strip=False)
    new = forms.CharField(label=gettext_lazy("New password"), max_length=200, strip=False)


class OwnPinForm(forms.Form):
    """One's own PIN, which nobody else needs to know."""

    old = forms.CharField(label=gettext_lazy("Password"), max_length=200, strip=False)
    pin = forms.CharField(label=gettext_lazy("New PIN"), max_length=20)


class CodeForm(forms.Form):
    """A code of an authenticator, or a recovery code."""

    code = forms.CharField(label=gettext_lazy("Code"), max_length=40)


class WhyForm(forms.Form):
    """Why something is done that the journal keeps."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)
