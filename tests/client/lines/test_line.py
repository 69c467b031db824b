"""Terminals of line mode: the prompt with editing, and plain input and output."""

from __future__ import annotations

import asyncio
import io
import os
import termios
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import pytest_twisted
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReadDescriptor

from sealed_wonders.client.lines.line import (
    LINE_CAP,
    PlainTerminal,
    completions,
    terminal,
    wrapped,
)
from sealed_wonders.client.lines.promptline import PromptTerminal
from sealed_wonders.client.storage.home import DamagedFile
from tests.support.lineterminals import RecordingInterpreter

UP, TAB, CTRL_C, CTRL_D, CTRL_A = "\x1b[A", "\t", "\x03", "\x04", "\x01"


class RecordingOutput(DummyOutput):
    """Keeps the text that is written, but not its position."""

    def __init__(self) -> None:
        self.text = ""
        self.rings = 0

    def write(self, data: str) -> None:
        self.text += data

    def bell(self) -> None:
        self.rings += 1


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe:
        yield pipe


async def _run_loop() -> None:
    """Run the event loop often enough for everything that needn't wait."""
    for _ in range(20):
        await Deferred.fromFuture(asyncio.ensure_future(asyncio.sleep(0)))


async def at_prompt(
    keys: PipeInput,
    typed: Sequence[str],
    count: int,
    history: Path | None = None,
    interpreter: RecordingInterpreter | None = None,
) -> tuple[RecordingInterpreter, RecordingOutput]:
    """Type keys at a prompt, until the interpreter has logged this many events."""
    output, interpreter = RecordingOutput(), interpreter or RecordingInterpreter()
    with create_app_session(input=keys, output=output):
        prompt = PromptTerminal(history, keys, output)
        prompt.open(interpreter)
        for text in typed:
            await _run_loop()  # so that the history is read
            keys.send_text(text)
        await interpreter.after(count)
        prompt.show("some news")
        await prompt.close()
    return interpreter, output


@pytest.mark.parametrize(
    ("typed", "log"),
    [
        pytest.param(
            f"3\rx{CTRL_A}b\x1b[C\x7f4\r",
            ["3", "b4"],
            id="keys are assembled into a line",
        ),
        pytest.param(
            f"sc{TAB}\rbuild t{TAB}\r",
            ["scores", "build tavern"],
            id="an unambiguous word is completed",
        ),
        pytest.param(
            f"abc{CTRL_C}{CTRL_D}again\r",
            ["(interrupted)", "(interrupted)", "again"],
            id="Ctrl-C and Ctrl-D end nothing",
        ),
    ],
)
@pytest_twisted.ensureDeferred
async def test_lines_can_be_typed_edited_and_completed(
    keys: PipeInput, typed: str, log: list[str]
) -> None:
    """
    Each key counts as a sign of presence. The last news is shown before the prompt
    closes.
    """
    interpreter, output = await at_prompt(keys, [typed], len(log))
    assert log == interpreter.log
    assert interpreter.touches > len(log)
    assert "some news\n" in output.text


@pytest_twisted.ensureDeferred
async def test_typed_lines_are_remembered_in_the_next_process_too(
    keys: PipeInput, tmp_path: Path
) -> None:
    history = tmp_path / "history"
    interpreter, _ = await at_prompt(keys, ["scores\r", f"{UP}\r"], 2, history)
    assert ["scores", "scores"] == interpreter.log
    with create_pipe_input() as others:
        again, _ = await at_prompt(others, [f"{UP}\r"], 1, history)
    assert ["scores"] == again.log


@pytest_twisted.ensureDeferred
async def test_a_secret_is_neither_shown_nor_remembered(
    keys: PipeInput, tmp_path: Path
) -> None:
    """The password of a table, for example. The next line is an ordinary one again."""
    history = tmp_path / "history"

    class Secretive(RecordingInterpreter):
        def __init__(self) -> None:
            super().__init__()
            self.secret = True

        def typed(self, line: str) -> None:
            super().typed(line)
            self.secret = False

    typed = ("horse\r", "scores\r", f"{UP}{UP}\r")
    interpreter, output = await at_prompt(keys, typed, 3, history, Secretive())
    assert ["horse", "scores", "scores"] == interpreter.log
    assert "*****" in output.text
    assert "horse" not in output.text + history.read_text()
    assert "+scores" in history.read_text()


@pytest_twisted.ensureDeferred
async def test_news_appears_while_somebody_types(keys: PipeInput) -> None:
    """The line that is being typed stays complete."""
    output, interpreter = RecordingOutput(), RecordingInterpreter()
    with create_app_session(input=keys, output=output):
        prompt = PromptTerminal(None, keys, output)
        prompt.open(interpreter)
        keys.send_text("bui")
        for number in range(50):
            prompt.show(f"news {number}")
            await _run_loop()
        keys.send_text("ld\r")
        await interpreter.after(1)
        await prompt.close()
    assert ["build"] == interpreter.log
    places = [output.text.index(f"news {number}\n") for number in range(50)]
    assert sorted(places) == places


@pytest_twisted.ensureDeferred
async def test_an_error_in_the_interpreter_ends_the_prompt(keys: PipeInput) -> None:
    """The error is raised, not swallowed."""

    class Broken(RecordingInterpreter):
        def typed(self, line: str) -> None:
            raise ZeroDivisionError(line)

    output = RecordingOutput()
    with create_app_session(input=keys, output=output):
        prompt = PromptTerminal(None, keys, output)
        reading = prompt.open(Broken())
        keys.send_text("boom\r")
        with pytest.raises(ZeroDivisionError):
            await reading
        await prompt.close()


@pytest_twisted.ensureDeferred
async def test_a_prompt_rings_the_terminals_bell(keys: PipeInput) -> None:
    output = RecordingOutput()
    with create_app_session(input=keys, output=output):
        prompt = PromptTerminal(None, keys, output)
        prompt.bell()
        await prompt.close()
    assert 1 == output.rings


class FakeReactor:
    """The part of a reactor that `PlainTerminal` needs."""

    def __init__(self) -> None:
        self.reader: IReadDescriptor | None = None

    def addReader(self, reader: IReadDescriptor) -> None:
        self.reader = reader

    def removeReader(self, reader: IReadDescriptor) -> None:
        self.reader = None


@pytest.fixture
def pipe() -> Iterator[tuple[int, Callable[[bytes], None]]]:
    """Yield the reading end of a pipe, and a function that writes to the other end."""
    out, into = os.pipe()
    os.set_blocking(out, False)
    ends = [into]

    def write(data: bytes) -> None:
        if data:
            os.write(into, data)
        else:
            os.close(ends.pop())

    yield out, write
    for end in (out, *ends):
        os.close(end)


Pipe = tuple[int, Callable[[bytes], None]]


def lines_of(*parts: bytes, pipe: Pipe) -> list[str]:
    """Read these parts, one after the other, as `PlainTerminal` does."""
    out, write = pipe
    reactor, interpreter = FakeReactor(), RecordingInterpreter()
    lines = PlainTerminal(reactor, out, io.StringIO())  # type: ignore[arg-type]
    lines.open(interpreter)
    for part in parts:
        write(part)
        if reactor.reader is not None:
            lines.doRead()
    return interpreter.log


@pytest.mark.parametrize(
    ("parts", "log"),
    [
        pytest.param(
            (b"b", b"1\nsay \xc3", b"\xa9\n\n", b"x\n"),
            ["b1", "say é", "", "x"],
            id="parts of a line are joined",
        ),
        pytest.param(
            (b"b1\nqui", b"t", b""),
            ["b1", "quit", "(hung up)"],
            id="the last line has no newline",
        ),
        pytest.param((b"\xff\xfeb1\n",), ["\ufffd\ufffdb1"], id="invalid UTF-8"),
        # Nobody can make this process store more than a few thousand bytes.
        pytest.param(
            (b"x" * LINE_CAP, b"y" * 10, b"\n"),
            ["x" * LINE_CAP, "y" * 10],
            id="an endless line comes in pieces",
        ),
    ],
)
def test_lines_are_assembled_from_parts_of_any_size(
    pipe: Pipe, parts: Sequence[bytes], log: list[str]
) -> None:
    assert log == lines_of(*parts, pipe=pipe)


def test_an_empty_line_counts_as_presence(pipe: Pipe) -> None:
    out, write = pipe
    interpreter = RecordingInterpreter()
    lines = PlainTerminal(FakeReactor(), out, io.StringIO())  # type: ignore[arg-type]
    lines.open(interpreter)
    write(b"\n")
    lines.doRead()
    assert (1, [""]) == (interpreter.touches, interpreter.log)
    write(b"")
    lines.doRead()
    assert 1 == interpreter.touches, "nobody is there any more"


def test_without_standard_input_the_terminal_hangs_up_at_once() -> None:
    """A process without standard input can't be typed to."""
    interpreter = RecordingInterpreter()
    PlainTerminal(FakeReactor(), None, io.StringIO()).open(interpreter)  # type: ignore[arg-type]
    assert ["(hung up)"] == interpreter.log


def test_nothing_is_read_after_closing(pipe: Pipe) -> None:
    """Lines that have already arrived have no effect."""
    out, write = pipe
    reactor = FakeReactor()

    class Leaver(RecordingInterpreter):
        def typed(self, line: str) -> None:
            super().typed(line)
            lines.close()

    interpreter = Leaver()
    lines = PlainTerminal(reactor, out, io.StringIO())  # type: ignore[arg-type]
    lines.open(interpreter)
    write(b"quit\nb1\nb2\n")
    lines.doRead()
    assert ["quit"] == interpreter.log
    assert reactor.reader is None


def test_a_plain_terminal_turns_echo_off_for_a_secret() -> None:
    """Echo is restored afterwards, also if the terminal is closed meanwhile."""
    ours, theirs = os.openpty()
    interpreter = RecordingInterpreter()
    lines = PlainTerminal(FakeReactor(), theirs, io.StringIO())  # type: ignore[arg-type]

    def echoes() -> bool:
        return bool(termios.tcgetattr(theirs)[3] & termios.ECHO)

    lines.open(interpreter)
    seen = [echoes()]
    interpreter.secret = True
    lines.show("Type it.")
    seen.append(echoes())
    interpreter.secret = False
    os.write(ours, b"horse\n")
    lines.doRead()
    seen.append(echoes())
    interpreter.secret = True
    lines.show("Type it.")
    lines.close()
    assert ["horse"] == interpreter.log
    assert [True, False, True, True] == [*seen, echoes()]
    os.close(ours)
    os.close(theirs)


def test_lines_to_a_pipe_are_neither_wrapped_nor_rung() -> None:
    """The program that reads the pipe can wrap the lines itself."""
    output = io.StringIO()
    lines = PlainTerminal(FakeReactor(), None, output)  # type: ignore[arg-type]
    lines.show("word " * 40)
    lines.bell()
    assert 1 == output.getvalue().count("\n")
    assert "\a" not in output.getvalue()


def test_a_closed_output_pipe_counts_as_leaving() -> None:
    class ClosedPipe(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    interpreter = RecordingInterpreter()
    lines = PlainTerminal(FakeReactor(), 0, ClosedPipe())  # type: ignore[arg-type]
    lines.open(interpreter)
    lines.show("hello")
    lines.show("hello")
    assert ["(hung up)"] == interpreter.log


@pytest.mark.parametrize(
    ("line", "width", "parts"),
    [
        ("", 80, [""]),
        ("short", 80, ["short"]),
        ("one two three four five six", 20, ["one two three four", "   five six"]),
        ("   b1 build it now: free", 20, ["   b1 build it now:", "      free"]),
        ("x" * 30, 20, ["x" * 30]),
        ("a\x1b[31mb", 80, ["a\ufffd[31mb"]),
    ],
)
def test_lines_are_wrapped_between_words(
    line: str, width: int, parts: list[str]
) -> None:
    """Continuation lines are indented further; control characters are replaced."""
    assert parts == wrapped(line, width)


def test_completion_considers_the_whole_line() -> None:
    """It ignores case."""
    words = ("build altar", "build tavern", "scores")
    assert [("build altar", -6), ("build tavern", -6)] == completions(words, "build ")
    assert [("scores", -1)] == completions(words, "S")
    assert [] == completions(words, "zz")


class ClosedOutput(RecordingOutput):
    """A terminal whose window closes just when news arrives."""

    def flush(self) -> None:
        if "some news" in self.text:
            raise OSError(5, "Input/output error")


class PartingInterpreter(RecordingInterpreter):
    """Says goodbye when nothing more can be typed, as a person's client does."""

    def __init__(self) -> None:
        super().__init__()
        self.farewell: Callable[[], None] = lambda: None

    def hung_up(self) -> None:
        super().hung_up()
        self.farewell()


@pytest_twisted.ensureDeferred
async def test_a_goodbye_to_a_closed_window_is_tried_only_once(keys: PipeInput) -> None:
    """It can't be written, and retrying would never end."""
    output, interpreter = ClosedOutput(), PartingInterpreter()
    with create_app_session(input=keys, output=output):
        prompt = PromptTerminal(None, keys, output)
        interpreter.farewell = lambda: prompt.show("goodbye")
        prompt.open(interpreter)
        await _run_loop()
        prompt.show("some news")
        await interpreter.after(1)
        await prompt.close()
    assert ["(hung up)"] == interpreter.log
    assert "goodbye" not in output.text


def test_a_closed_standard_output_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A shell closes it with ``>&-``."""
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(DamagedFile, match="standard output: it is closed"):
        terminal(FakeReactor(), lambda: None)  # type: ignore[arg-type]
