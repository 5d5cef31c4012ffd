"""What the environment says: every value is checked here, once, and an unknown one is refused. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

CHECKOUT = Path(__file__).resolve().parent.parent

KNOWN = {
    "SEVENTEEN_DATA": "folder for what one machine keeps (default: .data in the checkout)",
    "SEVENTEEN_DEBUG": "1 shows errors in full; never in a casino",
    "SEVENTEEN_SECRET_KEY": "signs sessions; at least 32 characters (default: made once and kept in the data folder)",
    "SEVENTEEN_SECRET_KEY_FILE": "file that holds it, instead",
    "SEVENTEEN_OLD_SECRET_KEY": "the key before it: sessions that it signed hold until they end",
    "SEVENTEEN_OLD_SECRET_KEY_FILE": "file that holds that one, instead",
    "SEVENTEEN_HOSTS": "host names the site answers to, by commas (default: this machine only)",
    "SEVENTEEN_ORIGINS": "addresses that forms may come from behind a proxy, by commas",
    "SEVENTEEN_HTTPS": "1 where a proxy speaks HTTPS: secure cookies, HSTS",
    "SEVENTEEN_SECOND_FACTOR": "1 asks supervisors and up for a second factor (default: as SEVENTEEN_HTTPS)",
    "SEVENTEEN_ENROLLED_TABLETS": "1 opens tablets on enrolled devices only (default: as SEVENTEEN_HTTPS)",
    "SEVENTEEN_POOL": "database connections a web process keeps, 0 to 100 (default: 0, none kept)",
    "SEVENTEEN_PORT": "port of `make demo`, 1024 to 65535 (default: 8017)",
    "SEVENTEEN_TIME_ZONE": "the house's time zone, such as Europe/Berlin (default: UTC)",
    "SEVENTEEN_DAY_START": "hour at which the house's gaming day begins, 0 to 23 (default: 6)",
    "SEVENTEEN_SHIFTS": "names and starts of a day's shifts, by commas (default: three of eight hours, 1, 2 and 3)",
    "SEVENTEEN_ANSWER_DAYS": "days to answer a letter where the pack names none, 0 to 365 (default: 14; 0: no time)",
    "SEVENTEEN_PAYOUT_SAMPLE": "payouts drawn for review from each shift, 0 to 200 (default: 20)",
    "SEVENTEEN_EVIDENCE_DAYS": "days that pictures of a round are kept, 1 to 3650 (default: 30)",
    "SEVENTEEN_EVIDENCE_VERDICT_DAYS": "days for rounds with a verdict or a dispute, 1 to 3650 (default: 180)",
    "SEVENTEEN_EVIDENCE_GB": "gigabytes that pictures and clips may take, 1 to 1000000 (default: 100)",
    "SEVENTEEN_PAYMENT_CLIPS": "percent of rounds whose payment is kept as a clip for review, 0 to 100 (default: 0)",
    "SEVENTEEN_EVIDENCE_UNMASKED": "1 keeps in clips what lies outside the felt too: guests and staff",
    "SEVENTEEN_RING_MB": "megabytes of newest frames that watch_table keeps for clips, 0 to 100000 (default: 600)",
    "SEVENTEEN_JOB_TIMEOUT": "seconds until the job of a silent worker goes to another, 5 to 86400 (default: 120)",
    "SEVENTEEN_CHECKPOINTS": "folder for signed checkpoints (default: checkpoints in the data folder)",
    "SEVENTEEN_CHECKPOINT_KEY": "file with the Ed25519 key that signs them (default: made once in the data folder)",
    "SEVENTEEN_SERVER": "address to which watch_table posts (default: this machine, SEVENTEEN_PORT)",
    "SEVENTEEN_CAMERA_TOKEN": "secret of the camera's account, as add_camera printed it; for watch_table",
    "SEVENTEEN_CAMERA_TOKEN_FILE": "file that holds it, instead",
    "SEVENTEEN_CAMERA_SOURCE": "what watch_table watches where --source is absent: an address with a password",
    "SEVENTEEN_CAMERA_SOURCE_FILE": "file that holds it, instead",
    "SEVENTEEN_LOG": "text for people, or json for collectors, with a line for each request (default: text)",
    "SEVENTEEN_TEST_NAME": "name of the tests' database",
    "SEVENTEEN_SHARED": "folder of photographs and cases that tests read where it exists",
}


class BadSetting(ValueError):
    """A value in the environment that means nothing; the message says what would be right."""


@dataclass(frozen=True)
class DatabaseAddress:
    """Where a database is and who logs in."""

    name: str
    user: str
    password: str
    host: str
    port: str
    options: dict[str, str]


@dataclass(frozen=True)
class Environment:
    """Everything that differs between one installation and another."""

    data: Path
    debug: bool
    secret_key: str | None
    old_secret_key: str | None
    hosts: list[str]
    origins: list[str]
    https: bool
    second_factor: bool
    enrolled_tablets: bool
    pool: int
    port: int
    time_zone: str
    day_start: int
    shifts: tuple[tuple[str, time], ...]
    answer_days: int
    payout_sample: int
    evidence_days: int
    evidence_verdict_days: int
    evidence_gb: int
    payment_clips: int
    evidence_unmasked: bool
    ring_mb: int
    job_timeout: int
    checkpoints: Path
    checkpoint_key: Path
    test_name: str
    server: str
    camera_token: str | None
    camera_source: str | None
    log: str
    database: DatabaseAddress | None
    database_owner: DatabaseAddress | None
    broker_url: str | None


def read(environ: Mapping[str, str]) -> Environment:
    """The installation that `environ` describes. Raises BadSetting."""
    for name in environ:
        if name.startswith("SEVENTEEN_") and name not in KNOWN:
            raise BadSetting(f"{name} is no setting of Seventeen; there are {', '.join(KNOWN)}.")
    data = Path(environ.get("SEVENTEEN_DATA") or CHECKOUT / ".data").expanduser().absolute()
    database = _address(environ, "DATABASE_URL")
    owner = _address(environ, "DATABASE_OWNER_URL")
    if owner and not database:
        raise BadSetting("DATABASE_OWNER_URL stands alone; set DATABASE_URL too, with the run-time role's log-in.")
    port = _number(environ, "SEVENTEEN_PORT", default=8017, least=1024, most=65535)
    day_start = _number(environ, "SEVENTEEN_DAY_START", default=6, least=0, most=23)
    https = _switch(environ, "SEVENTEEN_HTTPS")
    return Environment(
        data=data,
        debug=_switch(environ, "SEVENTEEN_DEBUG"),
        secret_key=_secret(environ, "SEVENTEEN_SECRET_KEY"),
        old_secret_key=_secret(environ, "SEVENTEEN_OLD_SECRET_KEY"),
        hosts=_list(environ, "SEVENTEEN_HOSTS"),
        origins=_list(environ, "SEVENTEEN_ORIGINS"),
        https=https,
        second_factor=_switch(environ, "SEVENTEEN_SECOND_FACTOR", default=https),
        enrolled_tablets=_switch(environ, "SEVENTEEN_ENROLLED_TABLETS", default=https),
        pool=_number(environ, "SEVENTEEN_POOL", default=0, least=0, most=100),
        port=port,
        time_zone=_zone(environ),
        day_start=day_start,
        shifts=_shifts(environ, day_start),
        answer_days=_number(environ, "SEVENTEEN_ANSWER_DAYS", default=14, least=0, most=365),
        payout_sample=_number(environ, "SEVENTEEN_PAYOUT_SAMPLE", default=20, least=0, most=200),
        evidence_days=_number(environ, "SEVENTEEN_EVIDENCE_DAYS", default=30, least=1, most=3650),
        evidence_verdict_days=_number(environ, "SEVENTEEN_EVIDENCE_VERDICT_DAYS", default=180, least=1, most=3650),
        evidence_gb=_number(environ, "SEVENTEEN_EVIDENCE_GB", default=100, least=1, most=1_000_000),
        payment_clips=_number(environ, "SEVENTEEN_PAYMENT_CLIPS", default=0, least=0, most=100),
        evidence_unmasked=_switch(environ, "SEVENTEEN_EVIDENCE_UNMASKED"),
        ring_mb=_number(environ, "SEVENTEEN_RING_MB", default=600, least=0, most=100_000),
        job_timeout=_number(environ, "SEVENTEEN_JOB_TIMEOUT", default=120, least=5, most=86400),
        checkpoints=_path(environ, "SEVENTEEN_CHECKPOINTS", data / "checkpoints"),
        checkpoint_key=_path(environ, "SEVENTEEN_CHECKPOINT_KEY", data / "checkpoint-key.pem"),
        test_name=_database_name(environ),
        server=_server(environ, port),
        camera_token=environ.get("SEVENTEEN_CAMERA_TOKEN") or None,
        camera_source=environ.get("SEVENTEEN_CAMERA_SOURCE") or None,
        log=_log(environ),
        database=database,
        database_owner=owner or database,
        broker_url=environ.get("CELERY_BROKER_URL") or None,
    )


def _switch(environ: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    value = environ.get(name) or ("1" if default else "0")
    if value not in ("0", "1"):
        raise BadSetting(f"{name} is {value!r}; it is 1 for yes or 0 for no.")
    return value == "1"


def _number(environ: Mapping[str, str], name: str, *, default: int, least: int, most: int) -> int:
    value = environ.get(name) or str(default)
    if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
        raise BadSetting(f"{name} is {value!r}; it is a whole number from {least} to {most}.")
    return int(value)


def _zone(environ: Mapping[str, str]) -> str:
    value = environ.get("SEVENTEEN_TIME_ZONE") or "UTC"
    try:
        return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadSetting(f"SEVENTEEN_TIME_ZONE is {value!r}; it is a zone such as Europe/Berlin or UTC.") from None


def _shifts(environ: Mapping[str, str], day_start: int) -> tuple[tuple[str, time], ...]:
    """`early 06:00, late 14:00`: the first begins with the gaming day, the others follow within it."""
    told = _list(environ, "SEVENTEEN_SHIFTS")
    if not told:
        return tuple((str(nth + 1), time((day_start + 8 * nth) % 24)) for nth in range(3))
    wrong = BadSetting(
        f"SEVENTEEN_SHIFTS is {environ['SEVENTEEN_SHIFTS']!r}; write a name and a time for each shift in the "
        f"order of the day, the first at {day_start:02}:00 when the gaming day begins, such as early {day_start:02}:00."
    )
    found = []
    for text in told:
        name, _space, start = text.rpartition(" ")
        try:
            found.append((name.strip(), time.fromisoformat(start)))
        except ValueError:
            raise wrong from None
    after = [((start.hour - day_start) % 24, start.minute) for _name, start in found]
    names = {name for name, _start in found}
    if (
        after[0] != (0, 0)
        or after != sorted(set(after))
        or len(names) < len(found)
        or not all(1 <= len(n) <= 16 for n in names)
    ):
        raise wrong
    return tuple(found)


def _list(environ: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in environ.get(name, "").split(",") if part.strip()]


def _path(environ: Mapping[str, str], name: str, default: Path) -> Path:
    return Path(environ.get(name) or default).expanduser().absolute()


def _secret(environ: Mapping[str, str], name: str) -> str | None:
    value = environ.get(name) or None
    if value is not None and len(value) < 32:
        raise BadSetting(f"{name} is shorter than 32 characters; make one of 50 random ones.")
    return value


def _log(environ: Mapping[str, str]) -> str:
    value = environ.get("SEVENTEEN_LOG") or "text"
    if value not in ("text", "json"):
        raise BadSetting(f"SEVENTEEN_LOG is {value!r}; it is text or json.")
    return value


def _database_name(environ: Mapping[str, str]) -> str:
    value = environ.get("SEVENTEEN_TEST_NAME") or "seventeen"
    if not (value.isascii() and value.replace("_", "").isalnum() and len(value) <= 40):
        raise BadSetting(f"SEVENTEEN_TEST_NAME is {value!r}; it is at most 40 letters, digits and underscores.")
    return f"test_{value.lower()}"


def _server(environ: Mapping[str, str], port: int) -> str:
    value = environ.get("SEVENTEEN_SERVER") or f"http://127.0.0.1:{port}"
    wrong = BadSetting("SEVENTEEN_SERVER is no address of a server; write http://host:8017.")
    try:
        parts = urlsplit(value)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise wrong from None
    if not is_right or parts.username or parts.query:
        raise wrong
    return value.rstrip("/")


def _address(environ: Mapping[str, str], name: str) -> DatabaseAddress | None:
    url = environ.get(name)
    if not url:
        return None
    wrong = BadSetting(
        f"{name} is no address of a PostgreSQL database; write postgresql://user:password@host:5432/name."
    )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise wrong
    return DatabaseAddress(
        name=unquote(parts.path.strip("/")),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=unquote(parts.hostname or ""),
        port=str(port or ""),
        options=dict(parse_qsl(parts.query)),
    )
