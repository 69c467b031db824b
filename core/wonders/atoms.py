"""
The atoms in which an effect says what it does.

The clause of an effect is a row of atoms: what there is to gain, pay or lose, then for
each of what, when, and how often. Sentences, signs, pictures and the engine's tables are
made from clauses, and don't know the kinds of effects. So a new kind whose clause has a
known shape needs only its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Gained = Literal[
    "coins",
    "more coins",
    "points",
    "more points",
    "points of one",
    "times its cost",
    "shields",
    "symbol",
    "symbols of most",
    "token",
    "pawn",
    "leaders",
]

Event = Literal[
    "built",
    "built by chain",
    "token gained",
    "goods bought",
    "coins gained",
    "wonder complete",
    "more than neighbours",
    "no defeat token",
    "only leader",
    "equal tokens",
]


class Gain(NamedTuple):
    """Something is gained."""

    what: Gained
    n: int = 1
    """How many; the value of a token, 0 for that of the age; a pawn's age, 0 for any."""
    which: str = ""
    """The symbol; ``"any"`` is of its owner's choice."""


class Make(NamedTuple):
    """Goods every turn: all of a bundle, or one of several."""

    goods: Mapping[str, int] | tuple[str, ...]
    for_sale: bool


class Price(NamedTuple):
    """Price of one unit of each of these goods from some sellers."""

    coins: int
    goods: tuple[str, ...]
    sellers: tuple[str, ...]
    """Of ``"left"`` and ``"right"``, or ``"bank"`` alone."""


class Free(NamedTuple):
    """Cards cost nothing."""

    what: str
    """
    A colour, ``"leader"``, ``"card"``, ``"card from discard"``, ``"turn 1"``,
    ``"turn 6"`` or ``"first of each colour"``.
    """


class Less(NamedTuple):
    """Something costs less: leaders in coins, a colour or wonder stages in goods."""

    what: str
    n: int
    neighbours: int = 0
    """How much less it costs neighbours."""


class Swap(NamedTuple):
    """Science symbols may count as others."""

    n: int


class Lose(NamedTuple):
    """Tokens are given up, or a leader is."""

    what: Literal["defeat tokens", "victory token", "leader"]
    who: Literal["self", "others", "loser to winner"] = "self"


class Copy(NamedTuple):
    """The best purple card of some cities counts once more."""

    whose: Literal["self", "neighbours"]


class May(NamedTuple):
    """One more thing may be done than usual."""

    do: Literal["play last card", "recruit leader"]


class Per(NamedTuple):
    """For each of what is counted."""

    of: tuple[str, ...]
    """Colours of cards, or others of the words in `effects.COUNTED`."""
    whose: str = "self"
    """``"self"``, ``"neighbours"`` or ``"self_and_neighbours"``."""
    each: int = 1
    """How many of them count once."""


class PerSet(NamedTuple):
    """For each set of one card of each of these colours, or of these symbols."""

    of: tuple[str, ...]


class When(NamedTuple):
    """Each time that something happens, or if something is so at the end."""

    event: Event
    of: tuple[str, ...] = ()
    """The colour that is built; what there must be more of."""


class Once(NamedTuple):
    """Once in each period."""

    period: Literal["turn", "age"]


Head = Gain | Make | Price | Free | Less | Swap | Lose | Copy | May
Tail = Per | PerSet | When | Once
Atom = Head | Tail

Clause = tuple[Atom, ...]
"""Heads, then tails."""
