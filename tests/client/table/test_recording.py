"""Recordings of a session's events: written as text, and read back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from twisted.internet.task import Clock

from sealed_wonders.client.lines.linemode import LineMode
from sealed_wonders.client.person.listener import ScreenListener
from sealed_wonders.client.person.retelling import Retelling
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import (
    Apart,
    ChoiceOpened,
    Event,
    GameEnded,
    HostNotice,
    StateMismatch,
)
from sealed_wonders.client.table.recording import (
    Recorder,
    read,
    recorder,
)
from sealed_wonders.client.terminal.recordingapp import Blank
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.net import words
from tests.support.clirunner import CliRunner
from tests.support.human import Human
from tests.support.scenes import SCENES, PlayedScene

GAMES = ("end with both", "end of architects")


class Recorded:
    """A game that somebody played to its end, and its recording."""

    def __init__(self, folder: Path, scene: str, patch: pytest.MonkeyPatch) -> None:
        self.lines: list[str] = []
        self.told: list[Event] = []
        make = Human._listener

        def listener(human: Human) -> object:
            made = make(human)
            recording = Recorder(
                self.lines.append, human.identity.public, human.host.clock.seconds
            )

            def told(event: Event) -> None:
                self.told.append(event)
                recording.told(event)

            made.recorder = told
            return made

        patch.setattr(Human, "_listener", listener)
        self.play = PlayedScene(folder, replace(SCENES[scene], players=3))


@pytest.fixture(scope="module", params=GAMES)
def recorded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Recorded:
    """Play each game once, because no test changes it."""
    words.use("en")
    with pytest.MonkeyPatch.context() as patch:
        return Recorded(tmp_path_factory.mktemp("played"), request.param, patch)


def test_all_recorded_events_are_read_back(recorded: Recorded) -> None:
    """Except for what only the seat may know, which isn't recorded."""
    identity, events = read(recorded.lines)
    human = recorded.play.human
    assert human.identity.public == identity
    again = [it.event for it in events]
    assert any(isinstance(it, GameEnded) for it in again)
    assert any(isinstance(it, ChoiceOpened) for it in again)
    assert len(recorded.told) == len(again)
    lines: list[str] = []
    clock = Clock()
    recording = Recorder(lines.append, identity, clock.seconds)
    for told in read(recorded.lines)[1]:
        clock.rightNow = told.at
        recording.told(told.event)
    assert recorded.lines == lines
    text = "\n".join(lines)
    assert human.identity.seed.hex() not in text
    assert human.seat.seed.hex() not in text or not human.seat.seed


def test_a_recording_reproduces_the_screens(recorded: Recorded, tmp_path: Path) -> None:
    play = recorded.play
    listener = ScreenListener(lambda: None)
    identity, events = read(recorded.lines)
    retelling = Retelling(identity, listener, tmp_path, Clock())
    person = retelling.person
    person.table = play.human.person.table  # so that its logs are in the same folder
    for told in events:
        retelling.tell(told)
    stack = ScreenStack(
        person.known, Settings(window_title=False), play.stack.symbols, lambda: 0.0
    )
    stack.person = person
    RootScreen(stack, Blank).put()
    played = [it.line for it in play.human.person.known.narration]
    assert played == [it.line for it in person.known.narration]
    assert text_of(play.draw(140, 45)) == text_of(stack.draw(140, 45))


def test_leaving_closes_a_replayed_recording(tmp_path: Path) -> None:
    left: list[str] = []
    clock = Clock()
    listener = LineMode(print, clock)
    retelling = Retelling(
        bytes(32), listener, tmp_path, clock, left=lambda: left.append("left")
    )
    retelling.person.commands.typed("leave")
    assert ["left"] == left


def test_a_recording_is_private_and_a_rematch_gets_its_own_file(tmp_path: Path) -> None:
    """Earlier recordings are kept."""
    path, clock = tmp_path / "events", Clock()
    recording = recorder(path, bytes(32), clock.seconds)
    recording.told(HostNotice("it rains"))
    clock.advance(2.5)
    recording.told(HostNotice("it still rains"))
    assert 0o600 == path.stat().st_mode & 0o777
    for text in ("the second", "the third"):
        recorder(path, bytes(32), lambda: 0.0).told(HostNotice(text))
    said = []
    for name in ("events", "events.2", "events.3"):
        lines = (tmp_path / name).read_text("utf-8").splitlines()
        said += [(it.at, it.event) for it in read(lines)[1]]
    assert [
        (0.0, HostNotice("it rains")),
        (2.5, HostNotice("it still rains")),
        (0.0, HostNotice("the second")),
        (0.0, HostNotice("the third")),
    ] == said


def test_an_event_that_cannot_be_recorded_is_a_clear_error() -> None:
    """Another player's client may send an account of the game with any nesting."""
    deep: object = 0
    for _ in range(100_000):
        deep = (deep,)
    lines: list[str] = []
    recording = Recorder(lines.append, bytes(32), lambda: 0.0)
    hostile = StateMismatch(Apart(3, (1,), None, {}, {1: deep}, stops=False))
    for event in (
        hostile,
        StateMismatch(Apart(3, (), None, object(), {}, stops=False)),
    ):
        with pytest.raises(ValueError, match="this StateMismatch can't be recorded"):
            recording.told(event)
    assert 1 == len(lines)


HEAD = json.dumps({"events": 1, "identity": "00" * 32})


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "7",
        "[0, 7]",
        '[0, {"again": 3}]',
        '[0, {"is": "os:system", "has": {"command": "true"}}]',
        '[0, {"is": "core.values:evolve", "has": {}}]',
        '[0, {"is": "client.table.events:Path", "has": {}}]',
        '[0, {"is": "client.table.events:HostNotice", "has": {"txt": "?"}}]',
        '[0, {"is": "client.table.events:Offer", "has": {"seat": 0}}]',
        '["x", {"is": "client.table.events:PutOut", "has": {}}]',
        '[0, {"hex": "zz"}]',
        f"[0, {'[' * 100_000}{']' * 100_000}]",
    ],
)
def test_a_bad_line_is_a_clear_error(line: str) -> None:
    _, events = read([HEAD, line])
    with pytest.raises(ValueError, match="line 2 isn't an event"):
        list(events)


def test_the_events_command_prints_a_recording(
    cli: CliRunner, recorded: Recorded, tmp_path: Path
) -> None:
    path = tmp_path / "recording"
    path.write_text("\n".join(recorded.lines), "utf-8")
    said = cli("events", str(path), "--plain").splitlines()
    narration = recorded.play.human.person.known.narration
    mine = [it.line for it in narration if it.line.startswith("You ")]
    assert mine
    assert set(mine) <= set(said)


@pytest.mark.parametrize(
    "head", ["", "[]", "7", "{}", '{"events": 1}', '{"events": 2, "identity": ""}']
)
def test_other_files_are_not_recordings(head: str) -> None:
    with pytest.raises(ValueError, match=r"not a recording|not JSON"):
        read([head])
