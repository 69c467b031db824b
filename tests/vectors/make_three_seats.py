"""
Make the logs of whole games, and for each a JSON file with everything derived from it.

    python -m tests.vectors.make_three_seats

- `three_seats.swlog`, `expansions.swlog` and `architects.swlog` are games of three players.
- In `changed.swlog`, a seat is handed over, and its new holder and one other seat vote
  the last one out.
- In `given.swlog`, a seat is given to a substitute.

Cards are sealed. Keys, masks and nonces come from names, so the same bytes come out
every time; a change in them is a change of the protocol or the rules. (Another way to
draw masks gives other bytes that are equally right.) The exception is `given.swlog`:
its boxes are sealed with other keys each time.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Move, Ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.closedphase import ClosedPhase
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import parse, unpack_array
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.tableoptions import RESCUES
from tests.support.inprocess.ballots import give_away_by_ballot, vote_out
from tests.support.inprocess.folds import Player, Table
from tests.support.inprocess.seats import Seats
from tests.support.lobbies import HOST, identity_of

FOLDER = Path(__file__).parent
PLAYERS = 3


class Game(NamedTuple):
    """How to make a game."""

    seed: str
    rules: Ruleset
    options: Mapping[str, Any]
    """The table's options that the rules depend on."""


BOARDS = ("babylon", "halikarnassos", "olympia_1e")


GAMES = {
    "three_seats": Game(
        "three seats 37",
        Wonders(PLAYERS, "choose", boards=BOARDS, draw="chosen"),
        {"sides": "choose", "boards": ",".join(BOARDS), "draw": "chosen"},
    ),
    "expansions": Game(
        "both 243",
        Wonders(PLAYERS, "night", ("leaders", "edifice")),
        {"sides": "night", "with": "leaders,edifice"},
    ),
    "architects": Game("architects 100", Architects(PLAYERS), {}),
}
"""
The games are chosen for what happens in them:

- `three_seats`: boards are chosen, one of them of the first edition; seats look at the
  discard, and play extra cards.
- `expansions`: leaders are drawn from the box and recruited at the end of a turn, and
  penalties are paid with cards.
- `architects`: the cat's owner peeks, piles are searched and shuffled again, once with the
  face-up card on top and once without it, and extra cards are taken.
"""


def _seed(identity: Identity) -> str:
    raw = (Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    return identity._key.private_bytes(*raw).hex()


def _choose(question: Question) -> Move:
    """
    Build a stage, recruit, or choose a night side if possible; otherwise, choose at
    random.
    """
    verbs = ("stage", "recruit", "extra", "side night")
    stages = [move for move in question.moves if move.text.startswith(verbs)]
    builds = [move for move in question.moves if not move.text.startswith("sell")]
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(stages or builds or question.moves)


def kept_keys(seat: Seat) -> dict[str, list[str]]:
    """Return a seat's share key and hand key of each deck."""
    keys = {}
    for kept in seat._store.kept():
        match unpack_array(kept):
            case (str(deck), bytes(share), bytes(hand)):
                keys[deck] = [share.hex(), hand.hex()]
    return keys


def make(game: Game) -> tuple[bytes, str]:
    """Play a game, and return the log file and the JSON text."""
    table = Seats(game.rules, game.seed, suite=SEALED, **game.options)
    digests = []
    while not table.fold.over:
        phase = table.fold.phase
        table.step(_choose)
        digests.append([phase.number, phase.kind, list(phase.seats), phase.deck])
    prevs = {parse(wire.env).phase: parse(wire.env).prev for wire in table.wires}
    charter, sheet = table.charter, table.fold.state.score()
    facts = {
        "host": _seed(HOST),
        "people": [
            {"name": person.name, "seed": _seed(identity_of(person.name))}
            for person in charter.people
        ],
        "keys": [kept_keys(seat) for seat in table.seats],
        "gid": charter.gid.hex(),
        "phases": [
            [*phase, prevs[number].hex()] for number, phase in enumerate(digests)
        ],
        "digest": table.fold.digest.hex(),
        "lines": sheet.categories,
        "rows": sheet.rows,
        "winners": sheet.winners,
    }
    return table.fold.log(), json.dumps(facts, indent=1) + "\n"


HANDED, OUT = (24, 0, "dan"), (40, 2)
"""Phase, seat and new holder of the handover; phase and seat of the removal."""


def make_changed() -> tuple[bytes, str]:
    """Play a game in which seats change; return the log file and the JSON text."""
    table = Table(Architects(PLAYERS), "changed", SEALED, shared=True)
    fold = table.fold
    while not fold.over:
        if fold.phase.number == HANDED[0]:
            _, seat, name = HANDED
            taker = Player(table.charter, fold.ruleset, seat, fold, name)
            fold.accept(table.players[seat].sign_handover(taker))
            table.players[seat] = taker
        if (fold.phase.number, fold.active) == (OUT[0], fold.seats):
            vote_out(fold, [player.identity for player in table.players], [OUT[1]])
        table.phase()
    return _log_and_facts(table, HANDED[2])


GIVEN = (24, 0, "dan")
"""Phase, seat and substitute."""


def make_given() -> tuple[bytes, str]:
    """Play a game in which a seat goes to a substitute; return the same."""
    table = Table(Architects(PLAYERS), "given", SEALED, shared=True, gone=RESCUES)
    fold = table.fold
    while not fold.over:
        if fold.phase.number == GIVEN[0]:
            _, seat, name = GIVEN
            taker = Player(table.charter, fold.ruleset, seat, fold, name)
            others = [player for player in table.players if player.seat != seat]
            give_away_by_ballot(fold, others, taker)
            taker.restore_secrets(others)
            table.players[seat] = taker
        table.phase()
    return _log_and_facts(table, GIVEN[2])


def _log_and_facts(table: Table, *takers: str) -> tuple[bytes, str]:
    """Return the log file of a game, and the JSON text."""
    fold, charter = table.fold, table.charter
    sheet = fold.state.score()
    names = [*(person.name for person in charter.people), *takers]
    facts = {
        "host": _seed(HOST),
        "people": [{"name": name, "seed": _seed(identity_of(name))} for name in names],
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


if __name__ == "__main__":
    made = {name: make(game) for name, game in GAMES.items()}
    others = {"changed": make_changed(), "given": make_given()}
    for name, (log, text) in (made | others).items():
        (FOLDER / f"{name}.swlog").write_bytes(log)
        (FOLDER / f"{name}.json").write_text(text)
