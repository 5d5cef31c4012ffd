"""Threads of which none may end unheard: a camera whose delivery has died would look well and say nothing."""

import threading
import traceback
from collections.abc import Callable

from shoes.feeds.sources import Say


def thread(name: str, work: Callable[[], None], *, died: Callable[[], None], say: Say) -> threading.Thread:
    """A thread for `work`, not started; where it fails its traceback is said and `died` is called."""

    def run() -> None:
        try:
            work()
        except Exception:
            say(traceback.format_exc())
            died()

    return threading.Thread(target=run, name=name, daemon=True)
