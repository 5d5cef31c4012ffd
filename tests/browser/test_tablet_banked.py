"""Tables whose bank players hold, dealt on the tablet: an evening of four banks, cards in the hand, a claim, a farm."""

import contextlib
import io
import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from casino.models import Staff
from shoes import services as shoe_life
from tables.models import Evening, EveningEvent, Round, Table, Verdict
from tables.queries import felt
from tables.queries.evenings import evening_lines
from tables.services import tables
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage
from tests.browser.test_access import complaints
from tests.tables.banked import open_banked

pytestmark = pytest.mark.django_db(transaction=True)

OpenTablet = Callable[..., "BankedPage"]


class BankedPage(TabletPage):
    """The tablet of a private game."""

    table: Table

    def is_accessible(self) -> None:
        assert complaints(self.page) == []

    def seat(self, *places: int) -> None:
        self.says("Say who plays")
        for place in places:
            self.touch(self.page.locator(f'.seat:has([value="{place}"])'))
        self.press("These play")

    def at(self, box: int, answer: str) -> None:
        """A button in a box."""
        self.press(f"Box {box}: {answer}")

    def ready(self, *, cutter: int, holder: str = "banker") -> None:
        self.says("Shuffle")
        self.press(f"The {holder} has shuffled")
        self.says("Cut the pack")
        self.at(cutter, "Cuts")

    def open_panel(self, name: str) -> None:
        self.touch(self.page.locator(f"header [data-opens={name}]"))

    def shows(self, texts: str) -> None:
        """The hand that acts is shown, card by card."""
        self.word("Shows its cards")
        self.cards(texts)


@pytest.fixture
def open_tablet(open_page: OpenPage, dealer: Staff, boss: Staff, person: Callable[..., Staff]) -> OpenTablet:
    """`open_tablet("farmer-000", kind="fr45")`: a table open for the dealer, and its tablet."""
    second = person("supervisor", "verifier")
    keys = (f"key-{number}" for number in itertools.count(1))

    def opened(profile: str, **more: object) -> BankedPage:
        banked = open_banked(profile, dealer=dealer, boss=boss, second=second, keys=keys, **more)  # type: ignore[arg-type]
        tablet = BankedPage(open_page(dealer, "/tablet"))
        tablet.table = banked.table
        return tablet

    return opened


def audited(tablet: BankedPage, boss: Staff, folder: Path) -> str:
    """The table closes, its shoe ends, and everything is judged anew from the documents."""
    tables.close(tablet.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    path = folder / "evening.jsonl"
    path.write_text("\n".join(evening_lines(Evening.objects.get())) + "\n", encoding="utf-8")
    out = io.StringIO()
    with contextlib.suppress(SystemExit):
        call_command("audit_rounds", str(path), stdout=out)
    return out.getvalue().splitlines()[-1]


def deal(tablet: BankedPage, seats: list[int], hands: list[str], *, bank: str) -> None:
    """A round of blackjack in the hand: everybody stands; who has a natural shows it in turn."""
    for seat in seats:
        tablet.stake(str(seat), 5_00)
    tablet.press("Close stakes")
    tablet.press("All dealt face down")
    up, hole = bank.split()
    tablet.card(up, to="Banker")
    tablet.press("All dealt face down")
    for seat, hand in zip(seats, hands, strict=True):
        tablet.says(f"Box\xa0{seat} acts")
        if "A" in hand:
            tablet.shows(hand)
            tablet.says(f"Pay box\xa0{seat}")
            tablet.press("Paid as shown")
        else:
            tablet.word("Stand")
    tablet.card(hole, to="Banker, the card face down")
    tablet.says("Banker acts")
    tablet.word("Stand")
    for hand in hands:
        if "A" not in hand:
            tablet.cards(hand)
    tablet.press("Paid as shown")


def test_an_evening_of_four_banks_is_dealt_on_the_tablet_and_audited(
    open_tablet: OpenTablet, boss: Staff, tmp_path: Path
) -> None:
    # R-BJV-5..9, R-BJV-11: by a natural, refused, auctioned, sold
    tablet = open_tablet("variable-000", options={"sell_deal_right": True})
    tablet.seat(1, 2, 3, 4)
    tablet.at(1, "Holds the bank")
    tablet.ready(cutter=3)
    tablet.taps = 0
    deal(tablet, [2, 3, 4], ["9S 9D", "8D 8C", "AH KS"], bank="7C TD")
    assert tablet.taps == 3 * 2 + 1 + 3 + (2 + 1 + 2 + 1) + 2 + 4 + 1
    tablet.says("Bank to box\xa04?")
    tablet.is_accessible()
    tablet.press("Takes the bank")
    deal(tablet, [1, 2, 3], ["AS KD", "AD QC", "9H 8S"], bank="7C TD")
    for refusing in (1, 2):
        tablet.says(f"Bank to box\xa0{refusing}?")
        tablet.press("Refuses")
    tablet.says("Take the stakes")
    deal(tablet, [1, 2, 3], ["9S 9D", "8D 8C", "7H KS"], bank="7C TD")
    tablet.says("Take the stakes")
    tablet.open_panel("around")
    tablet.is_accessible()
    tablet.press("The banker gives up the bank: auction")
    tablet.says("Auction")
    tablet.is_accessible()
    for box, sum_ in (("2", "15"), ("3", "20")):
        tablet.touch(tablet.page.locator(f'label:has([name=bidder][value="{box}"])'))
        for figure in sum_:
            tablet.press(figure)
        tablet.press("Enter the bid")
        expect(tablet.page.get_by_text(f"bids {sum_}", exact=True)).to_be_visible()
    tablet.press("No more bids")
    tablet.says("Bank to box\xa03?")
    tablet.press("Takes the bank")
    deal(tablet, [4, 1, 2], ["9S 8D", "AD KC", "9H 8S"], bank="7C TD")
    tablet.says("Bank to box\xa01?")
    tablet.press("Sells it")
    tablet.page.locator("#sale").fill("5")
    tablet.press("to Box 2")
    tablet.says("Bank to box\xa02?")
    tablet.press("Takes the bank")
    tablet.says("Take the stakes")
    assert list(Round.objects.order_by("number").values_list("close__how", flat=True)) == ["settled"] * 4
    told = EveningEvent.objects.order_by("number").values_list("kind", flat=True)
    assert [kind for kind in told if kind in ("took", "refused", "left", "bid", "hammered", "sold")] == [
        *("took", "refused", "refused", "left", "bid", "bid", "hammered", "took", "sold", "took"),
    ]
    total = audited(tablet, boss, tmp_path)
    assert total == "4 rounds, 1 evening, 5 ok, 0 mistakes, 0 judged otherwise, 0 damaged"


def test_pontoon_with_cards_in_the_hand_a_purchase_and_a_claim(
    open_tablet: OpenTablet, boss: Staff, tmp_path: Path
) -> None:
    # R-PON-5..10, R-PON-15, I-6
    tablet = open_tablet("pontoon-000", boxes=3)
    tablet.seat(1, 2, 3)
    tablet.at(1, "Holds the bank")
    tablet.ready(cutter=3)
    tablet.says("Card to box\xa02")
    tablet.press("All dealt face down")
    tablet.stake("2", 5_00)
    tablet.stake("3", 5_00, 5_00)
    tablet.press("Close stakes")
    tablet.word("Banker: Demands to double")
    tablet.says("Who doubles?")
    tablet.is_accessible()
    tablet.at(3, "Doubles again 40")
    expect(tablet.page.get_by_role("button", name="Box 3: Refuses")).to_have_count(0)
    tablet.press("All others double")
    tablet.cards("9S 4H 8D")
    tablet.says("Box\xa02 acts")
    tablet.word("Buy for 10")
    tablet.card("back", to="Box 2, face down")
    tablet.word("Stand")
    tablet.card("5C", to="Box 3")
    tablet.open_panel("claim")
    tablet.touch(tablet.page.locator("#claim summary").get_by_text("did not ask for its last card: 5♣"))
    expect(tablet.page.locator("#claim details[open]")).to_contain_text("keeps it or refuses it")
    tablet.is_accessible()
    tablet.press("Refuses it")
    tablet.says("Box\xa03 acts")
    tablet.word("Stand")
    tablet.card("TD", to="Banker, the card face down")
    tablet.word("Stand")
    tablet.says("Box\xa02 shows")
    tablet.cards("6S 6D KC")
    tablet.says("Take box\xa03")
    tablet.press("Paid as shown")
    tablet.says("Card to box\xa02")
    played = Round.objects.get()
    settled = felt.fold_of(played, felt.facts_of(played)).settlement()
    # box 2: 5 doubled, a card for 10, 9 + 6 + 6 = 21 beats 18; box 3: 10 doubled twice, 4 + K without the refused card
    assert settled.nets == {"2": 20_00, "3": -40_00}
    assert [row.rule for row in Verdict.objects.all()] == ["I-6"]
    total = audited(tablet, boss, tmp_path)
    assert total == "1 rounds, 1 evening, 1 ok, 1 mistakes, 0 judged otherwise, 0 damaged"


def test_a_farm_is_dealt_up_kept_and_won(open_tablet: OpenTablet, boss: Staff, tmp_path: Path) -> None:
    # R-FAR-6, R-FAR-7, R-FAR-9, R-FAR-11, R-FAR-16, R-FAR-18
    tablet = open_tablet("farmer-000", kind="fr45", boxes=3)
    tablet.seat(1, 2, 3)
    tablet.says("Who is farmer?")
    tablet.is_accessible()
    tablet.press("Enter the cards dealt up")
    tablet.is_accessible()
    for card in ("KS", "6H"):
        tablet.touch(tablet.page.locator(f'#deal-up [name=card][value="{card}"]'))
    tablet.ready(cutter=1, holder="farmer")
    for hands, taken in ((("5S TD", "KH 4D"), "The farm stays"), (("5C TH", "7H 9D"), "Box\xa01 takes all")):
        tablet.press("All put in 1")
        tablet.press("All dealt face down")
        closed, opened = zip(*(hand.split() for hand in hands), strict=True)
        for seat, card in zip((3, 1), opened, strict=True):
            tablet.card(card, to=f"Box {seat}")
            tablet.word("Stand")
        tablet.card("3S", to="Farmer")
        tablet.word("Stand")
        tablet.card("9C", to="Farmer, the card face down")
        tablet.cards(" ".join(closed))
        tablet.says(taken)
        tablet.is_accessible()
        tablet.press("Paid as shown")
    tablet.says("Bank to box\xa01?")
    first, second = Round.objects.order_by("number")
    kept = felt.fold_of(first, felt.facts_of(first)).settlement()
    won = felt.fold_of(second, felt.facts_of(second)).settlement()
    # antes of three; 15 takes one chip each from 14 and 12; then 16 takes both rounds' antes
    assert kept.nets == {"3": 1_00, "1": -2_00}
    assert won.nets == {"3": -1_00, "1": 5_00}
    total = audited(tablet, boss, tmp_path)
    assert total == "2 rounds, 1 evening, 3 ok, 0 mistakes, 0 judged otherwise, 0 damaged"
