"""
A choice: what is asked, what can be answered, and what was.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.text.lobby import side_option
from sealed_wonders.client.terminal.text.words import (
    Who,
    coins,
    colour,
    listing,
    other,
    sentence,
    shields,
    side,
)
from sealed_wonders.client.words import _, p_

# What is asked.


def turn_title(age: int, turn: int, turns: int, taker: Who) -> str:
    said = _("Age {age}, turn {turn} of {turns}. Your other cards go to {who}.")
    return said.format(age=age, turn=turn, turns=turns, who=other(taker))


def last_title(age: int, turn: int) -> str:
    said = _("Age {age}, turn {turn}, the last: the card you keep is discarded.")
    return said.format(age=age, turn=turn)


def extra_title(age: int) -> str:
    said = _("Age {age}, one card more: you may play your last card too.")
    return said.format(age=age)


def treasury(
    have: int, mine: int, left: Who, lefts: int, right: Who, rights: int
) -> str:
    said = _(
        "You have {coins} and {shields}; {left} on the left {lefts}, {right} on the "
        "right {rights}."
    )
    return said.format(
        coins=coins(have),
        shields=shields(mine),
        left=other(left),
        lefts=lefts,
        right=other(right),
        rights=rights,
    )


def wonder(board: str, side_name: str, built: int, stages: int) -> str:
    said = _("{board}, {side}: {built} of {stages} stages built.")
    return said.format(board=board, side=side(side_name), built=built, stages=stages)


def stage_line(index: int, cost: str, effect: str) -> str:
    """Say what a stage is that isn't built."""
    said = _("Stage {number} costs {cost}: {effect}.")
    return said.format(number=index, cost=cost, effect=effect)


next_stage = side_stage = stage_open = stage_line


def hand() -> str:
    return _("Your hand:")


def chosen_from() -> str:
    return _("You chose from:")


def no_hand() -> str:
    return _("There is no hand to choose from just now.")


def sale() -> str:
    return _("sell it: 3 coins")


def item(index: int, words: str) -> str:
    return f"{index}. {words}"


def card(name: str, colour_index: int, facts: Sequence[str], copies: int = 1) -> str:
    said = (
        _("{name}, {colour}.")
        if copies == 1
        else _("{name}, {colour}, {copies} of them.")
    )
    first = said.format(name=name, colour=colour(colour_index), copies=copies)
    return " ".join([first, *map(sentence, facts)])


def use(word: str, words: str) -> str:
    return f"{word} {words}."


def build(price: str) -> str:
    return _("build it: {price}").format(price=price)


def stage(way: str, price: str) -> str:
    """Say that a card is put under the wonder; a way goes on in the sentence."""
    said = _("put it under the wonder{half}: {price}")
    return said.format(half=way, price=price)


def build_keys(ways: Sequence[tuple[str, str]]) -> str:
    """Say with which words a card is built, and at what price."""
    said = _("{word}: {price}.")
    return " ".join(said.format(word=word, price=price) for word, price in ways)


def stage_keys(ways: Sequence[tuple[str, str, str]], cards: int) -> Sequence[str]:
    """
    Say once for all cards how a stage is built: letter, way, price.

    It is a line, or one for each of many ways.
    """
    rows = []
    for letter, way, price in ways:
        words = stage_word(1, letter)
        if cards > 1:
            said = _("{first} to {last}")
            words = said.format(first=words, last=stage_word(cards, letter))
        row = _("{words}{half}: {price}.")
        rows.append(row.format(words=words, half=way, price=price))
    return rows if len(rows) > 3 else [" ".join(rows)] if rows else []


def sealed_move(
    verb: str, name: str, price: str, half: str = "", more: str = ""
) -> str:
    """
    Say a whole move in words.

    Args:
        half, more: which half of a stage it is, and what else there is to it: both go
            on in the sentence.
    """
    match verb:
        case "build":
            return _("build {card}, {price}").format(card=name, price=price)
        case "stage":
            said = _("build a wonder stage{half} with {card}{more}, {price}")
            return said.format(half=half, card=name, more=more, price=price)
        case "sell":
            return _("sell {card} for 3 coins").format(card=name)
        case "recruit":
            return _("recruit {leader}, {price}").format(leader=name, price=price)
        case "keep":
            return _("keep {leader}").format(leader=name)
        case "pick":
            return _("build {card} from the discard, free").format(card=name)
        case "side":
            return _("the {side}").format(side=side(name))
        case "board":
            return _("the board {board}").format(board=name)
    return nothing()


def board_title(order: Sequence[Who]) -> str:
    """
    Ask for a board.

    Args:
        order: who chooses after us.
    """
    said = _("Choose your board. card and its name tell all about one.")
    if order:
        said = _(
            "Choose your board; then {who} choose. card and its name tell all about one."
        )
        names = listing([other(who) for who in order])
        if len(order) == 1:
            said = _(
                "Choose your board; then {who} chooses. card and its name tell all about "
                "one."
            )
        said = said.format(who=names)
    return said


def sides_settled(how: str, drawn: Sequence[tuple[str, str]]) -> str:
    """
    Say which sides are played, where nobody chooses them.

    Args:
        how: the value of the option.
        drawn: who has which side, where it was drawn by lot.
    """
    if not drawn:
        return sentence(side_option(how))
    rows = ", ".join(f"{who} {side(name)}" for who, name in drawn)
    return _("Sides were drawn by lot: {sides}.").format(sides=rows)


def on_side(board: str, name: str) -> str:
    """Name a board with the side of it that is played."""
    return _("{board}, {side}").format(board=board, side=side(name))


def side_item(name: str, stages: Sequence[str]) -> str:
    return f"{sentence(side(name))} {' '.join(stages)}"


def side_title(board: str, start: str, sides: Sequence[str]) -> str:
    """
    Ask for a side.

    Args:
        start: what the board does from the start; empty if each side does something else.
        sides: the words they are chosen by.
    """
    words = listing(sides, "or")
    if not start:
        said = _("Your board is {board}. Choose its side: {sides}.")
        return said.format(board=board, sides=words)
    said = _("Your board is {board}; it {start}. Choose its side: {sides}.")
    return said.format(board=board, start=start, sides=words)


def side_others(boards: Sequence[tuple[str, str]]) -> str:
    rows = ", ".join(f"{who} {board}" for who, board in boards)
    return _("The others: {boards}.").format(boards=rows)


def so_far(taken: Sequence[tuple[str, str]]) -> str:
    """Say who has taken what, of things that are chosen one after the other."""
    rows = ", ".join(f"{who} {thing}" for who, thing in taken)
    return _("So far: {taken}.").format(taken=rows)


def discard_title() -> str:
    return _("You may build one card from the discard, free. none takes nothing.")


def nothing() -> str:
    return _("take nothing")


def how_to_choose() -> str:
    return _(
        "b3 builds card 3, w3 puts it under the wonder, s3 sells it for 3 coins; 3 "
        "alone tells more. help lists the rest."
    )


def which_payment(name: str) -> str:
    return _("With {card} that can be done so:").format(card=name)


# What is typed for it.


def build_word(number: int, letter: str = "") -> str:
    return f"{p_('typed before a number', 'b')}{number}{letter}"


def stage_word(number: int, letter: str = "") -> str:
    return f"{p_('typed before a number', 'w')}{number}{letter}"


def sell_word(number: int) -> str:
    return f"{p_('typed before a number', 's')}{number}"


def nothing_word() -> str:
    return p_("typed", "none")


def side_word(name: str) -> str:
    """Give the word that chooses a side, by what is printed on it."""
    words = {"day": p_("typed", "day"), "night": p_("typed", "night")}
    return words.get(name, name.lower())


# What was answered.


def sealed(move: str) -> str:
    return _("Sealed and sent: {move}.").format(move=move)


def late(move: str, *, laid: bool) -> str:
    """Say what was sent when time was out: what lay there, or what a program chose."""
    said = _("Time was out, so your program chose: {move}.")
    if laid:
        said = _("Time was out, so what you had laid down was sealed: {move}.")
    return said.format(move=move)


def overdue(*, laid: bool) -> str:
    """Say the same where it is seen what was chosen."""
    if laid:
        return _("Time was out: what you had laid down was sealed.")
    return _("Time was out: your program chose for you.")


def then_sealed(move: str) -> str:
    return _("At 0:00 this is sealed: {move}").format(move=move)


def then_chosen(move: str) -> str:
    return _("At 0:00 your program chooses: {move}").format(move=move)


def confirm(move: str) -> str:
    return _("{move} Yes or no?").format(move=sentence(move))


def not_confirmed() -> str:
    return _("Nothing is sent. Choose again.")


def not_written(why: str) -> str:
    said = _("That could not be written down, so nothing is sent: {why}. Choose again.")
    return said.format(why=retold(why))
