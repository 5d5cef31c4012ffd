"""What happens at a table, said in few words, for the tests of the pit and of the table page."""

from casino.models import Staff
from tables.models import Round, Table
from tables.services import rounds
from tables.services.drafts import Draft


def cards(round: Round, dealer: Staff, texts: str) -> None:
    """`cards(round, dealer, "1:8S 0:9H 0:??")`; `??` lies face down."""
    drafts = []
    for one in texts.split():
        slot, name = one.split(":")
        drafts.append(Draft("card", (slot, name, "down" if name == "??" else "up", "along")))
    rounds.take(round, drafts, by=dealer, key=f"cards-{texts}"[:60])


def a_dealt_round(table: Table, dealer: Staff) -> Round:
    """Boxes 1 and 3 have 18 and 19 against a nine; box 1 acts."""
    taken = rounds.close_stakes(table, {"1": 25_00, "3": 50_00}, by=dealer, key="stakes")
    cards(taken.round, dealer, "1:8S 3:TD 0:9H 1:QC 3:9S 0:??")
    return taken.round


def a_card_after_stand(table: Table, dealer: Staff) -> Round:
    """Box 1 stood on 18 and was given a five."""
    played = a_dealt_round(table, dealer)
    rounds.take(played, [Draft("said", ("1", "stand", None))], by=dealer, key="stand")
    cards(played, dealer, "1:5D")
    return played
