"""The compiled engine plays the same games as the one in Python."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

from scripts.declarations import Engine
from tests.support.clirunner import CliRunner
from tests.support.thorough import only

ROOT = Path(__file__).parents[3]

FAST_BUILD_FLAGS = "-O0 -g0 -w"
"""Options for the C compiler: no optimization, debug information or warnings."""

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("Cython") is None or shutil.which("cc") is None,
    reason="nothing to compile it with",
)


BUILD_FOLDER = ROOT / "build" / "tests"

VIEWS = "sealed_wonders.client.engine._views"
"""The code that all compiled modules share."""
PIPPENGER = "sealed_wonders.net.sealed._pippenger"
"""The library that is compiled with the engine; see `tests/net/sealed/test_pippenger.py`."""


@cache
def compiled_modules() -> list[str]:
    """Return the names of the modules that Setuptools is to compile."""
    modules = Engine(ROOT, "client/engine").modules.items()
    return [name for name, it in modules if it is not None and it.is_compiled]


def run(*words: str | Path, cwd: Path, **env: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def state_of_sources() -> str:
    """Return a digest of all that compiling depends on."""
    read = hashlib.sha256(
        f"{sys.version} {version('cython')} {FAST_BUILD_FLAGS}".encode()
    )
    engine = sorted((ROOT / "client" / "engine").rglob("*.py"))
    others = ("setup.py", "scripts/declarations.py", "net/sealed/pippenger.c")
    for path in (*engine, *(ROOT / it for it in others)):
        read.update(path.read_bytes())
    return read.hexdigest()


@pytest.fixture(scope="module")
def compiled() -> Path:
    """
    Build everything without optimization; return the folder to import it from.

    Earlier results are kept as long as their source is the same, as `scripts/compile`
    does: compiling takes longer than almost any other test file.
    """
    state, built = state_of_sources(), BUILD_FOLDER / "state"
    if built.exists() and built.read_text() == state:
        return next(BUILD_FOLDER.glob("lib*"))
    modules = {
        name.replace(".", "/") for name in (*compiled_modules(), VIEWS, PIPPENGER)
    }
    for library in BUILD_FOLDER.glob("lib*"):
        for path in library.rglob("*.*"):
            module, _, kind = path.relative_to(library).as_posix().partition(".")
            if path.is_file() and (module not in modules or kind == "py"):
                path.unlink()
    env = {
        "SEALED_WONDERS_COMPILE": "1",
        "CFLAGS": FAST_BUILD_FLAGS,
        "PYTHONWARNINGS": "ignore",
    }
    build = ("setup.py", "--quiet", "build", "--build-base", BUILD_FOLDER)
    run(*build, cwd=ROOT, **env)
    (library,) = BUILD_FOLDER.glob("lib*")
    for module in modules:
        source = (ROOT / "build" / "cython" / module).with_suffix(".c")
        if not source.exists():
            continue  # not written by Cython
        for path in library.glob(f"{module}.*.*"):
            if path.stat().st_mtime < source.stat().st_mtime:
                path.unlink()  # outdated, since it no longer compiles
    built.write_text(state)
    return library


def test_every_module_is_compiled(compiled: Path) -> None:
    """Setuptools leaves out those that it can't compile."""
    wanted = compiled_modules()
    missing = [
        name for name in wanted if not [*compiled.glob(f"{name.replace('.', '/')}.*.*")]
    ]
    assert wanted
    assert [] == missing


@pytest.mark.parametrize(
    ("game", "count"),
    only(
        [("wonders", 24), ("architects", 12)],
        [("wonders", 24), ("wonders", 60), ("architects", 12), ("architects", 24)],
    ),
)
def test_the_compiled_engine_plays_the_same_games_as_core(
    compiled: Path, game: str, count: int, tmp_path: Path
) -> None:
    """
    They are compared step by step, as the tests beside this one do for the engine in
    Python.
    """
    script = ROOT / "scripts" / "engine_twins.py"
    words = ("-P", script, "0", str(count), "--game", game)
    said = run(*words, cwd=tmp_path, PYTHONPATH=str(compiled))
    assert said.endswith("all the same (compiled)\n")


@pytest.mark.parametrize(
    "options",
    [("--with", "leaders,edifice"), ("--game", "architects")],
    ids=["wonders", "architects"],
)
def test_a_compiled_thinker_makes_the_same_choices(
    compiled: Path, options: tuple[str, ...], cli: CliRunner, tmp_path: Path
) -> None:
    """In every choice of a game, all values are equal to the last bit."""
    seats = ("--players", "3", "--strategy", "thinker:4,builder,builder")
    words = ("simulate", *options, *seats, "--record")
    module, here = ("-P", "-m", "sealed_wonders.client"), str(compiled)
    run(*module, *words, tmp_path / "compiled", cwd=tmp_path, PYTHONPATH=here)
    cli(*words, tmp_path / "interpreted")
    (one,), (other,) = (
        [path.read_bytes() for path in (tmp_path / folder).iterdir()]
        for folder in ("compiled", "interpreted")
    )
    assert one == other


def test_without_a_compiler_nothing_is_compiled(tmp_path: Path) -> None:
    """The build doesn't fail."""
    build = ("setup.py", "--quiet", "build_ext", "--build-lib", tmp_path / "library")
    env = {"SEALED_WONDERS_COMPILE": "1", "CC": "false", "PYTHONWARNINGS": "ignore"}
    run(*build, "--build-temp", tmp_path / "objects", cwd=ROOT, **env)
    assert [] == [*tmp_path.rglob("*.so")]
