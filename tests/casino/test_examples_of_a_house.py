"""The files that a house begins with say what is there: programs, settings, addresses."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.urls import reverse

from casino import processes, secrets
from casino.environment import CHECKOUT, KNOWN, read

HOUSE = CHECKOUT / "examples" / "house"
UNITS = sorted(HOUSE.glob("*.service"))


def _settings() -> dict[str, str]:
    lines = (HOUSE / "seventeen.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_settings_are_ones_that_the_site_reads() -> None:
    assert read(_settings()).https


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_what_is_there_with_settings_that_are_there(unit: Path) -> None:
    text = unit.read_text()
    files = {f"{name}_FILE" for name in secrets.IN_FILES}
    assert set(re.findall(r"Environment=([A-Z_]+)=", text)) <= set(KNOWN) | files
    for name in re.findall(r"=%d/([a-z-]+)", text):
        assert f"LoadCredential={name}:" in text
    for program in re.findall(r"/opt/seventeen/\S+ (?:-m (\w+)|manage\.py (\w+))", text):
        assert program in {("uvicorn", ""), ("celery", ""), ("", "watch_table"), ("", "backup")}


def test_the_units_start_what_the_demo_starts() -> None:
    ours = {"seventeen-web@.service": processes.web(8001), "seventeen-worker.service": processes.worker()}
    for name, program in ours.items():
        line = re.search(r"^ExecStart=(.*)$", (HOUSE / name).read_text(), re.MULTILINE)
        assert line is not None
        assert set(program.command[1:4]) <= set(line[1].split())


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_front_passes_on_at_once_what_does_not_end(name: str) -> None:
    text = (HOUSE / name).read_text()
    assert text.count("{") == text.count("}")
    for address in (reverse("live"), reverse("metrics")):
        assert address in text
    assert ("proxy_buffering off" if name == "nginx.conf" else "flush_interval -1") in text


CHECKERS = {
    "nginx.conf": ("nginx", "-t", "-q", "-e", "stderr", "-c"),
    "Caddyfile": ("caddy", "validate", "--adapter", "caddyfile", "--config"),
    **{unit.name: ("systemd-analyze", "verify", "--man=no") for unit in UNITS},
}


@pytest.mark.parametrize("name", [name for name, (program, *_words) in CHECKERS.items() if shutil.which(program)])
def test_what_has_a_checker_on_this_machine_passes_it(name: str, tmp_path: Path) -> None:
    """Where the program itself is not installed, what stands above is all that is known."""
    program, *words = CHECKERS[name]
    file = tmp_path / name
    text = (HOUSE / name).read_text().replace("/opt/seventeen", str(CHECKOUT))
    if name == "nginx.conf":
        text = _whole(text, tmp_path)
    file.write_text(text)
    done = subprocess.run([program, *words, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert program != "systemd-analyze" or done.stderr == ""


def _whole(site: str, folder: Path) -> str:
    """A configuration of nginx around `site`, with a certificate, for whoever may not have the ports below 1024."""
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=seventeen"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", *words, *files], capture_output=True, check=True)
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    site = site.replace("/etc/ssl/seventeen", str(folder)).replace("listen 80;", "listen 18380;")
    return f"pid {folder}/pid; events {{}} http {{ {kept} {site.replace('listen 443', 'listen 18443')} }}"
