"""``wonders rejoin``: continuing a seat from twelve words."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.storage.home import VARIABLE

WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"


@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (("host:99999",), WORDS, ""),
        ((), WORDS, "Missing argument"),
        (("host", "--password-file", "/nowhere"), WORDS, "/nowhere"),
        (("host",), WORDS[:-7], "12 words are needed, not 11"),
        (("host",), WORDS.replace("wave", "weave"), "'weave' isn't in the word list"),
        (("host",), WORDS.replace("wave", "year"), "these words don't belong together"),
    ],
)
def test_wrong_input_is_an_error_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    typed: str,
    said: str,
) -> None:
    """
    It is reported before anything is connected or written, and without repeating the
    words.
    """
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{typed}\n"))
    assert run(["rejoin", *words]) in (1, 2)
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()
    assert line.startswith(("wonders rejoin: ", "wonders: "))
    assert said in line
    assert "yellow" not in shown.out + line
    assert not (tmp_path / "home").exists()
