"""The table page: the felt as it lies, the steps, verdicts, disputes, calls."""

from casino.models import Staff
from shoes.queries import is_in_play
from tables.models import Dispute, Evening, Round, Sign, Table, Verdict
from tables.queries import banks, felt, pit_page, sight
from tables.queries import tables as known
from tables.queries import verdicts as judged
from tables.queries.cameras import health_by_table
from tables.queries.crops import cards_seen
from tables.queries.evenings import evening_view, open_evening_views
from tables.queries.misreads import misreads_by_camera, misreads_of
from tables.queries.raises import raises_of
from tables.queries.shapes import BankView, EveningName, TableView, VerdictView
from tables.queries.timeline import steps_of

MAY = ("verdict.close", "dispute.raise", "dispute.rule", "table.open", "sign.post", "rounds.note", "rounds.read")


def table_view(table: Table, staff: Staff) -> TableView:
    """The table as `staff` may see it: cards of the round on the felt only, while its shoe is in play."""
    state = known.state_of(table)
    cameras = health_by_table(table).get(table.pk, ())
    sign = known.sign_of(table)
    round = Round.objects.filter(table=table).select_related("table", "sign").order_by("-number").first()
    is_running = round is not None and not hasattr(round, "close")
    hidden = sight.withheld([round], staff) if round else set()
    facts = felt.facts_of(round) if round else []
    fold = felt.fold_of(round, facts) if round else None
    picture = fold.picture() if fold else None
    due = fold.due() if fold and is_running else None
    views = verdicts_at(table, round, staff)
    around = open_evening_views(table)
    is_followed = picture is None or not is_running or picture.followed
    findings = fold.findings() if fold else []
    is_hidden = round is not None and round.pk in hidden
    steps = steps_of(facts, findings, hidden=is_hidden, face_down=True)
    shown = Dispute.objects.with_names().at(table, round)
    ahead = known.next_sign_of(table)
    bank = banks.bank_of_round(fold, facts) if fold and is_running else _bank_between(table, sign)
    return TableView(
        code=table.code,
        name=table.name,
        pit=table.pit,
        state=pit_page.tile_state(table, state, is_followed=is_followed, views=[*views, *around], cameras=cameras),
        boxes=table.boxes,
        is_open=state.is_open,
        is_paused=state.is_paused,
        is_watch_only=table.is_watch_only,
        cameras=cameras,
        crops=cards_seen(round, picture) if round and picture and not is_hidden else (),
        sign=known.sign_view(sign) if sign else None,
        dealer=str(state.dealer) if state.dealer else None,
        dealer_since=state.dealer_since,
        shoe_key=state.shoe_key,
        shoe_in_play=bool(state.shoe_key) and is_in_play(state.shoe_key or ""),
        round_id=round.pk if round else None,
        round_number=round.number if round else None,
        opened_at=round.opened_at if round else None,
        is_running=is_running,
        seen=max((fact[0] for fact in facts), default=0),
        step=due.step if due else bank.due if bank else None,
        permitted=tuple(due.permitted) if due else (),
        picture=None if is_hidden else picture,
        steps=tuple(steps),
        verdicts=tuple(views),
        disputes=tuple(judged.dispute_views(list(shown), staff)),
        calls=tuple(judged.call_views(list(judged.open_calls().filter(table=table)))),
        may=frozenset(permission for permission in MAY if staff.may(permission)),
        bank=bank,
        next_sign=known.ahead_view(ahead) if ahead else None,
        stopped=state.note if state.is_stopped else "",
        raises=raises_of(table),
        may_raise=sign is not None and known.terms_of(sign).options.get("raise_max_on_request") is True,
        misreads=misreads_of(table) if cameras else None,
        misread_by=misreads_by_camera(table) if cameras else (),
        evening_verdicts=tuple(around),
        evening=_last_evening(table) if bank else None,
    )


def _last_evening(table: Table) -> EveningName | None:
    last = Evening.objects.filter(table=table).order_by("-number").first()
    return EveningName(last.pk, last.number) if last else None


def _bank_between(table: Table, sign: Sign | None) -> BankView | None:
    """Who holds the bank between rounds, as the evening has it."""
    return banks.bank_of_evening(evening_view(table), known.terms_of(sign)) if sign else None


def verdicts_at(table: Table, round: Round | None, staff: Staff) -> list[VerdictView]:
    """Open verdicts of the table and everything that stands on its newest round, provisional ones too."""
    rows = Verdict.objects.open().filter(round__table=table)
    if round is not None:
        rows = rows | Verdict.objects.standing().filter(round=round)
    found = list(rows.select_related("round__table").order_by("pk"))
    hidden = sight.withheld({row.round for row in found}, staff)
    return judged.worst_first(judged.verdict_views(found, hidden=hidden))
