"""What `scripts/play` and `scripts/test` install: what was tested, or what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GONE = "ERROR: No matching distribution found for click==8.5.1"
OTHER = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."

PIP = """#!/bin/sh
case "$*" in
*--require-hashes*) echo locked; [ -z "$SAID" ] || { echo "$SAID" >&2; exit 1; } ;;
*--no-deps*) echo ourselves ;;
*--editable*) echo "ourselves, and what there is" ;;
esac >>"$DONE"
"""
"""Stands for the Python of an environment; writes down what it is asked to install."""


class Checkout:
    """A checkout with an environment in which pip says what it is told to."""

    def __init__(self, folder: Path) -> None:
        self._root, self._done = folder, folder / "done"
        for name in ("scripts/locks", ".venv/bin"):
            (folder / name).mkdir(parents=True)
        for name in ("scripts/bootstrap", "pyproject.toml", "scripts/locks/play.txt"):
            shutil.copy(ROOT / name, folder / name)
        (folder / "scripts" / "locks" / "test.txt").touch()
        python = folder / ".venv" / "bin" / "python"
        python.write_text(PIP)
        python.chmod(0o755)

    def install(self, said: str = "", **env: str) -> tuple[int, list[str], list[str]]:
        """Give the status, what was installed, and what a person reads."""
        self._done.write_text("")
        done = subprocess.run(
            ["sh", "-euc", f"root={self._root}; . scripts/bootstrap; bootstrap play"],
            cwd=self._root,
            env=os.environ | {"DONE": str(self._done), "SAID": said} | env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "" == done.stdout
        lines = done.stderr.splitlines()[1:]  # the first says that it takes a while
        return done.returncode, self._done.read_text().splitlines(), lines


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_what_was_tested_is_installed_once(checkout: Checkout) -> None:
    """By its hashes, and nothing that it needs besides; then no pip is run."""
    assert (0, ["locked", "ourselves"], []) == checkout.install()
    assert (0, [], []) == checkout.install()


def test_where_some_of_it_is_missing_other_versions_are_taken(
    checkout: Checkout,
) -> None:
    """Which is said in one line, with the reason; and not where only those will do."""
    status, installed, (line,) = checkout.install(GONE)
    assert (0, ["locked", "ourselves, and what there is"]) == (status, installed)
    assert "here (No matching distribution found for click==8.5.1): taking" in line


@pytest.mark.parametrize(
    ("said", "only"), [(OTHER, ""), (GONE, "only")], ids=["changed", "LOCKED=only"]
)
def test_nothing_is_installed_instead(checkout: Checkout, said: str, only: str) -> None:
    """A file that was changed is no version that isn't there."""
    status, installed, (cause, _) = checkout.install(said, LOCKED=only)
    assert (1, ["locked"], said) == (status, installed, cause)
