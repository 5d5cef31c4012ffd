"""`make fast`: compile the rules, and keep them only if they judge as their sources do."""

import shutil
import subprocess
import sys
import sysconfig
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from mypyc.build import mypycify
from setuptools import setup

from tables import compiled

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ("tests/rounds", "tests/rules")
_MYPY: Final = ("--strict", "--explicit-package-bases", "--namespace-packages")


def build(root: Path, *, optimised: bool = True) -> None:
    """Compile the rules of the checkout at `root`, beside their sources. Raises SystemExit with what is missing."""
    _check_compiler()
    compiled.remove(root)
    sources = [f"tables/rules/{name}.py" for name in compiled.MODULES]
    with TemporaryDirectory() as folder, chdir(root):
        cache = f"--cache-dir={folder}/mypy"
        level = "3" if optimised else "0"
        modules: Any = mypycify(
            [*_MYPY, cache, *sources], opt_level=level, group_name=compiled.GROUP, target_dir=folder
        )
        arguments = ["--quiet", "build_ext", "--inplace", f"--build-temp={folder}", f"--build-lib={folder}"]
        setup(name="seventeen", packages=[], py_modules=[], ext_modules=modules, script_args=arguments)
    compiled.stamp(root / "tables" / "rules")


def main() -> None:
    print("Compiling the rules (a minute or two) …", flush=True)
    build(ROOT)
    print("Judging every known round with them …", flush=True)
    if subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *TESTS], cwd=ROOT, check=False
    ).returncode:
        compiled.remove(ROOT)
        sys.exit("The compiled rules judged otherwise than their sources, and were removed.")
    print("The rules are compiled. `make plain` removes them, `make bench auditing` measures them.")


def _check_compiler() -> None:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler) or not Path(sysconfig.get_path("include"), "Python.h").is_file():
        sys.exit("A C compiler and Python's headers are needed; on Debian: apt-get install gcc libc6-dev python3-dev")


if __name__ == "__main__":
    main()
