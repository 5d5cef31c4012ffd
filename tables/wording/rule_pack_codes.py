"""The codes of rule packs in words: situations, duties, people, deadlines, money, choices."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def word(code: str) -> str:
    """A code of a list, or the value of an option; what a house made up is shown as it stands."""
    return _words().get(code) or code.replace("_", " ")


def situation(name: str) -> str:
    return {
        "bank_drew_over": _("The dealer draws on a total that stands"),
        "bank_stood_under": _("The dealer stands on a total that draws"),
        "bank_card_missed": _("The dealer is passed over in the deal"),
        "second_card_missed": _("A box gets one card only"),
        "card_misplaced": _("A card lies where none belongs"),
        "no_stake_in_deal": _("Cards for a box without a stake, in the deal"),
        "no_stake_in_play": _("Cards for a box without a stake, later"),
        "stake_over_maximum": _("A stake above the maximum"),
        "stake_below_minimum": _("A stake below the minimum"),
        "stake_after_first_card": _("A stake changed after the first card"),
        "signal_ignored": _("The dealer overlooks a signal"),
        "surrender_against_ace": _("Surrender against an ace"),
        "hole_card_exposed": _("The hole card is exposed"),
        "shuffle_irregular": _("The cards were not shuffled"),
        "wrong_payment": _("A wrong payment"),
        "wrong_deck": _("A foreign or a missing card"),
        "excess_card_unseen": _("A card too many that nobody saw"),
        "cards_run_out": _("The cards do not suffice"),
        "burn_forgotten": _("The burn is forgotten"),
        "cutting_card_first": _("The stop card comes first in a round"),
        "player_absent": _("A player hesitates or is away"),
        "shuffler_fault": _("The shuffler fails"),
        "unlicensed_dealer": _("A dealer without a licence has dealt"),
    }[name]


def floor_kind(kind: str) -> str:
    return {
        "fill_signatures": _("Who signs a fill"),
        "credit_signatures": _("Who signs a credit"),
        "fill_void_signatures": _("Who signs that a slip is void"),
        "opener_signatures": _("Who signs the opener"),
        "closer_signatures": _("Who signs the closer"),
        "inspection_signatures": _("Who signs the inspection of cards"),
        "card_receipt": _("Who receives cards"),
        "slip": _("What the slip of opener and closer shows"),
        "fill_numbers": _("Numbers of fills"),
        "chip_difference": _("A difference of chips"),
        "supervised_tables": _("Tables of one supervisor"),
        "limit_notice": _("Notice of other limits"),
        "box_maximum": _("Several players on one box"),
        "several_boxes": _("Several boxes of one player"),
        "card_age": _("How long cards stay in play"),
        "card_reconciliation": _("Reconciling packs"),
        "flawed_cards": _("Flawed cards"),
        "cut": _("Where the cutting card goes in"),
        "cut_offered": _("To whom the cut is offered"),
        "stop_card": _("Where the stop card lies"),
        "shuffle": _("When cards are shuffled"),
        "burn": _("Burning cards"),
        "layout": _("What the layout shows"),
        "inspection_retention": _("Keeping the video of inspections"),
        "video_retention": _("Keeping video"),
        "dispute_video_retention": _("Keeping the video of a dispute"),
        "complaint_retention": _("Keeping complaints"),
        "complaint": _("Deadlines of a complaint"),
        "appeal": _("Deadline of an appeal"),
        "error_log": _("Errors that are logged"),
        "payout_notice": _("Payouts that are told of"),
        "dispute_notice": _("Who is told of disputes"),
        "dealer_rotation": _("Rotation of dealers"),
    }[kind]


def field(name: str) -> str:
    return {
        "order": pgettext("pack", "Signatures"),
        "offered": pgettext("pack", "In this order"),
        "in_order": _("One after the other"),
        "people": _("People"),
        "different_departments": _("Of different departments"),
        "shows": _("Shows"),
        "unique_per": _("Unique in a"),
        "gapless": _("Without gaps"),
        "tell": _("Told at once"),
        "report_over_minor": _("Written report above"),
        "regulator_from_minor": _("Copy to the regulator from"),
        "recount_before_play": _("Counted again if found before play"),
        "most": _("At most"),
        "adjacent": _("Beside each other"),
        "times_minimum": _("Times the minimum on each box"),
        "minutes": _("Minutes of notice"),
        "at_once_if_nobody_plays": _("At once if nobody plays"),
        "changes": _("Changes"),
        "first": _("First entitled"),
        "returned_first": _("Returned first"),
        "hours": _("Hours"),
        "hours_by_hand": _("Hours if dealt by hand"),
        "days": _("Time"),
        "answer_days": _("Time to answer"),
        "form_days": _("Time to hand in the form"),
        "replaced_from": _("All packs replaced from flawed cards"),
        "tell_regulator": _("The regulator is told"),
        "least_from_end": _("Cards from either end, at least"),
        "least_from_back_permille": _("Of the stack from the back, at least"),
        "if_refused": _("If refused"),
        "when": _("When"),
        "first_card": _("First card"),
        "new_dealer": _("At a change of dealers"),
        "over_minor": _("Above"),
        "most_hours": _("Hours at most"),
    }[name]


def claimant(code: str) -> str:
    return {
        "player": _("the player decides"),
        "banker": _("the banker decides"),
        "any_player": _("any player may demand it"),
        "supervisor": _("the supervisor decides"),
        "automatic": _("by itself"),
        "nobody": _("nobody has a choice"),
    }[code]


def until(code: str) -> str:
    return {
        "at_once": pgettext("until", "at once"),
        "second_deal_round": pgettext("until", "until the second round of dealing"),
        "next_card_to_hand": pgettext("until", "until the hand’s next card"),
        "next_card_to_anyone": pgettext("until", "until anybody’s next card"),
        "before_placed": pgettext("until", "until the card is placed"),
        "turn_open": pgettext("until", "while the turn is open"),
        "showdown": pgettext("until", "until the showing"),
        "first_decision": pgettext("until", "until the first decision"),
        "before_deal": pgettext("until", "until the deal"),
        "next_round": pgettext("until", "until the next round begins"),
        "round_end": pgettext("until", "until the round ends"),
        "any_time": pgettext("until", "at any time"),
    }[code]


def money(code: str) -> str:
    return {
        "none": "",
        "return_stake": pgettext("money", "the stake goes back"),
        "stake_each_hand": pgettext("money", "the stake on each hand"),
        "lose_single": pgettext("money", "the stake is lost"),
        "lose_original": pgettext("money", "the original stake is lost"),
        "lose_double": pgettext("money", "twice the stake is lost"),
        "lose_stake": pgettext("money", "the stake is lost"),
        "stake_to_maximum": pgettext("money", "settled to the maximum, the rest goes back"),
        "stake_stands": pgettext("money", "settled in full"),
    }[code]


def choices() -> dict[str, str]:
    """Choices of packs beside those of the first one."""
    return {
        "dead": pgettext("choice", "The hand is dead"),
        "out_of_play": pgettext("choice", "Out of play"),
        "burn_it": pgettext("choice", "Nobody can use it: burned"),
        "deal_later": pgettext("choice", "The dealer is served after the players"),
        "second_last": pgettext("choice", "The second card after the others"),
        "use": pgettext("choice", "Used as the next card"),
        "from_discards": pgettext("choice", "Shuffle the discards, complete the round"),
        "withdraw": pgettext("choice", "Box %(box)s withdraws"),
        "void_cards": pgettext("choice", "These cards are void"),
        "freeze": pgettext("choice", "The two cards stand"),
        "finish_first": pgettext("choice", "The players finish first"),
        "dealer_first": pgettext("choice", "The dealer draws first"),
        "to_maximum": pgettext("choice", "Settled to the maximum"),
        "in_full": pgettext("choice", "Settled in full"),
        "retract": pgettext("choice", "Takes the stake back"),
        "take_second": pgettext("choice", "Takes a second card"),
        "rebuild": pgettext("choice", "The hands are rebuilt"),
        "as_excess": pgettext("choice", "The later cards do not count"),
        "stands": pgettext("choice", "The result stands"),
        "void_shoe": pgettext("choice", "The rest of the shoe is void"),
    }


def _words() -> dict[str, str]:
    return {
        "dealer": pgettext("role", "dealer"),
        "supervisor": pgettext("role", "supervisor"),
        "manager": pgettext("role", "manager"),
        "cage": pgettext("role", "cage"),
        "security": pgettext("role", "security"),
        "surveillance": pgettext("role", "surveillance"),
        "auditor": pgettext("role", "auditor"),
        "date": pgettext("slip", "date"),
        "shift": pgettext("slip", "shift"),
        "game": pgettext("slip", "game"),
        "table": pgettext("slip", "table"),
        "denominations": pgettext("slip", "each denomination"),
        "total": pgettext("slip", "total"),
        "calendar_year": pgettext("pack", "calendar year"),
        "gaming_day": pgettext("pack", "gaming day"),
        "raise_maximum": pgettext("pack", "a higher maximum"),
        "lower_maximum": pgettext("pack", "a lower maximum"),
        "raise_minimum": pgettext("pack", "a higher minimum"),
        "lower_minimum": pgettext("pack", "a lower minimum"),
        "nearest_the_dealer": pgettext("pack", "who controls the box, nearest the dealer"),
        "last_to_stake": pgettext("pack", "the last to stake"),
        "first_player": pgettext("pack", "the first player at the table"),
        "box_of_cutting_card": pgettext("pack", "the box where the stop card appeared"),
        "farthest_right": pgettext("pack", "the player farthest to the dealer’s right"),
        "clockwise": pgettext("pack", "clockwise until somebody accepts"),
        "before_play": pgettext("pack", "before play"),
        "when_the_house_chooses": pgettext("pack", "after a round that the house chooses"),
        "after_shoe": pgettext("pack", "after each shoe"),
        "new_cards": pgettext("pack", "with new cards"),
        "cutting_card": pgettext("pack", "at the stop card"),
        "required": pgettext("pack", "required"),
        "optional": pgettext("pack", "for the house to say"),
        "natural_pays": pgettext("pack", "what a natural pays"),
        "insurance_pays": pgettext("pack", "what insurance pays"),
        "dealer_policy": pgettext("pack", "how the dealer draws"),
        "original_only": pgettext("pack", "the original stake only"),
        "all_bets": pgettext("pack", "all stakes"),
        "no_peek": pgettext("pack", "not looked at"),
        "dealt_last": pgettext("pack", "dealt last"),
        "peek": pgettext("pack", "looked at"),
        "same_value": pgettext("pack", "equal values"),
        "same_rank": pgettext("pack", "equal ranks"),
        "as_played": pgettext("pack", "one hand after the other"),
        "both_at_once": pgettext("pack", "both at once"),
        "draw_soft_17": pgettext("pack", "draws on soft 17"),
        "draw_to_17_ace11": pgettext("pack", "stands on soft 17"),
        "ace": pgettext("pack", "against an ace"),
        "ten_or_ace": pgettext("pack", "against a ten or an ace"),
        "on": pgettext("option", "yes"),
        "off": pgettext("option", "no"),
    }
