"""Background jobs of the tables. A task may run twice: each is idempotent."""

from celery import shared_task

from tables.services import clips, pressing, raises, reaudits, reports, retention, reviews, signs


@shared_task(name="tables.reaudit_shoe")
def reaudit_shoe(shoe_key: str) -> str:
    """Fold every round of an ended shoe again and keep what it gave; asked twice, it is kept once."""
    return str(reaudits.record(shoe_key))


@shared_task(name="tables.reaudit_missed")
def reaudit_missed() -> int:
    """Audit again whatever shoe has ended without it, because the broker was away when it ended."""
    missed = reaudits.missed()
    for shoe_key in missed:
        reaudits.record(shoe_key)
    return len(missed)


@shared_task(name="tables.draw_payouts")
def draw_payouts() -> list[str]:
    """Draw the payouts that surveillance reviews: of each shift that is over, once."""
    return [str(sample) for sample in reviews.draw_missed()]


@shared_task(name="tables.tell_signs")
def tell_signs() -> list[str]:
    """No page looks at the clock: tell those of tables where a sign came into force or a raised maximum ended."""
    return signs.tell_in_force() + raises.tell_ended()


@shared_task(name="tables.tell_pressing")
def tell_pressing() -> list[str]:
    """No page looks at the clock: tell those of tables whose dealer became overdue, whose cards became too old …"""
    return pressing.tell_pressing()


@shared_task(name="tables.make_report")
def make_report(report_id: int) -> None:
    """Make a report that somebody asked for; one that is done or stopped is left as it is."""
    reports.make(report_id)


@shared_task(name="tables.reports_left_waiting")
def reports_left_waiting() -> int:
    """Send those reports again whose task was lost, because the broker was away when they were asked for."""
    return reports.send_again()


@shared_task(name="tables.make_clip")
def make_clip(request_id: int) -> str:
    """Make still and clip of the frames that a camera brought; asked twice, it is made once."""
    return str(clips.make(request_id) or "")


@shared_task(name="tables.clips_left_waiting")
def clips_left_waiting() -> int:
    """Send those clips again whose task was lost, and give up those that no camera answers."""
    return clips.send_again()


@shared_task(name="tables.keep_room")
def keep_room() -> int:
    """Count what evidence takes and, where the bound is near, let the oldest go that nobody needs."""
    return retention.keep_room()


@shared_task(name="tables.delete_due")
def delete_due() -> int:
    """Delete the evidence whose days are over and that nothing holds."""
    return retention.delete_due()
