"""
Makes `three_seats.swlog` and `three_seats.json`: a whole game, and what follows from it.

    python -m tests.vectors.make_three_seats

Keys and nonces come from names, so the same bytes come out every time; a change in them
is a change of the protocol or the rules.
"""

from __future__ import annotations

import json
from pathlib import Path

from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import parse
from tests.support.lobbies import HOST, named
from tests.support.seats import Seats

FOLDER = Path(__file__).parent
PLAYERS = 3
SIDES = "choose"


def _seed(identity: Identity) -> str:
    raw = (Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    return identity._key.private_bytes(*raw).hex()


def make() -> tuple[bytes, str]:
    """Play the game; gives the log file and the JSON text."""
    table = Seats(Wonders(PLAYERS, SIDES), "three seats", sides=SIDES)
    digests = []
    while not table.fold.over:
        phase = table.fold.phase
        table.step()
        digests.append([phase.number, phase.kind, list(phase.seats), phase.deck])
    prevs = {parse(wire.env).phase: parse(wire.env).prev for wire in table.wires}
    charter, sheet = table.charter, table.fold.state.score()
    facts = {
        "host": _seed(HOST),
        "people": [
            {"name": person.name, "seed": _seed(named(person.name))}
            for person in charter.people
        ],
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
