"""`manage.py issue_token "camera 12a" observations.post --about camera:BJ-12a`: a machine's account."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino import tokens
from casino.roles import PERMISSIONS


class Command(BaseCommand):
    help = "Make a service account with one permission and print its secret, this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("permission", choices=sorted(PERMISSIONS))
        parser.add_argument("--about", default="", help="what it speaks for, such as camera:BJ-12a")

    def handle(self, *_args: Any, name: str, permission: str, about: str, **_options: Any) -> None:
        _token, secret = tokens.issue(name, permission, about=about)
        self.stdout.write(secret)
