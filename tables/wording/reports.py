"""Reports in words: codes of a report's table in, words and sentences out."""

from collections.abc import Callable, Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tables.reports.value import Cell, Said, TableValue
from tables.rules.text import named, option_title, texts
from tables.wording import chips

About = Mapping[str, Cell]
Sentence = Callable[[], str]


def title(table: TableValue) -> str:
    """What the report is called, with what it is about."""
    return f"{kind(table.report)}, {span(table.about)}"


def all_of_game(game: str) -> str:
    """`All tables of Blackjack`."""
    name = named("game", game, (get_language() or "en").partition("-")[0])[0]
    return pgettext("table of reports", "All tables of %(game)s") % {"game": name}


def kind(report: str) -> str:
    return {
        "tables": pgettext("report", "Daily table report"),
        "dealers": pgettext("report", "Dealer record"),
        "slips": pgettext("report", "Slips and gaps"),
    }[report]


def span(about: About) -> str:
    """The days or the year that a report is about."""
    if "year" in about:
        return str(about["year"])
    since, until = day(about["since"]), day(about["until"])
    return until if since == until else f"{since} – {until}"


def day(text: Cell) -> str:
    """30 Nov 2026."""
    return date_format(date.fromisoformat(str(text)), _("j M Y")).replace(" ", "\u00a0")


def column(code: str) -> str:
    """The head of a column."""
    return _columns()[code]


def _columns() -> dict[str, str]:
    return {
        "table": _("Table"),
        "span": pgettext("report", "Span"),
        "day": pgettext("report", "Day"),
        "days": pgettext("report", "Days"),
        "opener": pgettext("chips", "Opener"),
        "fills": _("Fills"),
        "credits": _("Credits"),
        "closer": pgettext("chips", "Closer"),
        "drop": pgettext("chips", "Drop"),
        "win": _("Win"),
        "hold": _("Hold"),
        "band_low": pgettext("report", "95% from"),
        "band_high": pgettext("report", "95% to"),
        "odd": pgettext("report", "Hold is"),
        "gaps": pgettext("report", "What is missing"),
        "dealer": pgettext("report", "Dealer"),
        "mistake": pgettext("report", "Mistake"),
        "direction": pgettext("report", "In whose favour"),
        "times": pgettext("report", "Times"),
        "money": pgettext("report", "Money"),
        "rounds": pgettext("report", "Rounds"),
        "hands": pgettext("report", "Hands dealt"),
        "rate": pgettext("report", "In 1,000 hands"),
        "rate_low": pgettext("report", "95% from"),
        "rate_high": pgettext("report", "95% to"),
        "number": pgettext("report", "Number"),
        "kind": pgettext("report", "Kind"),
        "state": pgettext("report", "State"),
        "at": pgettext("report", "Asked for"),
        "sum": pgettext("report", "Sum"),
        "signed": pgettext("report", "Signatures"),
        "reason": pgettext("report", "Why void"),
        "asked_void": pgettext("report", "Void asked by"),
        "agreed_void": pgettext("report", "Void agreed by"),
    }


def word(code: str) -> str:
    """A code in a column of words."""
    return _words().get(code) or code


def _words() -> dict[str, str]:
    return {
        "day": pgettext("span", "Day"),
        "month": pgettext("span", "Month to date"),
        "month_known": pgettext("span", "of it, days with a result"),
        **dict.fromkeys(("day_tables", "month_tables", "year_tables"), pgettext("span", "of it, tables with a result")),
        "year": pgettext("span", "Year to date"),
        "year_known": pgettext("span", "of it, days with a result"),
        "outside": pgettext("hold", "outside the band"),
        "within": pgettext("hold", "within the band"),
        "no_band": pgettext("hold", "no band yet"),
        "for_guest": pgettext("direction", "the guest's"),
        "for_house": pgettext("direction", "the house's"),
        "no_money": pgettext("direction", "nobody's"),
        "money_unknown": pgettext("direction", "unknown"),
        "all": pgettext("report", "All mistakes"),
        "fill": pgettext("chips", "Fill"),
        "credit": pgettext("chips", "Credit"),
        "missing": pgettext("slip", "Missing"),
        "unused": pgettext("slip", "Not used yet"),
        **{code: chips.state(code) for code in ("open", "done", "void_asked", "void")},
    }


def rule(named: str) -> str:
    """`blackjack-fixed-bank:R-BJF-27` by its title; the code stands behind it."""
    game, _colon, code = named.partition(":")
    if not code:
        return word(named)
    if code.startswith("opt:"):
        return f"{option_title(game, code.removeprefix('opt:'), get_language() or 'en')} ({code})"
    known = texts(get_language() or "en").get(code)
    return f"{known['title']} ({code})" if known else code


def reasons(codes: str) -> str:
    """Why a line has no result: `no_drop days_without_result:2`."""
    return "; ".join(_reason(code) for code in codes.split())


def _reason(code: str) -> str:
    name, _colon, number = code.partition(":")
    if name == "days_without_result":
        return ngettext("%(n)s day without a result", "%(n)s days without a result", int(number)) % {"n": number}
    if name == "tables_without_result":
        return ngettext("%(n)s table without a result", "%(n)s tables without a result", int(number)) % {"n": number}
    return _("the day is not over") if name == "still_running" else chips.gap(name)


def said(sentence: Said) -> str:
    """A note or a named gap."""
    about = dict(sentence.about)
    return {**_notes(about), **_gaps(about)}[sentence.code]()


def _notes(about: dict[str, Cell]) -> dict[str, Sentence]:
    return {
        "win_is": lambda: _("Win = drop + closer + credits − opener − fills; hold is the win as a share of the drop."),
        "band_is": lambda: (
            _(
                "The 95%% band is the table's own (of several tables, that of their days together): hold of the days"
                " with a result in the %(days)s days before the span began, at least %(least)s of them. A day's win is"
                " taken to scatter around the mean hold with a variance that grows with the drop; the band is the"
                " mean ± Student's t · √(s² · (1/drop + 1/drop before)). What lies outside happens by chance once in"
                " 20; look into it."
            )
            % about
        ),
        "unknown_is_not_zero": lambda: _(
            "Unknown is not zero: without opener, closer or drop a day has no result, nor has its month or year; what"
            " the other days come to stands on a line of its own."
        ),
        "gaming_days": lambda: _("Days are gaming days: %(zone)s.") % about,
        "upheld_only": lambda: _("Only findings that a supervisor upheld count, and none that was corrected later."),
        "hand_is": lambda: _(
            "A hand is what one box was dealt in one round; hands made by a split count with their box."
        ),
        "interval_is": lambda: _(
            "The interval is the exact 95% one of a count of rare events (Garwood): what the true frequency may be,"
            " given so many hands. Few hands say little, also where no mistake was found."
        ),
        "in_play_left_out": lambda: (
            ngettext(
                "%(rounds)s round is left out, since its shoe is still in play.",
                "%(rounds)s rounds are left out, since their shoe is still in play.",
                _count(about["rounds"]),
            )
            % about
        ),
        "numbers": lambda: (
            _(
                "%(kind)s %(year)s: last number %(last)s; signed by all %(done)s, under way %(open)s,"
                " to be void %(void_asked)s, void %(void)s, missing %(missing)s."
            )
            % {**about, "kind": word(str(about["kind"]))}
        ),
        "numbers_are": lambda: _(
            "Numbers are given by the database, one after the other in a calendar year, when a slip is asked for; one"
            " that is void keeps its number."
        ),
    }


def _gaps(about: dict[str, Cell]) -> dict[str, Sentence]:
    return {
        "no_result": lambda: f"{about['table']}, {day(about['day'])}: {reasons(str(about['reasons']))}",
        "lost_rounds": lambda: (
            ngettext(
                "%(dealer)s: %(rounds)s round was lost, its hands are unknown",
                "%(dealer)s: %(rounds)s rounds were lost, their hands are unknown",
                _count(about["rounds"]),
            )
            % about
        ),
        "unknown_money": lambda: (
            ngettext(
                "%(dealer)s: the money of %(times)s mistake is unknown",
                "%(dealer)s: the money of %(times)s mistakes is unknown",
                _count(about["times"]),
            )
            % about
        ),
        "missing_numbers": lambda: (
            ngettext(
                "%(count)s number is missing: %(numbers)s",
                "%(count)s numbers are missing: %(numbers)s",
                _count(about["count"]),
            )
            % about
        ),
    }


def _count(cell: Cell) -> int:
    return cell if isinstance(cell, int) else 0
