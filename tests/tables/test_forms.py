"""What a supervisor types on the sign form becomes options, or one sentence."""

import pytest
from django.core.exceptions import ValidationError

from tables.forms import SignForm

TYPED = {"profile": "casino-s17", "min_minor": "10", "max_minor": "500", "step_minor": "5"}


def _options(text: str) -> dict[str, object]:
    form = SignForm({**TYPED, "options": text})
    if not form.is_valid():
        raise ValidationError([str(error) for error in form.errors["options"]])
    options: dict[str, object] = form.cleaned_data["options"]
    return options


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", {}),
        ("decks = 8", {"decks": 8}),
        ("even_money = false\nnatural_pays=6:5\n\n", {"even_money": False, "natural_pays": "6:5"}),
        ("insurance_max_ratio = 0.5", {"insurance_max_ratio": "0.5"}),
        ("decks = ²", {"decks": "²"}),  # a digit to Unicode and no number; the engine refuses it with a sentence
    ],
)
def test_one_option_a_line(text: str, options: dict[str, object]) -> None:
    assert _options(text) == options


@pytest.mark.parametrize("text", ["decks", "= 8", "decks ="])
def test_a_line_that_is_no_option_is_shown(text: str) -> None:
    with pytest.raises(ValidationError, match=text):
        _options(text)
