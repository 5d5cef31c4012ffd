"""`manage.py tokens`: the service accounts; `--revoke 12` closes one, after its machine was given another's secret."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino import tokens
from casino.models import ServiceToken


class Command(BaseCommand):
    """Secrets are never shown: nobody has them but the machines."""

    help = "List the service accounts, or revoke one by its number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--revoke", type=int, metavar="NUMBER", help="close this account")

    def handle(self, *_args: Any, revoke: int | None, **_options: Any) -> None:
        if revoke is not None:
            self._revoke(revoke)
        for token in ServiceToken.objects.order_by("pk"):
            state = f"revoked {token.revoked_at:%Y-%m-%d %H:%M}" if token.revoked_at else "in use"
            about = f" for {token.about}" if token.about else ""
            self.stdout.write(f"{token.pk}  {token.name}: {token.permission}{about}, {state}")

    def _revoke(self, number: int) -> None:
        token = ServiceToken.objects.filter(pk=number).first()
        if token is None:
            raise CommandError(f"There is no account {number}; `manage.py tokens` lists them.", returncode=2)
        tokens.revoke(token, by=None)
