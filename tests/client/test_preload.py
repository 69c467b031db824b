"""The library that seals cards, when it isn't as it should be."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client import preload
from sealed_wonders.client.__main__ import run
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.net.sealed import backend
from tests.support.thorough import only

LOG = Path(__file__).parents[1] / "vectors" / "three_seats.swlog"

PATIENCE = 120
"""Seconds for a command here."""

PLAYING = [
    ("join", "127.0.0.1:1", "--name", "ann"),
    ("play", "--name", "ann"),
    ("bot", "127.0.0.1:1", "--seat-name", "ann"),
]


@pytest.mark.parametrize("words", PLAYING)
def test_a_library_that_lets_cheats_through_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: Sequence[str],
) -> None:
    """Nothing is begun with it: no host, no connection."""

    def unsafe() -> None:
        raise backend.UnsafeLibrary("please install a newer one")

    monkeypatch.setattr(backend, "chosen", unsafe)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))

    assert 1 == run(words)

    said = capsys.readouterr()
    assert "wonders: please install a newer one\n" == said.err
    assert "" == said.out
    assert not (tmp_path / "home").exists()


def test_slow_cards_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person wonders what takes so long; that Python has warned of more is no matter."""

    def slow() -> None:
        warnings.warn("cards are sealed in Python alone", RuntimeWarning, stacklevel=2)
        warnings.warn("something is old", DeprecationWarning, stacklevel=2)

    monkeypatch.setattr(backend, "chosen", slow)

    preload.load()

    said = capsys.readouterr()
    assert ("wonders: cards are sealed in Python alone\n", "") == (said.err, said.out)


def test_a_good_library_is_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody wants to hear of it."""
    preload.load()

    said = capsys.readouterr()
    assert ("", "") == (said.err, said.out)


@pytest.mark.parametrize("command", only(["audit"], ["audit", "export"]))
def test_a_log_is_read_without_a_quick_library(tmp_path: Path, command: str) -> None:
    """One line says so, and no warning of Python's, whatever it is told to do with them."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['nacl'] = None\n",
        "utf-8",
    )
    part = tmp_path / "part.swlog"
    # As far as the first mixes, which is enough to need the group.
    part.write_bytes(LOG.read_bytes()[:20000])
    done = subprocess.run(
        [sys.executable, "-m", "sealed_wonders.client", command, str(part)],
        env=os.environ
        | {"PYTHONPATH": str(tmp_path), "PYTHONWARNINGS": "error::RuntimeWarning"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    complaint, *others = done.stderr.splitlines()
    assert complaint.startswith(
        "wonders: cards are sealed in Python alone, which is slow"
    )
    assert not [line for line in others if "Warning" in line or "Traceback" in line]
    assert "unfinished" in done.stdout + done.stderr
