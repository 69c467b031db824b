"""
The meaning of the numbers in books, tables and moves.

They exist only while a program runs, so any of them may change.
"""

from __future__ import annotations

(
    PRODUCE,
    CHOICE,
    PRICE,
    SHIELDS,
    SCIENCE,
    COINS,
    COINS_PER,
    POINTS,
    POINTS_PER,
    COMPLETE,
    POWER,
    FROM_DISCARD,
    SETS,
    TOKEN,
    DROP_DEFEATS,
    COPY_GUILD,
    LEADERS_FREE,
    LEADERS_LESS,
    DISCOUNT,
    COLOUR_FREE,
    BANK,
    ON_BUILD,
    ON_CHAIN,
    ON_VICTORY,
    ON_PURCHASE,
    ON_GAIN,
    VICTIMS,
    DEFLECT,
    SWAP,
    MORE,
    PER_SCIENCE_SET,
    PER_COINS,
    IF_MORE,
    UNDEFEATED,
    PAIRS,
    ALONE,
    DRAW,
    EXTRA,
    BURY,
    GUILD_AGAIN,
    PAWN,
) = range(41)
"""Kinds of effects, the first of an effect's four numbers."""

PLAY_LAST, FIRST_OF_COLOUR, FIRST_OF_AGE, LAST_OF_AGE, ONE_OF_AGE = (
    1 << bit for bit in range(5)
)
"""Lasting powers, as bits."""

STAGE_BIT, VICTORY_BIT, COLOUR_BIT, COIN_BIT = 7, 8, 9, 10
"""Things that effects count besides cards of colours, as bits above those."""

SELF, NEIGHBOURS, AROUND = range(3)
"""The cities in which an effect counts something."""

STAGE_DISCOUNT = 7
"""The index of the discount on stages, after those on the colours."""

OPEN = (
    POINTS_PER,
    COMPLETE,
    SETS,
    COPY_GUILD,
    PER_COINS,
    IF_MORE,
    UNDEFEATED,
    PAIRS,
    ALONE,
    GUILD_AGAIN,
)
"""Kinds of effects whose points depend on the cities at the end of the game."""

MOST_STAGES = 5
"""Maximum number of stages of a board."""

BITS = 60
"""Number of buildings, by name, in each of the two words that a city has for them."""

SPARE = 0x8888888
"""The bits of a bundle that are always clear: see `core.wonders.goods`."""

SCORED_COLOURS = 1 << 2 | 1 << 3 | 1 << 6
"""Blue, yellow and purple: the colours whose cards' points have a line on the sheet."""

(
    DECLINE,
    BUILD,
    STAGE,
    SELL,
    PICK,
    RECRUIT,
    KEEP,
    LOSE_CARD,
    LOSE_TOKENS,
    LOSE_COINS,
    DROP,
) = range(11)
"""The verbs of moves."""

CARD_AT, NAME_AT, HALF_AT, PAWN_AT, JOIN_AT, POWER_AT, PAID_AT = (
    4,
    13,
    22,
    24,
    26,
    27,
    28,
)
"""The positions of a move's parts, above its verb; the first is the card's block."""

(
    DRAFT_TASK,
    AGE_TASK,
    DEAL_TASK,
    RECRUIT_TASK,
    TURN_TASK,
    LAST_TASK,
    LEFTOVERS_TASK,
    DISCARD_TASK,
    COMPLETE_TASK,
    VICTIMS_TASK,
    DRAW_TASK,
    ENLIST_TASK,
    FAIL_TASK,
    CONFLICTS_TASK,
    END_TASK,
) = range(15)
"""The tasks on the agenda, each with an age and a turn."""

DISCARD_RIGHT, DRAW_RIGHT, EXTRA_RIGHT, VICTIMS_RIGHT = range(4)

CHAIN, BY_POWER, PAID, REFUSED = 1, 2, 3, 4
"""How a building can be had, or that it can't; 0 if it has no cost."""

SALE = 3
LOSES_COINS, LOSES_TOKENS = 7, 8
BUILT, FAILED = 1, 2
