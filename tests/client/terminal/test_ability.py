"""Detection of what a terminal supports."""

from __future__ import annotations

import io
import sys

import pytest

from sealed_wonders.client.terminal import ability


class Tty(io.StringIO):
    """A stream that claims to be a terminal."""

    encoding = "UTF-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("term", "able"),
    [("xterm-256color", True), ("linux", True), ("dumb", False), ("", False)],
)
def test_a_screen_needs_a_terminal_on_stdin_and_stdout_that_is_not_dumb(
    term: str, able: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_symbols_follow_the_terminal_unless_they_are_set(
    wanted: str, encoding: str, term: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_line_mode_is_offered_if_the_terminal_is_too_small(
    size: tuple[int, int],
    typed: str | None,
    screen: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Enter accepts it, and so does the end of the input."""
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
