"""How a bot behaves at a host, however well it plays."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from sealed_wonders.client.commands.botplaying import BOTS, PASSING, SEAT_PATIENCE, Bot
from sealed_wonders.client.reasons import waits_for_disk
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.client.table.actions import AnswerOffer, AnswerQuestion
from sealed_wonders.client.table.events import (
    ChoiceCommitted,
    ChoiceOpened,
    ChoiceUnwritten,
    ConnectionFailed,
    ConnectionLost,
    GameBegan,
    ProgramUnwritten,
    Question,
    RequestRefused,
    SeatOffer,
    SeatOffered,
    Welcomed,
)
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot
from sealed_wonders.core.sentences import Sentence
from tests.support.architects import open_game
from tests.support.clock import Clock
from tests.support.inprocess.players import RecordingTable
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import signed_charter
from tests.support.programs import RunningProgram


class RecordingBot(Bot):
    """A bot that counts how often it gives up."""

    def __init__(self) -> None:
        super().__init__(lambda state, seat, faces: Move("sell", 0), "ann")
        self.gave_up = 0
        self.give_up = self._note

    def _note(self) -> None:
        self.gave_up += 1


@pytest.mark.parametrize(
    ("reason", "plays", "gives_up"),
    [
        ("name-taken", False, True),
        ("too-fast", True, False),
        *((it, False, False) for it in PASSING),
    ],
)
def test_a_bot_without_a_seat_gives_up_at_a_lasting_refusal(
    reason: str, plays: bool, gives_up: bool
) -> None:
    """The reason is reported. A bot that plays keeps its seat in any case."""
    bot = RecordingBot()
    if plays:
        bot.told(GameBegan(signed_charter(("ann", "bob", "cleo")), 0))
    bot.told(RequestRefused(reason, "not now"))
    assert gives_up == bot.gave_up
    assert f"{reason}: not now" == bot.failure


def test_a_bot_reports_a_full_disk_and_its_end_once_each() -> None:
    """However often the same choice is requested meanwhile."""
    bot, said, full = (
        RecordingBot(),
        list[str](),
        OSError(28, "No space left on device"),
    )
    question = cast(Question, None)
    bot.says = said.append
    for _ in range(3):
        bot.told(ChoiceUnwritten(question, full))
    assert 1 == len(said)
    for _ in range(2):
        bot.told(ChoiceCommitted(question, Move("sell", 0), late=False))
    assert [waits_for_disk(full), waits_for_disk(None)] == said
    bot.told(ProgramUnwritten(full))
    bot.told(ProgramUnwritten(None))
    assert [waits_for_disk(full), waits_for_disk(None)] * 2 == said


def test_a_spectating_bot_takes_any_seat_that_it_is_offered() -> None:
    """With a seat, it stops waiting. Without one, it ends without an error."""
    clock, bot, other = Clock(), RecordingBot(), RecordingBot()
    for one in (bot, other):
        one.look_on(clock)
    bot.table = RecordingTable()
    clock.advance(SEAT_PATIENCE - 1)
    bot.told(SeatOffered(SeatOffer(0, "cleo", b"cleo")))
    assert [AnswerOffer(b"cleo", 0, yes=True)] == bot.table.actions
    clock.advance(SEAT_PATIENCE - 1)
    bot.told(GameBegan(signed_charter(("ann", "bob", "cleo")), 0))
    clock.advance(SEAT_PATIENCE)
    assert (0, None) == (bot.gave_up, bot.failure)
    assert (1, None) == (other.gave_up, other.failure)


def test_a_killed_bot_regains_its_seat_when_it_is_restarted(
    tmp_path: Path,
) -> None:
    """The state that it must not lose is in a file, as for people."""

    def started(room: str, *words: str) -> RunningProgram:
        env = {**os.environ, VARIABLE: str(tmp_path)}
        module = f"sealed_wonders.{room}"
        return closing.enter_context(
            RunningProgram(sys.executable, "-m", module, *words, cwd=tmp_path, env=env)
        )

    with ExitStack() as closing:
        host = started(
            *("host", "--listen", "127.0.0.1:0", "--game", "architects"),
            *("--players", "2", "--bots", "1", "--once", "--json", "--no-announce"),
            *("--logs", str(tmp_path / "logs")),
        )
        row = host.until_json(lambda row: "listening" in row, "its address")
        bot = ("client", "bot", str(row["listening"]), "--seat-name", "Tim")
        first = started(*bot)
        host.until_json(lambda row: row.get("event") == "began", "a game")
        while not list(tmp_path.glob(f"{BOTS}/*/games/*.seat")):
            time.sleep(0.01)
        first.process.kill()
        started(*bot)
        back = host.until_json(lambda row: row.get("event") == "back", "a bot")
        assert "Tim" == back["name"]
    assert 1 == len(list((tmp_path / BOTS).iterdir()))


def test_a_bot_started_by_hand_reports_that_it_reconnects() -> None:
    """Its user can stop it."""
    bot, said = RecordingBot(), list[str]()
    bot.says = said.append
    bot.told(Welcomed())
    bot.told(ConnectionLost())
    bot.told(
        ConnectionFailed(Sentence("the host refused the login: {why}", why="full"))
    )
    assert [
        "The connection to the host was lost. Reconnecting…",
        "Not connected yet (the host refused the login: full); still trying.",
    ] == said


def test_a_bot_uses_the_cards_that_its_question_shows() -> None:
    """Including those that it has peeked at."""
    known: list[Mapping[Slot, Card]] = []

    def note(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        known.append(faces)
        return Move("take central")

    state = open_game("peek").state
    question = Question(7, state, 0, {3: 40}, (), Move("take rhodes"))
    bot = Bot(note, "ann")
    bot.table = table = RecordingTable()
    bot.told(ChoiceOpened(question))
    assert [{3: 40}] == known
    assert [AnswerQuestion(7, Move("take central"))] == table.actions


def test_a_bot_thinks_in_a_thread() -> None:
    """
    It answers when it has finished, with the default if thinking fails, and without
    thinking if there is only one move.
    """

    def think(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        if not faces:
            raise ArithmeticError
        return Move("take central")

    state, minds = open_game("peek").state, ManualThreads()
    default = Move("take rhodes")
    moves = (Move("take central"), default)
    bot = Bot(think, "ann", minds)
    bot.table = table = RecordingTable()
    bot.told(ChoiceOpened(Question(7, state, 0, {3: 40}, moves, default)))
    assert [] == table.actions
    minds.do()
    assert [AnswerQuestion(7, Move("take central"))] == table.actions
    bot.told(ChoiceOpened(Question(8, state, 0, {}, moves, default)))
    minds.do()
    assert AnswerQuestion(8, default) == table.actions[-1]
    bot.told(ChoiceOpened(Question(9, state, 0, {3: 40}, (default,), default)))
    assert 3 == len(table.actions)
