"""Brings a shoe into play for a test, by the steps of a shoe's life."""

from casino.models import Staff
from shoes import services
from shoes.models import Pack


def bring_shoe(
    key: str, kind: str, decks: int, *, boss: Staff, second: Staff, from_bottom: int = 0, burned: int = 0
) -> str:
    """A shoe of `decks` packs, loaded by `boss`, verified by `second`, in play."""
    serials = [f"{key}-{nth}" for nth in range(decks)]
    services.receive(serials, kind, "blue", by=boss)
    services.load(key, list(Pack.objects.filter(serial__in=serials)), by=boss)
    services.verify(key, by=second)
    services.shuffle(key, by=boss)
    services.cut(key, by=boss, cut_by="3")
    services.place_stop_card(key, from_bottom, by=boss)
    services.burn(key, burned, by=boss)
    services.start(key, by=boss)
    return key
