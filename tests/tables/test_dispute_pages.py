"""The list of disputes, the page of one, its forms and its papers, asked for as browsers do."""

import hashlib
import re
from datetime import timedelta

import pypdfium2
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import Staff
from shoes import services as shoe_life
from shoes.models import Observation
from tables.models import Dispute, Hold, Round, Ruling, Verdict
from tables.services import disputes, verdicts
from tests.browser.seen import SeenTable
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round

pytestmark = pytest.mark.django_db

RULED = {"decision": "for_house", "clause": "I-16", "reason": "no", "refund_minor": "0"}
CARD_NAMES = re.compile(r"\b(?:8|queen|king|7|9) of (?:spades|clubs|hearts|diamonds)\b|#(?:8S|QC|KH|7D|9C)\b")


@pytest.fixture
def boss_client(client: Client, boss: Staff) -> Client:
    client.force_login(boss)
    return client


@pytest.fixture
def dispute(tap: Tapper) -> Dispute:
    a_mistaken_round(tap)
    return disputes.raise_on(tap.round, "1", words="The dealer had 17.", by=tap.dealer)


def text_of(pdf: bytes) -> str:
    """All that a PDF says, in one line."""
    pages = pypdfium2.PdfDocument(pdf)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


def test_the_list_takes_the_same_number_of_queries_for_one_and_three(
    tap: Tapper, boss: Staff, boss_client: Client
) -> None:
    counts = []
    a_plain_round(tap)
    for _ in range(3):
        disputes.raise_on(tap.round, "1", words="x", by=boss)
        with CaptureQueriesContext(connection) as asked:
            assert boss_client.get("/disputes").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[2]


def test_the_list_is_narrowed_by_state_table_and_deadline(tap: Tapper, boss: Staff, boss_client: Client) -> None:
    a_plain_round(tap)
    first = disputes.raise_on(tap.round, "1", words="the first", by=boss)
    disputes.rule_on(first, "for_house", reason="no", by=boss)
    disputes.raise_by_letter(tap.round, "2", words="by letter now", received_on=house_day(), by=boss)

    def listed(query: str) -> list[str]:
        page = boss_client.get(f"/disputes?{query}").content.decode()
        return [words for words in ("the first", "by letter now") if f">{words}<" in page]

    both = ["the first", "by letter now"]
    assert (listed(""), listed("state=ruled"), listed("state=open")) == (both, both[:1], both[1:])
    assert (listed("deadline=later"), listed("deadline=none"), listed("deadline=overdue")) == (both[1:], both[:1], [])
    assert (listed("table=X"), listed(f"before={first.pk + 1}")) == ([], both[:1])
    assert boss_client.get("/disputes?state=lost").status_code == 422
    assert boss_client.get("/disputes?before=x").status_code == 422


def test_a_letter_is_entered_from_the_page_of_its_round(tap: Tapper, boss_client: Client) -> None:
    a_plain_round(tap)
    form = {"slot": "1", "words": "I had 19.", "came": "letter", "reference": "P-7"}
    page = f"/rounds/{tap.round.pk}/disputes"
    assert "the day on which the letter came" in boss_client.post(page, form).content.decode()
    answer = boss_client.post(page, form | {"received_on": house_day().isoformat()})
    made = Dispute.objects.get()
    assert answer.headers["Location"] == f"/disputes/{made.pk}"
    assert (made.came, made.reference, made.answer_by) == ("letter", "P-7", house_day() + timedelta(days=14))
    shown = boss_client.get(f"/disputes/{made.pk}").content.decode()
    assert "To be answered by" in shown
    assert "P-7" in shown


def test_a_dispute_is_moved_on_by_forms(dispute: Dispute, boss_client: Client, second_boss: Staff) -> None:
    page = f"/disputes/{dispute.pk}"
    for path, form in [
        ("review", {}),
        ("rule", RULED),
        ("close", {"words": "accepted"}),
        ("appeal", {"words": "He was not heard."}),
        ("hold", {"why": "a court", "until": house_day().isoformat()}),
    ]:
        assert boss_client.post(f"{page}/{path}", form).headers["Location"] == page
    held = Hold.objects.get()
    assert boss_client.post(f"{page}/holds/{held.pk}/lift", {"why": "over"}).status_code == 302
    assert boss_client.post(f"{page}/rule", RULED).status_code == 403  # the boss ruled before
    boss_client.force_login(second_boss)
    assert boss_client.post(f"{page}/rule", RULED | {"paid_from": "cage", "refund_minor": "25"}).status_code == 302
    assert [one.refund_minor for one in Ruling.objects.order_by("stage")] == [0, 25_00]
    assert boss_client.post(f"{page}/close", {}).status_code == 409


@pytest.mark.parametrize(
    ("path", "form", "sentence"),
    [
        ("appeal", {"words": ""}, "Why the ruling is not accepted"),
        ("hold", {"why": "x", "until": "soon"}, "Until"),
        ("hold", {"why": "x", "until": "2020-01-01"}, "still to come"),
        ("rule", RULED | {"paid_from": "moon"}, "Paid"),
    ],
)  # fmt: skip
def test_a_form_that_lacks_something_changes_nothing(
    dispute: Dispute, boss_client: Client, path: str, form: dict[str, str], sentence: str
) -> None:
    answer = boss_client.post(f"/disputes/{dispute.pk}/{path}", form)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not dispute.steps.exists()
    assert not Hold.objects.exists()


def test_while_the_shoe_is_in_play_a_decided_dispute_tells_no_card(
    dispute: Dispute, boss: Staff, boss_client: Client
) -> None:
    """No counting aid: neither the page, nor the list, nor a paper."""
    assert CARD_NAMES.search(boss_client.get(f"/disputes/{dispute.pk}").content.decode())
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    verdicts.close(Verdict.objects.open().get(), "upheld", by=boss)
    for page in ("/disputes", f"/disputes/{dispute.pk}"):
        for query in ("", "?part=all", "?part=replay", "?step=3"):
            assert CARD_NAMES.findall(boss_client.get(page + query).content.decode()) == []
    for paper in ("file", "sheet"):
        answer = boss_client.get(f"/disputes/{dispute.pk}/{paper}.pdf", headers={"Accept": "application/json"})
        assert answer.json()["code"] == "shoe-in-play"


def test_there_is_no_sheet_before_a_ruling_and_none_in_another_language(
    dispute: Dispute, boss: Staff, boss_client: Client
) -> None:
    shoe_life.end(dispute.round.shoe_key, by=boss, reason="test")
    asked = {"Accept": "application/json"}
    page = f"/disputes/{dispute.pk}"
    assert boss_client.get(f"{page}/sheet.pdf", headers=asked).json()["code"] == "dispute-not-ruled"
    assert boss_client.get(f"{page}/file.pdf?language=de", headers=asked).json()["code"] == "malformed"


@pytest.fixture
def decided(tap: Tapper, boss: Staff, second_boss: Staff) -> Dispute:
    """Seen by a camera, ruled, appealed and decided; the shoe has ended."""
    seen = SeenTable(tap.table, tap.dealer)
    seen.stakes(b1=25_00)
    seen.deal("1:8S 0:KH 1:QC 0:7D 0:9C")
    played: Round = seen.rounds[-1]
    dispute = disputes.raise_on(played, "1", words="He had 17.", by=tap.dealer)
    disputes.rule_on(dispute, "for_house", reason="Paid as it lay.", clause="I-16", by=boss)
    disputes.appeal(dispute, words="Look at the picture.", by=boss)
    disputes.rule_on(dispute, "for_player", reason="17 stands.", clause="S000:L63", refund_minor=25_00, by=second_boss)
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    return dispute


HEADS = {
    "en": [
        "file for the regulator",
        "Step by step",
        "Ruled on appeal",
        "Pictures of the cards",
        "Journal",
        "He had 17.",
    ],
    "ru": ["дело для регулятора", "Шаг за шагом", "Решение по жалобе", "Снимки карт", "Журнал", "He had 17."],
}
DECIDED = {
    "en": ["You are right.", "first decision gave you 0.00; on appeal it is 25.00.", "17 stands.", "Your cards: 18."],
    "ru": ["Вы правы.", "решению вам полагалось 0,00, по жалобе — 25,00.", "17 stands.", "Ваши карты: 18."],
}


def test_the_papers_tell_all_in_both_languages_and_the_same_record_gives_the_same_bytes(
    decided: Dispute, boss: Staff, boss_client: Client
) -> None:
    """The file: cards, steps, rulings, every hash. The sheet: what was decided and why, and nobody's name."""
    about = f'{{"about":"round:{decided.round_id}"'
    hashes = {
        *decided.round.documents.values_list("sha256", flat=True),
        *JournalEntry.objects.filter(body__startswith=about).values_list("sha256", flat=True),
        *(row.crop_sha256 for row in Observation.objects.exclude(crop_sha256="")),
    }
    assert len(hashes) > 10
    for language in ("en", "ru"):
        for paper, wanted in (("file", HEADS), ("sheet", DECIDED)):
            asked = f"/disputes/{decided.pk}/{paper}.pdf?language={language}"
            written = boss_client.get(asked).content
            assert written == boss_client.get(asked).content
            told = text_of(written)
            assert [words for words in wanted[language] if words not in told] == []
            assert [one for one in hashes if (one in told.replace(" ", "")) != (paper == "file")] == []
            assert [name for name in (boss.name, "Second-Boss") if (name in told) != (paper == "file")] == []
            kept = JournalEntry.objects.filter(body__contains=hashlib.sha256(written).hexdigest())
            assert '"what":"dispute.paper_made"' in kept[0].body
