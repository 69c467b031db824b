"""Screens on real terminals: games played by keys, in terminals of several kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scripts.screens import PICTURES, is_like_usual, layout
from tests.support.screenscripts import SCRIPTS, SIZES, ScreenRecorder, real_game
from tests.support.scriptrunner import run_here
from tests.support.thorough import is_thorough, only
from tests.support.tmux import ROOT, Terminal, scene_command, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

COLOUR = re.compile(r"\x1b\[[\d;]*m")


SCRIPT = ROOT / "scripts" / "screens.py"


@contextmanager
def showing(
    *arguments: str, size: tuple[int, int] = SIZES[0], **environment: str
) -> Iterator[ScreenRecorder]:
    """Yield a recorder at a terminal on which the first of some scenes has begun."""
    with Terminal(scene_command(*arguments), size, environment) as terminal:
        terminal.begun(arguments[0])
        yield ScreenRecorder(terminal)


def colours(screen: str) -> set[int]:
    """Return the set of all SGR parameters on a screen."""
    return {
        int(number)
        for sequence in COLOUR.findall(screen)
        for number in sequence[2:-1].split(";")
        if number
    }


@pytest.mark.parametrize("script", only(["a game"], SCRIPTS))
def test_recorded_screens_are_unchanged(
    script: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Games are played by keys. If a change is intended, --update writes the screens
    again.

    `tests/client/terminal/test_scenes.py` draws all pictures without a terminal. So one
    game is enough here, in one language and at one size, except in a thorough run.
    """
    options = [] if is_thorough() else ["--sample"]
    status = run_here(SCRIPT, *options, script, patch=monkeypatch)
    said = capsys.readouterr()
    assert ("", 0) == (said.err, status), said.out


def test_a_screen_is_stored_again_only_if_its_layout_differs() -> None:
    """
    The layout is where frames are, which rows are empty, and what is cut off; not the
    text.
    """
    english = "╭─ Points ─╮\n│ bob  3   │\n╰──────────╯\n\nEsc close"
    same = "╭─ Score ──╮\n│ bob  3   │\n╰──────────╯\n\nÉchap fermer"
    assert is_like_usual(same, english)
    for other in (
        same.replace("╮", "─╮"),
        same.replace("\n\n", "\n"),
        same.replace("bob  3", "bob…"),
        same.replace("Échap fermer", ""),
    ):
        assert not is_like_usual(other, english)
    larger = "\n".join(f"wood │{row}│ stone" for row in english.splitlines())
    assert is_like_usual(larger, english)
    assert not is_like_usual(larger.replace("bob  3", "bob 4 "), english)
    assert is_like_usual("  1  a host\n\n\n2  another", "1  a host\n2  another")
    usual_folder = PICTURES / "en" / "80x24"
    for folder in (PICTURES / "fr" / "80x24", PICTURES / "en" / "120x40"):
        for script in folder.iterdir():
            texts = {path.name: path.read_text() for path in script.glob("*.txt")}
            for name, text in texts.items():
                usual = (usual_folder / script.name / name).read_text()
                assert not is_like_usual(text, usual), (folder, name)
            layouts = list(map(layout, texts.values()))
            assert all(layouts.count(it) == 1 for it in layouts), script


@pytest.mark.thorough  # in line mode, every run plays it to the end
def test_a_real_game_can_be_played(fast_sealing_everywhere: None) -> None:
    """
    With its own host, bots and sealed cards: every turn comes, with its hand.
    """
    turns = [(str(age), str(turn)) for age in (1, 2, 3) for turn in range(1, 7)]
    assert real_game() == [(age, turn, 8 - int(turn)) for age, turn in turns]


@pytest.mark.parametrize("kind", only(["linux"], ["linux", "eterm-color"]))
def test_terminals_with_16_colours_get_no_other_colours(kind: str) -> None:
    """All terminals have these. Codes 38 and 48 begin one of 256 colours or more."""
    with showing("five", TERM=kind) as recorder:
        codes = colours(recorder.terminal.coloured())
    assert not codes & {5, 38, 48}
    assert codes & {*range(30, 38), *range(90, 98)}


def test_an_ascii_terminal_without_colours_gets_only_ascii() -> None:
    """
    Only if the system's locale says so.

    NO_COLOR removes nothing but colours: bold, reverse video and the like stay.
    """
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "NO_COLOR": "1"}
    scenes = ("find", "five", "reveal")
    with Terminal(scene_command(*scenes), SIZES[0], plain) as terminal:
        recorder = ScreenRecorder(terminal)
        for scene in scenes:
            terminal.begun(scene)
            codes = colours(terminal.coloured())
            assert codes <= {0, 1, 2, 3, 4, 7, 22, 27, 39, 49}
            for text in (
                terminal.text(),
                recorder.do("Down", "d"),
                recorder.do("Enter"),
            ):
                assert text.isascii(), text
            terminal.press("C-n")
        assert 0 == terminal.wait_to_end(), terminal.text()


def test_a_turn_is_played_by_mouse_and_the_screen_returns_after_ctrl_z() -> None:
    """
    Choose a card and its use, and seal it; then open the log and scroll it by the
    wheel.

    Ctrl-Z gives the terminal back to the shell, and fg draws everything again.
    """
    command = " ".join(scene_command("five"))
    with Terminal(("bash", "--norc", "--noprofile", "-i"), SIZES[0]) as terminal:
        terminal.type(f"{command}\n")
        terminal.begun("five")
        recorder = ScreenRecorder(terminal)
        assert terminal.reports_mouse
        assert "▸  2 " in recorder.click("   2 ")
        assert "▷  2 " in recorder.click("b build")
        assert "─ All have chosen ─" in recorder.click("Enter seals it")
        last = recorder.click("Enter close", "l log")
        assert last != (earlier := recorder.wheel(down=False))
        assert " ↓ │" in earlier
        assert last == recorder.wheel(down=True)
        before = recorder.click("Esc close")
        assert "─ hand ─" in before
        terminal.press("C-z")
        terminal.wait_for("Stopped")
        terminal.type("echo at the $((1 + 1))nd shell\n")
        terminal.wait_for("at the 2nd shell")
        terminal.type("fg\n")
        terminal.wait_until(lambda screen: screen == before, "the same screen")
        assert recorder.do("c", "Escape") == before
        assert terminal.reports_mouse
        recorder.do("F2")
        assert not terminal.reports_mouse
