"""The card-sealing library, if it is missing or unsafe."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.net.sealed import backend
from tests.support.programs import run_to_end
from tests.support.thorough import only

LOG = Path(__file__).parents[1] / "vectors" / "three_seats.swlog"

PLAYING = [
    ("join", "127.0.0.1:1", "--name", "ann"),
    ("play", "--name", "ann"),
    ("bot", "127.0.0.1:1", "--seat-name", "ann"),
]


@pytest.mark.parametrize("words", PLAYING)
def test_an_unsafe_library_is_an_error_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: Sequence[str],
) -> None:
    """Nothing begins: no host, and no connection."""

    def unsafe() -> None:
        raise backend.UnusableLibrary("please install a newer one")

    monkeypatch.setattr(backend, "loaded", unsafe)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))

    assert 1 == run(words)

    said = capsys.readouterr()
    assert "wonders: please install a newer one\n" == said.err
    assert "" == said.out
    assert not (tmp_path / "home").exists()


NEED_IT = [*PLAYING, ("rejoin", "127.0.0.1:1"), ("audit", str(LOG))]


@pytest.mark.parametrize(
    "words", [*NEED_IT[:2], *only([], [(it,) for it in NEED_IT[2:]])], ids=str
)
def test_without_the_library_a_command_ends_at_once(
    tmp_path: Path, words: Sequence[str]
) -> None:
    """One line says what to install, so that nobody fails in the middle of a game."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['nacl'] = None\n", "utf-8"
    )
    without = {"PYTHONPATH": str(tmp_path), VARIABLE: str(tmp_path / "home")}
    client = (sys.executable, "-m", "sealed_wonders.client")
    done = run_to_end(*client, *words, env=os.environ | without)
    assert done.returncode in (1, 2)
    assert "" == done.stdout
    (line,) = done.stderr.splitlines()
    assert "sealed cards need PyNaCl and rbcl, which can't be loaded:" in line
    assert not (tmp_path / "home").exists()
