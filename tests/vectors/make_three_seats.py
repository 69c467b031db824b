"""
Makes `three_seats.swlog` and `three_seats.json`: a whole game, and what follows from it.

    python -m tests.vectors.make_three_seats

Cards are sealed. Keys, masks and nonces come from names, so the same bytes come out every
time; a change in them is a change of the protocol or the rules. (Another way to draw masks
gives other bytes that are as right.)
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from sealed_wonders.client.players import Question
from sealed_wonders.client.seat import Seat
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import parse, unpack_array
from sealed_wonders.net.suites import SEALED
from tests.support.lobbies import HOST, named
from tests.support.seats import Seats

FOLDER = Path(__file__).parent
PLAYERS = 3
SIDES = "choose"
SEED = "three seats 17"
"""With it there are looks at the discard, and extra cards."""


def _seed(identity: Identity) -> str:
    raw = (Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    return identity._key.private_bytes(*raw).hex()


def _choose(question: Question) -> Move:
    """Build a stage whenever one can, and else what looks random."""
    stages = [move for move in question.moves if move.text.startswith("stage")]
    builds = [move for move in question.moves if not move.text.startswith("sell")]
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(stages or builds or question.moves)


def _kept(seat: Seat) -> dict[str, list[str]]:
    """Give a seat's share key and hand key of each deck."""
    keys = {}
    for kept in seat._store.kept():
        match unpack_array(kept):
            case (str(deck), bytes(share), bytes(hand)):
                keys[deck] = [share.hex(), hand.hex()]
    return keys


def make(seed: str = SEED) -> tuple[bytes, str]:
    """Play the game; gives the log file and the JSON text."""
    table = Seats(Wonders(PLAYERS, SIDES), seed, sides=SIDES, suite=SEALED)
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
            {"name": person.name, "seed": _seed(named(person.name))}
            for person in charter.people
        ],
        "keys": [_kept(seat) for seat in table.seats],
        "gid": charter.gid.hex(),
        "phases": [
            [*phase, prevs[number].hex()] for number, phase in enumerate(digests)
        ],
        "digest": table.fold.digest.hex(),
        "lines": sheet.lines,
        "rows": sheet.rows,
        "winners": sheet.winners,
    }
    return table.fold.log(), json.dumps(facts, indent=1) + "\n"


if __name__ == "__main__":
    log, text = make()
    (FOLDER / "three_seats.swlog").write_bytes(log)
    (FOLDER / "three_seats.json").write_text(text)
