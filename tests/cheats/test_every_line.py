"""
Every known way to cheat has a test; its name or its parameters contain a line of the
list.
"""

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
    "a different commitment in a PICK is just another choice",
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
    # Leaders and edifices.
    "leaders are kept one by one and the others passed on",
    "a hand with one leader twice",
    "a leader that is not in the hand is not recruited",
    "a leader other than the picked one is not recruited",
    "a leader that was sold is never recruited",
    "a recruited leader is opened and a sold one stays shut",
    "drawn leaders are opened to no other seat",
    "no drawn leader is held back or exchanged",
    "declining shows no leader",
    "another edifice is not turned up",
    "a penalty paid with a wrong card or text is a fraud",
    # Architects.
    "a pile is not stacked",
    "no card goes into another pile",
    "a returned card is not put where its mixer wants",
    "no card but the top one is turned up",
    "a peek shows the top card to the owner of the cat",
    "nobody else can read a peeked card",
    "a search shows the cards of a pile as they lie",
    "no card but the named one is kept",
    "a choice that is not legal is a fraud",
    "a choice out of turn is refused",
    "the first of two choices counts",
    "points other than those of the game are a fraud",
)

HERE = Path(__file__)


def words(path: Path) -> Iterator[str]:
    """Yield the names of a module's tests and the strings from which names are made."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
        # A docstring is a statement of its own; any other string is used for something.
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and not isinstance(node, ast.Expr):
                yield str(child.value)


def plain(text: str) -> str:
    """Return a text without the characters that names of functions can't have."""
    return " ".join("".join(c if c.isalnum() else " " for c in text).lower().split())


@functools.cache
def names() -> Sequence[str]:
    """Return the names of all tests here, in plain words."""
    return [
        plain(text)
        for path in HERE.parent.glob("test_*.py")
        if path != HERE
        for text in words(path)
    ]


@pytest.mark.parametrize("line", LINES)
def test_every_known_cheat_has_a_test(line: str) -> None:
    assert any(plain(line) in name for name in names())
