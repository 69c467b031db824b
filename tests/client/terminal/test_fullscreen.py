"""The application: keys, clicks, typed lines, and what may go wrong."""

from __future__ import annotations

import asyncio
import errno
import gc
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from prompt_toolkit.input import PipeInput

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.draw import Room, Rows, piece, row
from sealed_wonders.client.terminal.known import Known
from sealed_wonders.client.terminal.narration import Kind, Told
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.stack import Field
from sealed_wonders.client.terminal.symbols import UNICODE
from sealed_wonders.client.terminal.trust import Keyring
from sealed_wonders.net.pins import Pin
from tests.support.screens import Glass, Stage, glass, turns

ESC, ENTER, TAB, UP, LEFT = "\x1b", "\r", "\t", "\x1b[A", "\x1b[D"
CTRL_C, CTRL_L, CTRL_Z, F2 = "\x03", "\x0c", "\x1a", "\x1bOQ"


def pasted(text: str) -> str:
    """Paste, as terminals do it."""
    return f"\x1b[200~{text}\x1b[201~"


def click(column: int, line: int) -> str:
    """Press and let go of the mouse; both count from 1."""
    return f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m"


WORDS = "the secret card"
"""What an error may say."""


class Plain:
    """A screen that notes what is done at it."""

    title = "Plain"
    help = ("Nothing to it.",)
    actions: Sequence[str] = ("build", "chat")

    def __init__(self) -> None:
        self.done: list[str] = []
        self.breaks = ""
        self.drawn = 0

    def draw(self, room: Room) -> Rows:
        self.drawn += 1
        if self.breaks == "draw":
            raise ZeroDivisionError(WORDS)
        return [row("a plain screen"), row(piece("press", "key", "card 3"), " here")]

    def act(self, action: str) -> bool:
        if self.breaks == action:
            raise KeyError(WORDS)
        self.done.append(action)
        return True


class Other(Plain):
    """A screen of another kind."""


class Now:
    """A clock that stands still."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def a_stack(settings: Settings | None = None) -> ScreenStack:
    known = Known(Keyring(bytes(32), lambda name, key: Pin.NEW))
    stack = ScreenStack(known, settings or Settings(), UNICODE, Now())
    stack.base = Plain()
    return stack


@pytest.fixture
def terminal() -> Iterator[tuple[PipeInput, Glass]]:
    with glass() as pair:
        yield pair


class At:
    """Somebody at a plain screen."""

    def __init__(
        self,
        terminal: tuple[PipeInput, Glass],
        folder: Path,
        settings: Settings | None = None,
        **others: Any,
    ) -> None:
        self.stack = a_stack(settings)
        self.plain = self.stack.base
        assert isinstance(self.plain, Plain)
        self.stage = Stage(self.stack, *terminal, folder, **others)
        self.type, self.look = self.stage.type, self.stage.look
        self.glass, self.app = self.stage.glass, self.stage.app

    @property
    def done(self) -> list[str]:
        assert isinstance(self.plain, Plain)
        return self.plain.done

    async def end(self) -> None:
        await self.app.close()
        await self.stage.ended


Terminal = tuple[PipeInput, Glass]


@pytest_twisted.ensureDeferred
async def test_keys_are_actions_by_their_names(
    terminal: Terminal, tmp_path: Path
) -> None:
    """What a key does, a screen is told by name; what means nothing says so."""
    at = At(terminal, tmp_path)
    await at.type("b", "3", LEFT, ENTER, "§", " ")
    before = at.stack.messages.notice
    await at.type("§")
    after = at.stack.messages.notice
    await at.end()
    assert ("", at.stack.means_nothing()) == (before, after)
    assert ["build", "digit 3", "left", "enter", "details"] == at.done


@pytest_twisted.ensureDeferred
async def test_escape_goes_back(terminal: Terminal, tmp_path: Path) -> None:
    """By itself it is a key, though it begins others."""
    at = At(terminal, tmp_path)
    await at.type(f"{ESC}b")
    await at.end()
    assert ["back", "build"] == at.done


@pytest_twisted.ensureDeferred
async def test_keys_are_as_they_are_set(terminal: Terminal, tmp_path: Path) -> None:
    """A key that was given to another action does that, and nothing else."""
    keys = {"sell": ("b",), "build": ("x", "X")}
    at = At(terminal, tmp_path, Settings(keys=keys))
    await at.type("b", "x", "X", "s")
    await at.end()
    assert ["sell", "build", "build"] == at.done
    assert "x build" in at.glass.text


@pytest_twisted.ensureDeferred
async def test_several_keys_may_be_one(terminal: Terminal, tmp_path: Path) -> None:
    """The first of them may be one by itself, too; a space is the key of that name."""
    keys = {"page up": ("z z",), "last": ("z b",), "first": ("z",), "sell": ("space",)}
    at = At(terminal, tmp_path, Settings(keys=keys))
    await at.type("zz", "zb", "z§", " ")
    await at.end()
    assert ["page up", "last", "first", "sell"] == at.done


@pytest_twisted.ensureDeferred
async def test_a_click_does_what_stands_there(
    terminal: Terminal, tmp_path: Path
) -> None:
    """And nothing beside it; the wheel goes up and down."""
    at = At(terminal, tmp_path)
    await at.type(click(2, 2), click(7, 2), click(1, 20), "\x1b[<65;1;1M")
    await at.end()
    assert ["card 3", "down"] == at.done


@pytest_twisted.ensureDeferred
async def test_the_mouse_can_be_turned_off(terminal: Terminal, tmp_path: Path) -> None:
    """Terminals mark and copy as always then; the same key turns it on again."""
    at = At(terminal, tmp_path)
    await at.type()
    assert at.glass.mouse
    await at.type(F2)
    assert not at.glass.mouse
    assert "marks and copies" in await at.look()
    await at.type(F2)
    assert at.glass.mouse
    await at.end()
    assert not at.glass.mouse


# Typing.


@pytest_twisted.ensureDeferred
async def test_a_line_is_typed_where_the_keys_stand(
    terminal: Terminal, tmp_path: Path
) -> None:
    """Letters are letters then; Enter sends it off, and it is edited before."""
    at, said = At(terminal, tmp_path), list[str]()
    at.stack.ask(Field("Say:", said.append, "so, "))
    await at.type("bud")
    assert "Say: so, bud" in await at.look()
    await at.type("\x7fild", ENTER, "b")
    await at.end()
    assert ["so, build"] == said
    assert ["build"] == at.done


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("key", [f"{ESC}", CTRL_C])
async def test_a_line_need_not_be_sent(
    terminal: Terminal, tmp_path: Path, key: str
) -> None:
    """Escape and Ctrl-C give it up, and nothing is said."""
    at, said = At(terminal, tmp_path), list[str]()
    at.stack.ask(Field("Say:", said.append))
    await at.type("hello")
    at.stage.keys.send_text(key)
    while at.stack.field is not None:
        await turns()
    await at.type("b")
    await at.end()
    assert ([], ["build"]) == (said, at.done)


@pytest_twisted.ensureDeferred
async def test_what_was_typed_before_is_a_key_away(
    terminal: Terminal, tmp_path: Path
) -> None:
    """Each kind of line has its own; commands are kept for the next time."""
    history = tmp_path / "history"
    at, said = At(terminal, tmp_path, history=history), list[str]()
    for label, typed in ((":", "scores"), ("Say:", "hello"), (":", UP), ("Say:", UP)):
        at.stack.ask(Field(label, said.append))
        await at.type(typed, ENTER)
    await at.end()
    assert ["scores", "hello", "scores", "hello"] == said
    assert "+scores" in history.read_text()
    assert "hello" not in history.read_text()


@pytest_twisted.ensureDeferred
async def test_a_file_of_commands_that_cannot_be_used_ends_nothing(
    terminal: Terminal, tmp_path: Path
) -> None:
    """A folder in its place, a full disk: what is typed is typed all the same."""
    history = tmp_path / "history"
    history.mkdir()
    at, said = At(terminal, tmp_path, history=history), list[str]()
    at.stack.ask(Field(":", said.append))
    await at.type("scores", ENTER)
    await turns()
    at.stack.ask(Field(":", said.append))
    await at.type(UP, ENTER)
    assert not at.stage.ended.called
    await at.end()
    assert ["scores", "scores"] == said


@pytest_twisted.ensureDeferred
async def test_a_file_that_fails_is_no_closed_window(
    terminal: Terminal, tmp_path: Path
) -> None:
    """The fault is told, and the game goes on; without a window, it ends."""
    at = At(terminal, tmp_path)
    await at.type()
    loop = asyncio.get_running_loop()
    loop.call_exception_handler({"exception": OSError(errno.ENOSPC, "full")})
    await at.type()
    assert not at.stage.ended.called
    assert "OSError" in await at.look()
    loop.call_exception_handler({"exception": OSError(errno.EIO, "gone")})
    await at.stage.ended


@pytest_twisted.ensureDeferred
async def test_tab_completes(terminal: Terminal, tmp_path: Path) -> None:
    """As far as it is plain; then all that it could be is named."""
    at, said = At(terminal, tmp_path), list[str]()
    words = ("build altar", "build theater", "scores")
    at.stack.ask(Field(":", said.append, words=lambda: words))
    await at.type(f"b{TAB}", TAB)
    assert "build altar  build theater" in await at.look()
    await at.type(f"t{TAB}", ENTER)
    await at.end()
    assert ["build theater"] == said


@pytest_twisted.ensureDeferred
async def test_what_is_pasted_is_one_line(terminal: Terminal, tmp_path: Path) -> None:
    """Several lines become one, and nothing in it is a key."""
    at, said = At(terminal, tmp_path), list[str]()
    at.stack.ask(Field("Say:", said.append))
    await at.type(pasted("one\r\n\x1b[31mtwo\x07"), ENTER)
    await at.end()
    assert ["one [31mtwo"] == said


@pytest_twisted.ensureDeferred
async def test_what_is_pasted_elsewhere_does_nothing(
    terminal: Terminal, tmp_path: Path
) -> None:
    """No letter of it is taken for a key, and that is said."""
    at = At(terminal, tmp_path)
    await at.type(pasted("bsw\r"))
    assert "what you pasted is dropped" in await at.look()
    await at.end()
    assert [] == at.done


@pytest_twisted.ensureDeferred
async def test_a_screen_may_take_what_is_pasted(
    terminal: Terminal, tmp_path: Path
) -> None:
    """An address, say."""
    at, taken = At(terminal, tmp_path), list[str]()
    at.plain.pasted = taken.append  # type: ignore[attr-defined]
    await at.type(pasted(" 192.0.2.1:7007#ab\n"))
    await at.end()
    assert ["192.0.2.1:7007#ab"] == taken


# The terminal.


@pytest_twisted.ensureDeferred
async def test_it_is_drawn_when_something_has_changed(
    terminal: Terminal, tmp_path: Path
) -> None:
    """And not otherwise: nobody's machine is kept busy by a game that waits."""
    at = At(terminal, tmp_path)
    await at.type()
    assert isinstance(at.plain, Plain)
    before = at.plain.drawn
    await turns(200)
    assert before == at.plain.drawn
    await at.type("\x1b[<35;5;5M", "\x1b[<35;6;5M")
    assert before == at.plain.drawn, "the mouse was only moved"
    at.stack.say("some news")
    at.stack.say("more news")
    await at.stage.drawn()
    assert before + 1 == at.plain.drawn
    assert "more news" in at.glass.text
    await at.end()


@pytest_twisted.ensureDeferred
async def test_a_screen_that_wants_it_is_drawn_again(
    terminal: Terminal, tmp_path: Path
) -> None:
    """The clock of a turn goes on though nothing happens."""
    at = At(terminal, tmp_path)
    await at.type()
    assert isinstance(at.plain, Plain)
    before = at.plain.drawn
    at.plain.wakes = 100.05  # type: ignore[attr-defined]
    at.stack.changed()
    while at.plain.drawn < before + 2:
        await turns()
    await at.end()


def test_a_stack_wakes_with_the_clock() -> None:
    """At each whole second that is left, and not when time is out."""
    stack = a_stack()
    assert stack.wakes is None
    for deadline, wakes in ((102.25, 100.25), (102, 101), (100, None), (99, None)):
        stack.known.deadline = deadline
        assert wakes == stack.wakes
    stack.base.wakes = 100.5  # type: ignore[attr-defined]
    assert 100.5 == stack.wakes


@pytest_twisted.ensureDeferred
async def test_another_size_is_another_drawing(
    terminal: Terminal, tmp_path: Path
) -> None:
    """Too small a terminal says what it takes."""
    at = At(terminal, tmp_path)
    at.glass.size = at.glass.size._replace(columns=60)
    shown = await at.look()
    assert "60 by 24" in shown
    assert "plain screen" not in shown
    at.glass.size = at.glass.size._replace(columns=200, rows=60)
    assert "a plain screen" in await at.look()
    await at.end()


@pytest_twisted.ensureDeferred
async def test_the_terminal_is_given_back(terminal: Terminal, tmp_path: Path) -> None:
    """With its title, its mouse and what stood on it."""
    at = At(terminal, tmp_path)
    await at.type()
    assert at.glass.alternate
    await at.end()
    assert not at.glass.alternate
    assert ["Sealed Wonders", ""] == at.glass.titles
    assert at.glass.text.endswith("\x1b[23;0t")


@pytest_twisted.ensureDeferred
async def test_the_title_says_whose_turn_it_is(
    terminal: Terminal, tmp_path: Path
) -> None:
    """For whoever has another window in front; it can be left as it is."""
    at = At(terminal, tmp_path)
    await at.type()
    at.stack.known.asked = True
    await at.look()
    await at.end()
    assert ["Sealed Wonders", "Your turn – Sealed Wonders", ""] == at.glass.titles


@pytest_twisted.ensureDeferred
async def test_the_title_can_be_left_alone(terminal: Terminal, tmp_path: Path) -> None:
    """As it is set."""
    at = At(terminal, tmp_path, Settings(window_title=False))
    await at.type()
    await at.end()
    assert [] == at.glass.titles
    assert "\x1b[2" not in at.glass.text


@pytest_twisted.ensureDeferred
async def test_it_rings_if_that_is_wanted(terminal: Terminal, tmp_path: Path) -> None:
    """A setting that may change meanwhile."""
    at = At(terminal, tmp_path)
    at.app.bell()
    assert 0 == at.glass.rings
    at.stack.settings = replace(at.stack.settings, bell=True)
    at.app.bell()
    assert 1 == at.glass.rings
    await at.end()


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("typing", [True, False])
async def test_ctrl_z_goes_to_the_shell(
    terminal: Terminal, tmp_path: Path, typing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole process sleeps, whatever is typed just now."""
    at, slept = At(terminal, tmp_path), list[bool]()
    monkeypatch.setattr(
        at.app._app, "suspend_to_background", lambda: slept.append(True)
    )
    if typing:
        at.stack.ask(Field("Say:", print))
    await at.type(CTRL_Z)
    await at.end()
    assert [True] == slept


@pytest_twisted.ensureDeferred
async def test_ctrl_l_draws_everything_anew(terminal: Terminal, tmp_path: Path) -> None:
    """Whatever another program wrote over it."""
    at = At(terminal, tmp_path)
    await at.type()
    at.glass.text, before = "", at.glass.cleared
    await at.type(CTRL_L)
    assert "a plain screen" in at.glass.text
    assert before + 1 == at.glass.cleared
    await at.end()


# Faults.


class Polite:
    """Whoever is told that nobody is there any more."""

    prompt = ""

    def __init__(self) -> None:
        self.told: list[str] = []

    def words(self) -> tuple[str, ...]:
        return ()

    def typed(self, line: str) -> None:
        self.told.append(line)

    def interrupted(self) -> None:
        self.told.append("(interrupted)")

    def hung_up(self) -> None:
        self.told.append("(hung up)")


@pytest_twisted.ensureDeferred
async def test_a_closed_window_is_told(terminal: Terminal, tmp_path: Path) -> None:
    """Its input ends; whoever sits there leaves."""
    at, polite = At(terminal, tmp_path), Polite()
    at.app.open(polite)
    await at.type()
    at.stage.keys.close()
    await at.stage.ended
    assert ["(hung up)"] == polite.told


@pytest_twisted.ensureDeferred
async def test_a_window_that_takes_nothing_is_told(
    terminal: Terminal, tmp_path: Path
) -> None:
    """It is closed just when something is drawn."""
    at, polite = At(terminal, tmp_path), Polite()
    at.app.open(polite)
    await at.type()
    at.glass.torn = True
    at.stack.say("some news")
    await at.stage.ended
    assert ["(hung up)"] == polite.told


def the_report(folder: Path) -> str:
    (path,) = (folder / "crashes").iterdir()
    assert 0o600 == path.stat().st_mode & 0o777
    text = path.read_text()
    assert "secret" not in text
    return text


@pytest_twisted.ensureDeferred
async def test_a_fault_in_what_a_key_does_is_told(
    terminal: Terminal, tmp_path: Path
) -> None:
    """In a line that names the report; and the game goes on."""
    at = At(terminal, tmp_path)
    assert isinstance(at.plain, Plain)
    at.plain.breaks = "sell"
    await at.type("c", "b", "s")
    shown = await at.look()
    at.stack.overlays.clear()
    await at.type("c")
    await at.end()
    assert "A fault of this program: KeyError. Please send " in shown
    report = the_report(tmp_path)
    assert "Plain: cities\nPlain: (chooses)\nPlain: (chooses)\n" in report
    assert "in act: raise KeyError" in report
    assert ["cities", "build", "cities"] == at.done


@pytest_twisted.ensureDeferred
async def test_a_fault_in_drawing_ends_nothing(
    terminal: Terminal, tmp_path: Path
) -> None:
    """It is said in place of the screen; keys go on working, and so does typing."""
    at, said = At(terminal, tmp_path), list[str]()
    assert isinstance(at.plain, Plain)
    at.plain.breaks = "draw"
    at.stack.known.narration.append(Told(Kind.GAME, "Bob builds a baths.", None))
    shown = await at.look()
    assert "ZeroDivisionError" in shown
    assert "Bob builds" in shown
    at.stack.ask(Field(":", said.append))
    await at.type("b1")
    assert ":b1" in await at.look()
    await at.type(ENTER, "b")
    assert (["b1"], ["build"]) == (said, at.done)
    assert "ZeroDivisionError" in the_report(tmp_path)
    at.plain.breaks = ""
    assert "a plain screen" in await at.look()
    await at.end()


@pytest_twisted.ensureDeferred
async def test_a_fault_behind_it_all_is_told(
    terminal: Terminal, tmp_path: Path
) -> None:
    """Whatever runs in the loop, nothing is printed over the screen."""
    import asyncio

    at = At(terminal, tmp_path)
    await at.type()

    def fails() -> None:
        raise ZeroDivisionError

    asyncio.get_running_loop().call_soon(fails)
    await at.type()
    assert "A fault of this program: ZeroDivisionError" in await at.look()
    await at.end()


@pytest_twisted.ensureDeferred
async def test_a_fault_without_a_place_for_a_report_is_told(
    terminal: Terminal, tmp_path: Path
) -> None:
    """A full disk is no reason to end."""
    (tmp_path / "crashes").write_text("in the way")
    at = At(terminal, tmp_path)
    assert isinstance(at.plain, Plain)
    at.plain.breaks = "sell"
    await at.type("s")
    assert "No report could be written." in await at.look()
    await at.end()


# What others say.


@pytest_twisted.ensureDeferred
async def test_nobody_else_can_move_the_cursor(
    terminal: Terminal, tmp_path: Path
) -> None:
    """What a host says can't be a command to the terminal, wherever it is shown."""
    at = At(terminal, tmp_path)
    await at.type()
    evil = "\x1b]0;gone\x07\x1b[2J\x9b2J"
    at.stack.known.narration.append(Told(Kind.CHAT, f"bob says: {evil}", None))
    shown = await at.look()
    assert "bob says" in shown
    assert "\x1b]0" not in shown
    assert "\x1b[2J" not in shown
    assert "\x9b" not in shown
    await at.end()


@pytest_twisted.ensureDeferred
async def test_what_is_left_of_a_screen_goes_when_another_kind_comes(
    terminal: Terminal, tmp_path: Path
) -> None:
    """And the collector leaves alone what there is while one is at it."""
    at = At(terminal, tmp_path)
    await at.type("b")
    assert gc.get_freeze_count()
    gc.freeze()
    left = Plain()
    left.itself = left  # type: ignore[attr-defined]
    there = weakref.ref(left)
    gc.freeze()
    del left
    gc.collect()
    assert there() is not None

    at.stack.base = Other()
    await at.type("b")

    assert there() is None
    await at.end()
