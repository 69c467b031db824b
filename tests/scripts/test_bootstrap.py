"""What `scripts/play` and `scripts/test` install: what was tested, or what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GONE = "ERROR: No matching distribution found for click==8.5.1"
REMOVED = (
    "What was compiled is of another version, and was removed:"
    " scripts/compile makes it anew."
)
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
        for name in (
            "scripts/bootstrap",
            "scripts/compile",
            "scripts/locks/play.txt",
            "pyproject.toml",
        ):
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
        # One says that it takes a while.
        lines = [it for it in done.stderr.splitlines() if "only this once" not in it]
        return done.returncode, self._done.read_text().splitlines(), lines

    def compiled(self, module: str) -> Path:
        """Put a module into the engine, and what was compiled of it; return that."""
        folder = self._root / "client" / "engine" / "wonders"
        folder.mkdir(parents=True, exist_ok=True)
        for ending in ("py", "pxd"):
            (folder / f"{module}.{ending}").touch()
        built = folder / f"{module}.cpython-311-x86_64-linux-gnu.so"
        built.touch()
        return built


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


@pytest.mark.parametrize("ending", ["py", "pxd"])
def test_what_was_compiled_of_another_version_is_not_run(
    checkout: Checkout, ending: str
) -> None:
    """It is all removed, which is said once; what is of this version stays."""
    checkout.install()
    old, new = checkout.compiled("table"), checkout.compiled("value")
    assert (0, [], []) == checkout.install()
    assert old.exists()
    assert new.exists()
    newer = old.stat().st_mtime + 60
    os.utime(old.with_name(f"table.{ending}"), (newer, newer))
    assert (0, [], [REMOVED]) == checkout.install()
    assert not old.exists()
    assert not new.exists()
    assert (0, [], []) == checkout.install()


def test_what_was_compiled_is_found_where_the_folder_has_a_dot(tmp_path: Path) -> None:
    """Modules are found beside what was compiled of them, wherever the checkout is."""
    checkout = Checkout(tmp_path / "wonders-0.1.0")
    checkout.install()
    os.utime(checkout.compiled("table"), (1, 1))
    assert (0, [], [REMOVED]) == checkout.install()


def test_what_can_not_be_compiled_any_more_is_not_left(
    checkout: Checkout, tmp_path: Path
) -> None:
    """Where no compiler makes anything, what one made before isn't taken for it."""
    checkout.install()
    built = checkout.compiled("table")
    done = subprocess.run(
        [tmp_path / "scripts" / "compile"],
        env=os.environ | {"DONE": str(tmp_path / "done"), "SAID": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    said = "Nothing was compiled: is there a C compiler?\n"
    assert (1, "", said) == (done.returncode, done.stdout, done.stderr)
    assert not built.exists()
