"""Measure and print one table, on servers and data of its own."""

import argparse
import os
import platform
import sys
from tempfile import TemporaryDirectory

from tables import compiled

NAMES = (
    "folding",
    "games",
    "auditing",
    "recording",
    "notices",
    "reading",
    "proof",
    "frames",
    "decoding",
    "pit",
    "seeing",
)
NEED_SERVERS = {"recording", "notices", "seeing"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast Seventeen is, in one table.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these: {', '.join(NAMES)}")
    parser.add_argument("--scale", type=float, default=1.0, help="how much of everything (default 1)")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(NAMES):
        parser.error(f"{', '.join(sorted(unknown))}: nothing of that name is measured; there are {', '.join(NAMES)}.")
    if not 0 < asked.scale <= 1:
        parser.error(f"--scale is {asked.scale}; it is more than 0 and at most 1.")
    names = [name for name in NAMES if not asked.names or name in asked.names]
    with TemporaryDirectory() as folder:
        # Before the settings are read: the measured floor is nobody's record.
        os.environ["SEVENTEEN_DATA"] = folder
        for address in ("DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL"):
            os.environ.pop(address, None)
        measure(names, asked.scale)


def measure(names: list[str], scale: float) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import django

    django.setup()
    from importlib import import_module

    from django.core.management import call_command

    print("| measured | figure | wanted | how |\n|---|---|---|---|", flush=True)
    servers = NEED_SERVERS & set(names)
    try:
        if servers:
            call_command("migrate", verbosity=0)
        for name in names:
            for line in import_module(f"tests.bench.{name}").measure(scale):
                print(f"| {line.what} | {line.figure} | {line.wanted} | {line.how} |", flush=True)
    finally:
        if servers:
            call_command("servers", "stop", stdout=sys.stderr)
    rules = "compiled by `make fast`" if compiled.is_compiled() else "plain Python"
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"
    print(f"\nPython {platform.python_version()}, the rules {rules}, {machine}")


if __name__ == "__main__":
    main()
