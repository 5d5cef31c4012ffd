"""Rule packs as the house has them: those of the project, and the house's own by version."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from tables.models import HousePack, Sign, Table
from tables.rules import pack as packs
from tables.rules.options import UnknownProfile
from tables.rules.pack import BadPack, Pack
from tables.rules.pack_reader import parse_pack
from tables.rules.profiles import game_of


@dataclass(frozen=True, slots=True)
class PackChoice:
    """A pack that a sign may name."""

    key: str
    name: str
    jurisdiction: str
    version: int | None


@dataclass(frozen=True, slots=True)
class PackRow:
    """A pack in the list; `effective_from` to `signs` only of the house's own."""

    pack: Pack
    state: str  # in_force ahead over
    loose: int  # clauses that nobody has confirmed
    clauses: int
    effective_from: datetime | None = None
    at: datetime | None = None
    by: str = ""
    sha256: str = ""

    @property
    def key(self) -> str:
        return self.pack.key


def load(key: str) -> Pack:
    """A pack by what a sign calls it. Raises BadPack if there is none."""
    if "@" in key and not packs.is_known(key):
        name, _at, version = key.rpartition("@")
        number = int(version) if version.isascii() and version.isdecimal() and len(version) < 5 else 0
        row = HousePack.objects.filter(name=name, version=number).first()
        if row is not None:
            packs.know(parse_pack(row.text, f"{row.key}.toml"))
    return packs.load_pack(key)


def pack_of(sign: Sign) -> Pack:
    return load(sign.pack)


def pack_of_table(table: Table, at: datetime | None = None) -> Pack | None:
    """The pack that the table's sign names; None without a sign in force."""
    sign = (
        Sign.objects.filter(table=table, effective_from__lte=at or timezone.now())
        .order_by("-effective_from", "-version")
        .first()
    )
    return pack_of(sign) if sign else None


def in_effect(name: str, at: datetime) -> HousePack | None:
    """The version of a house's pack that holds at a moment."""
    return HousePack.objects.in_effect(at).filter(name=name).first()


def postable(profile: str, at: datetime | None = None) -> list[PackChoice]:
    """What a sign with this profile may name at a moment: packs of its game that are in force."""
    moment = at or timezone.now()
    try:
        game = game_of(profile).name
    except UnknownProfile:
        return []
    own = [load(row.key) for row in HousePack.objects.in_effect(moment)]
    every = [*(load(name) for name in packs.built_in()), *own]
    at_ms = int(moment.timestamp() * 1000)
    fitting = [pack for pack in every if game in pack.games and pack.holds_at(at_ms)]
    return [PackChoice(pack.key, pack.name, pack.jurisdiction, pack.version) for pack in fitting]


def pack_rows(at: datetime | None = None) -> tuple[list[PackRow], list[PackRow]]:
    """The house's own packs, newest version first, and those of the project."""
    moment = at or timezone.now()
    now = {row.pk for row in HousePack.objects.in_effect(moment)}
    own = []
    for row in HousePack.objects.select_related("by"):
        state = "in_force" if row.pk in now else "ahead" if row.effective_from > moment else "over"
        shown = _row(load(row.key), state)
        own.append(replace(shown, effective_from=row.effective_from, at=row.at, by=str(row.by), sha256=row.sha256))
    at_ms = int(moment.timestamp() * 1000)
    built_in = [load(name) for name in packs.built_in()]
    return own, [_row(pack, "in_force" if pack.holds_at(at_ms) else "over") for pack in built_in]


def pack_row(key: str) -> PackRow | None:
    """One pack of the list."""
    own, built_in = pack_rows()
    return next((row for row in [*own, *built_in] if row.key == key), None)


def text_of(key: str) -> str | None:
    """The text of a pack as it was uploaded, or as it comes with the project."""
    if key in packs.built_in():
        return packs.text_of(key)
    name, _at, version = key.rpartition("@")
    number = int(version) if version.isascii() and version.isdecimal() and len(version) < 5 else 0
    row = HousePack.objects.filter(name=name, version=number).first()
    return row.text if row else None


def tables_with_older(name: str, version: int) -> list[tuple[str, str]]:
    """Tables whose sign in force names an older version of a house's pack, with what it names."""
    signs = Sign.objects.in_effect().select_related("table")
    found = [(sign.table.code, sign.pack) for sign in signs if sign.pack.rpartition("@")[0] == name]
    return sorted((code, pack) for code, pack in found if int(pack.rpartition("@")[2]) < version)


def _row(pack: Pack, state: str) -> PackRow:
    every = clauses_of(pack)
    loose = sum(not each.checked for each in every)
    return PackRow(pack, state, loose, len(every))


def clauses_of(pack: Pack) -> list[packs.Clause]:
    rows: list[packs.Clause] = [row for entry in pack.entries.values() for row in entry]
    rows += [row for entry in pack.floor.values() for row in entry]
    return [*rows, *pack.sign]


__all__ = ["BadPack", "PackChoice", "PackRow", "load", "pack_of", "pack_of_table", "pack_row", "pack_rows", "postable"]
