"""The full-screen application: keys, clicks, typed lines and faults."""

from __future__ import annotations

import asyncio
import errno
import gc
import weakref
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import Mock

import pytest
import pytest_twisted
from prompt_toolkit.input import PipeInput

from sealed_wonders.client.signs.draw import Room, Rows, piece, row
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.stack import Field, UnusableLine
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.timeleft import TimeLeft
from sealed_wonders.net.pins import Pin
from tests.support.appharness import AppHarness, FakeOutput, fake_terminal, run_loop
from tests.support.lineterminals import RecordingInterpreter

ESC, ENTER, TAB, UP, LEFT = "\x1b", "\r", "\t", "\x1b[A", "\x1b[D"
CTRL_C, CTRL_L, CTRL_Z, F2 = "\x03", "\x0c", "\x1a", "\x1bOQ"


def pasted(text: str) -> str:
    """Return what a terminal sends when text is pasted."""
    return f"\x1b[200~{text}\x1b[201~"


def click(column: int, line: int) -> str:
    """Return what a terminal sends for a mouse click; both numbers count from 1."""
    return f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m"


WORDS = "the secret card"
"""Message of an error, which must not appear in any report."""


class RecordingScreen:
    """A screen that records the actions done on it."""

    title = "Plain"
    help = ("Nothing to it.",)
    actions: Sequence[str] = ("build", "chat")
    called: Mapping[str, str] = MappingProxyType({})

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


class OtherScreen(RecordingScreen):
    """A screen of another kind."""


class FixedClock:
    """A clock that stays at the same second."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def a_stack(settings: Settings | None = None) -> ScreenStack:
    known = TableModel(Keyring(bytes(32), lambda name, key: Pin.NEW))
    stack = ScreenStack(known, settings or Settings(), UNICODE, FixedClock())
    stack.base = RecordingScreen()
    return stack


@pytest.fixture
def terminal() -> Iterator[tuple[PipeInput, FakeOutput]]:
    with fake_terminal() as pair:
        yield pair


class RecordingScreenHarness(AppHarness):
    """The application with a `RecordingScreen` and nothing else."""

    def __init__(
        self,
        terminal: tuple[PipeInput, FakeOutput],
        folder: Path,
        settings: Settings | None = None,
        **others: Any,
    ) -> None:
        super().__init__(a_stack(settings), *terminal, folder, **others)

    @property
    def screen(self) -> RecordingScreen:
        screen = self.stack.base
        assert isinstance(screen, RecordingScreen)
        return screen

    @property
    def done(self) -> list[str]:
        return self.screen.done

    async def end(self) -> None:
        await self.app.close()
        await self.ended


Terminal = tuple[PipeInput, FakeOutput]


@pytest_twisted.async_yield_fixture
async def harness(
    terminal: Terminal, tmp_path: Path
) -> AsyncIterator[RecordingScreenHarness]:
    harness = RecordingScreenHarness(terminal, tmp_path)
    yield harness
    await harness.end()


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize(
    ("keys", "typed", "done"),
    [
        pytest.param(
            {},
            ["b", "3", LEFT, ENTER, " "],
            ["build", "digit 3", "left", "enter", "details"],
            id="default keys",
        ),
        pytest.param(
            {}, [f"{ESC}b"], ["back", "build"], id="escape before another key"
        ),
        pytest.param(
            {"sell": ("b",), "build": ("x", "X")},
            ["b", "x", "X", "s"],
            ["sell", "build", "build"],
            id="configured keys",
        ),
        pytest.param(
            {
                "page up": ("z z",),
                "last": ("z b",),
                "first": ("z",),
                "sell": ("space",),
            },
            ["zz", "zb", "z§", " "],
            ["page up", "last", "first", "sell"],
            id="sequences of keys",
        ),
        pytest.param(
            {},
            [click(2, 2), click(7, 2), click(1, 20), "\x1b[<65;1;1M"],
            ["card 3", "down"],
            id="clicks do the action of the text, the wheel goes up and down",
        ),
        pytest.param(
            {},
            ["\x1b[<0;1;2M\x1b[<0;2;2m", "\x1b[<0;2;2m", "\x1b[<2;2;2M\x1b[<2;2;2m"],
            [],
            id="a drag or another button is no click",
        ),
    ],
)
async def test_keys_and_clicks_are_actions(
    terminal: Terminal,
    tmp_path: Path,
    keys: dict[str, tuple[str, ...]],
    typed: list[str],
    done: list[str],
) -> None:
    harness = RecordingScreenHarness(terminal, tmp_path, Settings(keys=keys))
    await harness.type(*typed)
    await harness.end()
    assert done == harness.done
    assert f"{keys.get('build', 'b')[0]} build" in harness.output.text


@pytest_twisted.ensureDeferred
async def test_a_key_without_meaning_shows_a_notice_but_the_wheel_does_not(
    harness: RecordingScreenHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.type("b", "§")
    assert harness.stack.means_nothing() == harness.stack.messages.notice
    harness.stack.messages.notice = ""
    monkeypatch.setattr(harness.screen, "act", lambda action: False)
    await harness.type("\x1b[<64;1;1M", "\x1b[<65;1;1M")
    assert "does nothing here" not in await harness.look()


@pytest_twisted.ensureDeferred
async def test_a_line_can_be_sent_or_cancelled(harness: RecordingScreenHarness) -> None:
    """
    By keys, by clicks on their names, and by quick answers. Tab lists the completions.
    """
    said = list[str]()
    harness.stack.ask(Field(done=said.append, **COMMAND))
    await harness.type(f"b{TAB}", TAB)
    assert "build altar  build theater" in await harness.look()
    field = Field(done=said.append, **QUICK)
    harness.stack.ask(field)
    await harness.type("1")
    assert harness.stack.field is None
    harness.stack.ask(field)
    row = (await harness.look()).split("\n")[-1]
    await harness.type(click(row.index("2 Thanks!") + 2, 24))
    assert ["1", "2"] == said
    assert harness.stack.field is None
    harness.stack.ask(field)
    await harness.type("hi")
    row = (await harness.look()).split("\n")[-1]
    await harness.type(click(row.index("Enter") + 1, 24))
    assert ["1", "2", "hi"] == said
    harness.stack.ask(field)
    await harness.type("ho", click(row.index("Es") + 1, 24))
    assert harness.stack.field is None
    for key in (ESC, CTRL_C):
        harness.stack.ask(field)
        await harness.type("ho")
        harness.keys.send_text(key)
        while harness.stack.field is not None:
            await run_loop()
    await harness.type("b")
    assert (["1", "2", "hi"], ["build"]) == (said, harness.done)


WORDS_OF_CARDS = ("build altar", "build theater", "scores")

SAY: Mapping[str, Any] = {"label": "Say:"}
COMMAND: Mapping[str, Any] = {"label": ":", "words": lambda: WORDS_OF_CARDS}
QUICK: Mapping[str, Any] = {**SAY, "quick": ("Hello!", "Thanks!")}
SECRET: Mapping[str, Any] = {"label": "Its password:", "secret": True}

Typed = Sequence[tuple[Mapping[str, Any], Sequence[str], str]]


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param(
            [({**SAY, "text": "so, "}, ["bud", "\x7fild"], "Say: so, build")],
            ["so, build"],
            id="letters aren't keys while a line is typed, and the line is edited",
        ),
        pytest.param(
            [(SAY, [pasted("one\r\n\x1b[31mtwo\x07")], "Say: one [31mtwo")],
            ["one [31mtwo"],
            id="pasted text becomes one line, and nothing in it is a key",
        ),
        pytest.param(
            [(QUICK, [], "Say: 1 Hello! 2 Thanks!"), (QUICK, ["x2"], "Say: x2")],
            ["", "x2"],
            id="quick answers are shown until something is typed",
        ),
        pytest.param(
            [(COMMAND, [f"b{TAB}", f"t{TAB}"], ":build theater")],
            ["build theater"],
            id="tab completes as far as it is unambiguous",
        ),
        pytest.param(
            [
                *((COMMAND, ["scores"], ""), (SAY, ["hello"], "")),
                *((COMMAND, [UP], ":scores"), (SAY, [UP], "Say: hello")),
            ],
            ["scores", "hello", "scores", "hello"],
            id="each kind of line has its own history",
        ),
        pytest.param(
            [
                (SECRET, ["horse"], "*****"),
                (SECRET, [UP, "cart"], "Its password: ****"),
            ],
            ["horse", "cart"],
            id="a secret is neither shown nor remembered",
        ),
    ],
)
async def test_a_typed_line_is_edited_and_sent(
    terminal: Terminal, tmp_path: Path, typed: Typed, said: list[str]
) -> None:
    """Only commands are kept in the history file."""
    history, heard = tmp_path / "history", list[str]()
    harness = RecordingScreenHarness(terminal, tmp_path, history=history)
    for field, texts, seen in typed:
        harness.stack.ask(Field(done=heard.append, **field))
        await harness.type(*texts)
        assert seen in await harness.look()
        await harness.type(ENTER)
    await harness.type("b")
    await harness.end()
    assert said == heard
    assert ["build"] == harness.done
    kept = history.read_text() if history.exists() else ""
    assert ("+scores" in kept) == ("scores" in said)
    assert "hello" not in kept


@pytest_twisted.ensureDeferred
async def test_an_unusable_history_file_does_not_prevent_typing(
    terminal: Terminal, tmp_path: Path
) -> None:
    """Here a folder is in its place; a full disk has the same effect."""
    (tmp_path / "history").mkdir()
    harness = RecordingScreenHarness(terminal, tmp_path, history=tmp_path / "history")
    said = list[str]()
    for typed in ("scores", UP):
        harness.stack.ask(Field(":", said.append))
        await harness.type(typed, ENTER)
        await run_loop()
    assert not harness.ended.called
    await harness.end()
    assert ["scores", "scores"] == said


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("", "Player"),
        ("Zoë", "Zoë"),
        (pasted("Zoë"), "Zoë"),
        ("\x7fZoë", "Zoë"),
        ("\x1b[D\x1b[C 2", "Player 2"),
    ],
    ids=["Enter", "typing", "pasting", "deleting", "moving the cursor"],
)
@pytest_twisted.ensureDeferred
async def test_whatever_is_typed_replaces_a_proposal(
    harness: RecordingScreenHarness, typed: str, sent: str
) -> None:
    """Enter accepts the proposal, and the arrow keys make it a line to edit."""
    said = list[str]()
    harness.stack.ask(Field("Name:", said.append, "Player", proposes=True))
    await harness.type(typed, ENTER)
    assert [sent] == said


@pytest_twisted.ensureDeferred
async def test_a_refused_line_is_no_proposal(harness: RecordingScreenHarness) -> None:
    """Only a letter may be wrong with it."""
    said = list[str]()

    def done(line: str) -> None:
        if not said:
            said.append(line)
            raise UnusableLine("no")
        said.append(line)

    harness.stack.ask(Field("Name:", done, "Player", proposes=True))
    await harness.type("Zo", ENTER, "ë", ENTER)
    assert ["Zo", "Zoë"] == said


@pytest_twisted.ensureDeferred
async def test_a_click_does_not_lose_a_half_typed_line(
    harness: RecordingScreenHarness,
) -> None:
    """Another line may begin meanwhile; the first one comes back with all letters."""
    said = list[str]()
    first, other = Field("Say:", said.append), Field(":", said.append)
    harness.stack.ask(first)
    await harness.type("a long li", click(2, 2), click(1, 20))
    assert "Say: a long li" in await harness.look()
    for field, typed in ((other, "who"), (first, "ne"), (first, "b")):
        harness.stack.ask(field)
        await harness.type(typed, ENTER)
    assert ["who", "a long line", "b"] == said


@pytest_twisted.ensureDeferred
async def test_a_fault_in_the_loop_is_shown_and_a_closed_window_ends_the_app(
    harness: RecordingScreenHarness,
) -> None:
    """Nothing is printed over the screen, and the game continues after a fault."""
    await harness.type()
    loop = asyncio.get_running_loop()
    for fault in (ZeroDivisionError(), OSError(errno.ENOSPC, "full")):
        loop.call_exception_handler({"exception": fault})
        await harness.type()
        assert not harness.ended.called
        said = f"The program has a bug: {type(fault).__name__}"
        assert said in await harness.look()
    loop.call_exception_handler({"exception": OSError(errno.EIO, "gone")})
    await harness.ended


@pytest_twisted.ensureDeferred
async def test_text_pasted_outside_a_line_is_discarded_unless_a_screen_takes_it(
    harness: RecordingScreenHarness,
) -> None:
    """
    No letter of it is taken for a key. A screen may take it, for example as an address.
    """
    await harness.type(pasted("bsw\r"))
    assert "the pasted text was discarded" in await harness.look()
    taken = list[str]()
    harness.screen.pasted = taken.append  # type: ignore[attr-defined]
    await harness.type(pasted(" 192.0.2.1:7007#ab\n"))
    assert [] == harness.done
    assert ["192.0.2.1:7007#ab"] == taken


# Presence.


@pytest_twisted.ensureDeferred
async def test_every_key_and_click_counts_as_presence(
    harness: RecordingScreenHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This includes keys without meaning, but not mouse movement."""
    touched = Mock()
    monkeypatch.setattr(harness.stack, "touched", touched)
    presses = {"b": 1, "~": 1, F2: 1, pasted("x"): 1, click(3, 3): 2}
    for typed, times in {**presses, "\x1b[<35;5;5M": 0}.items():
        touched.reset_mock()
        await harness.type(typed)
        assert times == touched.call_count, typed
    harness.stack.ask(Field("Say:", lambda line: None))
    touched.reset_mock()
    await harness.type("hi")
    assert 2 == touched.call_count


# The terminal.


@pytest_twisted.ensureDeferred
async def test_the_screen_is_redrawn_only_on_changes_and_when_it_asks(
    harness: RecordingScreenHarness,
) -> None:
    """A waiting game must not keep the machine busy."""
    await harness.type()
    before = harness.screen.drawn
    await run_loop(200)
    await harness.type("\x1b[<35;5;5M", "\x1b[<35;6;5M")
    assert before == harness.screen.drawn, "the mouse was only moved"
    harness.stack.say("some news")
    harness.stack.say("more news")
    await harness.wait_until_drawn()
    assert before + 1 == harness.screen.drawn
    assert "more news" in harness.output.text
    harness.screen.wakes = 100.05  # type: ignore[attr-defined]
    harness.stack.changed()
    while harness.screen.drawn < before + 3:
        await run_loop()


def test_a_stack_wakes_at_each_whole_second_left_on_the_clock() -> None:
    """It doesn't wake when time has run out."""
    stack = a_stack()
    assert stack.wakes is None
    for deadline, wakes in ((102.25, 100.25), (102, 101), (100, None), (99, None)):
        stack.known.time = TimeLeft(0, deadline)
        assert wakes == stack.wakes
    stack.base.wakes = 100.5  # type: ignore[attr-defined]
    assert 100.5 == stack.wakes


@pytest_twisted.ensureDeferred
async def test_the_terminal_is_restored_at_the_end(
    harness: RecordingScreenHarness,
) -> None:
    """Its title, its contents and its mouse mode are restored."""
    await harness.type()
    assert harness.output.alternate
    harness.stack.known.asked = True
    await harness.look()
    for wanted in (True, False, True):
        assert wanted is harness.output.mouse
        await harness.type(F2)
    assert "mouse now selects and" in await harness.look()
    await harness.type(F2)
    assert harness.output.mouse
    await harness.end()
    assert not harness.output.mouse
    assert not harness.output.alternate
    assert ["Sealed Wonders", "Your turn – Sealed Wonders", ""] == harness.output.titles
    assert harness.output.text.endswith("\x1b[23;0t")


@pytest_twisted.ensureDeferred
async def test_the_bell_and_the_title_follow_the_settings(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bell setting may change meanwhile."""
    harness = RecordingScreenHarness(terminal, tmp_path, Settings(window_title=False))
    harness.app.bell()
    assert 0 == harness.output.bells
    harness.stack.settings = replace(harness.stack.settings, bell=True)
    harness.app.bell()
    assert 1 == harness.output.bells
    with monkeypatch.context() as patch:
        gone = Mock(side_effect=OSError(errno.EIO, "gone"))
        patch.setattr(harness.output, "bell", gone)
        harness.app.bell()  # the window is closed; reading from it reports that
    await harness.type()
    await harness.end()
    assert [] == harness.output.titles
    assert "\x1b[2" not in harness.output.text


@pytest_twisted.ensureDeferred
async def test_ctrl_z_suspends_the_process(
    harness: RecordingScreenHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This works while a line is being typed, too."""
    slept = list[bool]()
    monkeypatch.setattr(
        harness.app._app, "suspend_to_background", lambda: slept.append(True)
    )
    await harness.type(CTRL_Z)
    harness.stack.ask(Field("Say:", print))
    await harness.type(CTRL_Z)
    assert [True, True] == slept


@pytest_twisted.ensureDeferred
async def test_resizing_and_ctrl_l_redraw_everything(
    harness: RecordingScreenHarness,
) -> None:
    """
    Ctrl-L repairs what another program wrote over the screen. In a terminal that is too
    small, the required size is shown.
    """
    await harness.type()
    harness.output.text, before = "", harness.output.cleared
    await harness.type(CTRL_L)
    assert "a plain screen" in harness.output.text
    assert before + 1 == harness.output.cleared
    harness.output.size = harness.output.size._replace(columns=60)
    shown = await harness.look()
    assert "has 60 columns and 24 rows" in " ".join(shown.split())
    assert "plain screen" not in shown
    harness.output.size = harness.output.size._replace(columns=200, rows=60)
    assert "a plain screen" in await harness.look()


# Faults.


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("way", ["its input ends", "its output fails"])
async def test_closing_the_window_hangs_up(
    harness: RecordingScreenHarness, way: str
) -> None:
    """The player leaves the table."""
    interpreter = RecordingInterpreter()
    harness.app.open(interpreter)
    await harness.type()
    if way == "its input ends":
        harness.keys.close()
    else:
        harness.output.torn = True
        harness.stack.say("some news")
    await harness.ended
    assert ["(hung up)"] == interpreter.log


def only_report(folder: Path) -> str:
    (path,) = (folder / "crashes").iterdir()
    assert 0o600 == path.stat().st_mode & 0o777
    text = path.read_text()
    assert "secret" not in text
    return text


@pytest_twisted.ensureDeferred
async def test_a_fault_in_an_action_is_reported(
    harness: RecordingScreenHarness, tmp_path: Path
) -> None:
    """A line names the report, and the game continues."""
    harness.screen.breaks = "sell"
    await harness.type("c", "b", "s")
    shown = await harness.look()
    harness.stack.overlays.clear()
    await harness.type("c")
    assert "The program has a bug: KeyError. Please send us " in shown
    report = only_report(tmp_path)
    assert (
        "RecordingScreen: cities\nRecordingScreen: (chooses)\nRecordingScreen: (chooses)\n"
        in report
    )
    assert "in act: raise KeyError" in report
    assert ["cities", "build", "cities"] == harness.done


@pytest_twisted.ensureDeferred
async def test_a_fault_is_shown_even_if_no_report_can_be_written(
    harness: RecordingScreenHarness, tmp_path: Path
) -> None:
    """A full disk is no reason to end."""
    (tmp_path / "crashes").write_text("in the way")
    harness.screen.breaks = "sell"
    await harness.type("s")
    assert "No report could be" in await harness.look()
    assert "WONDERS_HOME" in await harness.look()


@pytest_twisted.ensureDeferred
async def test_a_fault_in_drawing_replaces_the_screen_and_keys_still_work(
    harness: RecordingScreenHarness, tmp_path: Path
) -> None:
    """Lines can still be typed, too."""
    said = list[str]()
    harness.screen.breaks = "draw"
    harness.stack.known.narration.append(
        NarratedLine(LineKind.GAME, "Bob builds a baths.", None)
    )
    shown = await harness.look()
    assert "ZeroDivisionError" in shown
    assert "Bob builds" in shown
    harness.stack.ask(Field(":", said.append))
    await harness.type("b1")
    assert ":b1" in await harness.look()
    await harness.type(ENTER, "b")
    assert (["b1"], ["build"]) == (said, harness.done)
    assert "ZeroDivisionError" in only_report(tmp_path)
    harness.screen.breaks = ""
    assert "a plain screen" in await harness.look()


# Text from others.


@pytest_twisted.ensureDeferred
async def test_escape_sequences_from_others_never_reach_the_terminal(
    harness: RecordingScreenHarness,
) -> None:
    """Text from a host must not command the terminal, wherever it is shown."""
    await harness.type()
    evil = "\x1b]0;gone\x07\x1b[2J\x9b2J"
    harness.stack.known.narration.append(
        NarratedLine(LineKind.CHAT, f"bob says: {evil}", None)
    )
    shown = await harness.look()
    assert "bob says" in shown
    assert "\x1b]0" not in shown
    assert "\x1b[2J" not in shown
    assert "\x9b" not in shown


@pytest_twisted.ensureDeferred
async def test_garbage_is_collected_when_a_screen_of_another_kind_appears(
    real_unfreeze: None, harness: RecordingScreenHarness
) -> None:
    """Until then, existing objects stay frozen; the collector leaves them alone."""
    await harness.type("b")
    assert gc.get_freeze_count()
    gc.freeze()
    left = RecordingScreen()
    left.itself = left  # type: ignore[attr-defined]
    there = weakref.ref(left)
    gc.freeze()
    del left
    gc.collect()
    assert there() is not None

    harness.stack.base = OtherScreen()
    await harness.type("b")

    assert there() is None
