"""`manage.py enrol anna --name "Anna B." --role dealer`: a new member of staff, such as the first administrator."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino import people
from casino.errors import Refused
from casino.roles import ROLES


class Command(BaseCommand):
    """The password is asked for, or read from standard input where that is no terminal; never an argument."""

    help = "Enrol a member of staff; the password is asked for, or read from standard input."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", required=True)
        parser.add_argument("--role", required=True, choices=sorted(ROLES))

    def handle(self, *_args: Any, username: str, name: str, role: str, **_options: Any) -> None:
        password = getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        try:
            person = people.enrol(username, name, role=role, password=password)
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from None
        self.stdout.write(f"{person.name} may log in as {person.username} ({person.role}).")
