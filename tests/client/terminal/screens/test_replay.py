"""The replay screen of either game: seats, autoplay, endings and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest

from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.person import keys
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import use
from tests.support.replayharness import ReplayHarness
from tests.support.replays import (
    REPLAYS,
    architects,
    architects_begun,
    architects_first_part,
    architects_forged,
    first_half,
    forged,
    sealed,
)
from tests.support.thorough import every, is_thorough, only


class Logs(NamedTuple):
    """Logs of a game: played to its end, cut short, and with a fraud."""

    whole: Callable[[], Replay]
    cut: Callable[[], Replay]
    forged: Callable[[], Replay]
    said: str
    """Start of the line that the last player reads about one of their own moves."""
    moment: int
    """Index of the moment of that move."""


def of_last_player() -> int:
    return next(
        at for at, moment in enumerate(architects().moments) if moment.turn[1] == 2
    )


GAMES: Mapping[str, Callable[[], Logs]] = {
    "wonders": lambda: Logs(
        sealed, first_half, forged, "build Brickyard, paying 1 coin to the", 12
    ),
    "architects": lambda: Logs(
        architects, architects_first_part, architects_forged, "take ", of_last_player()
    ),
}


@pytest.fixture(params=GAMES)
def logs(request: pytest.FixtureRequest) -> Logs:
    return GAMES[request.param]()


def test_the_viewpoint_can_be_switched_to_another_seat(logs: Logs) -> None:
    """The table model changes with it, so that boxes show that seat's neighbours."""
    harness = ReplayHarness(logs.whole(), index=12)
    for action, seat in (("digit 3", 2), ("city 1", 1)):
        harness.do(action)
        sight = harness.stack.known.sight
        assert sight is not None
        assert seat == harness.stack.known.viewpoint == sight.viewpoint
        assert logs.whole().names[seat] in harness.look()
    harness.do("digit 9")
    assert "Seats are numbered 1 to 3." in harness.look()
    assert not harness.stack.act("build")


def test_the_owner_of_the_log_is_addressed_as_you(logs: Logs) -> None:
    whole = logs.whole()
    own = replace(whole, me=whole.people[2].identity)
    said = f"You {logs.said}"
    assert said in ReplayHarness(own, index=logs.moment).look(140, 40)
    assert said not in ReplayHarness(whole, index=logs.moment, seat=2).look(140, 40)


def test_autoplay_advances_to_the_end_or_until_it_is_stopped(logs: Logs) -> None:
    last = len(logs.whole().moments) - 1
    harness = ReplayHarness(logs.whole(), index=last - 2)
    harness.do("go on")
    assert 3.0 == harness.stack.wakes
    for now, index in ((0.0, last - 2), (3.1, last - 1)):
        harness.now = now
        harness.look()
        assert index == harness.screen.index
    harness.do("go on")
    assert harness.stack.wakes is None
    harness.now = 9.0
    harness.look()
    assert last - 1 == harness.screen.index
    harness.do("left", "go on")
    for now in (12.1, 15.2, 18.3):
        harness.now = now
        harness.look()
    assert (last, None) == (harness.screen.index, harness.stack.wakes)
    harness.do("go on")
    assert harness.stack.wakes is None


def test_the_end_of_the_log_is_explained(logs: Logs) -> None:
    """A whole log ends with everybody's signature; a log that was cut short says so."""
    whole = ReplayHarness(logs.whole())
    whole.do("last")
    assert "The game ends here, and everybody has signed the result." in whole.look()
    short = ReplayHarness(logs.cut())
    assert "The log ends here" not in short.look()
    short.do("last")
    assert "The log ends here, before the end of the game. " in short.look()


@pytest.mark.usefixtures("fast_sealing")
def test_the_seat_at_fault_is_named_at_the_end_of_the_log(logs: Logs) -> None:
    forged = ReplayHarness(logs.forged())
    forged.do("last")
    fault = logs.forged().report.fault
    assert fault is not None
    assert fault.seat is not None
    name = logs.forged().names[fault.seat]
    said = " ".join(forged.look().split())
    assert f"The valid part of the log ends here. {name} is at fault in entry " in said


def test_q_and_esc_leave_the_replay(logs: Logs) -> None:
    """The smallest screen names both keys at any time. Esc first closes an open box."""
    for action in ("quit", "back"):
        harness = ReplayHarness(logs.whole())
        for at in ("right", "last"):
            harness.do(at)
            assert "Esc q leave" in harness.look()
        harness.do("log", "back")
        assert not harness.left
        harness.do(action)
        assert harness.left


ALL: Mapping[str, Callable[[], Replay]] = {
    **REPLAYS,
    "architects, 2 sealed": lambda: architects(2, SEALED),
    "architects, 3": architects,
    "architects, 7": lambda: architects(7),
    "architects, begun": architects_begun,
    "architects, cut": architects_first_part,
    "architects, forged": architects_forged,
}


@pytest.mark.parametrize(
    ("language", "symbols"), only([("fr", UNICODE)], [("en", ASCII), ("fr", UNICODE)])
)
@pytest.mark.parametrize(
    "name", only([*REPLAYS, "architects, 2 sealed", "architects, 7"], ALL)
)
def test_replays_fit_every_size(name: str, symbols: Symbols, language: str) -> None:
    """Moments of each log are drawn: in French, which is longer, and in ASCII."""
    played = ALL[name]()
    use(language)
    last = len(played.moments) - 1
    seen = dict.fromkeys((*range(0, last, max(3, last // 9)), last))
    sizes = (80, 24), (120, 40), (200, 60)
    harness = ReplayHarness(played, symbols, seat=len(played.names) - 1)
    for number, index in enumerate(seen):
        harness.do(f"moment {index}")
        for size in sizes if is_thorough() else [sizes[number % 3]]:
            harness.look(*size)


GOING = ("left", "up", "page up", "first")


def test_no_action_breaks_the_screen(logs: Logs) -> None:
    """Boxes show the moment; actions that make no sense in a log do nothing."""
    others = ["digit 0", "digit 9", "card 3", "stage 2", "pile central"]
    last = len(logs.whole().moments) - 1
    for action, index in product(every(3, [*keys.ACTIONS, *others]), (0, 5, last)):
        harness = ReplayHarness(logs.whole(), index=index)
        harness.stack.act(action)
        if harness.stack.field is not None:
            harness.stack.typed("scores")
        assert harness.look().strip()
        harness.stack.act("back")
        harness.stack.act("right")
        assert min(index + 1, last) <= harness.screen.index or action in GOING, action
