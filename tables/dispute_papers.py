"""The two papers of a dispute: the file for the regulator, and a sheet in plain words for the guest.

Both are written in the language that is active. The same record gives the same bytes.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from casino.gaming_day import house_day
from casino.paper import Paper
from casino.templatetags.screen import amount
from shoes.wording import card_name
from tables import dispute_clips, wording
from tables.queries.dispute_file import DisputeFile, Picture
from tables.queries.disputes import DisputePage, RuledView
from tables.queries.shapes import FactView, ProofEntry
from tables.rules.shapes import PictureHand
from tables.templatetags.log_truths import journal_word
from tables.wording import disputes as words
from tables.wording.speaking import of_profile

PICTURE_MM: Final = 15
HOUSE_PACK: Final = "originals"
"""A pack of no jurisdiction: it knows no regulator."""


def sha256_of(written: bytes) -> str:
    return hashlib.sha256(written).hexdigest()


def file_of(file: DisputeFile) -> bytes:
    """All that is known of the dispute: cards, timeline, clause, rulings, pictures and hashes."""
    page = file.page
    with of_profile(page.round.sign.profile):
        paper = Paper(_("Dispute %(id)s: file for the regulator") % {"id": page.id}, footer=_footer(page))
        _head(paper, page)
        _said(paper, page)
        _cards(paper, page)
        _timeline(paper, page.round.steps)
        _clauses(paper, page)
        _rulings(paper, page)
        _pictures(paper, file)
        dispute_clips.tell(paper, file)
        _hashes(paper, file)
    return paper.pdf()


def _footer(page: DisputePage) -> str:
    said = {"id": page.id, "table": page.round.table_code, "round": page.round.number}
    return _("Dispute %(id)s, table %(table)s, round %(round)s") % said


def _head(paper: Paper, page: DisputePage) -> None:
    round = page.round
    sign = _("sign %(version)s") % {"version": round.sign.version}
    rows = [
        [_("Table and round"), f"{round.table_code}, {round.number}"],
        [_("Gaming day"), date_format(house_day(round.opened_at), "j E Y")],
        [_("Played"), f"{_time(round.opened_at)} – {_time(round.ended_at) if round.ended_at else '…'}"],
        [_("Dealer"), round.dealer],
        [_("Shoe"), round.shoe_key],
        [_("Sign"), f"{wording.sign_short(round.sign)}, {sign}"],
        [_("Rule pack"), _pack_name(page)],
        [_("Contested"), wording.slot(page.slot)],
        [_("Raised"), f"{_time(page.at)}, {page.raised_by}"],
        [_("State"), words.state(page.state)],
    ]
    if page.came == "letter" and page.received_on:
        rows.insert(9, [_("Letter"), f"{date_format(page.received_on, 'j E Y')} {page.reference}".strip()])
        rows.insert(10, [_("Answer"), " ".join(filter(None, (words.answer_by(page), words.came_late(page))))])
    paper.table([_("About"), ""], rows)


def _pack_name(page: DisputePage) -> str:
    return f"{page.pack} ({page.jurisdiction})" if page.jurisdiction != page.pack else page.pack


def _said(paper: Paper, page: DisputePage) -> None:
    paper.heading(_("What is said"))
    paper.paragraph(f"“{page.words}”")
    paper.heading(_("Whether play had gone on"))
    paper.paragraph(f"{words.next_round(page.next_round)} {words.no_return(page)}")


def _cards(paper: Paper, page: DisputePage) -> None:
    """Every hand as it lay at the end; the contested box first."""
    paper.heading(_("The cards as they lay at the end"))
    for hand in _hands(page):
        paper.cards([card.card for card in hand.cards], caption=_hand(hand, page))


def _hands(page: DisputePage) -> list[PictureHand]:
    picture = page.round.picture
    if picture is None:
        return []
    hands = [hand for box in picture.boxes for hand in box.hands if hand.cards]
    place = page.slot.partition(".")[0]
    contested = [hand for hand in hands if hand.slot.partition(".")[0] == place]
    rest = [hand for hand in hands if hand not in contested]
    return [*contested, picture.dealer, *rest]


def _hand(hand: PictureHand, page: DisputePage) -> str:
    """`Box 1: 18, stood; stake 25.00`."""
    name = _capital(wording.slot(hand.slot))
    parts = [wording.total(hand.total), wording.status(hand.status)]
    said = ", ".join(part for part in parts if part)
    if hand.slot != "0":
        stake = _("stake %(sum)s") % {"sum": amount(hand.stake_minor)}
        said = f"{said}; {stake}"
    odd = [card_name(card.card) for card in hand.cards if card.is_stray or card.is_void]
    if odd:
        extra = _("not due here: %(cards)s") % {"cards": ", ".join(odd)}
        said = f"{said}; {extra}"
    return f"{name}: {said}"


def _timeline(paper: Paper, steps: Iterable[FactView]) -> None:
    paper.heading(_("Step by step"))
    paper.paragraph(_("Each fact as it was told: entered at the table, seen by a camera, or ruled."), is_small=True)
    rows, struck_out = [], pgettext("truth", "struck out")
    for step in steps:
        said = wording.fact(step.fact)
        what = f"{said.head} {said.what}".strip()
        if step.is_void:
            what = f"{what} ({struck_out})"
        elif step.level:
            what = f"{what} ({wording.level(step.level)})"
        rows.append([str(step.number), _clock(step.at), wording.source(step.source), what])
    paper.table([_("No."), _("Time"), _("Source"), _("What")], rows, align="rlll")


def _clauses(paper: Paper, page: DisputePage) -> None:
    paper.heading(_("Departures from procedure, and the clause in force"))
    if not page.proposals:
        paper.paragraph(_("The record shows no departure at this box or at the bank."))
    if_nobody = _("(if nobody chooses)")
    for found in page.proposals:
        said = words.proposal(found)
        paper.paragraph(f"{said.rule}: {said.what}")
        told = [said.cited, said.says, said.who, said.short]
        paper.paragraph("\n".join(part for part in told if part), is_small=True)
        if said.alternatives:
            rows = [
                [f"{each.what} {if_nobody}" if each.is_default else each.what, each.money, each.net]
                for each in said.alternatives
            ]
            paper.table([_("Choice"), _("Stake"), _("Net of the box")], rows, align="llr")


def _rulings(paper: Paper, page: DisputePage) -> None:
    paper.heading(_("What was decided"))
    if not page.steps:
        paper.paragraph(_("Nobody has ruled yet."))
    rows = []
    for step in page.steps:
        ruling = step.ruling
        said = _ruling(ruling) if ruling else step.words
        name = words.step(step.kind, is_appeal=ruling is not None and ruling.stage > 1)
        rows.append([_time(step.at), f"{name}\n{step.by}", said])
    if rows:
        paper.table([_("When"), _("Step"), _("What")], rows)


def _ruling(ruling: RuledView) -> str:
    clause = f" ({ruling.clause})" if ruling.clause else ""
    return f"{wording.decision(ruling.decision)}{clause}: {ruling.reason}\n{words.moved(ruling)}"


def _pictures(paper: Paper, file: DisputeFile) -> None:
    paper.heading(_("Pictures of the cards"))
    if not file.pictures:
        paper.paragraph(_("No camera gave a picture of this round; the cards are those that were entered."))
    else:
        paper.paragraph(_("Cut out of what the camera saw; each is named by the hash of its file."), is_small=True)
    for picture in file.pictures:
        if picture.jpeg is None:
            gone = _("The file is not there any more.")
            paper.paragraph(f"{_picture(picture)}\n{gone}", is_small=True)
        else:
            paper.picture(picture.jpeg, width_mm=PICTURE_MM, caption=_picture(picture))


def _picture(picture: Picture) -> str:
    seen = picture.seen
    name = _("face down") if seen.face == "down" else card_name(seen.card)
    said = f"{_capital(wording.slot(seen.slot))}: {name}, {_clock(seen.at)}, {seen.camera}"
    if seen.confidence is not None:
        said = f"{said}, {round(seen.confidence * 1000) / 10:g} %"
    said = f"{said}\nSHA-256 {seen.crop_sha256}"
    if picture.jpeg is None or picture.is_true:
        return said
    wrong = _("This file has another hash than the one that was recorded.")
    return f"{said}\n{wrong}"


def _hashes(paper: Paper, file: DisputeFile) -> None:
    paper.heading(_("Hashes"))
    paper.paragraph(_("By these a copy of the record is known to be the one that was kept (SHA-256)."), is_small=True)
    rows = [[_("Round document, revision %(number)s") % {"number": one.revision}, one.sha256] for one in file.documents]
    rows += [
        [_("Picture of %(slot)s") % {"slot": wording.slot(one.seen.slot)}, one.seen.crop_sha256]
        for one in file.pictures
    ]
    rows += dispute_clips.hashes(file)
    if rows:
        paper.table([_("What"), "SHA-256"], rows, size=7.5)
    paper.heading(_("Journal"))
    paper.paragraph(_proved(file))
    paper.table(
        [_("No."), _("When"), _("What"), _("By"), "SHA-256"],
        [_entry(one) for one in file.page.round.proof],
        align="rllll",
        size=6.5,
    )
    if file.people:
        paper.paragraph(", ".join(f"{signature}: {name}" for signature, name in file.people), is_small=True)


def _entry(one: ProofEntry) -> list[str]:
    when = date_format(localtime(one.at), _("j M H:i:s"))
    return [str(one.number), when, journal_word(one.what), one.by, one.hash]


def _proved(file: DisputeFile) -> str:
    """Whether chain, checkpoint and document hold, as they did when the paper was made."""
    said = []
    if file.chain is not None:
        numbers = {"first": file.chain.first, "last": file.chain.last, "broken": file.chain.broken_at}
        whole = _("Each entry of the table’s journal from %(first)s to %(last)s holds the one before it by its hash.")
        broken = _("The chain of the table’s journal is broken at entry %(broken)s.")
        said.append((whole if file.chain.is_whole else broken) % numbers)
    if file.checkpoint is not None:
        same = _("The signed checkpoint %(number)s of %(at)s holds the same.")
        other = _("The signed checkpoint %(number)s of %(at)s holds something else.")
        signed = {"number": str(file.checkpoint.number), "at": file.checkpoint.at}
        said.append((same if file.checkpoint.is_same else other) % signed)
    if file.judged is not None:
        records = {
            "sound": _("Judged anew, the round’s document gives what it says."),
            "judged otherwise": _("Another edition of the engine or of the pack judges the round otherwise."),
            "damaged": _("The round’s document is damaged."),
        }
        said.append(records[file.judged.record])
    return "\n".join(said)


def sheet_of(file: DisputeFile) -> bytes:
    """What was decided, why, and what the guest may do next; no names of staff, no words of the trade."""
    page, ruling = file.page, file.page.stands
    if ruling is None:
        raise ValueError("a sheet tells of a ruling")
    with of_profile(page.round.sign.profile):
        paper = Paper(_("Your dispute: what we decided"), footer=_("Dispute %(id)s") % {"id": page.id})
        when = {"day": date_format(localtime(page.round.opened_at), "j E Y"), "table": page.round.table_code}
        when |= {"time": date_format(localtime(page.round.opened_at), "H:i"), "id": str(page.id)}
        paper.paragraph(_("Case %(id)s. You played at table %(table)s on %(day)s, at about %(time)s.") % when)
        paper.heading(_("What you told us"))
        paper.paragraph(f"“{page.words}”")
        paper.heading(_("What we decided"))
        paper.paragraph(_decided(ruling))
        paper.paragraph(_what_moves(page, ruling))
        paper.heading(_("Why"))
        paper.paragraph(ruling.reason)
        paper.paragraph(_by_which_rule(page, ruling))
        paper.heading(_("The cards"))
        for hand in _hands(page)[: _near(page)]:
            paper.cards([card.card for card in hand.cards], caption=_plain_hand(hand, page))
        paper.heading(_("How we looked at it"))
        paper.paragraph(_looked(file, ruling))
        paper.heading(_("If you do not agree"))
        paper.paragraph(_next(page))
    return paper.pdf()


def _near(page: DisputePage) -> int:
    """How many of the hands are the guest's own and the bank's: what others held is not the guest's business."""
    place = page.slot.partition(".")[0]
    return 1 + sum(hand.slot.partition(".")[0] == place and hand.slot != "0" for hand in _hands(page))


def _decided(ruling: RuledView) -> str:
    return {
        "for_player": _("You are right."),
        "for_house": _("The result of the round stays as it was."),
        "void_round": _("The round does not count: all stakes of this round go back."),
    }[ruling.decision]


def _what_moves(page: DisputePage, ruling: RuledView) -> str:
    first = page.rulings[0]
    if len(page.rulings) > 1 and first.refund_minor != ruling.refund_minor:
        said = {"before": amount(first.refund_minor), "sum": amount(ruling.refund_minor)}
        return _("The first decision gave you %(before)s; on appeal it is %(sum)s.") % said
    if ruling.refund_minor:
        return _("You get %(sum)s.") % {"sum": amount(ruling.refund_minor)}
    return _("No money is paid beside that.") if ruling.decision == "void_round" else _("No money is paid.")


def _by_which_rule(page: DisputePage, ruling: RuledView) -> str:
    clauses = {words.proposal(one).clause: words.proposal(one).says for one in page.proposals}
    says = clauses.get(ruling.clause, "")
    if says:
        return _("The rule (%(clause)s): %(says)s") % {"clause": ruling.clause, "says": says}
    return _("The rule: %(clause)s.") % {"clause": ruling.clause} if ruling.clause else ""


def _plain_hand(hand: PictureHand, page: DisputePage) -> str:
    is_own = hand.slot.partition(".")[0] == page.slot.partition(".")[0] and hand.slot != "0"
    bank = pgettext("sheet", "The dealer’s cards") if not page.is_banked else pgettext("sheet", "The banker’s cards")
    name = pgettext("sheet", "Your cards") if is_own else bank
    said = [f"{name}: {wording.total(hand.total)}."]
    if is_own:
        said.append(_("Your stake: %(sum)s.") % {"sum": amount(hand.stake_minor)})
    odd = [card_name(card.card) for card in hand.cards if card.is_stray or card.is_void]
    if odd:
        said.append(_("Not counted: %(cards)s.") % {"cards": ", ".join(odd)})
    return " ".join(said)


def _looked(file: DisputeFile, ruling: RuledView) -> str:
    count = len([one for one in file.pictures if one.jpeg is not None])
    seen = ngettext(
        "We rebuilt the round card by card from the table’s record, and looked at %(count)d picture of its cards.",
        "We rebuilt the round card by card from the table’s record, and looked at %(count)d pictures of its cards.",
        count,
    ) % {"count": count}
    told = _(
        "We rebuilt the round card by card from what was entered at the table; there are no pictures of its cards."
    )
    kept = _("What was recorded then cannot be changed afterwards.")
    who = _("Somebody decided who did not deal these cards.")
    if ruling.stage > 1:
        who = _("Somebody decided who neither dealt these cards nor made the first decision.")
    return " ".join([seen if count else told, kept, who])


def _next(page: DisputePage) -> str:
    if not page.is_second_stage:
        return _("Tell us. Somebody else then looks at it, who neither dealt the cards nor made this decision.")
    last = _("This is the house’s last word. You may turn to the regulator of the house.")
    if page.pack != HOUSE_PACK:
        rules = _("The rules of play here: %(jurisdiction)s.") % {"jurisdiction": page.jurisdiction}
        last = f"{last} {rules}"
    if page.form_days is None:
        return last
    days = ngettext("Hand in its form within %(days)d day.", "Hand in its form within %(days)d days.", page.form_days)
    return f"{last} {days % {'days': page.form_days}}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _time(moment: datetime) -> str:
    return date_format(localtime(moment), "j E Y H:i:s")


def _clock(moment: datetime) -> str:
    return date_format(localtime(moment), "H:i:s")
