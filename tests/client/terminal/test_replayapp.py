"""A replay on a real terminal: its keys, and that the terminal is restored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.replayapp import ReplayApp
from sealed_wonders.client.terminal.tty import Tty
from tests.support.appharness import fake_terminal, run_loop
from tests.support.replays import sealed


async def _shown(folder: Path, then: Callable[[ReplayApp], Awaitable[None]]) -> bool:
    """
    Show a replay, call a function, type keys, and return whether the terminal is
    restored.
    """
    with fake_terminal() as (keys, output):
        showing = ReplayApp(
            sealed(),
            Appearance(Settings(), UNICODE),
            Reports(folder),
            tty=Tty(keys, output),
        )
        ended = Deferred.fromCoroutine(_run(showing))
        await run_loop()
        assert output.alternate
        await then(showing)
        for text in ("\x1b[C", "2", "g2.5\r", "q"):
            keys.send_text(text)
            await run_loop(60)
        await ended
        return not output.alternate


async def _run(showing: ReplayApp) -> None:
    running = asyncio.ensure_future(showing.run())
    await Deferred.fromFuture(running)


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("way", ["keys", "signal"])
async def test_keys_work_and_a_hangup_ends_the_replay(tmp_path: Path, way: str) -> None:
    seen: list[ReplayApp] = []

    async def look(showing: ReplayApp) -> None:
        seen.append(showing)
        if way == "signal":
            showing.hung_up()

    assert await _shown(tmp_path, look)
    (showing,) = seen
    assert showing.app.reports.last is None
    first = "".join(part.text for part in showing.stack.draw(80, 24)[0])
    assert ("Age 2, turn 5" in first) == (way == "keys")
    assert (showing.stack.known.viewpoint == 1) == (way == "keys")
