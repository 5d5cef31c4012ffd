"""What the environment says is checked once, and a value that means nothing is refused with a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from casino.environment import CHECKOUT, BadSetting, DatabaseAddress, read
from casino.secrets import kept


def test_nothing_set_is_one_machine_with_safe_values() -> None:
    environment = read({})
    assert environment.data == CHECKOUT / ".data"
    assert (environment.debug, environment.https, environment.hosts) == (False, False, [])
    assert (environment.database, environment.database_owner, environment.broker_url) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SEVENTEEN_DEBUGG", "1", "no setting of Seventeen"),
        ("SEVENTEEN_DEBUG", "yes", "1 for yes or 0 for no"),
        ("SEVENTEEN_HTTPS", "2", "1 for yes or 0 for no"),
        ("SEVENTEEN_PORT", "80", "from 1024 to 65535"),
        ("SEVENTEEN_POOL", "-1", "from 0 to 100"),
        ("SEVENTEEN_SECRET_KEY", "short", "32 characters"),
        ("SEVENTEEN_TEST_NAME", "a; drop", "letters, digits and underscores"),
        ("DATABASE_URL", "mysql://x/y", "postgresql://user:password@host:5432/name"),
        ("DATABASE_URL", "postgresql://host:port/name", "postgresql://user:password@host:5432/name"),
        ("DATABASE_OWNER_URL", "postgresql://o@h/n", "set DATABASE_URL too"),
    ],
)
def test_a_value_that_means_nothing_is_refused(name: str, value: str, sentence: str) -> None:
    with pytest.raises(BadSetting, match=sentence):
        read({name: value})


def test_a_database_address_is_read_whole() -> None:
    environment = read({"DATABASE_URL": "postgresql://se%40n:p%2Fw@db.house:5433/floor?sslmode=require"})
    assert environment.database == DatabaseAddress("floor", "se@n", "p/w", "db.house", "5433", {"sslmode": "require"})
    assert environment.database_owner == environment.database


def test_a_socket_folder_may_stand_for_the_host() -> None:
    address = read({"DATABASE_URL": "postgresql://seventeen@%2Frun%2Fpg/floor"}).database
    assert address is not None
    assert (address.host, address.port) == ("/run/pg", "")


def test_the_commands_say_a_bad_setting_in_one_sentence() -> None:
    environment = {**os.environ, "SEVENTEEN_POOL": "many"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == "manage.py: SEVENTEEN_POOL is 'many'; it is a whole number from 0 to 100.\n"
    assert done.returncode == 2


def test_one_role_for_everything_fails_the_deploy_check() -> None:
    both = "postgresql://one@127.0.0.1:1/floor"
    environment = {**os.environ, "DATABASE_URL": both, "DATABASE_OWNER_URL": both}
    command = [sys.executable, "manage.py", "check", "--deploy", "--tag", "security"]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert "casino.E001" in done.stderr
    assert done.returncode == 1
    environment["DATABASE_OWNER_URL"] = "postgresql://two@127.0.0.1:1/floor"
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert "casino.E001" not in done.stderr


def test_a_secret_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret-key"
    secret = kept(path)
    assert len(secret) >= 50
    assert kept(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]
