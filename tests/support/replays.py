"""Logs of games to replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sealed_wonders.client.logs.replaying import Replay, replay
from sealed_wonders.client.table.memory import InMemory, OnDisk
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.sealed.group import BASE
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.auditing import whole_game, wires_of_log, with_other_body
from tests.support.inprocess.folds import Table
from tests.support.integers import cached
from tests.support.lobbies import identity_of

LOG = Path(__file__).parents[1] / "vectors" / "three_seats.swlog"
"""A whole sealed game of three, with cards from the discard and extra cards."""


@cached
def sealed() -> Replay:
    return replay(LOG.read_bytes())


@cached
def first_half() -> Replay:
    """Return the first half of the sealed game."""
    some = file.read(LOG.read_bytes())
    return replay(file.write(some[: len(some) // 2]))


@cached
def forged() -> Replay:
    """Return a log that ends with a card dealt with a worthless proof."""
    fold = whole_game(SEALED)
    some = wires_of_log(fold)
    place = next(
        index
        for index, wire in enumerate(some)
        if index > len(fold.charter.wires) and parse(wire.env).kind == "DEAL"
    )
    match parse(some[place].env).body:
        case ((bytes(given), bytes(proof)), *others):
            body = ((given, BASE * 3 + bytes(len(proof) - 96)), *others)
        case other:
            raise ValueError(f"not a deal: {other!r:.80}")
    return replay(file.write([*some[:place], with_other_body(fold, some[place], body)]))


@cached
def unsealed(players: int, seed: str = "replay 1") -> Replay:
    """Return a whole game in which nothing is sealed."""
    return replay(unsealed_log(players, seed))


def unsealed_log(players: int, seed: str = "replay 1") -> bytes:
    """Return the log of a whole game in which nothing is sealed."""
    table = Table(Wonders(players), seed, suite=OPEN, shared=True, sides="choose")
    return table.play().log()


@cached
def with_expansions(suite: int = OPEN, seed: str = "replay 2") -> Replay:
    """Return a whole game with leaders and edifices."""
    rules = Wonders(3, "choose", ("leaders", "edifice"), "expert")
    table = Table(
        rules,
        seed,
        suite=suite,
        shared=True,
        sides="choose",
        leaders="expert",
        **{"with": "leaders,edifice"},
    )
    return replay(table.play().log())


SEARCHED = {2: "replay 0", 3: "replay 117", 7: "replay 0"}
"""Seeds of games in which Halicarnassus keeps a card from below the top of a pile."""


@cached
def architects(players: int = 3, suite: int = OPEN) -> Replay:
    """Return a whole game of Architects in which a player looks through a pile."""
    table = Table(Architects(players), SEARCHED[players], suite=suite, shared=True)
    return replay(table.play().log())


def fold_of(told: Replay) -> Fold:
    """Return the fold of a replay; raise `ValueError` if no game has begun."""
    if told.report.fold is None:
        raise ValueError("no game has begun")
    return told.report.fold


@cached
def architects_first_part() -> Replay:
    """Return the first two thirds of a sealed game of Architects."""
    some = wires_of_log(fold_of(architects(2, SEALED)))
    return replay(file.write(some[: len(some) * 2 // 3]))


@cached
def architects_begun() -> Replay:
    """Return a log of Architects that ends before the piles are shuffled."""
    some = wires_of_log(fold_of(architects()))
    place = next(
        index
        for index, wire in enumerate(some)
        if parse(wire.env).kind == "MIX" and replay(file.write(some[:index])).moments
    )
    return replay(file.write(some[:place]))


@cached
def architects_forged() -> Replay:
    """
    Return a log of Architects that ends with a card turned up with a worthless proof.
    """
    fold = fold_of(architects(2, SEALED))
    some = wires_of_log(fold)
    *_, place = (
        index for index, wire in enumerate(some) if parse(wire.env).kind == "OPEN_SHARE"
    )
    match parse(some[place].env).body:
        case (bytes(given), bytes(proof)):
            body = (given, bytes(len(proof)))
        case other:
            raise ValueError(f"turns up no card: {other!r:.80}")
    return replay(file.write([*some[:place], with_other_body(fold, some[place], body)]))


REPLAYS: dict[str, Callable[[], Replay]] = {
    "sealed": sealed,
    "cut": first_half,
    "forged": forged,
    "3": lambda: unsealed(3),
    "5": lambda: unsealed(5),
    "7": lambda: unsealed(7),
    "expanded": with_expansions,
}
"""The replays by their names."""


def keep_seat(folder: Path, charter: Charter, seat: Seat, kept: InMemory) -> Path:
    """Write a seat's identity and secrets to a home; return the file of the secrets."""
    pem = identity_of(charter.people[seat].name).to_pem()
    (folder / "identity.pem").write_bytes(pem)
    path = folder / "games" / f"{charter.table.hex()}.seat"
    store = OnDisk(path)
    for memory in kept._memories.values():
        store.remember(memory)
    store.close()
    return path
