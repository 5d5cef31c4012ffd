"""The documents say what is there: every command, target and setting, no other, and no link into nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from casino import api as house
from casino import environment, roles, secrets
from shoes import api as cameras
from shoes.training.families import CLASSIC, OTHER
from tables import api
from tables.rules.facts import FIELDS
from tables.rules.happenings import CORRECTED, EVENTS
from tables.rules.profiles import PROFILES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
APPS = ("casino", "shoes", "tables")

# Addresses of other people's servers that a house may set; not ours to prefix.
OUTSIDE = {"DATABASE_URL", "DATABASE_OWNER_URL", "CELERY_BROKER_URL", "PG_BIN"}
IN_FILES = {f"{name}_FILE" for name in secrets.IN_FILES}
# Commands that Django brings and the documents use.
DJANGOS = {"migrate", "check"}


def _section(title: str) -> str:
    """The text below a heading, to the next one of its level or above."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#{{1,3}} |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, f"README has no section {title!r}"
    return found[2]


def _our_commands() -> set[str]:
    return {name for name, app in get_commands().items() if app in APPS} - {"migrate", "flush"}


def _named(pattern: str, text: str) -> set[str]:
    return set(re.findall(pattern, text, re.MULTILINE))


def test_every_command_is_documented() -> None:
    assert _our_commands() - _named(r"manage\.py (\w+)", _section("Commands")) == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_documented_command_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert _named(r"manage\.py ([a-z]\w*)", text) - _our_commands() - DJANGOS == set()


def test_documented_options_are_those_of_the_commands() -> None:
    for row in re.findall(r"^\| `manage\.py ([^`]+)`", _section("Commands"), re.MULTILINE):
        name = row.split()[0]
        source = next(ROOT.glob(f"*/management/commands/{name}.py")).read_text(encoding="utf-8")
        assert _named(r"--[a-z-]+", row) == _named(r"add_argument\(\s*\"(--[a-z-]+)\"", source), name


def test_every_make_target_is_documented_and_there() -> None:
    targets = _named(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    listed = _named(r"^([a-z][a-z-]*):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"))
    documented = set().union(
        *(_named(r"(?:`|^)make ([a-z][a-z-]+)", (ROOT / name).read_text("utf-8")) for name in DOCUMENTS)
    )
    assert documented - targets == set()
    assert listed - documented - {"help"} == set()  # `make` alone


def test_every_setting_is_documented_and_there() -> None:
    documented = _named(r"^\| `([A-Z_]+)` \|", _section("Settings"))
    assert documented == set(environment.KNOWN) | (OUTSIDE & _read_by_code()) | IN_FILES


def _read_by_code() -> set[str]:
    """The names of `OUTSIDE` that some module reads."""
    sources = "\n".join(path.read_text(encoding="utf-8") for app in APPS for path in (ROOT / app).rglob("*.py"))
    return _named(r"\"([A-Z_]+)\"", sources) & OUTSIDE


def test_the_code_reads_no_setting_that_is_unknown() -> None:
    files = [path for app in APPS for path in (ROOT / app).rglob("*.py")] + [ROOT / "Makefile"]
    named = set().union(*(_named(r"\b(SEVENTEEN_[A-Z_]+)\b", path.read_text(encoding="utf-8")) for path in files))
    assert {name for name in named if not name.endswith("_")} - set(environment.KNOWN) == set()


def test_every_role_is_documented() -> None:
    first_cells = _named(r"^\| ([a-z][a-z, ]*) \|", _section("Roles and permissions")) - {"role"}
    assert {role for cell in first_cells for role in cell.split(", ")} == set(roles.ROLES)


def test_every_profile_is_documented() -> None:
    assert _named(r"^\| `([a-z0-9-]+)` \|", _section("Profiles")) == set(PROFILES)


def _links(text: str) -> Iterator[str]:
    yield from re.findall(r"\]\(([^)\s]+)\)", text)


def _anchors(text: str) -> set[str]:
    """The anchors of a document's headings, as the usual hosts make them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_internal_link_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    for link in _links(text):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = ROOT / path if path else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in _anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("name", [*DOCUMENTS, "NOTICE"])
def test_every_file_that_a_document_names_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    tops = "|".join((*APPS, "templates", "tests", "examples"))
    named = _named(rf"(?<![\w/.])((?:{tops})/[\w./*-]+)", text)
    missing = {path for path in named if not list(ROOT.glob(path.rstrip("/.")))}
    assert missing == set()


def test_the_notice_names_every_typeface_that_the_reader_learned_from() -> None:
    assert {*CLASSIC, *OTHER} == _named(r"\b(fonts-[\w-]+)", (ROOT / "NOTICE").read_text(encoding="utf-8"))


def test_the_facts_of_a_document_are_documented_as_they_are() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", _section("Round document"), re.MULTILINE)
    told = {kind: re.findall(r"`(\w+)`", fields) for kind, fields in rows if kind in FIELDS}
    assert told == {kind: [name for name, _, _ in checks] for kind, checks in FIELDS.items()}


def test_the_events_of_an_evening_are_documented_as_they_are() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| .*\|$", _section("Evening document"), re.MULTILINE)
    told = {kind: re.findall(r"`(\w+)`", fields) for kind, fields in rows}
    assert told == {kind: [name for name, _, _ in checks] for kind, checks in {**EVENTS, **CORRECTED}.items()}


def test_every_address_of_the_api_is_documented() -> None:
    told = _named(r"`(?:GET |POST )?/api/([^`]*)`", _section("API")) - {"schema"}
    every = [*house.urlpatterns, *api.urlpatterns, *cameras.urlpatterns]
    assert told == {re.sub(r"<\w+:(\w+)>", r"<\1>", str(one.pattern)) for one in every} - {"schema"}
