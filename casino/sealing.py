"""Keyed hashes, and secrets that must be read again, under keys derived from SEVENTEEN_SECRET_KEY.

A copy of the database alone gives neither. With another secret key none of them can be read: badges, authenticators and
recovery codes are then set anew.
"""

import base64
import hashlib
import hmac

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext as _

from casino.errors import Refused


class Unreadable(Refused):
    """A secret was sealed under another key."""

    code = "sealed-otherwise"

    def __init__(self) -> None:
        super().__init__(_("The house's secret key was changed; an administrator must reset your second factor."))


def mac(text: str, purpose: str) -> str:
    """A hash of `text` by which it is found again, 64 hexadecimal digits."""
    return hmac.new(_key(purpose), text.encode(), hashlib.sha256).hexdigest()


def seal(text: str, purpose: str) -> str:
    return _box(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    """What was sealed. Raises Unreadable."""
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise Unreadable from None


def _box(purpose: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_key(purpose)))


def _key(purpose: str) -> bytes:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"seventeen {purpose}".encode())
    return derive.derive(str(settings.SECRET_KEY).encode())
