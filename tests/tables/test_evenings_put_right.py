"""What is told late or corrected of an evening reaches the rounds that it is about, and every document follows."""

import io
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import call_command

from casino.models import Staff
from shoes import services as shoe_life
from tables.models import (
    Evening,
    EveningDocument,
    EveningEnd,
    EveningEvent,
    EveningVerdict,
    Round,
    RoundClose,
    RoundDocument,
)
from tables.queries import felt
from tables.queries.evenings import evening_lines, evening_view
from tables.queries.shapes import EveningView
from tables.services import disputes, tables
from tables.services.drafts import Draft
from tests.tables.banked import NO_NATURAL, READY, SEATED, THIRD_NATURAL, Banked, MakeBanked

pytestmark = pytest.mark.django_db


def audited(banked: Banked, boss: Staff, folder: Path) -> list[str]:
    """Every document of the evening judged anew, once the table is closed and its shoe has ended."""
    if not EveningEnd.objects.exists():
        tables.close(banked.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    path = folder / "evening.jsonl"
    path.write_text("".join(f"{text}\n" for text in evening_lines(Evening.objects.get())))
    out = io.StringIO()
    with suppress(SystemExit):
        call_command("audit_rounds", str(path), stdout=out)
    return out.getvalue().splitlines()


def opened_with(round: Round) -> tuple[object, ...]:
    opened: tuple[object, ...] = max(fact for fact in felt.facts_of(round) if fact[2] == "opened")[6:]
    return opened


def test_a_banker_told_wrong_is_put_right_in_the_rounds_that_were_played(
    banked: Banked, boss: Staff, tmp_path: Path
) -> None:
    """Box 4 took the bank, as was due; the tablet said 3. Two rounds later somebody sees it."""
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(THIRD_NATURAL)
    banked.tell(("took", "3"))
    second = banked.play(NO_NATURAL)
    third = banked.play(NO_NATURAL)
    assert _found() == ["bank_to_wrong_person"]
    assert opened_with(second) == (("4", "1", "2"), "3")
    took = EveningEvent.objects.get(kind="took")
    view = banked.tell(("corrected", took.number, ["took", "4"], "tapped wrong"), by=boss)
    assert (view.bank, view.places, view.findings) == ("4", ("1", "2", "3"), ())
    for round in (second, third):
        assert opened_with(round) == (("1", "2", "3"), "4")
        assert RoundDocument.objects.filter(round=round).count() == 2
    told = audited(banked, boss, tmp_path)
    # Both rounds stand in two revisions; in the second each has cards at box 4, which now held the bank.
    assert told[-1] == "5 rounds, 1 evening, 4 ok, 2 mistakes, 0 judged otherwise, 0 damaged"
    assert [line.partition(":")[0] for line in told[:-1] if not line.endswith("ok")] == [
        "VB-1/2 revision 2",
        "VB-1/3 revision 2",
    ]


def _found() -> list[str]:
    return [row.finding["done"] for row in EveningVerdict.objects.open().order_by("pk")]


def test_a_ruling_after_the_end_appends_the_next_revision_of_the_evening(
    make_banked: MakeBanked, boss: Staff, tmp_path: Path
) -> None:
    """R-FIF-9: the document of the evening names the ruled one of the round, and finds what was carried on wrongly."""
    banked = make_banked("fifteen-000", boxes=2)
    banked.tell(("seated", ["1", "2"]), ("banker", "1"), ("shuffled", "1"), ("cut", "2"))
    first = banked.play("TS TH")
    banked.play("9S TD")
    tables.close(banked.table, by=boss)
    facts = felt.facts_of(first)
    card = next(fact for fact in facts if fact[2] == "card" and fact[5] == "0")
    shown = next(fact for fact in facts if fact[2] == "turned" and fact[5] == card[0])
    contested = disputes.raise_on(first, "0", words="The banker had a nine.", by=boss)
    ruled = Draft("corrected", (shown[0], ["turned", card[0], "9H"], "clip"))
    disputes.rule_on(contested, "for_player", reason="clip", by=boss, drafts=[ruled])
    assert [row.revision for row in EveningDocument.objects.order_by("revision")] == [1, 2]
    told = audited(banked, boss, tmp_path)
    assert told[-1] == "3 rounds, 1 evening, 3 ok, 1 mistakes, 0 judged otherwise, 0 damaged"
    assert [line for line in told if line.startswith("VB-1/evening 1 revision 2: mistakes: R-FIF-9")]


def test_a_round_that_is_ruled_void_leaves_the_pot_as_it_was(make_banked: MakeBanked, boss: Staff) -> None:
    banked = make_banked("fifteen-000", boxes=2)
    banked.tell(("seated", ["1", "2"]), ("banker", "1"), ("shuffled", "1"), ("cut", "2"))
    first = banked.play("TS TH")
    view = evening_view(banked.table)
    assert view is not None
    assert view.pot_minor == 10_00
    contested = disputes.raise_on(first, "0", words="Misdealt.", by=boss)
    disputes.rule_on(contested, "void_round", reason="clip", by=boss)
    view = evening_view(banked.table)
    assert view is not None
    assert (view.pot_minor, view.offer) == (0, ())


def test_a_bank_that_is_put_up_after_the_first_card_reaches_the_round(make_banked: MakeBanked) -> None:
    """R-O36-7, R-O36-8: first a card each, then the bank, then stakes against it."""
    banked = make_banked("ochko36-online", kind="fr36")
    banked.tell(("seated", ["1", "2", "3"]), ("banker", "1"), ("shuffled", "1"), ("cut", "2"))
    taken = banked.found("2:??", "3:??", "0:??")
    view = evening_view(banked.table)
    assert view is not None
    assert view.bank_minor is None
    view = banked.tell(("put_up", 40_00))
    assert (view.bank_minor, view.findings) == (40_00, ())
    facts = felt.facts_of(taken)
    assert facts[-1][5:] == ("0", 40_00, "main")
    fold = felt.fold_of(taken, facts)
    assert fold.bank_minor == 40_00


def test_a_burn_that_is_demanded_voids_a_deal_in_which_nobody_has_decided(make_banked: MakeBanked) -> None:
    """I-8: on demand they shuffle, cut and burn; the deal made so far is void."""
    banked = make_banked("pontoon-004")
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "2"))
    round = banked.found("2:??", "3:??", "4:??", "0:??")
    assert [row.rule for row in EveningVerdict.objects.open()] == ["I-8"]
    view = banked.tell(("demanded", "3"))
    assert RoundClose.objects.get(round=round).how == "void"
    assert (view.due.code, view.bank) == ("shuffle", "1")
    rows = list(EveningEvent.objects.order_by("number").values_list("kind", flat=True))
    assert rows[-3:] == ["demanded", "dealt", "called_off"]


def test_a_game_that_is_over_ends_its_evening_and_another_may_begin(
    make_banked: MakeBanked, boss: Staff, tmp_path: Path
) -> None:
    """R-O2D-20: the deal has gone round; here by two rounds that each needed all the cards."""
    banked = make_banked("ochko2d-e", boxes=2, packs=2)
    banked.tell(("seated", ["1", "2"]), ("banker", "1"), ("shuffled", "1"), ("cut", "2"), ("put_up", 50_00))
    banked.play("TS 9H 8C 7D")
    for bank in ("1", "2"):
        view = evening_view(banked.table)
        assert view is not None
        while view.due.code not in ("game_over", "offer_bank"):
            view = _one_round(banked)
        if bank == "1":
            banked.tell(("took", "2"), ("shuffled", "2"), ("cut", "1"), ("put_up", 50_00))
    assert EveningEnd.objects.get().why == "game_over"
    view = evening_view(banked.table)
    assert view is not None
    assert (view.number, view.is_over, view.due.code) == (1, True, "game_over")
    again = banked.tell(("seated", ["1", "2"]))
    assert (again.number, again.due.code) == (2, "choose_banker")


def _one_round(banked: Banked) -> EveningView:
    """A round of the same few cards; the cards are shuffled in again where the evening asks for it."""
    view = evening_view(banked.table)
    assert view is not None
    if view.bank_minor == 0:
        banked.tell(("put_up", 50_00))
    banked.play("TS 9H 8C 7D 2C 3C")
    found = evening_view(banked.table)
    assert found is not None
    return found
