"""The full-screen application on a fake terminal: keys go in, text comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from twisted.internet.defer import Deferred

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.terminal.fullscreen import FullScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.tty import Tty


class FakeOutput(DummyOutput):
    """
    A terminal that records what is written, but not where.

    Attributes:
        text: everything written.
        titles: the titles of the window, in order.
        torn: whether the window is closed, so that writing fails.
    """

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.size = Size(rows=height, columns=width)
        self.text = ""
        self.titles: list[str] = []
        self.bells = 0
        self.mouse = False
        self.alternate = False
        self.cleared = 0
        self.torn = False

    def get_size(self) -> Size:
        return self.size

    def write(self, data: str) -> None:
        self.text += data

    def write_raw(self, data: str) -> None:
        self.text += data

    def flush(self) -> None:
        if self.torn:
            raise OSError(5, "Input/output error")

    def bell(self) -> None:
        self.bells += 1

    def set_title(self, title: str) -> None:
        self.titles.append(title)

    def clear_title(self) -> None:
        self.titles.append("")

    def enable_mouse_support(self) -> None:
        self.mouse = True

    def disable_mouse_support(self) -> None:
        self.mouse = False

    def enter_alternate_screen(self) -> None:
        self.alternate = True

    def quit_alternate_screen(self) -> None:
        self.alternate = False

    def erase_screen(self) -> None:
        self.cleared += 1


class AppHarness:
    """
    An application on a fake terminal, with keys to type.

    Attributes:
        app: the application.
        ended: fires when the application has ended.
    """

    def __init__(
        self,
        stack: ScreenStack,
        keys: PipeInput,
        output: FakeOutput,
        folder: Path,
        patience: float = 0.0,
        **others: Any,
    ) -> None:
        self.keys, self.output, self.stack = keys, output, stack
        self.app = FullScreen(
            stack,
            Reports(folder / "crashes"),
            tty=Tty(keys, output, {"TERM": "xterm"}, patience),
            **others,
        )
        # As if it had been drawn: to collect garbage among all that tests hold takes long.
        self.app._base = cast(Any, type(getattr(stack, "base", None)))
        self.ended: Deferred[None] = self.app.run()

    async def type(self, *texts: str) -> None:
        """Type keys, one text after the other, and let them do what they do."""
        for text in texts or ("",):
            await self.wait_until_drawn()
            if text:
                self.keys.send_text(text)
            await self.wait_until_drawn()

    async def wait_until_drawn(self) -> None:
        """Wait until it is drawn as it is to be."""
        await run_loop()
        while self.app._app.invalidated:
            await run_loop()

    async def look(self) -> str:
        """Redraw the terminal, and return its text."""
        self.output.text = ""
        self.app.act("redraw")
        await self.wait_until_drawn()
        return self.output.text


@contextmanager
def fake_terminal(
    width: int = 80, height: int = 24
) -> Iterator[tuple[PipeInput, FakeOutput]]:
    """Yield connected keys and output."""
    with create_pipe_input() as keys:
        output = FakeOutput(width, height)
        with create_app_session(input=keys, output=output):
            yield keys, output


async def run_loop(count: int = 30) -> None:
    """Let the loop go round, often enough for anything that waits for nothing."""
    for _ in range(count):
        await Deferred.fromFuture(asyncio.ensure_future(asyncio.sleep(0)))
