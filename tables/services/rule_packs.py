"""A house's own rule packs are uploaded; a sign chooses one that is in force and of its game."""

import hashlib
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import Refused, refused_if
from casino.models import Staff
from tables import refusals
from tables.models import HousePack
from tables.queries import rule_packs as known
from tables.rules import pack as packs
from tables.rules.pack import BadPack, Pack
from tables.rules.pack_reader import parse_pack
from tables.rules.sign_terms import departures
from tables.rules.terms import Terms
from tables.wording import rule_packs as words

LARGEST_BYTES: Final = 500_000
CLOCKS_APART: Final = timedelta(minutes=1)


class PackRefused(Refused):
    """The sentence names file, line and what would be right."""

    code = "bad-pack"
    status = 422


class PackKnown(Refused):
    code = "pack-version-known"
    status = 409


@transaction.atomic
def upload(text: bytes, filename: str, *, by: Staff, effective_from: datetime | None = None) -> HousePack:
    """Keep a version of a house's pack, which signs may name from `effective_from` (now) on.

    Raises PackRefused with file and line for a text that is no pack or a version that cannot be; PackKnown for a
    version that was uploaded already.
    """
    now = timezone.now()
    starts = effective_from or now
    if starts < now - CLOCKS_APART:
        raise PackRefused(_("A pack cannot hold from a time that is past; choose a later time, or none for now."))
    written, pack = _read(text, filename)
    version = _checked_version(pack, filename, starts)
    with refused_if("house_pack_one_a_version", _known(pack)):
        row = HousePack.objects.create(
            name=pack.name,
            version=version,
            jurisdiction=pack.jurisdiction,
            text=written,
            sha256=hashlib.sha256(written.encode()).hexdigest(),
            effective_from=starts,
            at=now,
            by=by,
        )
    facts = {"sha256": row.sha256, "effective_from": row.effective_from.isoformat(), "file": filename[:200]}
    audit.record(audit.HOUSE, by, "pack.uploaded", about=f"pack:{row.key}", facts=facts)
    return row


def _read(text: bytes, filename: str) -> tuple[str, Pack]:
    name = filename.replace("\\", "/").rpartition("/")[2][:80] or "pack.toml"
    if len(text) > LARGEST_BYTES:
        raise PackRefused(_("{file} has more than {most} bytes; a pack has not.").format(file=name, most=LARGEST_BYTES))
    try:
        written = text.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = text[: wrong.start].count(b"\n") + 1
        raise PackRefused(
            _("{file}:{line}: this is no UTF-8; save the file as UTF-8.").format(file=name, line=line)
        ) from None
    if "\0" in written:
        line = written[: written.index("\0")].count("\n") + 1
        raise PackRefused(_("{file}:{line}: a character NUL stands here; remove it.").format(file=name, line=line))
    try:
        return written, parse_pack(written, name)
    except BadPack as wrong:
        raise PackRefused(words.bad_pack(wrong)) from None


def _checked_version(pack: Pack, filename: str, starts: datetime) -> int:
    """The version of a text, if it is the next of its name."""
    said = {"file": filename, "name": pack.name}
    if pack.name in packs.built_in():
        raise PackRefused(
            _("{file}: {name} is a pack of the project; give the house's own pack another name.").format(**said)
        )
    last = HousePack.objects.filter(name=pack.name).order_by("-version").first()
    right = last.version + 1 if last else 1
    if pack.version is None:
        raise PackRefused(
            _("{file}: the pack has no version; write version = {right} at its head.").format(**said, right=right)
        )
    if pack.version < right:
        raise _known(pack, right)
    if pack.version > right:
        said |= {"version": str(pack.version), "right": str(right)}
        raise PackRefused(
            _("{file}: version {version} is not the next of {name}; write version = {right}.").format(**said)
        )
    if last and starts <= last.effective_from:
        time = f"{timezone.localtime(last.effective_from):%d.%m.%Y %H:%M}"
        raise PackRefused(
            _("Version {before} holds only from {time}; choose a later time for this one.").format(
                before=last.version, time=time
            )
        )
    return pack.version


def _known(pack: Pack, right: int | None = None) -> PackKnown:
    text = _("Version {version} of {name} is there already and stays as it is; write version = {right} in the text.")
    right = right or (pack.version or 0) + 1
    return PackKnown(text.format(version=pack.version, name=pack.name, right=right))


def chosen(key: str, game: str, *, at: datetime) -> Pack:
    """The pack that a sign names, by key or, of a house's own, by name alone. Raises IllegalSign."""
    if "@" not in key and key not in packs.built_in():
        row = known.in_effect(key, at)
        key = row.key if row else key
    try:
        pack = known.load(key)
    except BadPack as wrong:
        raise refusals.IllegalSign(words.bad_pack(wrong)) from None
    said = {"pack": pack.key, "time": f"{timezone.localtime(at):%d.%m.%Y %H:%M}"}
    if game not in pack.games:
        raise refusals.IllegalSign(_("Rule pack {pack} is not for this game; choose one that is.").format(**said))
    row = known.in_effect(pack.name, at) if pack.version is not None else None
    if not pack.holds_at(int(at.timestamp() * 1000)) or (pack.version is not None and (row is None or row.key != key)):
        raise refusals.IllegalSign(
            _("Rule pack {pack} is not in force at {time}, when the sign begins; choose one that is.").format(**said)
        )
    return pack


def check_sign(pack: Pack, terms: Terms, *, at: datetime) -> None:
    """Raises IllegalSign where a sign goes against a confirmed clause of its pack."""
    for each in departures(pack, terms, int(at.timestamp() * 1000)):
        if each.term.checked:
            raise refusals.IllegalSign(words.departure(each, terms))
