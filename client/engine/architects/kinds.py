"""
What the numbers mean, of which books, tables and moves are made.
"""

from __future__ import annotations

TAKE, EXTRA, BUILD, SCIENCE, TOKEN, SEARCH, KEEP, END = range(8)
"""The verbs of moves."""

PILE_AT, TOKEN_AT, STAGE_AT, PLACE_AT, PAID_AT = 4, 8, 13, 16, 20
"""
Where in a move, above its verb, the pile stands, by seat, the central one last; the
token; the stage, counted from 0; the place from the top, from 0, or the set of symbols;
and what pays.
"""

TOP = 31
"""Stands in the place of a token for the one that nobody has seen."""

COIN_AT, ANY_BIT, DOUBLE_BIT = 15, 18, 19
"""
Where in what pays the coins stand, above three bits for each grey kind; and the bits of
the tokens that it takes.
"""

TAKE_TASK, ACT_TASK, ANY_TASK, TOKEN_TASK, SEARCH_TASK, KEEP_TASK, OVER = range(7)
"""What is chosen now; after all but the first and the last of them comes `ACT_TASK`."""

NO_EFFECT, ANY_PILE, ONE_TOKEN, CENTRAL_TOP, BOTH_SIDES, LOOK, SHIELD = range(7)
"""What a stage does, by its wonder."""

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
"""What a token does."""

MOST_STAGES = 5
"""No wonder has more."""

GOODS = 5
"""Grey kinds."""

ROW = 16
"""Room for all kinds of cards, or tokens."""

DEEP = 64
"""Room for a pile."""

SEARCHED = 5
"""Cards that are looked through."""

OPEN = 3
"""Progress tokens that lie face up."""

WHOLE_AT = 40
"""Where in what a city lacks there stands how much it lacks for all its stages."""

CITY = 48
"""Numbers in which a city is written down for `value`."""

SIZE = 4 * CITY + 120
"""Numbers in which all that stands is."""
