"""Background jobs of the cards. A task may run twice: each is idempotent."""

from celery import shared_task

from shoes.services import cameras


@shared_task(name="shoes.tell_silent_cameras")
def tell_silent_cameras() -> list[str]:
    """Who says nothing cannot say so: tell the screens which cameras have fallen silent."""
    return cameras.tell_silent()
