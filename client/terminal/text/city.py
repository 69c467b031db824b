"""
What can be looked at during a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import (
    LEFT,
    RIGHT,
    Who,
    about,
    apart,
    coins,
    colours,
    half_suffix,
    listing,
    number,
    sentence,
    shields,
    side,
    subject,
    symbols,
)
from sealed_wonders.client.words import _, n_


def city_title(who: Who, relation: str, board: str, side_name: str) -> str:
    theirs = {
        LEFT: _("{who}, your left neighbour, has {board}, {side}."),
        RIGHT: _("{who}, your right neighbour, has {board}, {side}."),
    }
    return about(
        who,
        _("You have {board}, {side}."),
        theirs.get(relation, _("{who} has {board}, {side}.")),
        board=board,
        side=side(side_name),
    )


def city_state(have: int, strength: int, built: int, stages: int) -> str:
    said = _("{coins}, {shields}, {built} of {stages} wonder stages.")
    return said.format(
        coins=sentence(coins(have))[:-1],
        shields=shields(strength),
        built=built,
        stages=stages,
    )


def city_makes(own: Sequence[str], unsold: Sequence[str]) -> str:
    said = _("Makes nothing.")
    if own:
        said = _("Makes {goods}.").format(goods=apart(own))
    if unsold:
        only = _("For its own use only: {goods}.").format(goods=apart(unsold))
        said = f"{said} {only}"
    return said


def city_symbols(rows: Sequence[tuple[str, int]], wild: int) -> str:
    parts = [symbols(name, n) for name, n in rows if n]
    if wild:
        parts.append(n_("{n} of any kind", "{n} of any kind", wild).format(n=wild))
    return _("Science: {symbols}.").format(symbols=listing(parts))


def city_cards(colour: int, names: Sequence[str]) -> str:
    said = _("{colour}: {cards}.")
    return said.format(colour=colours(colour), cards=", ".join(names))


def no_cards() -> str:
    return _("Nothing is built.")


def city_tokens(tokens: Sequence[int]) -> str:
    said = listing([number(token) for token in tokens])
    return _("Conflicts: {tokens}.").format(tokens=said)


def used_up(effect: str) -> str:
    """Say that what a stage does once in an age has been done."""
    return _("{effect} (used in this age)").format(effect=effect)


def stage_standing(index: int, half: str, effect: str, under: str) -> str:
    said = _("Stage {number}{half}, built: {effect}.")
    line = said.format(number=index, half=half_suffix(half), effect=effect)
    if under:
        own = _("Under it: {card}.").format(card=under)
        return f"{line} {own}"
    return line


def discard(n: int) -> str:
    return n_("The discard has {n} card.", "The discard has {n} cards.", n).format(n=n)


def no_turn() -> str:
    return _("No turn has been played yet.")


def no_cities() -> str:
    return _("No city stands yet.")


def scores() -> str:
    return _("Points, if the game ended now:")


def seats_title(me_first: Sequence[str]) -> str:
    said = _("To the left, one after the other: {names}.")
    if len(me_first) == 1:
        said = _("Opposite you: {names}.")
    return said.format(names=", ".join(me_first))


def who_row(who: Who, notes: Sequence[str]) -> str:
    if not notes:
        return f"{subject(who)}."
    return _("{who}: {notes}.").format(who=subject(who), notes=", ".join(notes))


def left_neighbour() -> str:
    return _("left neighbour")


def right_neighbour() -> str:
    return _("right neighbour")


def away() -> str:
    return _("not connected")


def waited_for() -> str:
    return _("waited for")


def to_choose() -> str:
    return _("has yet to choose")
