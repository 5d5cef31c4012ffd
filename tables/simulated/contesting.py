"""Two guests of the simulated floor who contest their hands: one waits for a ruling, one has it."""

from dataclasses import dataclass

from casino.models import Staff
from tables.models import Dispute, Round, Table
from tables.queries import felt
from tables.services import disputes
from tables.simulated.floor import LOOK_S, Floor

WORDS = ("The guest says that the payment was short.", "The guest asked for no card.")
REASON = "The clip shows the guest’s sign; the card stands as it was dealt."


@dataclass(frozen=True, slots=True)
class Guests:
    """Who raises and who rules. Once both have contested, nothing more is done."""

    floor: Floor
    table: Table
    dealer: Staff
    boss: Staff

    def contest(self) -> None:
        """The newest round that has ended and is not contested yet; the second dispute is reviewed and ruled on."""
        raised = Dispute.objects.filter(round__table=self.table).count()
        round = self._newest() if raised < len(WORDS) else None
        if round is not None:
            by = self.dealer if raised == 0 else self.boss
            made = disputes.raise_on(round, self._slot(round), words=WORDS[raised], by=by)
            self.floor.say(f"{self.table.code}, round {round.number}: a guest contests the hand.")
            if raised:
                disputes.review(made, by=self.boss)
                disputes.rule_on(made, "for_house", reason=REASON, clause="R-BJF-26", by=self.boss)
        self.floor.wait(LOOK_S)

    def _newest(self) -> Round | None:
        """Not one that stands contested: a guest contests one hand."""
        rounds = Round.objects.ended().filter(table=self.table, close__how="settled").select_related("table", "sign")
        newest = rounds.order_by("-number").first()
        return None if newest is None or newest.disputes.exists() else newest

    def _slot(self, round: Round) -> str:
        picture = felt.fold_of(round, felt.facts_of(round)).picture()
        return next((hand.slot for box in picture.boxes for hand in box.hands if hand.cards), "1")
