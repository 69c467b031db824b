"""Installation by `scripts/play` and `scripts/test`: the tested versions, or a message."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GONE = "ERROR: No matching distribution found for click==8.5.1"
REMOVED = (
    "Removed compiled modules of another version: scripts/compile compiles them again."
)
OTHER = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."

PIP = """#!/bin/sh
case "$*" in
*--require-hashes*) echo locked; [ -z "$TOLD" ] || printf "$TOLD" >&3; [ -z "$SAID" ] || { echo "$SAID" >&2; exit 1; } ;;
*--no-deps*) echo ourselves ;;
*--editable*) echo "ourselves, and what there is" ;;
*catalogues*) echo catalogues; touch net/locale/fr/LC_MESSAGES/words.mo ;;
esac 3>&1 >>"$DONE"
"""
"""Replaces the Python of an environment; records what it is asked to install."""


class Checkout:
    """
    A checkout with an environment whose pip is simulated.

    Attributes:
        root: its folder.
    """

    def __init__(self, folder: Path) -> None:
        self.root, self._done = folder, folder / "done"
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

    def install(self, error: str = "", **env: str) -> tuple[int, list[str], list[str]]:
        """Return the status, installed packages, and lines on standard error."""
        self._done.write_text("")
        done = subprocess.run(
            ["sh", "-euc", f"root={self.root}; . scripts/bootstrap; bootstrap play"],
            cwd=self.root,
            env=os.environ | {"DONE": str(self._done), "SAID": error, "TOLD": ""} | env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "" == done.stdout
        # This line announces that it takes a while.
        lines = [it for it in done.stderr.splitlines() if "only this once" not in it]
        return done.returncode, self._done.read_text().splitlines(), lines

    def install_at_terminal(self, progress: str, error: str = "") -> tuple[int, str]:
        """Return the status, and what the terminal shows while pip reports progress."""
        at, terminal = os.openpty()
        env = {"DONE": str(self._done), "SAID": error, "TOLD": progress}
        with subprocess.Popen(
            ["sh", "-euc", f"root={self.root}; . scripts/bootstrap; bootstrap play"],
            cwd=self.root,
            env=os.environ | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=terminal,
        ) as process:
            os.close(terminal)
            read = bytearray()
            # Linux reports the end of a terminal's output as an error.
            with contextlib.suppress(OSError):
                while data := os.read(at, 4096):
                    read += data
        os.close(at)
        return process.returncode, read.decode()

    def compiled(self, source: str, folder: str = "client/engine/wonders") -> Path:
        """Create a source and its compiled module in a folder; return the module."""
        path = self.root / folder / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        module = f"_{path.stem}" if path.suffix == ".c" else path.stem
        built = path.with_name(f"{module}.cpython-311-x86_64-linux-gnu.so")
        built.touch()
        return built


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """Return a checkout in a folder whose name contains a dot."""
    return Checkout(tmp_path / "wonders-0.1.0")


def test_tested_versions_are_installed_once(checkout: Checkout) -> None:
    """They are installed by hash, and nothing else. Pip runs once."""
    assert (0, ["locked", "ourselves"], []) == checkout.install()
    assert (0, [], []) == checkout.install()


def test_other_versions_are_installed_if_a_tested_one_is_unavailable(
    checkout: Checkout,
) -> None:
    """One line gives the reason."""
    status, installed, (line,) = checkout.install(GONE)
    assert (0, ["locked", "ourselves, and what there is"]) == (status, installed)
    assert "here (No matching distribution found for click==8.5.1): installing" in line


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_installation_at_a_terminal_shows_its_progress(checkout: Checkout) -> None:
    """
    The progress takes one line, which is removed at the end. Errors are shown as
    elsewhere.
    """
    progress = (
        "Collecting attrs==26\nProcessing /x/zope_y-8.1-cp311.whl (x)\nInstalling all\n"
    )
    status, read = checkout.install_at_terminal(progress)
    assert 0 == status
    lock = (ROOT / "scripts" / "locks" / "play.txt").read_text().splitlines()
    count = sum("==" in line and line[0].isalnum() for line in lock)
    shown = [it.strip() for it in read.split("\r\x1b[K")]
    assert [f"1 of {count}: attrs", f"2 of {count}: zope_y"] == shown[1:3]
    assert ["Copying the packages …", ""] == shown[3:]
    assert 0 == checkout.install_at_terminal("")[0]
    with (checkout.root / "scripts/locks/play.txt").open("a") as changed:
        changed.write("\n")  # so everything is installed again
    status, read = checkout.install_at_terminal("", OTHER)
    assert (1, True) == (status, OTHER in read)


@pytest.mark.parametrize(
    ("error", "only"), [(OTHER, ""), (GONE, "only")], ids=["changed", "LOCKED=only"]
)
def test_no_other_versions_are_installed_after_a_bad_hash_or_if_locked(
    checkout: Checkout, error: str, only: str
) -> None:
    """A file with another hash isn't an unavailable version."""
    status, installed, (cause, _) = checkout.install(error, LOCKED=only)
    assert (1, ["locked"], error) == (status, installed, cause)


@pytest.mark.parametrize(
    "newer", ["client/engine/wonders/table.py", "net/sealed/pippenger.c"]
)
def test_compiled_modules_of_another_version_are_removed(
    checkout: Checkout, newer: str
) -> None:
    """All of them are removed, with one message; those of the current version stay."""
    checkout.install()
    built = [
        checkout.compiled("table.py"),
        checkout.compiled("value.py"),
        checkout.compiled("pippenger.c", "net/sealed"),
    ]
    assert (0, [], []) == checkout.install()
    assert all(it.exists() for it in built)
    changed = built[0].stat().st_mtime + 60
    os.utime(checkout.root / newer, (changed, changed))
    assert (0, [], [REMOVED]) == checkout.install()
    assert not any(it.exists() for it in built)
    assert (0, [], []) == checkout.install()


def test_translations_are_built_when_they_have_changed(checkout: Checkout) -> None:
    """
    They are also built if there are none yet. A git pull may change them without an
    installation.
    """
    folder = checkout.root / "net" / "locale" / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "words.po").touch()
    checkout.install()
    assert (folder / "words.mo").exists()
    assert (0, [], []) == checkout.install()
    newer = (folder / "words.mo").stat().st_mtime + 60
    os.utime(folder / "words.po", (newer, newer))
    assert (0, ["catalogues"], []) == checkout.install()


def test_old_compiled_modules_are_removed_if_no_compiler_works(
    checkout: Checkout,
) -> None:
    """Otherwise, they could be mistaken for the result."""
    checkout.install()
    built = checkout.compiled("table.py")
    done = subprocess.run(
        [checkout.root / "scripts" / "compile"],
        env=os.environ | {"DONE": str(checkout.root / "done"), "SAID": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    error = "Nothing was compiled: is there a C compiler?\n"
    assert (1, "", error) == (done.returncode, done.stdout, done.stderr)
    assert not built.exists()
