"""A dispute from the first word to its end: reviewed, ruled, appealed, closed; letters; money; what stays withheld."""

from collections.abc import Callable
from datetime import timedelta

import orjson
import pytest
from django.test import Client, override_settings
from django.utils import timezone

from casino.errors import NotAllowed
from casino.gaming_day import house_day
from casino.models import Staff
from shoes import services as shoe_life
from tables import dispute_refusals, document, queries, refusals, wording
from tables.models import Dispute, LedgerEntry, RoundDocument, Ruling, Verdict
from tables.queries import disputes as known
from tables.queries import ledger as books
from tables.services import disputes, tables, verdicts
from tests.tables.banked import NO_NATURAL, READY, SEATED, Banked
from tests.tables.conftest import LIMITS, PROFILE, Tapper
from tests.tables.play import a_mistaken_round, a_plain_round

pytestmark = pytest.mark.django_db

TRAY, CAGE, REFUNDS = "tray:BJ-12", "cage", "refund:BJ-12"


@pytest.fixture
def dispute(tap: Tapper) -> Dispute:
    a_mistaken_round(tap)
    return disputes.raise_on(tap.round, "1", words="The dealer had 17.", by=tap.dealer)


@pytest.fixture
def ruled(dispute: Dispute, boss: Staff) -> Dispute:
    disputes.rule_on(dispute, "for_player", reason="seen", refund_minor=25_00, by=boss)
    return dispute


def kinds(dispute: Dispute) -> list[str]:
    return list(dispute.steps.order_by("position").values_list("kind", flat=True))


def test_a_dispute_goes_its_whole_way(dispute: Dispute, boss: Staff, second_boss: Staff) -> None:
    assert known.state_of(dispute) == "open"
    disputes.review(dispute, by=boss)
    assert known.state_of(dispute) == "review"
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    disputes.close(dispute, by=boss)
    disputes.appeal(dispute, words="I was not heard.", by=boss)
    disputes.review(dispute, by=second_boss)
    disputes.rule_on(dispute, "for_player", reason="the card was void", refund_minor=25_00, by=second_boss)
    assert kinds(dispute) == ["review", "ruled", "closed", "appealed", "review", "ruled", "closed"]
    assert list(Ruling.objects.order_by("stage").values_list("stage", "decision")) == [
        (1, "for_house"),
        (2, "for_player"),
    ]


def test_an_appeal_is_decided_by_somebody_who_neither_ruled_nor_dealt(
    ruled: Dispute, boss: Staff, second_boss: Staff
) -> None:
    disputes.appeal(ruled, words="too little", by=boss)
    with pytest.raises(dispute_refusals.RuledBefore):
        disputes.rule_on(ruled, "for_house", reason="as before", by=boss)
    with pytest.raises(dispute_refusals.RuledBefore):
        disputes.review(ruled, by=boss)
    Staff.objects.filter(pk=ruled.round.dealer_id).update(role="supervisor")
    with pytest.raises(refusals.OwnHand):
        disputes.rule_on(ruled, "for_house", reason="mine", by=Staff.objects.get(pk=ruled.round.dealer_id))
    assert not known.dispute_page(ruled, boss).may_decide
    assert known.dispute_page(ruled, boss).why_not == "ruled"
    assert known.dispute_page(ruled, second_boss).may_decide


@pytest.mark.parametrize("act", ["review", "close", "appeal", "rule"])
def test_what_the_state_does_not_allow_is_refused(ruled: Dispute, boss: Staff, second_boss: Staff, act: str) -> None:
    """Ruled: nobody reviews or rules. Closed after an appeal: nothing is left to do."""
    acts: dict[str, Callable[[], object]] = {
        "review": lambda: disputes.review(ruled, by=second_boss),
        "close": lambda: disputes.close(ruled, by=second_boss),
        "appeal": lambda: disputes.appeal(ruled, words="again", by=second_boss),
        "rule": lambda: disputes.rule_on(ruled, "for_house", reason="no", by=second_boss),
    }
    disputes.appeal(ruled, words="too little", by=boss)
    disputes.rule_on(ruled, "for_house", reason="no", by=second_boss)
    before = kinds(ruled)
    with pytest.raises((dispute_refusals.NotInThisState, refusals.AlreadyRuled)):
        acts[act]()
    assert kinds(ruled) == before == ["ruled", "appealed", "ruled", "closed"]


def test_who_may_not_rule_moves_nothing_on(ruled: Dispute, person: Callable[..., Staff]) -> None:
    watcher = person("surveillance")
    for act in (disputes.review, disputes.close):
        with pytest.raises(NotAllowed):
            act(ruled, by=watcher)
    with pytest.raises(NotAllowed):
        disputes.appeal(ruled, words="no", by=watcher)


def test_a_refund_is_posted_once_and_an_appeal_posts_the_difference(
    ruled: Dispute, boss: Staff, second_boss: Staff
) -> None:
    assert (books.balance_minor(TRAY), books.balance_minor(REFUNDS)) == (-25_00, 25_00)
    disputes.appeal(ruled, words="too much", by=boss)
    disputes.rule_on(ruled, "for_player", reason="half of it", refund_minor=10_00, by=second_boss)
    assert (books.balance_minor(TRAY), books.balance_minor(REFUNDS)) == (-10_00, 10_00)
    moved = [page.moved_minor for page in known.dispute_page(ruled, boss).rulings]
    assert moved == [25_00, -15_00]
    assert LedgerEntry.objects.filter(kind="refund").count() == 2
    assert books.unbalanced() == []


def test_an_appeal_that_gives_the_same_moves_nothing_more(ruled: Dispute, boss: Staff, second_boss: Staff) -> None:
    disputes.appeal(ruled, words="on principle", by=boss)
    disputes.rule_on(ruled, "for_player", reason="right", refund_minor=25_00, by=second_boss)
    assert LedgerEntry.objects.filter(kind="refund").count() == 1


def test_a_closed_table_pays_from_the_cage(dispute: Dispute, boss: Staff) -> None:
    tables.close(dispute.round.table, by=boss)
    with pytest.raises(dispute_refusals.TrayLocked):
        disputes.rule_on(dispute, "for_player", reason="x", refund_minor=5_00, paid_from="tray", by=boss)
    disputes.rule_on(dispute, "for_player", reason="x", refund_minor=5_00, by=boss)
    assert (books.balance_minor(CAGE), books.balance_minor(REFUNDS)) == (-5_00, 5_00)


def test_where_a_player_banked_the_houses_ledger_has_nothing_of_it(banked: Banked, boss: Staff) -> None:
    banked.tell(SEATED, ("banker", "1"), *READY)
    contested = disputes.raise_on(banked.play(NO_NATURAL), "2", words="I was not paid.", by=boss)
    with pytest.raises(dispute_refusals.BankPays):
        disputes.rule_on(contested, "for_player", reason="seen", refund_minor=5_00, paid_from="cage", by=boss)
    ruling = disputes.rule_on(contested, "for_player", reason="seen", refund_minor=5_00, by=boss)
    assert ruling.paid_from == "bank"
    assert not LedgerEntry.objects.filter(kind="refund").exists()


def test_a_round_declared_void_counts_again_when_an_appeal_says_so(
    dispute: Dispute, boss: Staff, second_boss: Staff
) -> None:
    first = RoundDocument.objects.latest_revisions().get().house_minor
    disputes.rule_on(dispute, "void_round", reason="misdealt", by=boss)
    assert RoundDocument.objects.latest_revisions().get().house_minor == 0
    disputes.appeal(dispute, words="it was not", by=boss)
    disputes.rule_on(dispute, "for_player", reason="the cards are clear", by=second_boss)
    last = RoundDocument.objects.latest_revisions().get()
    assert (last.revision, last.house_minor) == (3, first)
    assert document.audit(last.text.encode(), stored_sha256=last.sha256).record == document.SOUND
    assert [ruling.get("stage") for ruling in orjson.loads(last.text)["rulings"]] == [None, 2]


def test_a_letter_has_the_deadline_of_the_pack(tap: Tapper, boss: Staff) -> None:
    tables.post_sign(tap.table, PROFILE, limits=LIMITS, pack="michigan", by=boss)
    a_plain_round(tap)
    today = house_day()
    letter = disputes.raise_by_letter(tap.round, "1", words="I had 19.", received_on=today, reference="P-7", by=boss)
    assert (letter.answer_by, letter.deadline_from, letter.late_by_days) == (
        today + timedelta(days=14),
        "R 432.11502",
        0,
    )
    assert [held.until for held in letter.round.holds.all()] == [today + timedelta(days=90)]
    assert known.dispute_page(letter, boss).form_days == 28


@override_settings(ANSWER_DAYS=7)
def test_where_the_pack_is_silent_the_house_sets_the_deadline(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    letter = disputes.raise_by_letter(tap.round, "1", words="I had 19.", received_on=house_day(), by=boss)
    assert (letter.answer_by, letter.deadline_from) == (house_day() + timedelta(days=7), "house")
    assert not letter.round.holds.exists()


def test_a_letter_came_between_the_round_and_today(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    for day in (house_day() + timedelta(days=1), house_day() - timedelta(days=1)):
        with pytest.raises(dispute_refusals.BadDay):
            disputes.raise_by_letter(tap.round, "1", words="x", received_on=day, by=boss)


def test_a_dealer_enters_no_letter(tap: Tapper) -> None:
    a_plain_round(tap)
    with pytest.raises(NotAllowed):
        disputes.raise_by_letter(tap.round, "1", words="x", received_on=house_day(), by=tap.dealer)


def test_what_is_not_answered_in_time_is_overdue_until_somebody_rules(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    late = Dispute.objects.create(
        round=tap.round,
        slot="1",
        words="late",
        raised_by=boss,
        came="letter",
        received_on=house_day() - timedelta(days=20),
        answer_by=house_day() - timedelta(days=6),
        deadline_from="house",
    )
    assert known.dispute_page(late, boss).is_overdue
    assert [row.is_overdue for row in known.disputes_list(known.DisputesFilter(deadline="overdue")).rows] == [True]
    disputes.rule_on(late, "for_house", reason="paid as it lay", by=boss)
    assert not known.dispute_page(late, boss).is_overdue
    disputes.appeal(late, words="no", by=boss)  # from here the appeal's own day counts
    assert not known.dispute_page(late, boss).is_overdue
    assert [one.dispute.words for one in queries.needs_a_person(boss) if one.dispute] == ["late"]
    assert known.disputes_list(known.DisputesFilter(deadline="overdue")).rows == ()


def test_an_appeal_is_decided_by_a_day(
    ruled: Dispute, boss: Staff, second_boss: Staff, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the pack is silent, by the house's; until then the pit sees the day, then that it is over."""
    disputes.appeal(ruled, words="I was not heard.", by=boss)
    step = ruled.steps.get(kind="appealed")
    today = house_day()
    assert (step.answer_by, step.deadline_from) == (today + timedelta(days=14), "house")
    (alert,) = [one for one in queries.needs_a_person(boss) if one.dispute]
    assert wording.alert(alert).why.startswith("Appealed: to be decided by ")
    client.force_login(second_boss)
    pit = client.get("/pit").content.decode()
    assert f'<h3><a href="/disputes/{ruled.pk}">BJ-12</a>' in pit  # to the case, not to the table
    assert "The appeal is to be decided by" in client.get(f"/disputes/{ruled.pk}").content.decode()
    later = timezone.now() + timedelta(days=15)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    (alert,) = [one for one in queries.needs_a_person(boss) if one.dispute]
    assert wording.alert(alert).why.startswith("Overdue since ")
    assert known.dispute_page(ruled, boss).is_overdue
    assert [row.id for row in known.disputes_list(known.DisputesFilter(deadline="overdue")).rows] == [ruled.pk]
    disputes.rule_on(ruled, "for_house", reason="as before", by=second_boss)
    assert not known.dispute_page(ruled, boss).is_overdue
    assert known.disputes_list(known.DisputesFilter(deadline="overdue")).rows == ()


def test_the_pit_hears_of_a_letter_when_its_day_comes_near(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    today = house_day()
    for days in (0, 9):
        Dispute.objects.create(
            round=tap.round, slot="1", words=f"{days}", raised_by=boss, came="letter",
            received_on=today, answer_by=today + timedelta(days=days), deadline_from="house",
        )  # fmt: skip
    alerts = [one.dispute.words for one in queries.needs_a_person(boss) if one.dispute]
    assert alerts == ["0"]


def test_whether_play_had_gone_on_is_told(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    at_once = disputes.raise_on(tap.round, "1", words="now", by=boss)
    first = tap.round
    assert known.dispute_page(at_once, boss).next_round is None
    tap.stakes(b1=25_00)
    later = disputes.raise_on(first, "1", words="later", by=boss)
    pages = [known.dispute_page(one, boss) for one in (at_once, later)]
    assert [page.no_return.is_past for page in pages] == [False, True]
    assert [page.next_round.number for page in pages if page.next_round] == [2, 2]


def test_the_engine_proposes_by_the_clause_in_force_with_what_each_choice_gives(tap: Tapper, boss: Staff) -> None:
    tables.post_sign(tap.table, PROFILE, limits=LIMITS, pack="south-dakota", by=boss)
    a_mistaken_round(tap)
    dispute = disputes.raise_on(tap.round, "1", words="He had 17.", by=boss)
    (found,) = known.dispute_page(dispute, boss).proposals
    assert found.finding.rule == "I-16"
    assert found.entry is not None
    assert (found.entry.clause, found.entry.checked) == ("ARSD 20:18:15:28", True)
    told = [(each.option, each.is_default, each.net_minor) for each in found.alternatives]
    assert told == [("void_extra", True, 25_00)]


def test_an_appeal_opens_the_cards_to_those_who_decide_and_a_ruling_closes_them(
    ruled: Dispute, boss: Staff, second_boss: Staff, auditor: Staff
) -> None:
    """The shoe is in play: what nobody has to decide is shown to nobody."""
    assert known.dispute_page(ruled, boss).round.picture is not None  # its verdict is still open
    verdicts.close(Verdict.objects.open().get(), "upheld", by=boss)
    hidden = known.dispute_page(ruled, boss)
    assert (hidden.round.withheld, hidden.round.picture, hidden.proposals, hidden.round.crops) == (True, None, (), ())
    disputes.appeal(ruled, words="too little", by=boss)
    assert known.dispute_page(ruled, second_boss).round.picture is not None
    assert known.dispute_page(ruled, auditor).round.picture is None
    disputes.rule_on(ruled, "for_house", reason="no", by=second_boss)
    assert known.dispute_page(ruled, second_boss).round.picture is None
    shoe_life.end(ruled.round.shoe_key, by=boss, reason="test")
    assert known.dispute_page(ruled, auditor).round.picture is not None
