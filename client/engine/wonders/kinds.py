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
"""What an effect does."""

PLAY_LAST, FIRST_OF_COLOUR, FIRST_OF_AGE, LAST_OF_AGE, ONE_OF_AGE = (
    1 << bit for bit in range(5)
)
"""Lasting powers, as bits."""

STAGE_BIT, VICTORY_BIT, COLOUR_BIT, COIN_BIT = 7, 8, 9, 10
"""What is counted besides colours, as bits above theirs."""

SELF, NEIGHBOURS, AROUND = range(3)
"""In which cities something is counted."""

STAGE_DISCOUNT = 7
"""Where discounts of stages stand, after those of the colours."""

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
"""What brings points that depend on what there is at the end."""

MOST_STAGES = 5
"""No board has more."""

BITS = 60
"""Names of buildings in one word of a city's two."""

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
"""Where in a move the block of the card used stands, and what else there is."""

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
"""Tasks, which have an age and a turn besides."""

DISCARD_RIGHT, DRAW_RIGHT, EXTRA_RIGHT, VICTIMS_RIGHT = range(4)

CHAIN, BY_POWER, PAID, REFUSED = 1, 2, 3, 4
"""How a building can be had; 0 is without a cost."""

SALE = 3
LOSES_COINS, LOSES_TOKENS = 7, 8
BUILT, FAILED = 1, 2
