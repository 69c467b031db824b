"""
The meaning of the numbers in books, tables and moves.

They exist only while a program runs, so any of them may change.
"""

from __future__ import annotations

TAKE, EXTRA, BUILD, SCIENCE, TOKEN, SEARCH, KEEP, END = range(8)
"""The verbs of moves."""

PILE_AT, TOKEN_AT, STAGE_AT, PLACE_AT, PAID_AT = 4, 8, 13, 16, 20
"""
The positions of a move's parts, above its verb.

The pile, by seat, the central one last; the token; the stage, counted from 0; the place
from the top, counted from 0, or the set of symbols; and the payment.
"""

TOP = 31
"""Stands for the unseen token on top of the pile."""

COIN_AT, ANY_BIT, DOUBLE_BIT = 15, 18, 19
"""
The positions of a payment's parts, above three bits for each grey kind: the coins, and
the bits of the tokens that it uses.
"""

TAKE_TASK, ACT_TASK, ANY_TASK, TOKEN_TASK, SEARCH_TASK, KEEP_TASK, OVER = range(7)
"""
The current choice. `ACT_TASK` follows after all tasks except the first and the last.
"""

NO_EFFECT, ANY_PILE, ONE_TOKEN, CENTRAL_TOP, BOTH_SIDES, LOOK, SHIELD = range(7)
"""The effects of stages, by their wonder."""

(
    EXTRA_CARD,
    DOUBLE_COIN,
    ANY_RESOURCES,
    SHIELDS,
    FOR_WONDER,
    PER_CAT,
    PER_VICTORY,
    PER_TOKEN,
    FOR_COPIES,
) = range(9)
"""The abilities of tokens."""

MOST_STAGES = 5
"""Maximum number of stages of a wonder."""

GOODS = 5
"""The number of grey kinds."""

ROW = 16
"""Numbers reserved per row of kinds or tokens."""

DEEP = 64
"""Numbers reserved per pile."""

SEARCHED = 5
"""The maximum number of cards in a search."""

OPEN = 3
"""The number of face-up progress tokens."""

WHOLE_AT = 40
"""
Position of the number of cards that a city lacks for all its stages, in the numbers of
`needs`.
"""

CITY = 48
"""The number of inputs of `value` per city."""

SIZE = 4 * CITY + 120
"""The total number of inputs of `value`."""
