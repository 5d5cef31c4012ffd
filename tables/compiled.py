"""The engine's hot modules compiled by mypyc (`make fast`): the same sources and answers, about a third less time.

A compiled module hides its source from Python, and was compiled against the types of those beside it. So a stamp keeps
the hash of all rules, and Seventeen does not start beside rules compiled from others: nobody is judged by yesterday's.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured

RULES: Final = Path(__file__).parent / "rules"
GROUP: Final = "seventeen_rules"
"""What mypyc names the library that the compiled modules share."""
MODULES: Final = (
    "bank",
    "boxes",
    "choices",
    "codes",
    "counting",
    "deal",
    "facts",
    "hands",
    "joins",
    "judge",
    "legal",
    "round",
    "settle",
    "stakes",
    "words",
)
STAMP: Final = "compiled.sha256"


def fingerprint(rules: Path = RULES) -> str:
    """SHA-256 over the sources of the rules, in the order of their names."""
    digest = sha256()
    for source in sorted(rules.rglob("*.py")):
        digest.update(f"{source.relative_to(rules).as_posix()}\n{sha256(source.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def stamp(rules: Path = RULES) -> None:
    """Keep what the compiled modules were made from."""
    (rules / STAMP).write_text(fingerprint(rules), encoding="ascii")


def is_compiled(rules: Path = RULES) -> bool:
    return any(rules.glob("*.so"))


def check(rules: Path = RULES) -> None:
    """Raises ImproperlyConfigured where compiled rules stand beside sources that they were not made from."""
    if not is_compiled(rules):
        return
    kept = rules / STAMP
    if not kept.is_file() or kept.read_text(encoding="ascii", errors="replace") != fingerprint(rules):
        raise ImproperlyConfigured(
            "The rules were compiled from other sources than stand here: "
            "run `make fast` to compile them anew, or `make plain` to go on without."
        )


def remove(root: Path) -> None:
    """Take the compiled modules out of the checkout at `root`; its sources are what runs then."""
    rules = root / "tables" / "rules"
    for left in (*rules.glob("*.so"), *root.glob(f"{GROUP}__mypyc*.so"), rules / STAMP):
        left.unlink(missing_ok=True)
