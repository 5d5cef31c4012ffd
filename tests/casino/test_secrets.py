"""Secrets from files, their rotation, and what `check --deploy` says of them; the first administrator."""

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from casino import audit, checks, secrets
from casino.audit import checkpoints
from casino.environment import CHECKOUT, BadSetting
from casino.health.models import Heartbeat
from casino.models import JournalEntry, ServiceToken, Staff


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("k" * 40 + "\n")
    assert secrets.from_files({"SEVENTEEN_SECRET_KEY_FILE": str(file), "HOME": "x"}) == {
        "SEVENTEEN_SECRET_KEY": "k" * 40,
        "HOME": "x",
    }


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"DATABASE_URL_FILE": "/nowhere/at/all"}, "DATABASE_URL_FILE names .* cannot be read: No such file"),
        ({"DATABASE_URL_FILE": os.devnull}, "which is empty; it holds the secret and nothing else"),
        ({"DATABASE_URL_FILE": "/x", "DATABASE_URL": "postgresql://x/y"}, "both set; set one of them"),
    ],
)
def test_a_file_that_holds_no_secret_is_refused(environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        secrets.from_files(environ)


OURS = ("SEVENTEEN_", "DATABASE_", "CELERY_", "DJANGO_")


def _deploy(tmp_path: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    files = {"DATABASE_URL": "postgresql://seventeen:p@127.0.0.1:1/floor"}
    files["DATABASE_OWNER_URL"] = files["DATABASE_URL"].replace("seventeen:", "owner:")
    files["SEVENTEEN_SECRET_KEY"] = "a0" * 30 + "xyz!"
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o600)
    house = {
        "SEVENTEEN_HTTPS": "1",
        "SEVENTEEN_HOSTS": "seventeen.house",
        "SEVENTEEN_DATA": str(tmp_path / "data"),
        "SEVENTEEN_CHECKPOINTS": str(tmp_path / "elsewhere"),
        "SEVENTEEN_CHECKPOINT_KEY": str(tmp_path / "key.pem"),
        **{f"{name}_FILE": str(tmp_path / name) for name in files},
    }
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return subprocess.run(
        command, cwd=CHECKOUT, env={**clean, **house, **environ}, capture_output=True, text=True, check=False
    )


def test_an_installation_as_the_readme_says_has_nothing_to_complain_of(tmp_path: Path) -> None:
    done = _deploy(tmp_path)
    assert "no issues" in done.stdout, done.stderr
    assert done.returncode == 0


def test_what_is_careless_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = tmp_path / "key.pem"
    key.write_text("a key")
    key.chmod(0o604)
    monkeypatch.setenv("DATABASE_URL", "postgresql://seventeen:p@db/floor")
    with override_settings(CHECKPOINT_KEY=key, DATA=tmp_path):
        told = {message.id for message in checks.secrets_are_kept_as_secrets()}
    assert told == {"casino.W001", "casino.W002"}
    assert {message.id for message in checks.the_house_is_told_apart()} >= {"casino.W003", "casino.W005", "casino.W006"}


@pytest.mark.django_db(databases=["default", "owner"])
def test_the_database_is_asked_what_the_run_time_role_may(monkeypatch: pytest.MonkeyPatch) -> None:
    look = checks.run_time_role_has_no_more_rights_than_it_needs
    assert look(databases=None) == []
    assert look(databases=["default"]) == []
    monkeypatch.setattr(checks, "OWNS", checks.OWNS.replace("current_user", "'seventeen_owner'"))
    assert [message.id for message in look(databases=["default"])] == ["casino.E002"]


@pytest.mark.django_db
@pytest.mark.parametrize(("kept", "status"), [(["o" * 50], 200), ([], 302)], ids=["old key kept", "old key gone"])
def test_sessions_hold_as_long_as_the_key_before_is_kept(
    client: Client, person: Callable[..., Staff], kept: list[str], status: int
) -> None:
    with override_settings(SECRET_KEY="o" * 50):
        client.force_login(person("administrator"))
    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=kept):
        assert client.get("/account").status_code == status


@pytest.fixture
def keyed(tmp_path: Path) -> Iterator[Path]:
    with override_settings(CHECKPOINTS=tmp_path / "points", CHECKPOINT_KEY=tmp_path / "key.pem"):
        yield tmp_path / "points"


def _public(folder: Path) -> str:
    return (folder / checkpoints.PUBLIC_KEY).read_text().strip()


@pytest.mark.django_db
def test_the_key_of_checkpoints_is_changed_by_a_checkpoint(keyed: Path, tmp_path: Path) -> None:
    audit.record(audit.HOUSE, None, "test.written", about="house", facts={})
    said = StringIO()
    call_command("checkpoint", stdout=said)
    old, first = (tmp_path / "key.pem").read_bytes(), _public(keyed)
    call_command("checkpoint", new_key=True, stdout=said)
    new = said.getvalue().split("The public key is now ")[1].split(";")[0]
    call_command("checkpoint", stdout=said)
    assert (tmp_path / "key.pem").read_bytes() != old
    assert JournalEntry.objects.filter(body__contains="checkpoint.key_changed", body__endswith="}").count() == 1
    for trusted in (None, first, new):
        assert [point.number for point in checkpoints.read(keyed, trusted)] == [1, 2, 3]
    assert Heartbeat.objects.filter(name="checkpoint").exists()
    call_command("verify_audit", checkpoints=keyed, key=new, stdout=said)
    with pytest.raises(checkpoints.BadCheckpoint, match="signed by the key that you gave"):
        checkpoints.read(keyed, "ab" * 32)


@pytest.mark.django_db
def test_the_old_key_signs_nothing_any_more(keyed: Path, tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    checkpoints.write(keyed, key)
    old = key.read_bytes()
    _path, new = checkpoints.change_key(keyed, key)
    key.write_bytes(old)  # somebody kept a copy
    checkpoints.write(keyed, key)
    with pytest.raises(checkpoints.BadCheckpoint, match=r"00000003\.json is not signed by the house's key"):
        checkpoints.read(keyed, new)


@pytest.mark.django_db
@pytest.mark.parametrize("is_named", [True, False])
def test_a_change_of_key_that_was_cut_short_is_finished_or_forgotten(
    keyed: Path, tmp_path: Path, is_named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power goes after the checkpoint that names the new key, or before it."""
    key = tmp_path / "key.pem"
    checkpoints.write(keyed, key)
    cut = "_finish_change" if is_named else "_write"
    real, calls = getattr(checkpoints, cut), []

    def power_goes(*args: object, **more: object) -> object:
        calls.append(args)
        if len(calls) == (2 if is_named else 1):
            raise KeyboardInterrupt
        return real(*args, **more)

    with monkeypatch.context() as patched:
        patched.setattr(checkpoints, cut, power_goes)
        with pytest.raises(KeyboardInterrupt):
            checkpoints.change_key(keyed, key)
    assert key.with_name("key.pem.new").exists()
    checkpoints.write(keyed, key)
    assert not key.with_name("key.pem.new").exists()
    assert len(checkpoints.read(keyed)) == (3 if is_named else 2)


@pytest.mark.django_db
def test_a_machine_gets_a_new_secret_and_the_old_one_is_closed(client: Client) -> None:
    said = StringIO()
    call_command("issue_token", "camera 12a", "record.read", stdout=said)
    old = said.getvalue().strip()
    assert client.get("/api/tables", headers={"Authorization": f"Bearer {old}"}).status_code == 200
    number = ServiceToken.objects.get().pk
    call_command("tokens", stdout=said)
    assert f"{number}  camera 12a: record.read, in use" in said.getvalue()
    call_command("tokens", revoke=number, stdout=said)
    assert f"{number}  camera 12a: record.read, revoked" in said.getvalue()
    assert old not in said.getvalue().split("\n", 1)[1]
    assert client.get("/api/tables", headers={"Authorization": f"Bearer {old}"}).status_code == 401
    assert JournalEntry.objects.latest("pk").body.count('"token.revoked"') == 1
    with pytest.raises(CommandError, match="There is no account 0"):
        call_command("tokens", revoke=0)


def _first(monkeypatch: pytest.MonkeyPatch, password: str, username: str = "vera", **more: bool) -> str:
    said = StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(password + "\n"))
    call_command("first_administrator", username, name="Vera Halloran", stdout=said, **more)
    return said.getvalue()


@pytest.mark.django_db
def test_the_first_administrator_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="too short"):
        _first(monkeypatch, "short")
    assert "may log in as vera" in _first(monkeypatch, "a good long password")
    vera = Staff.objects.get(username="vera")
    assert (vera.role, vera.check_password("a good long password")) == ("administrator", True)
    with pytest.raises(CommandError, match=r"Vera Halloran \(vera\) is an administrator already") as refused:
        _first(monkeypatch, "a good long password", "second")
    assert refused.value.returncode == 2
    assert "may log in as second" in _first(monkeypatch, "a good long password", "second", another=True)


@pytest.mark.django_db
def test_on_a_terminal_the_password_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["a good long password", "a god long password"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("casino.management.commands.first_administrator.getpass", lambda _prompt: next(typed))
    with pytest.raises(CommandError, match="The two are not the same; nobody was enrolled"):
        call_command("first_administrator", "vera", name="Vera")
    assert not Staff.objects.exists()
