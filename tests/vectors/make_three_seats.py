"""
Makes `three_seats.swlog`, `expansions.swlog` and `architects.swlog`, three whole games, and
`changed.swlog`, one in which a seat changes hands and another one is put out, by whoever has
the first one now and the third, and `given.swlog`, one in which a seat is given away; and for
each a JSON file that says what follows from it.

    python -m tests.vectors.make_three_seats            all of them
    python -m tests.vectors.make_three_seats expansions

Cards are sealed. Keys, masks and nonces come from names, so the same bytes come out every
time; a change in them is a change of the protocol or the rules. (Another way to draw masks
gives other bytes that are as right.) But for `given.swlog`: boxes are sealed with other keys
each time.

A change of the protocol may shuffle cards otherwise. So it is first looked whether each of
the whole games still has all that it is to show; if not, the next number is found with which
one does. That takes up to some minutes; tests that quote a game have to follow by hand.
"""

from __future__ import annotations

import functools
import itertools
import json
import multiprocessing
import os
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Move, Ruleset
from sealed_wonders.core.wonders import ages
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.closedphase import ClosedPhase
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import parse, unpack_array
from sealed_wonders.net.suites import SEALED, begin
from sealed_wonders.net.tableoptions import RESCUES
from tests.support import integers
from tests.support.inprocess import seats
from tests.support.inprocess.ballots import given_away, voted_out
from tests.support.inprocess.folds import Player, Table
from tests.support.inprocess.seats import Seats
from tests.support.lobbies import HOST, named

FOLDER = Path(__file__).parent
PLAYERS = 3


class Game(NamedTuple):
    """What makes a game."""

    rules: Ruleset
    options: Mapping[str, Any]
    """Those of the table that the rules depend on."""
    holds: Callable[[Played], bool]
    """Whether all that the game is to show happens in it."""


class Played(NamedTuple):
    """What happened in a game."""

    table: Seats
    phases: list[Any]
    moves: list[str]

    def count(self, *begin: str) -> int:
        """Count the moves that begin with one of these words."""
        return sum(move.startswith(begin) for move in self.moves)

    def has(self, kind: str, deck: str) -> bool:
        """Tell whether there is such a phase."""
        return any(it[1] == kind and it[3].startswith(deck) for it in self.phases)


def _is_of_the_base_game(game: Played) -> bool:
    """Looks at the discard, extra cards, and a neighbour's guild that is copied."""
    state = game.table.fold.state
    assert isinstance(state, State)
    return (
        game.has("LOOK_X", "pile/")
        and game.has("CHOOSE", "age")
        and any(ages._copies(state))
    )


def _has_both_expansions(game: Played) -> bool:
    """
    Leaders from the box and at the end of a turn, and a card that was lost.

    That lies open in the discard, and is taken from there again.
    """
    lost = [move.split()[1] for move in game.moves if move.startswith("lose ")]
    return (
        sum(it[1] == "DEAL" and it[3] == "leaders" for it in game.phases) > 1
        and any(
            it[1::2] == ["PICK", "leaders"] and len(it[2]) == 1 for it in game.phases
        )
        and any(f"pick {card}" in game.moves for card in lost)
    )


def _is_of_architects(game: Played) -> bool:
    """
    Peeks, extra cards, and piles that are looked through and mixed again, once with the
    card that lay open on top and once without it; and a token that nobody had seen.
    """
    kept, tokens = game.count("keep"), game.count("token")
    return (
        game.count("extra") > 0
        and game.count("search") > 0
        and 0 < game.count("keep 1") < kept
        and 0 < game.count("token top") < tokens
    )


BOARDS = ("babylon", "halikarnassos", "olympia_1e")


GAMES = {
    "three_seats": Game(
        Wonders(PLAYERS, "choose", boards=BOARDS, draw="chosen"),
        {"sides": "choose", "boards": ",".join(BOARDS), "draw": "chosen"},
        _is_of_the_base_game,
    ),
    "expansions": Game(
        Wonders(PLAYERS, "night", ("leaders", "edifice")),
        {"sides": "night", "with": "leaders,edifice"},
        _has_both_expansions,
    ),
    "architects": Game(Architects(PLAYERS), {}, _is_of_architects),
}
"""In the first boards are chosen, one of them of the first edition."""


def _seed(identity: Identity) -> str:
    raw = (Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    return identity._key.private_bytes(*raw).hex()


def _choose(question: Question) -> Move:
    """Build a stage or recruit whenever one can, night sides, and else what looks random."""
    verbs = ("stage", "recruit", "extra", "side night")
    stages = [move for move in question.moves if move.text.startswith(verbs)]
    builds = [move for move in question.moves if not move.text.startswith("sell")]
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(stages or builds or question.moves)


def kept_keys(seat: Seat) -> dict[str, list[str]]:
    """Give a seat's share key and hand key of each deck."""
    keys = {}
    for kept in seat._store.kept():
        match unpack_array(kept):
            case (str(deck), bytes(share), bytes(hand)):
                keys[deck] = [share.hex(), hand.hex()]
    return keys


def play(name: str, number: int) -> Played:
    """Play a game; another number gives another one."""
    game = GAMES[name]
    table = Seats(game.rules, f"{name} {number}", suite=SEALED, **game.options)
    played = Played(table, [], [])

    def choose(question: Question) -> Move:
        move = _choose(question)
        played.moves.append(move.text)
        return move

    while not table.fold.over:
        phase = table.fold.phase
        table.step(choose)
        played.phases.append([phase.number, phase.kind, [*phase.seats], phase.deck])
    return played


def make(name: str, number: int) -> tuple[bytes, str]:
    """Play a game; gives the log file and the JSON text."""
    table, phases, _ = play(name, number)
    prevs = {parse(wire.env).phase: parse(wire.env).prev for wire in table.wires}
    charter, sheet = table.charter, table.fold.state.score()
    facts = {
        "number": number,
        "host": _seed(HOST),
        "people": [
            {"name": person.name, "seed": _seed(named(person.name))}
            for person in charter.people
        ],
        "keys": [kept_keys(seat) for seat in table.seats],
        "gid": charter.gid.hex(),
        "phases": [[*phase, prevs[phase[0]].hex()] for phase in phases],
        "digest": table.fold.digest.hex(),
        "lines": sheet.categories,
        "rows": sheet.rows,
        "winners": sheet.winners,
    }
    return table.fold.log(), json.dumps(facts, indent=1) + "\n"


def find(name: str, first: int = 0) -> int:
    """Give the first number from one on whose game has all that it is to show."""
    with multiprocessing.Pool(initializer=_hurry) as pool:
        numbers = itertools.count(first)
        while some := [(name, next(numbers)) for _ in range(4 * (os.cpu_count() or 1))]:
            for (_, number), holds in zip(
                some, pool.starmap(_holds, some), strict=True
            ):
                if holds:
                    return number
    raise AssertionError("there are always more numbers")


def _hurry() -> None:
    """Calculate with integers, and check no proof: the same game, in less time."""
    integers.hurry()
    trusting = functools.partial(begin, is_known=lambda entry: True)
    mock.patch.object(seats, "begin", trusting).start()


def _holds(name: str, number: int) -> bool:
    return GAMES[name].holds(play(name, number))


def _found(name: str) -> tuple[bytes, str]:
    """Make the first game that holds all, from the one on that did the last time."""
    facts = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return make(name, find(name, facts.get("number", 0)))


HANDED, OUT = (24, 0, "dan"), (40, 2)
"""When which seat changes hands, and to whom; when which one is put out."""


def make_changed() -> tuple[bytes, str]:
    """Play a game in which seats change; gives the log file and the JSON text."""
    table = Table(Architects(PLAYERS), "changed", SEALED, shared=True)
    fold = table.fold
    while not fold.over:
        if fold.phase.number == HANDED[0]:
            _, seat, name = HANDED
            taker = Player(table.charter, fold.ruleset, seat, fold, name)
            fold.accept(table.players[seat].hand_over(taker))
            table.players[seat] = taker
        if (fold.phase.number, fold.active) == (OUT[0], fold.seats):
            voted_out(fold, [player.identity for player in table.players], [OUT[1]])
        table.phase()
    return _told(table, HANDED[2])


GIVEN = (24, 0, "dan")
"""When which seat is given away, and to whom."""


def make_given() -> tuple[bytes, str]:
    """Play a game in which a seat goes to a substitute, in the same way."""
    table = Table(Architects(PLAYERS), "given", SEALED, shared=True, gone=RESCUES)
    fold = table.fold
    while not fold.over:
        if fold.phase.number == GIVEN[0]:
            _, seat, name = GIVEN
            taker = Player(table.charter, fold.ruleset, seat, fold, name)
            others = [player for player in table.players if player.seat != seat]
            given_away(fold, others, taker)
            taker.rescues(others)
            table.players[seat] = taker
        table.phase()
    return _told(table, GIVEN[2])


def _told(table: Table, *takers: str) -> tuple[bytes, str]:
    """Give the log file of a game, and what follows from it."""
    fold, charter = table.fold, table.charter
    sheet = fold.state.score()
    names = [*(person.name for person in charter.people), *takers]
    facts = {
        "host": _seed(HOST),
        "people": [{"name": name, "seed": _seed(named(name))} for name in names],
        "gid": charter.gid.hex(),
        "phases": [_listed(passed) for passed in fold.closed_phases],
        "holders": [person.name for person in fold.people],
        "active": list(fold.active),
        "digest": fold.digest.hex(),
        "lines": sheet.categories,
        "rows": sheet.rows,
        "winners": sheet.winners,
    }
    return fold.log(), json.dumps(facts, indent=1) + "\n"


def _listed(passed: ClosedPhase) -> list[Any]:
    phase = passed.collection.phase
    prev = passed.opened.prev.hex()
    return [phase.number, phase.kind, list(phase.seats), phase.deck, prev]


MAKERS: Mapping[str, Callable[[], tuple[bytes, str]]] = {
    **{name: functools.partial(_found, name) for name in GAMES},
    "changed": make_changed,
    "given": make_given,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or MAKERS:
        log, text = MAKERS[name]()
        (FOLDER / f"{name}.swlog").write_bytes(log)
        (FOLDER / f"{name}.json").write_text(text)
