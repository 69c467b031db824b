"""A recording played on a real terminal, which is restored afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_twisted
from twisted.internet.defer import Deferred

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import HostNotice
from sealed_wonders.client.table.recording import RecordedEvent
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.terminal.recordingapp import RecordingApp
from sealed_wonders.client.terminal.tty import Tty
from tests.support.appharness import fake_terminal, run_loop


def notices(*, is_damaged: bool) -> Iterator[RecordedEvent]:
    yield RecordedEvent(0.0, HostNotice("it rains"))
    yield RecordedEvent(0.0, HostNotice("it still rains"))
    if is_damaged:
        raise ValueError("line 4 isn't an event")


async def run(app: RecordingApp) -> None:
    await Deferred.fromFuture(asyncio.ensure_future(app.run()))


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("way", ["damage", "leaving"])
async def test_a_recording_plays_until_it_ends_or_the_viewer_leaves(
    tmp_path: Path, way: str
) -> None:
    """A damaged recording plays as far as it can be read, and the problem is kept."""
    with fake_terminal() as (keys, output):
        app = RecordingApp(
            bytes(32),
            notices(is_damaged=way == "damage"),
            Appearance(Settings(), UNICODE),
            Reports(tmp_path / "crashes"),
            tmp_path,
            tty=Tty(keys, output),
        )
        ended = Deferred.fromCoroutine(run(app))
        await run_loop(60)
        told = [it.line for it in app.stack.known.narration]
        assert ["it rains", "it still rains"] == [it.split(": ")[1] for it in told]
        if way == "leaving":
            assert output.alternate
            assert app.stack.person is not None
            app.stack.person.commands.typed("leave")
        await ended
        assert not output.alternate
        assert app.app.reports.last is None
        assert (way == "damage") == (app.problem is not None)
