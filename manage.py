#!/usr/bin/env python3
"""Seventeen's commands; `manage.py help` lists them."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from shoes.feeds import addresses

SOURCE = "SEVENTEEN_CAMERA_SOURCE"


def main() -> None:
    hide_source()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        print(f"manage.py: {wrong}", file=sys.stderr)
        sys.exit(2)
    except OperationalError as wrong:
        print(f"manage.py: the database does not answer: {wrong}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read has seen enough, such as `| head -1`; what is still buffered must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def hide_source() -> None:
    """Start anew without an address that holds a login: every account of a machine may read its command lines."""
    hidden = addresses.hidden(sys.orig_argv)
    if hidden is not None:
        words, address = hidden
        os.environ.pop(f"{SOURCE}_FILE", None)
        os.execve(sys.executable, words, {**os.environ, SOURCE: address})  # noqa: S606 (it is this program again)


if __name__ == "__main__":
    main()
