"""The second factor: codes of an authenticator (TOTP, RFC 6238) and recovery codes. One function, one change.

A code holds for its half minute and the one before and after, since clocks differ, and is taken once.
"""

import base64
import secrets
from datetime import datetime
from typing import Final
from urllib.parse import quote

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit, sealing
from casino.errors import Refused
from casino.models import RecoveryCode, SecondFactor, Staff

ASKED_OF: Final = frozenset({"supervisor", "surveillance", "auditor", "administrator"})
"""Who decides, sees everything, or makes others' log-ins. Cage and security sign what others count beside them."""

STEP_S: Final = 30
DIGITS: Final = 6
SECRET_BYTES: Final = 20
RECOVERY_CODES: Final = 10
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another
LETTERS_A_CODE: Final = 10


class WrongCode(Refused):
    code = "wrong-code"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("This code is not right, or was used already; type the one that is shown now."))


def is_asked(person: Staff) -> bool:
    """Whether a password alone does not log `person` in."""
    return (settings.SECOND_FACTOR and person.role in ASKED_OF) or has_one(person)


def has_one(person: Staff) -> bool:
    return SecondFactor.objects.filter(staff=person, confirmed_at__isnull=False).exists()


@transaction.atomic
def begin(person: Staff) -> str:
    """The secret that an authenticator is to hold; the same one until it is confirmed. Base 32, as people type it."""
    Staff.objects.select_for_update(no_key=True).get(pk=person.pk)
    factor = SecondFactor.objects.filter(staff=person).first()
    if factor is None:
        sealed = sealing.seal(base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode(), "totp")
        factor = SecondFactor.objects.create(staff=person, sealed=sealed)
    if factor.confirmed_at is not None:
        raise Refused(_("You have a second factor already; an administrator can reset it."))
    return sealing.unseal(factor.sealed, "totp")


def address(person: Staff, secret: str) -> str:
    """What the picture tells an authenticator."""
    label = quote(f"Seventeen:{person.username}")
    return f"otpauth://totp/{label}?secret={secret}&issuer=Seventeen&digits={DIGITS}&period={STEP_S}"


@transaction.atomic
def confirm(person: Staff, code: str, *, at: datetime | None = None) -> list[str]:
    """The authenticator works: from now on its codes are asked for. Returns the recovery codes, shown this once.

    Raises WrongCode.
    """
    if not _take_code(person, code, at or timezone.now()):
        raise WrongCode
    SecondFactor.objects.filter(staff=person, confirmed_at=None).update(confirmed_at=timezone.now())
    audit.record(audit.HOUSE, person, "staff.second_factor_set", about=person.signature, facts={"name": person.name})
    return _new_codes(person)


@transaction.atomic
def check(person: Staff, code: str, *, at: datetime | None = None) -> bool:
    """Whether `code` is one of the authenticator's now, or a recovery code that was not used."""
    if _take_code(person, code, at or timezone.now()):
        return True
    unused = RecoveryCode.objects.filter(staff=person, mac=_mac(person, code), used_at=None)
    if not unused.update(used_at=timezone.now()):
        return False
    left = RecoveryCode.objects.filter(staff=person, used_at=None).count()
    audit.record(audit.HOUSE, person, "staff.recovery_code_used", about=person.signature, facts={"left": left})
    return True


@transaction.atomic
def renew_codes(person: Staff, code: str) -> list[str]:
    """New recovery codes; the old ones are void. Raises WrongCode."""
    if not has_one(person) or not check(person, code):
        raise WrongCode
    audit.record(audit.HOUSE, person, "staff.recovery_codes_renewed", about=person.signature, facts={})
    return _new_codes(person)


@transaction.atomic
def reset(person: Staff, *, by: Staff, reason: str) -> None:
    """Forget the authenticator and the codes of somebody who lost them; they set up a new one as they log in."""
    found, _rows = SecondFactor.objects.filter(staff=person).delete()
    RecoveryCode.objects.filter(staff=person).delete()
    if not found:
        raise Refused(_("%s has no second factor.") % person.name)
    facts = {"name": person.name, "reason": reason}
    audit.record(audit.HOUSE, by, "staff.second_factor_reset", about=person.signature, facts=facts)


def _take_code(person: Staff, code: str, at: datetime) -> bool:
    """Whether the code is right and newer than the last; it is then used up, also for whoever types it at once."""
    factor = SecondFactor.objects.filter(staff=person).first()
    typed = "".join(code.split())
    if factor is None or not (typed.isascii() and typed.isdigit() and len(typed) == DIGITS):
        return False
    totp = TOTP(base64.b32decode(sealing.unseal(factor.sealed, "totp")), DIGITS, SHA1(), STEP_S)  # noqa: S303
    now = int(at.timestamp()) // STEP_S
    for step in (now, now - 1, now + 1):
        try:
            totp.verify(typed.encode(), step * STEP_S)
        except InvalidToken:
            continue
        return bool(SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step).update(last_step=step))
    return False


def _new_codes(person: Staff) -> list[str]:
    codes = ["".join(secrets.choice(LETTERS) for _letter in range(LETTERS_A_CODE)) for _code in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(staff=person).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(staff=person, mac=_mac(person, code)) for code in codes)
    half = LETTERS_A_CODE // 2
    return [f"{code[:half]}-{code[half:]}" for code in codes]


def _mac(person: Staff, code: str) -> str:
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    return sealing.mac(f"{person.pk}:{typed}", "recovery")
