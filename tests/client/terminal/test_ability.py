"""Detecting what a terminal can do."""

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


@pytest.mark.parametrize(
    ("size", "typed", "screen"),
    [
        ((80, 24), None, True),
        ((60, 20), "", False),
        ((79, 40), "lines", False),
        ((60, 20), "screen", True),
        ((60, 20), None, False),
    ],
)
def test_lines_are_offered_where_the_terminal_is_too_small(
    size: tuple[int, int],
    typed: str | None,
    screen: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Enter takes them; whoever types nothing any more gets them too."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(size[0]))
    monkeypatch.setenv("LINES", str(size[1]))
    monkeypatch.setattr(sys, "stdin", Tty("" if typed is None else f"{typed}\n"))
    shown = Tty()
    monkeypatch.setattr(sys, "stdout", shown)
    ability._wants_screen.cache_clear()

    assert screen == ability.is_screen(plain=False)
    assert screen == ability.is_screen(plain=False), "it isn't asked again"

    asked = size != (80, 24)
    assert asked == (f"This terminal is {size[0]} by {size[1]}" in shown.getvalue())
    assert not ability.is_screen(plain=True)
    ability._wants_screen.cache_clear()
