"""
Going on without a seat: the time from the last yes until everybody chooses again.

One of seven seats is put out. The work of the other six, both making and checking, is
shared by two cores. One fold serves all seats, so what a seat checks is timed once and
counted for each.
"""

from __future__ import annotations

from collections.abc import Iterator

from scripts.benches._measure import at_most
from scripts.benches._sealed_game import SealedGame
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.plan import CHOOSING, SURVIVING_KINDS
from tests.support.inprocess.ballots import vote_out

SEATS, CORES = 7, 2
GONE: Seat = 3


PLAIN, MIXED, PILES = 1.0, 3.0, 10.0
"""
Maximum seconds, by what has to be mixed.

Nothing; a deck; all piles of Architects.
"""

BOTH = Wonders(SEATS, "day", ("leaders", "edifice"))

CASES: tuple[tuple[Ruleset, str, str, float], ...] = (
    (Wonders(SEATS, "day"), "PICK", "age1", PLAIN),
    (Wonders(SEATS, "day"), "REVEAL", "age1", PLAIN),
    (Wonders(SEATS, "day"), "MIX", "age1", MIXED),
    (Wonders(SEATS, "day"), "DEAL", "age1", MIXED),
    (BOTH, "REVEAL", "leaders", PLAIN),
    (Architects(SEATS), "CHOOSE", "", PILES),
)


def run() -> bool:
    print(f"seven seats, one put out; six go on, on {CORES} cores")
    kept = [_case(*case) for case in CASES]
    return all(kept)


def _case(ruleset: Ruleset, kind: str, deck: str, wanted: float) -> bool:
    game = SealedGame(SEATS, f"leaving {kind}", ruleset)
    game.play_until(kind, deck)
    fold = game.fold
    if kind in SURVIVING_KINDS:
        game.speak(seat for seat in fold.missing if seat != GONE)
    game.times.clear()
    vote_out(fold, game.identities, (GONE,))
    mixes = 0
    for phase in _until_they_choose(game):
        mixes += phase == "MIX"
    remain = SEATS - 1
    seconds = (game.times.all_made + remain * game.times.all_checked) / CORES
    what = f"{ruleset.name}, put out in {kind}{f' of {deck}' if deck else ''}"
    return at_most(f"{what}, {mixes} mixes", seconds, wanted, "s")


def _until_they_choose(game: SealedGame) -> Iterator[str]:
    """Play until there is something to choose; yield the kinds of the phases."""
    while game.fold.phase.kind not in CHOOSING:
        yield game.fold.phase.kind
        game.phase()
