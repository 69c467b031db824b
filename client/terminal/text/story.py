"""
What happened in a game, and how it ended.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import (
    LEFT,
    Who,
    about,
    coins,
    half_suffix,
    listing,
    number,
    other,
    points,
    score_line,
    sentence,
    shields,
    side,
    subject,
    subjects,
)
from sealed_wonders.client.words import _


def took_board(who: Who, board: str) -> str:
    return about(
        who,
        _("You take the board {board}."),
        _("{who} takes the board {board}."),
        board=board,
    )


def founded(who: Who, board: str, side_name: str) -> str:
    return about(
        who,
        _("You have {board}, {side}."),
        _("{who} has {board}, {side}."),
        board=board,
        side=side(side_name),
    )


def age_begins(age: int, direction: str) -> str:
    if direction == LEFT:
        return _("Age {age} begins. Hands pass to the left.").format(age=age)
    return _("Age {age} begins. Hands pass to the right.").format(age=age)


def turn_header(age: int, turn: int) -> str:
    return _("Age {age}, turn {turn}:").format(age=age, turn=turn)


def extra_header(age: int) -> str:
    return _("Age {age}, the last cards:").format(age=age)


def built(who: Who, name: str, price: str) -> str:
    return about(
        who,
        _("You build {card}{price}."),
        _("{who} builds {card}{price}."),
        card=name,
        price=price,
    )


def built_stage(who: Who, stage: int, half: str, price: str, under: str) -> str:
    own = _(" with {card}").format(card=under) if under else ""
    return about(
        who,
        _("You build wonder stage {number}{half}{card}{price}."),
        _("{who} builds wonder stage {number}{half}{card}{price}."),
        number=stage,
        half=half_suffix(half),
        card=own,
        price=price,
    )


def sold(who: Who, name: str) -> str:
    if name:
        return about(
            who,
            _("You sell {card} for 3 coins."),
            _("{who} sells {card} for 3 coins."),
            card=name,
        )
    return about(
        who, _("You sell a card for 3 coins."), _("{who} sells a card for 3 coins.")
    )


def paid(parts: Sequence[tuple[int, Who]], bank: int) -> str:
    """End a sentence with who was paid."""
    said = _("{coins} to {who}")
    words = [said.format(coins=coins(n), who=other(who)) for n, who in parts if n]
    if bank:
        words.append(_("{coins} to the bank").format(coins=coins(bank)))
    return _(", paying {parts}").format(parts=listing(words)) if words else ""


def paid_nothing(why: str) -> str:
    """
    End a sentence with why nobody was paid.

    Args:
        why: a chain, a power, a leader, or a power that was used up ``"once"``.
    """
    said = {
        "chain": _(", free by chain"),
        "power": _(", free by the wonder"),
        "once": _(", free by the wonder, once in this age"),
        "leader": _(", free by a leader"),
    }
    return said[why]


def treasuries(rows: Sequence[tuple[Who, int]]) -> str:
    said = ", ".join(f"{other(who)} {n}" for who, n in rows)
    return _("Coins: {rows}.").format(rows=said)


def left_over() -> str:
    return _("The last card of each hand goes to the discard.")


def your_left_over(name: str) -> str:
    return _("Your last card was {card}.").format(card=name)


def picked(who: Who, name: str) -> str:
    if name:
        return about(
            who,
            _("You build {card} from the discard, free."),
            _("{who} builds {card} from the discard, free."),
            card=name,
        )
    return about(
        who,
        _("You take nothing from the discard."),
        _("{who} takes nothing from the discard."),
    )


def conflicts(age: int) -> str:
    return _("Conflicts of age {age}:").format(age=age)


def fought(winner: Who, more: int, loser: Who, less: int, win: int, loss: int) -> str:
    if winner is None:
        said = _(
            "You beat {loser}, {shields} to {less}: {points} for you, {loss} for "
            "{loser}."
        )
    elif loser is None:
        said = _(
            "{winner} beats you, {shields} to {less}: {points} for {winner}, {loss} "
            "for you."
        )
    else:
        said = _(
            "{winner} beats {loser}, {shields} to {less}: {points} for {winner}, "
            "{loss} for {loser}."
        )
    return said.format(
        winner=winner,
        loser=loser,
        shields=shields(more),
        less=less,
        points=points(win),
        loss=number(loss),
    )


def even(one: Who, two: Who, strength: int) -> str:
    if one is None:
        said = _("You and {two} are even at {shields}.")
    elif two is None:
        said = _("{one} and you are even at {shields}.")
    else:
        said = _("{one} and {two} are even at {shields}.")
    return said.format(one=one, two=two, shields=strength)


def left_for_good(who: Sequence[Who]) -> str:
    return _("{who} left the game for good.").format(who=subjects(who))


# How it ended.


def copied(who: Who, guild: str, whose: Who, worth: int) -> str:
    """
    Say which guild a wonder copies.

    Args:
        whose: who has it.
        worth: the points it brings where it is copied.
    """
    if whose is None:
        said = _("The wonder of {who} copies your {guild}: {points}.")
    else:
        said = _("The wonder of {who} copies the {guild} of {whose}: {points}.")
    mine = _("Your wonder copies the {guild} of {whose}: {points}.")
    return about(who, mine, said, guild=guild, whose=whose, points=points(worth))


def game_over() -> str:
    return _("The game is over.")


def place(rank: int, who: Who, total: int) -> str:
    return f"{rank}. {score_row(who, total)}"


def score_row(who: Who, total: int) -> str:
    return _("{who}: {points}.").format(who=subject(who), points=points(total))


def score_lines(rows: Sequence[tuple[str, int]]) -> str:
    return sentence(", ".join(f"{score_line(line)} {number(n)}" for line, n in rows))


def wins(who: Who) -> str:
    return about(who, _("You win."), _("{who} wins."))


def wins_by_coins(who: Who, tied: Sequence[Who], mine: int, most: int) -> str:
    return about(
        who,
        _("{all} have equal points; you have more coins, {coins} to {most}, and win."),
        _(
            "{all} have equal points; {who} has more coins, {coins} to {most}, and wins."
        ),
        all=subjects([who, *tied]),
        coins=mine,
        most=most,
    )


def share(who: Sequence[Who], have: int) -> str:
    said = _("{all} have equal points and {coins} each, and share the victory.")
    return said.format(all=subjects(who), coins=coins(have))


def signed() -> str:
    return _("Everybody has signed this result.")


def look_around() -> str:
    return _("You can still look around: scores, turn, city NAME. quit leaves.")


def wants_again(name: str) -> str:
    return _("{name} wants to play again.").format(name=name)


def say_again() -> str:
    return _("rematch begins another game at this table, with whoever comes.")


def not_over_yet() -> str:
    return _("That is for when the game is over.")
