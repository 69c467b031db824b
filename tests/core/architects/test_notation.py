"""
The notation of moves of Architects: one text for each move, which seats sign.

The texts here can't change, since they are in every log (docs/PROTOCOL.md, Moves).
"""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects import notation
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.notation import ParsedMove, parse
from tests.support.architects import at_random, moves

KINDS = catalog().kinds_by_id


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take rhodes", ParsedMove("take", pile="rhodes")),
        ("take central", ParsedMove("take", pile="central")),
        (
            "extra urbanism giza",
            ParsedMove("extra", pile="giza", token="urbanism"),
        ),
        (
            "build 3 wood+wood+coin",
            ParsedMove("build", stage=3, cards=(KINDS["wood"],) * 2 + (KINDS["coin"],)),
        ),
        (
            "science sci_gear+sci_gear",
            ParsedMove("science", cards=(KINDS["sci_gear"],) * 2),
        ),
        ("token top", ParsedMove("token", token="top")),
        ("search rhodes", ParsedMove("search", pile="rhodes")),
        ("keep 3", ParsedMove("keep", place=3)),
        ("end", ParsedMove("end")),
    ],
)
def test_moves_are_written_and_parsed(text: str, said: ParsedMove) -> None:
    assert said == parse(text)
    assert text == str(said)


@pytest.mark.parametrize("players", [2, 4, 7])
def test_every_legal_move_has_its_canonical_text(players: int) -> None:
    verbs: set[str] = set()
    for game in range(3):
        for table in at_random(f"notation/{game}", players):
            for text in moves(table.state):
                assert text == str(parse(text))
                assert len(text) < 80
                verbs.add(text.split()[0])
    assert verbs <= set(notation.VERBS)
    assert {"take", "build", "token"} <= verbs
