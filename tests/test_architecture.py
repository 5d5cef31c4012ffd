"""The shape of the code: imports point down, and the rules and the eyes are pure. The checks are checked too."""

import ast
import json
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from casino.environment import CHECKOUT

PURE = (
    *("tables/rules", "tables/reports"),
    *("shoes/cards.py", "shoes/packs.py", "shoes/census.py", "shoes/camera", "shoes/scenes"),
)

# What a pure module must not have pulled in, however indirectly.
IMPURE = ("django", "rest_framework", "celery", "kombu", "redis", "psycopg", "casino", "uvicorn")
# What a pure module must not name: the clock, chance without a seed, files, processes, the screen. Data of the
# program itself, read with importlib.resources, is part of the program.
IMPURE_NAMES = {"open", "print", "input", "default_rng()", "SystemRandom", "environ", "getenv"}
IMPURE_CALLS = {
    *("time.time", "time.time_ns", "time.monotonic", "time.perf_counter", "time.sleep"),
    *("datetime.now", "datetime.utcnow", "datetime.today", "date.today", "os.urandom"),
    *("cv2.imread", "cv2.imwrite", "cv2.VideoCapture", "np.load", "np.save", "np.random.seed", "np.random.rand"),
}


def _modules() -> list[str]:
    files = [file for name in PURE for file in _files(CHECKOUT / name)]
    return sorted(".".join(file.relative_to(CHECKOUT).with_suffix("").parts) for file in files)


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [file for file in path.rglob("*.py") if file.name != "__init__.py"]


def _impure_after_import(modules: Sequence[str], folder: Path = CHECKOUT) -> list[str]:
    """What a fresh interpreter loads with the modules and must not."""
    code = (
        f"import importlib, json, sys; sys.path.insert(0, {str(folder)!r}); before = set(sys.modules); "
        f"[importlib.import_module(name) for name in {list(modules)!r}]; "
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}; print(json.dumps(sorted(new)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    return [name for name in json.loads(done.stdout) if name in IMPURE]


def test_a_pure_module_loads_nothing_impure() -> None:
    """What none of them loads beside the others, none loads alone; only a culprit is looked for one by one."""
    modules = _modules()
    assert _impure_after_import(modules) == [], {
        module: found for module in modules if (found := _impure_after_import([module]))
    }


def test_a_pure_module_names_no_clock_no_chance_and_no_file() -> None:
    found = {
        str(file.relative_to(CHECKOUT)): names
        for place in PURE
        for file in _files(CHECKOUT / place)
        if (names := sorted(_impure_names(file.read_text())))
    }
    assert found == {}


def _impure_names(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            last = called.rpartition(".")[2]
            if called in IMPURE_NAMES or last in IMPURE_NAMES or any(called.endswith(call) for call in IMPURE_CALLS):
                yield called
            if last == "default_rng" and not node.args:
                yield "default_rng()"


@pytest.mark.parametrize(
    "line",
    [
        "open('x')",
        "print(1)",
        "time.time()",
        "datetime.datetime.now()",
        "np.random.default_rng()",
        "os.urandom(3)",
        "cv2.imread('x')",
    ],
)
def test_the_purity_test_sees_what_it_forbids(line: str) -> None:
    assert list(_impure_names(line)) != []


def test_the_purity_test_sees_an_import_at_third_hand(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text("import second")
    (tmp_path / "second.py").write_text("import django")
    assert _impure_after_import(["first"], tmp_path) == ["django"]


def test_imports_point_down() -> None:
    done = _lint_imports(CHECKOUT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("casino/money.py", "import tables"),
        ("shoes/cards.py", "import tables"),
        ("tables/rules/facts.py", "import django"),
        ("tables/models/__init__.py", "import tables.services"),
        ("shoes/camera/__init__.py", "import casino.money"),
    ],
)
def test_an_import_that_points_up_is_found(tmp_path: Path, file: str, line: str) -> None:
    subprocess.run(
        [
            "tar",
            "--exclude=__pycache__",
            "-cf",
            str(tmp_path / "code.tar"),
            "casino",
            "shoes",
            "tables",
            "pyproject.toml",
        ],
        cwd=CHECKOUT,
        check=True,
    )
    subprocess.run(["tar", "-xf", "code.tar"], cwd=tmp_path, check=True)
    spoiled = tmp_path / file
    spoiled.write_text(spoiled.read_text() + textwrap.dedent(f"\n{line}\n"))
    done = _lint_imports(tmp_path)
    assert done.returncode == 1, done.stdout
    assert "BROKEN" in done.stdout


def _lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run([program, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)
