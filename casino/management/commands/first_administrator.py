"""`manage.py first_administrator anna --name "Anna B."`: the one who enrols everybody else."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino import first
from casino.errors import Refused


class Command(BaseCommand):
    """The password is asked for twice, or read from standard input where that is no terminal; never an argument."""

    help = "Enrol the first administrator of a house; refused where there is one, unless --another."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", required=True)
        parser.add_argument("--another", action="store_true", help="one more, where the others cannot log in any more")

    def handle(self, *_args: Any, username: str, name: str, another: bool, **_options: Any) -> None:
        try:
            person = first.administrator(username, name, password=_password(), is_another=another)
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from None
        self.stdout.write(f"{person.name} may log in as {person.username} and enrol the others.")


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass("Password: ")
    if getpass("Once more: ") != password:
        raise CommandError("The two are not the same; nobody was enrolled.", returncode=2)
    return password
