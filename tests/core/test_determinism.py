"""
The same game on every machine, regardless of hash order, clock and version of Python.
"""

from __future__ import annotations

import functools
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.determinism import transcript
from tests.support.thorough import only

ROOT = Path(__file__).parent.parent.parent

GAMES = (
    (3, "choose"),
    (5, "random"),
    (7, "night"),
    (4, "choose", "leaders", "edifice"),
    (2, "architects"),
    (6, "architects"),
)

OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The version that runs this test; another test changes its hash seed."""

VERSIONS = {"3.11", "3.12", "3.13", "3.14"}

PROGRAM = """
from tests.support.determinism import transcript
import hashlib
for game in {games!r}:
    text = transcript(*game)
    print(hashlib.sha256(text.encode()).hexdigest())
"""


told = functools.cache(transcript)


def expected() -> list[str]:
    return [hashlib.sha256(told(*game).encode()).hexdigest() for game in GAMES]


def played(python: str | Path, folder: Path, seed: str) -> list[str]:
    """
    Play the games in another process, using only the standard library; return the
    hashes.
    """
    namespace = folder / "sealed_wonders"
    namespace.mkdir()
    (namespace / "core").symlink_to(ROOT / "core")
    (folder / "tests").symlink_to(ROOT / "tests")
    done = subprocess.run(
        [python, "-s", "-W", "error", "-c", PROGRAM.format(games=GAMES)],
        cwd=folder,
        env={
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": str(folder),
            "PYTHONHASHSEED": seed,
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "" == done.stderr
    return done.stdout.split()


def pythons(version: str) -> list[Path]:
    """Return interpreters of a version: from the path, and from pyenv."""
    places = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep)]
    kept = Path.home() / ".pyenv" / "versions"
    places = [*sorted(kept.glob(f"{version}.*/bin")), *places]
    found = [place / f"python{version}" for place in places]
    return [path for path in found if path.is_file() and works(path, version)]


def works(path: Path, version: str) -> bool:
    """Return whether an interpreter has this version; a shim may lead nowhere."""
    done = subprocess.run(
        [path, "-c", "import sys; print(sys.version_info[:2])"],
        capture_output=True,
        text=True,
        check=False,
    )
    major, minor = version.split(".")
    return done.stdout.strip() == f"({major}, {minor})"


@pytest.mark.parametrize("seed", only(["4242"], ["0", "1", "4242"]))
def test_a_game_does_not_depend_on_the_order_of_hashes(
    seed: str, tmp_path: Path
) -> None:
    assert expected() == played(sys.executable, tmp_path, seed)


@pytest.mark.parametrize(
    "version", only({"3.11", "3.14"} - {OWN}, sorted(VERSIONS - {OWN}))
)
def test_a_game_does_not_depend_on_the_version_of_python(
    version: str, tmp_path: Path
) -> None:
    """All other versions on this machine play the same game, without any package."""
    found = pythons(version)
    if not found:
        pytest.skip(f"no Python {version} here")
    assert expected() == played(found[0], tmp_path, "7")


def test_the_transcript_contains_every_state_of_the_game() -> None:
    """So it shows any difference."""
    assert told(3, "choose").count('{"agenda":') > 60
    assert told(2, "architects").count("State(") > 60
