"""Service accounts: a machine shows its secret, `Authorization: Bearer …`, and may do the one thing that it is for."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from casino import audit
from casino.models import ServiceToken, Staff

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Finds the account of a secret. A secret of 256 random bits needs no slow hash."""

    def authenticate(self, request: Request) -> tuple[ServiceToken, None] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        secret = words[1] if len(words) == 2 else b""
        token = ServiceToken.objects.filter(sha256=_sha256(secret), revoked_at=None).first()
        if token is None:
            raise exceptions.AuthenticationFailed(_("This token is unknown or was revoked; ask an administrator."))
        return token, None

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


@transaction.atomic
def issue(name: str, permission: str, *, by: Staff | None = None, about: str = "") -> tuple[ServiceToken, str]:
    """A new account and its secret, which is shown this once and kept nowhere."""
    secret = f"17-{secrets.token_urlsafe(32)}"
    token = ServiceToken.objects.create(
        name=name, permission=permission, about=about, made_by=by, sha256=_sha256(secret.encode())
    )
    facts = {"name": name, "permission": permission, "about": about}
    audit.record(audit.HOUSE, by or "system", "token.issued", about=token.signature, facts=facts)
    return token, secret


@transaction.atomic
def revoke(token: ServiceToken, *, by: Staff | None) -> None:
    """Close the account; whoever holds the secret is a stranger from now on."""
    if ServiceToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        audit.record(audit.HOUSE, by or "system", "token.revoked", about=token.signature, facts={"name": token.name})


def _sha256(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()
