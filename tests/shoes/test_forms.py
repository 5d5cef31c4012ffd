"""What a supervisor types about a shoe."""

import pytest
from django.forms import ModelMultipleChoiceField

from casino.models import Staff
from shoes import queries
from shoes.forms import LoadForm, form_for
from shoes.models import Pack, Step
from shoes.pack_forms import ActForm, ReceiveForm
from tests.shoes.test_life import full_count

TYPED = {
    Step.CUT: {"cut_by": "box 3"},
    Step.STOP_CARD: {"from_bottom": "40"},
    Step.BURNED: {"burned": "3"},
    Step.COUNTED: {card: str(count) for card, count in full_count(2).items()},
}


def test_a_shoe_is_led_from_store_to_count_by_forms(packs: list[Pack], loader: Staff, verifier: Staff) -> None:
    load = LoadForm({"packs": [pack.pk for pack in packs], "kind": "shoe", "key": "S-7"})
    assert load.is_valid()
    key = load.carry_out(by=loader)
    done = []
    while (shoe := queries.state(key)) and shoe.next_steps:
        step = next((step for step in shoe.next_steps if step not in done), shoe.next_steps[-1])
        form = form_for(step, shoe, TYPED.get(step, {}))
        assert form.is_valid()
        form.carry_out(key, by=verifier)
        done.append(step)
    assert done == [
        Step.VERIFIED,
        Step.SHUFFLED,
        Step.CUT,
        Step.STOP_CARD,
        Step.BURNED,
        Step.IN_PLAY,
        Step.STOP_OUT,
        Step.ENDED,
        Step.COUNTED,
    ]


def choices() -> list[str]:
    """The packs that a supervisor may load."""
    field = LoadForm().fields["packs"]
    assert isinstance(field, ModelMultipleChoiceField)
    assert field.queryset is not None
    return [str(pack) for pack in field.queryset]


def test_only_packs_that_are_there_and_not_held_can_be_chosen(loaded: str, loader: Staff) -> None:
    assert not choices()
    form = ReceiveForm({"serials": "P-077..P-078", "kind": "fr52", "back": "red"})
    assert form.is_valid()
    assert form.carry_out(by=loader) == "In the store: P-077, P-078."
    held = ActForm({"act": "hold", "serials": "P-078", "words": "marked?"})
    assert held.is_valid()
    held.carry_out(by=loader)
    assert choices() == ["P-077"]


@pytest.mark.parametrize(
    ("step", "typed"), [(Step.CUT, {}), (Step.STOP_CARD, {"from_bottom": "many"}), (Step.BURNED, {"burned": "-1"})]
)
def test_a_step_typed_badly_is_not_done(loaded: str, step: Step, typed: dict[str, str]) -> None:
    shoe = queries.state(loaded)
    assert shoe is not None
    assert not form_for(step, shoe, typed).is_valid()


def test_a_foreign_card_is_counted_as_one_too_many(in_play: str, verifier: Staff) -> None:
    for step in (Step.STOP_OUT, Step.ENDED, Step.COUNTED):
        shoe = queries.state(in_play)
        assert shoe is not None
        form = form_for(step, shoe, TYPED.get(step, {}) | {"5H": "1", "foreign": "KS"})
        assert form.is_valid()
        form.carry_out(in_play, by=verifier)
    view = queries.shoe_view(in_play)
    assert view is not None
    assert [(alarm.kind, alarm.card) for alarm in view.alarms] == [("missing", "5H"), ("extra", "KS")]
