"""What a terminal is taken to be able to do."""

from __future__ import annotations

import io
import sys

import pytest

from sealed_wonders.client.terminal import ability


class Tty(io.StringIO):
    """A terminal, by its own account."""

    encoding = "UTF-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("term", "able"),
    [("xterm-256color", True), ("linux", True), ("dumb", False), ("", False)],
)
def test_keys_and_a_cursor_take_a_terminal(
    term: str, able: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At both ends, and one that isn't dumb."""
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())
    assert able == ability.is_able({"TERM": term})
    assert not ability.is_able({})
    monkeypatch.setattr(sys, "stdin", None)
    assert not ability.is_able({"TERM": term})
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert not ability.is_able({"TERM": term})


@pytest.mark.parametrize(
    ("wanted", "encoding", "term", "name"),
    [
        ("", "utf-8", "xterm", "unicode"),
        ("", "UTF8", "xterm", "unicode"),
        ("", "iso8859-1", "xterm", "ascii"),
        ("", "utf-8", "linux", "ascii"),
        ("unicode", "ascii", "linux", "unicode"),
        ("ascii", "utf-8", "xterm", "ascii"),
    ],
)
def test_signs_are_those_it_can_show(
    wanted: str, encoding: str, term: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless somebody knows better."""
    tty = Tty()
    monkeypatch.setattr(tty, "encoding", encoding, raising=False)
    monkeypatch.setattr(sys, "stdout", tty)
    assert name == ability.symbols(wanted, {"TERM": term})
