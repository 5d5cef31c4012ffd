"""What only games with a players' bank say: steps, findings, refusals, decisions, and how a hand stands."""

from tables.wording.speaking import gettext as _
from tables.wording.speaking import pgettext


def steps() -> dict[str, str]:
    return {
        "banker_acts": pgettext("step", "Banker draws or stands"),
        "auction": pgettext("step", "Auction the bank"),
        "burn": pgettext("step", "Burn the top card"),
        "choose_banker": pgettext("step", "Choose the banker"),
        "cut": pgettext("step", "Offer the cut"),
        "game_over": pgettext("step", "The game is over"),
        "offer_bank": pgettext("step", "Offer the bank to box %(place)s"),
        "open_round": pgettext("step", "Begin the round"),
        "put_up": pgettext("step", "The banker puts up the bank"),
        "seat_players": pgettext("step", "Say who plays"),
        "count_pot": pgettext("step", "Count what lies in the pot"),
        "shuffle": pgettext("step", "Shuffle the cards"),
    }


def findings() -> dict[str, str]:
    return {
        "bank_drew_after_standing": pgettext("finding", "The banker drew after standing"),
        "card_too_many": pgettext("finding", "%(Slot)s was given more cards than a hand may have"),
        "compulsory_card_missing": pgettext("finding", "%(Slot)s did not take the card that everybody must take"),
        "first_card_open": pgettext("finding", "%(Slot)s: the first card lies open"),
        "natural_claimed": pgettext("finding", "The banker claimed a natural that the cards do not make"),
        "out_of_time": pgettext("finding", "%(Slot)s: time ran out"),
        "stake_over_bank": pgettext("finding", "%(Slot)s: stake %(amount)s, the bank allows %(max)s"),
        "wrong_ante": pgettext("finding", "%(Slot)s: %(amount)s put in, which is not the ante"),
        "ace_burned": pgettext("finding", "An ace was turned for burning"),
        "bank_empty": pgettext("finding", "A round was begun with nothing in the bank"),
        "bank_not_passed": pgettext("finding", "%(Slot)s kept the bank that was due to another"),
        "bid_without_auction": pgettext("finding", "%(Slot)s bid %(amount)s for the bank, which is not up for auction"),
        "carried_otherwise": pgettext("finding", "%(amount)s carried on, which is not what the round before left"),
        "game_was_over": pgettext("finding", "A round was begun after the game was over"),
        "no_banker": pgettext("finding", "A round was begun though nobody held the bank"),
        "opened_for_another": pgettext("finding", "%(Slot)s banked a round though another held the bank"),
        "opened_out_of_order": pgettext("finding", "The boxes were dealt to in another order than they sit"),
        "too_few_play": pgettext("finding", "Fewer play than the sign asks for"),
        "too_many_play": pgettext("finding", "More play than the sign allows"),
        "bank_to_wrong_person": pgettext("finding", "%(Slot)s took the bank without the right to it"),
        "left_without_right": pgettext("finding", "The banker gave up the bank, which the sign does not allow"),
        "not_burned": pgettext("finding", "No card was burned"),
        "not_shuffled": pgettext("finding", "The cards were not shuffled"),
        "refused_out_of_turn": pgettext("finding", "%(Slot)s refused the bank before it was offered"),
        "sold_without_right": pgettext("finding", "%(Slot)s sold the deal without the right to it"),
    }


def refusals() -> dict[str, str]:
    return {
        "after_twist": _("Who has taken an open card may not buy any more"),
        "answered_already": _("This player has answered already"),
        "before_first_card": _("Stakes are made after the first card"),
        "burn_card": _("Only a first card of the posted rank may be exchanged, once"),
        "burn_off": _("The first card cannot be exchanged at this table"),
        "buy_amount": _("The card costs %(amount)s; it must cost from %(min)s to %(most)s"),
        "buy_off": _("Cards are not bought at this table"),
        "compulsory_card": _("This card must be taken"),
        "demand_off": _("The banker may not demand to double at this table"),
        "most_cards": _("A hand may have at most %(hands)s cards"),
        "no_bonus": _("These cards make no bonus"),
        "nothing_demanded": _("The banker has demanded nothing"),
        "nothing_to_waive": _("There is nothing to waive"),
        "stake_over_bank": _("The stake is %(amount)s; the bank allows %(max)s"),
    }


def words() -> dict[str, str]:
    return {
        "claim": pgettext("word", "Claims the bonus"),
        "burn": pgettext("word", "Exchanges the card"),
        "demand_double": pgettext("word", "Demands to double"),
        "natural": pgettext("word", "Declares a natural"),
        "timeout": pgettext("word", "Time ran out"),
        "waive": pgettext("word", "Waives it"),
    }


def choices() -> dict[str, str]:
    return {
        "stay": pgettext("choice", "Stays"),
        "skip": pgettext("choice", "Sits the round out with the stake back"),
        "next_open_withdraw": pgettext("choice", "Leaves with the stake, the next card being open too"),
        "demand_double": pgettext("choice", "Demands the debt twofold"),
        "waive": pgettext("choice", "Waives it"),
        "reject_claim": pgettext("choice", "The claim is rejected"),
        "post_minimum": pgettext("choice", "The least stake is posted"),
        "leave": pgettext("choice", "Leaves the round"),
    }


def statuses() -> dict[str, str]:
    return {
        "target": pgettext("hand", "on the target"),
        "golden": pgettext("hand", "golden ochko"),
        "win21": pgettext("hand", "21, paid at once"),
        "two-sevens": pgettext("hand", "two sevens"),
        "forfeit": pgettext("hand", "left the round"),
        "five-card": pgettext("hand", "five cards"),
        "six-card": pgettext("hand", "six cards"),
        "seven-card": pgettext("hand", "seven cards"),
        "777": "7-7-7",
        "876": "8-7-6",
    }
