"""Replays of records: what their writer knew, up to the first wrong line."""

from __future__ import annotations

import json
import re

import pytest

from sealed_wonders.client.lines.replaylines import ReplayLines, whole
from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.logs.replaying import Replay, replay, replay_record
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words import moments
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.records.games import writer
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.sealed.cards import SealedCards
from tests.support.replays import LOG, architects, fold_of, unsealed, with_expansions

HEAD = 2
"""Number of lines that say how much of a record, or of a log, can be seen."""


def record_of(log: bytes) -> bytes:
    """Write a record of a log, with everything that its cards reveal."""
    told: list[str] = []

    def follow(fold: Fold, total: int) -> None:
        names = [person.name for person in fold.charter.people]
        write = writer(fold.ruleset.name)
        faces: dict[Slot, Card] = {}
        if isinstance(fold.cards, OpenCards):
            for seat in range(len(names)):
                faces |= OpenSecrets(seat, fold.cards).faces()
        else:
            assert isinstance(fold.cards, SealedCards)
        for state in fold.states:
            told.extend(write(state, names, faces.get if faces else unknown))

    audit(log, progress=follow)
    return "".join(f"{line}\n" for line in told).encode()


def narration(told: Replay, seat: int | None) -> list[str]:
    """Return the lines of a whole game, except on logs, records and chosen boards."""
    lines = list(whole(told, seat))[HEAD:-1]
    return [
        line for line in lines if not re.search(r"^Your board is|'s board is", line)
    ]


def test_a_record_of_a_log_replays_the_same_game() -> None:
    log = LOG.read_bytes()
    told = replay_record(record_of(log))
    assert Verdict.GOOD is told.report.verdict
    assert ("cleo", "ann", "bob") == told.names
    for seat in (None, 0, 1, 2):
        assert narration(replay(log), seat) == narration(told, seat)


@pytest.mark.parametrize("name", ["base", "expanded"])
def test_hands_are_known_if_a_record_reveals_all_cards(name: str) -> None:
    """As much is known as from a log without hidden cards."""
    played = unsealed(4) if name == "base" else with_expansions()
    told = replay_record(record_of(fold_of(played).log()))
    for seat in range(len(played.names)):
        assert narration(played, seat) == narration(told, seat)
        assert not any("never shown" in line for line in narration(told, seat))


def test_two_equal_cards_are_replayed_as_in_the_log() -> None:
    """A record doesn't say which copy was used face down, and which was passed on."""
    played = unsealed(4, "replay 7")
    told = replay_record(record_of(fold_of(played).log()))
    lines = narration(played, 2)
    used = lines.index("   Haven: used now, face down")
    assert "   Haven" == lines[used + 1]
    for seat in range(4):
        assert narration(played, seat) == narration(told, seat)


def test_a_record_of_architects_replays_the_same_game() -> None:
    log = fold_of(architects()).log()
    told = replay_record(record_of(log))
    for seat in range(3):
        # A record reveals a card shown by the cat only if it was drawn later.
        lines, same = narration(architects(), seat), narration(told, seat)
        assert [x for x in lines if "cat shows" not in x] == [
            x for x in same if "cat shows" not in x
        ]


def test_a_card_missing_in_a_record_makes_the_hand_uncertain() -> None:
    """If the record doesn't say which card was sold, nobody knows which ones remain."""
    lines = [json.loads(x) for x in record_of(fold_of(unsealed(3)).log()).splitlines()]
    sold = next(line for line in lines if line.get("use") == "sell")
    age, turn, seat = sold["age"], sold["turn"], sold["seat"]
    sold["card"] = None
    told = replay_record("\n".join(map(json.dumps, lines)).encode())
    assert Verdict.GOOD is told.report.verdict
    here = moments.find(told, f"{age}.{turn}")
    assert here is not None
    hands = list(told.face.account.hand_lines(told, told.moments[here], seat))
    assert "never shown" not in hands[0]
    after = list(
        told.face.account.hand_lines(
            told, told.moments[here + 1], (seat + (1 if age != 2 else -1)) % 3
        )
    )
    assert "never shown" in after[0]


def test_the_valid_part_of_a_record_is_shown() -> None:
    """The end says why the next line is wrong, or that the game isn't over."""
    lines = record_of(LOG.read_bytes()).splitlines(keepends=True)
    some = replay_record(b"".join(lines[:60]))
    assert Verdict.UNFINISHED is some.report.verdict
    assert "The record ends here, before the end of the game." == moments.ending(some)
    wrong = replay_record(b"".join((*lines[:60], lines[61], lines[60])))
    assert Verdict.FAULT is wrong.report.verdict
    assert len(some.moments) == len(wrong.moments)
    assert moments.ending(wrong).startswith(
        "The valid part of the record ends here. Line 61 is wrong: "
    )
    nothing = replay_record(b'{"record": 1}')
    assert () == nothing.moments
    assert "Line 1 is wrong: " in moments.ending(nothing)


def test_replays_of_a_record_do_not_mention_a_log() -> None:
    """Neither the screen nor line mode does, and no table code is shown."""
    told = replay_record(record_of(LOG.read_bytes()))
    stack = ScreenStack(moments.known(told, 0, 0), Settings(), UNICODE, lambda: 0.0)
    stack.base = told.face.screens.replay(stack, told)
    assert stack.act("last")
    shown = text_of(stack.draw(80, 24))
    assert "The game and the record end here." in shown
    reading = ReplayLines(told)
    lines = list(reading.begin())
    assert "A record shows what happened, but proves nothing." == lines[0]
    assert ["The game is 7 Wonders, for 3 players."] == list(reading.typed("table"))
