"""Every known way to cheat has a test, by its name in the list here."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

LINES = (
    "shuffle proof under another context",
    "shuffle proof under another key",
    "shuffle: one card duplicated in the output",
    "shuffle: outputs swapped after the proof",
    "shuffle: a card replaced",
    "shuffle: full dishonest prover, one card twice and one missing",
    "shuffle: bit flipped in the proof",
    "shuffle: a point from another proof",
    "no point in a deck",
    "no point in a proof",
    "identity point in a deck",
    "deal/pass: share of one card altered",
    "deal/pass: two cards swapped",
    "deal/pass: addressed to another key",
    "deal/pass: proof replayed in another context",
    "pass: card replaced by another, proof made for it",
    "deal: share made with a wrong secret",
    "open: claims another card",
    "open: claims another card, proof made for it",
    "open: another seat's key",
    "key: another seat re-uses a key and its proof",
    "key: rogue key Y' = aG - Y_other",
    "commit: copied by another seat",
    "commit: other action",
    "pick: made from another hand",
    "pick: too few cards",
    "any single flipped bit in a log file",
    "any body altered and signed again by its own author",
    "a different commitment in one's own PICK is just another choice",
    "two envelopes of one seat for one place",
    "shown to different players",
    "a card opened that was passed on",
    "a card passed on that was opened",
    "a hand of the wrong size",
    "a choice the rules forbid, seen when it is revealed",
    "open: claims a card of another age from the pile",
    "a message of a later phase",
    "a message of an earlier phase",
    "a message of another table",
    "a message of a seat that isn't expected",
    # Of leaders and edifices.
    "leaders are kept one by one and the others passed on",
    "a hand with one leader twice",
    "a leader that is not in the hand is not recruited",
    "another leader of the hand than was picked is not recruited",
    "a leader that was sold is never recruited",
    "what is recruited is opened and what is not stays shut",
    "a draw is opened to no other",
    "of a draw no card is kept back or given for another",
    "who declines shows nothing",
    "another edifice is not turned up",
    "a penalty is paid with nothing else",
    # Of Architects.
    "a pile is not stacked",
    "no card goes into another pile",
    "a returned card is not put where its mixer wants",
    "no other card is turned up than lies on top",
    "a peek is for whoever has the cat and shows the top card",
    "nobody else reads what was peeked at",
    "who looks through a pile sees its cards as they lie",
    "no other card is kept than the one that was named",
    "a choice that is not open is refused",
    "a choice out of turn is given back",
    "a choice made once stands",
    "points are those of the game",
)

HERE = Path(__file__)


def words(path: Path) -> Iterator[str]:
    """Give the names of tests in a module, and the texts of which their names are made."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
        # Docstrings stand alone; whatever else is a text is put to use.
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and not isinstance(node, ast.Expr):
                yield str(child.value)


def plain(text: str) -> str:
    """Give a text without what names of functions can't have."""
    return " ".join("".join(c if c.isalnum() else " " for c in text).lower().split())


@functools.cache
def names() -> Sequence[str]:
    """Give what is played here, in plain words."""
    return [
        plain(text)
        for path in HERE.parent.glob("test_*.py")
        if path != HERE
        for text in words(path)
    ]


@pytest.mark.parametrize("line", LINES)
def test_every_cheat_that_is_known_of_is_played(line: str) -> None:
    assert any(plain(line) in name for name in names())
