"""Payout review: drawn again by anybody, of ended shoes only; answers that stay; a rate with its interval."""

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client, override_settings
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.errors import NotAllowed, Refused
from casino.gaming_day import house_day
from casino.models import Staff
from casino.shifts import shift_of
from shoes import services as shoe_life
from tables import sampling, tasks
from tables.models import Dispute, PayoutAnswer, PayoutSample, SampledPayout
from tables.queries import reviews as known
from tables.queries.payouts import draw_again, payouts_of
from tables.services import reviews, tables
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round


@pytest.fixture
def watcher(person: Callable[..., Staff]) -> Staff:
    return person("surveillance")


@pytest.fixture
def ended(tap: Tapper, boss: Staff) -> Tapper:
    """Two rounds with three payouts at BJ-12; then the shoe ends."""
    a_plain_round(tap)
    a_mistaken_round(tap)
    shoe_life.end("S-000001", by=boss, reason="closed")
    return tap


@pytest.fixture
def drawn(ended: Tapper, watcher: Staff) -> PayoutSample:
    return reviews.draw(shift_of(), by=watcher)


def first(sample: PayoutSample, **wanted: object) -> SampledPayout:
    found = sample.payouts.select_related("round__table").filter(**wanted).first()
    assert found is not None
    return found


def test_a_sample_is_the_first_n_by_the_hash_of_seed_and_name(ended: Tapper, watcher: Staff) -> None:
    """The rule as an auditor would write it, with nothing of ours."""
    sample = reviews.draw(shift_of(), by=watcher, n=2)
    names = ["BJ-12/1:1", "BJ-12/1:2", "BJ-12/2:1"]
    by_hash = sorted(names, key=lambda name: sha256(f"{sample.seed}:{name}".encode()).hexdigest())
    view = known.sample_view(sample)
    assert [payout.name for payout in view.payouts] == by_hash[:2]
    assert (sample.population, sample.population_sha256) == (3, sha256("\n".join(names).encode()).hexdigest())
    assert draw_again(sample).is_same


def test_a_payout_has_the_sum_due_of_its_document(drawn: PayoutSample) -> None:
    """Box 1 with 18 beats 17: 25; box 2 with 19: 50; then 18 loses 25 to 17 and a drawn nine that stays: bust, paid."""
    due = {(one.round.number, one.slot): one.due_minor for one in drawn.payouts.all()}
    documents = {one.round.number: one.document.text for one in drawn.payouts.all()}
    assert due[1, "1"] == 25_00
    assert due[1, "2"] == 50_00
    assert f'"amount_minor":{due[2, "1"]},' in documents[2]


def test_no_payout_of_a_shoe_in_play_is_drawn(tap: Tapper, watcher: Staff) -> None:
    """No counting aid: what is drawn may be looked at with its cards."""
    a_plain_round(tap)
    with pytest.raises(reviews.NothingToDraw, match="No shoe with a payout has ended"):
        reviews.draw(shift_of(), by=watcher)


def test_a_payout_belongs_to_the_shift_in_which_its_shoe_ended(ended: Tapper) -> None:
    now = shift_of()
    before = shift_of(now.starts_at - timedelta(seconds=1))
    assert len(payouts_of(now.starts_at, now.ends_at, timezone.now())) == 3
    assert payouts_of(before.starts_at, before.ends_at, timezone.now()) == {}


def test_a_round_that_was_void_pays_nothing(tap: Tapper, boss: Staff, watcher: Staff) -> None:
    from tables.services import rounds

    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH")
    rounds.close(tap.round, by=boss, how="void", key="void-1")
    shoe_life.end("S-000001", by=boss, reason="closed")
    with pytest.raises(reviews.NothingToDraw):
        reviews.draw(shift_of(), by=watcher)


def test_a_sample_drawn_before_more_shoes_ended_is_found_the_same(
    ended: Tapper, watcher: Staff, boss: Staff, make_shoe: Callable[[str], str]
) -> None:
    sample = reviews.draw(shift_of(), by=watcher)
    tables.change_shoe(ended.table, make_shoe("S-000002"), by=boss)
    a_plain_round(ended)
    shoe_life.end("S-000002", by=boss, reason="closed")
    later = reviews.draw(shift_of(), by=watcher)
    assert (sample.population, later.population) == (3, 5)
    assert draw_again(sample).is_same
    assert draw_again(later).is_same


def test_a_sample_that_the_record_does_not_bear_out_is_told_apart(drawn: PayoutSample) -> None:
    drawn.seed = "0" * 32
    names = [payout.name for payout in known.sample_view(drawn).payouts]
    expected = sampling.drawn(drawn.seed, names, drawn.asked)
    assert draw_again(drawn).is_same is (expected == names)
    drawn.population_sha256 = "0" * 64
    assert not draw_again(drawn).is_same_population


def test_the_clock_draws_once_a_shift_when_it_is_over(ended: Tapper, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tasks.draw_payouts() == []  # the shift still runs
    now = shift_of()
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: now.ends_at + timedelta(minutes=5))
        with override_settings(PAYOUT_SAMPLE=0):
            assert tasks.draw_payouts() == []
        with override_settings(PAYOUT_SAMPLE=2):
            assert tasks.draw_payouts() == [f"{now.day} {now.name}"]
            assert tasks.draw_payouts() == []
        with pytest.raises(reviews.AlreadyDrawn):
            reviews.draw(now, by=None)
    sample = PayoutSample.objects.get()
    assert (sample.by, sample.asked, sample.payouts.count()) == (None, 2, 2)
    assert JournalEntry.objects.filter(body__contains=sample.seed).count() == 1


def test_an_answer_stays_and_another_one_says_why(drawn: PayoutSample, watcher: Staff) -> None:
    payout = first(drawn)
    right = reviews.answer(payout, "right", by=watcher, seen=None)
    with pytest.raises(reviews.AlreadyReviewed):
        reviews.answer(payout, "wrong", by=watcher, seen=None, words="two chips short")
    with pytest.raises(reviews.AnswerIncomplete, match="why the answer is another one"):
        reviews.answer(payout, "cant_see", by=watcher, seen=right.pk)
    reviews.answer(payout, "wrong", by=watcher, seen=right.pk, words="two chips short")
    view = known.payout_view(SampledPayout.objects.get(pk=payout.pk))
    assert [answer.outcome for answer in view.answers] == ["right", "wrong"]
    assert view.row.answer is not None
    assert view.row.answer.words == "two chips short"


def test_a_wrong_answer_says_what_was_wrong(drawn: PayoutSample, watcher: Staff, boss: Staff) -> None:
    payout = first(drawn, slot="2")
    for more, said in (
        ({"words": " "}, "Say what was wrong"),
        ({"words": "x", "paid_minor": 50_00}, "What was paid is what was due"),
    ):
        with pytest.raises(reviews.AnswerIncomplete, match=said):
            reviews.answer(payout, "wrong", by=watcher, seen=None, **more)
    with pytest.raises(reviews.AnswerIncomplete, match="right, wrong or can't see"):
        reviews.answer(payout, "maybe", by=watcher, seen=None)
    with pytest.raises(NotAllowed):
        reviews.answer(payout, "right", by=boss, seen=None)
    assert not PayoutAnswer.objects.exists()


def test_the_rate_counts_what_could_be_seen(drawn: PayoutSample, watcher: Staff) -> None:
    one, two, lost = (first(drawn, round__number=number, slot=slot) for number, slot in ((1, "1"), (1, "2"), (2, "1")))
    reviews.answer(one, "right", by=watcher, seen=None)
    reviews.answer(two, "wrong", by=watcher, seen=None, words="75 instead of 50", paid_minor=75_00)
    reviews.answer(lost, "cant_see", by=watcher, seen=None)
    house, table = known.rates(house_day(), house_day())
    assert (house.table_code, table.table_code) == ("", "BJ-12")
    tally = table.tally
    assert (tally.drawn, tally.right, tally.wrong, tally.cant_see, tally.open) == (3, 1, 1, 1, 0)
    assert (tally.share, tally.over_minor, tally.short_minor) == (0.5, 25_00, 0)
    assert house.tally == tally
    yesterday = house_day() - timedelta(days=1)
    assert [rate.tally.drawn for rate in known.rates(yesterday, yesterday)] == [0]


@pytest.mark.parametrize(
    ("hits", "seen", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3 (81/263, 15/148, 0/20, 1/29)
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_that_of_wilson(hits: int, seen: int, low: float, high: float) -> None:
    found = sampling.wilson(hits, seen)
    assert found is not None
    assert found == pytest.approx((low, high), abs=0.00005)


def test_of_nothing_seen_there_is_no_interval() -> None:
    assert sampling.wilson(0, 0) is None
    low, high = sampling.wilson(5, 5) or (0.0, 0.0)
    assert (round(low, 4), high) == (0.5655, 1.0)


def test_a_wrong_payout_becomes_a_dispute_once(drawn: PayoutSample, watcher: Staff) -> None:
    payout = first(drawn, slot="2")
    made = reviews.answer(payout, "wrong", by=watcher, seen=None, words="75 instead of 50", paid_minor=75_00)
    dispute = reviews.make_dispute(made, by=watcher)
    assert (dispute.round_id, dispute.slot, dispute.words) == (payout.round_id, "2", "75 instead of 50")
    with pytest.raises(Refused, match="is a dispute already"):
        reviews.make_dispute(made, by=watcher)
    with pytest.raises(Refused, match="is a dispute now"):
        reviews.answer(payout, "right", by=watcher, seen=made.pk, words="looked again")
    right = reviews.answer(first(drawn, slot="1"), "right", by=watcher, seen=None)
    with pytest.raises(Refused, match="Only a payout that was found wrong"):
        reviews.make_dispute(right, by=watcher)
    assert Dispute.objects.count() == 1


def test_the_page_shows_cards_sum_and_where_to_look(drawn: PayoutSample, watcher: Staff, client: Client) -> None:
    client.force_login(watcher)
    payout = first(drawn, round__number=1, slot="2")
    page = client.get(f"/reviews/payouts/{payout.pk}").content.decode()
    assert all(card in page for card in ("10 of diamonds", "9 of spades", "king of hearts", "7 of diamonds"))
    assert "Pay 50.00" in page
    assert "Recording of BJ-12" in page
    assert "Dealer</option>" not in page
    answered = client.post(f"/reviews/payouts/{payout.pk}/answer", {"outcome": "wrong", "moved": "taken", "words": "x"})
    assert (answered.status_code, PayoutAnswer.objects.count()) == (422, 0)
    answered = client.post(
        f"/reviews/payouts/{payout.pk}/answer",
        {"outcome": "wrong", "moved": "taken", "paid": "50", "words": "taken, not paid"},
    )
    assert answered.status_code == 302
    assert PayoutAnswer.objects.get().paid_minor == -50_00


def test_the_list_asks_as_often_for_three_samples_as_for_one(
    drawn: PayoutSample, watcher: Staff, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    from django.test.utils import CaptureQueriesContext

    client.force_login(watcher)
    counts = []
    for _more in range(2):
        client.get("/reviews")
        with CaptureQueriesContext(connection) as caught:
            assert client.get("/reviews").status_code == 200
        counts.append(len(caught))
        reviews.draw(shift_of(), by=watcher)
        reviews.draw(shift_of(), by=watcher)
    assert counts[0] == counts[1]


BROKEN = {
    "two samples of one shift by the clock": (
        "INSERT INTO tables_payoutsample (gaming_day, shift, starts_at, ends_at, seed, asked, population,"
        " population_sha256, at) SELECT gaming_day, shift, starts_at, ends_at, seed, asked, population,"
        " population_sha256, at FROM tables_payoutsample, generate_series(1, 2)",
        "payout_sample_one_a_shift",
    ),
    "no seed": (
        "INSERT INTO tables_payoutsample (gaming_day, shift, starts_at, ends_at, seed, asked, population,"
        " population_sha256, at) SELECT gaming_day, shift, starts_at, ends_at, 'seed', asked, population,"
        " population_sha256, at FROM tables_payoutsample",
        "payout_sample_has_a_seed",
    ),
    "one payout drawn twice": (
        "INSERT INTO tables_sampledpayout (sample_id, position, round_id, document_id, slot, due_minor, pays)"
        " SELECT sample_id, position + 100, round_id, document_id, slot, due_minor, pays FROM tables_sampledpayout",
        "sampled_payout_once",
    ),
    "two payouts at one position": (
        "INSERT INTO tables_sampledpayout (sample_id, position, round_id, document_id, slot, due_minor, pays)"
        " SELECT sample_id, position, round_id, document_id, '9', due_minor, pays FROM tables_sampledpayout",
        "sampled_payout_one_a_position",
    ),
    "two first answers": (
        "INSERT INTO tables_payoutanswer (payout_id, outcome, words, by_id, at)"
        " SELECT payout_id, 'right', '', by_id, at FROM tables_payoutanswer",
        "payout_answer_first_one_a_payout",
    ),
    "wrong without words": (
        "INSERT INTO tables_payoutanswer (payout_id, outcome, words, by_id, at)"
        " SELECT p.id, 'wrong', '', a.by_id, now() FROM tables_sampledpayout p, tables_payoutanswer a"
        " WHERE p.id <> a.payout_id",
        "payout_answer_says_why",
    ),
    "another sum where it was right": (
        "INSERT INTO tables_payoutanswer (payout_id, outcome, words, by_id, at, paid_minor)"
        " SELECT p.id, 'right', '', a.by_id, now(), 1 FROM tables_sampledpayout p, tables_payoutanswer a"
        " WHERE p.id <> a.payout_id",
        "payout_answer_paid_only_if_wrong",
    ),
    "by the dealer of the round": (
        "INSERT INTO tables_payoutanswer (payout_id, outcome, words, by_id, at)"
        " SELECT p.id, 'right', '', r.dealer_id, now() FROM tables_sampledpayout p"
        " JOIN tables_round r ON r.id = p.round_id",
        "nobody reviews a payout of their own",
    ),
    "in place of an answer about another": (
        "INSERT INTO tables_payoutanswer (payout_id, outcome, words, by_id, at, replaces_id)"
        " SELECT p.id, 'right', 'x', a.by_id, now(), a.id FROM tables_sampledpayout p, tables_payoutanswer a"
        " WHERE p.id <> a.payout_id",
        "replaces one about the same payout",
    ),
    "a dispute of what was right": (
        "INSERT INTO tables_payoutdispute (answer_id, dispute_id)"
        " SELECT a.id, d.id FROM tables_payoutanswer a, tables_dispute d",
        "a dispute is made of a wrong payout",
    ),
}


def test_postgresql_holds_each_of_these(drawn: PayoutSample, watcher: Staff, ended: Tapper) -> None:
    from tables.services import disputes

    reviews.answer(first(drawn), "right", by=watcher, seen=None)
    disputes.raise_on(ended.round, "1", words="Not paid.", by=watcher)
    for name, (statement, said) in BROKEN.items():
        with pytest.raises(IntegrityError) as refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert said in str(refused.value), name
