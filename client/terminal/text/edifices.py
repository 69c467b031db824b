"""
Edifices: what they are, who takes part, what they bring and what they cost.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.text.words import (
    Who,
    about,
    coins,
    colour,
    listing,
    number,
    others,
    points,
    sentence,
)
from sealed_wonders.client.words import _, n_

# What they do.


def guild_again() -> str:
    return _("one of your purple cards counts a second time, the best one")


def takes_pawn(age: int) -> str:
    """Say which pawn comes from the box; 0 is that of any age."""
    if not age:
        return _("a pawn of an edifice of your choice, from the box")
    return _("a pawn of the edifice of age {age}, from the box").format(age=age)


def loses_card(colour_index: int) -> str:
    return _("lose a {colour} card").format(colour=colour(colour_index))


def loses_coins(n: int) -> str:
    return _("lose {coins}").format(coins=coins(n))


def loses_tokens(n: int) -> str:
    return n_("lose {n} victory token", "lose {n} victory tokens", n).format(n=n)


# Themselves.


def edifice(name: str, age: int, cost: int, facts: Sequence[str]) -> str:
    """Say all about an edifice: what follows its cost are its reward and its penalty."""
    said = _("{name}, edifice of age {age}. Taking part costs {coins}.")
    first = said.format(name=name, age=age, coins=coins(cost))
    return " ".join([first, *map(sentence, facts)])


def reward(words: str) -> str:
    return _("reward: {reward}").format(reward=words)


def penalty(words: str, debt: int) -> str:
    """Say what those lose who took no part, and what they take who can't."""
    said = _("penalty without a pawn: {penalty}, or a debt of {debt}")
    return said.format(penalty=words, debt=points(debt))


def pawns_left(n: int) -> str:
    return n_("{n} pawn is left", "{n} pawns are left", n).format(n=n)


def takers(who: Sequence[Who]) -> str:
    if not who:
        return _("nobody has a pawn")
    return _("pawns: {names}").format(names=others(who))


def edifice_stands() -> str:
    return _("it is built")


def edifice_failed() -> str:
    return _("it was not built")


def no_edifices() -> str:
    return _("No edifices are played with.")


def not_built() -> str:
    """Say of an edifice, in a few columns, that it failed."""
    return _("not built")


# In a question.


def project(name: str, pawns: int, joining: int | None, mine: bool) -> str:
    """
    Say how the age's edifice stands.

    Args:
        joining: the coins that it takes to take part with a stage; None if one can't.
        mine: the person has a pawn of it.
    """
    said = _("Edifice {name}: {pawns}.")
    parts = [said.format(name=name, pawns=pawns_left(pawns))]
    if mine:
        parts.append(_("You have a pawn."))
    if joining is not None:
        more = _("Taking part when you build a stage costs {coins} more.")
        parts.append(more.format(coins=coins(joining)))
    return " ".join(parts)


def project_built(name: str, mine: bool) -> str:
    said = _("Edifice {name} is built.")
    if mine:
        said = _("Edifice {name} is built, and you have a pawn.")
    return said.format(name=name)


def penalty_title(name: str, words: str, key: str) -> str:
    """Ask what is lost, and say with which word it is the first."""
    said = _(
        "{name} was not built, and you have no pawn: you {penalty}. {word} is the first:"
    )
    return said.format(name=name, penalty=words, word=key)


def lose_tokens(values: Sequence[int]) -> str:
    """Say which victory tokens are lost."""
    if len(values) == 1:
        said = _("lose a victory token of {points}")
        return said.format(points=points(values[0]))
    said = _("lose victory tokens of {points}")
    parts = listing([number(value) for value in values])
    return said.format(points=_("{numbers} points").format(numbers=parts))


def lose_card(name: str) -> str:
    return _("lose {card}").format(card=name)


# Ways to build a stage.


def joining_suffix(name: str) -> str:
    """Go on with taking part in an edifice."""
    return _(", taking part in {edifice}").format(edifice=name)


def burying_suffix(name: str) -> str:
    """Go on with which leader is turned face down."""
    return _(", turning {leader} face down").format(leader=name)


def none_to_bury() -> str:
    """Say, in a few columns, that a stage which buries a leader will do nothing."""
    return _("no leader to bury")


def pawn_suffix(age: int, name: str) -> str:
    """Go on with which pawn is taken from the box."""
    said = _(", with a pawn of {edifice}, age {age}")
    return said.format(edifice=name, age=age)


# What happened.


def edifices_lie(names: Sequence[str]) -> str:
    """Name the edifices of a game, by age."""
    rows = [
        _("age {age} {edifice}").format(age=age, edifice=name)
        for age, name in enumerate(names, start=1)
    ]
    return _("Edifices: {rows}.").format(rows=", ".join(rows))


def takes_part(who: Who, name: str) -> str:
    return about(
        who,
        _("You take part in {edifice}."),
        _("{who} takes part in {edifice}."),
        edifice=name,
    )


def took_pawn(who: Who, age: int, name: str) -> str:
    return about(
        who,
        _("You take a pawn of {edifice}, age {age}, from the box."),
        _("{who} takes a pawn of {edifice}, age {age}, from the box."),
        edifice=name,
        age=age,
    )


def edifice_built(name: str, who: Sequence[Who], words: str) -> str:
    said = _("{edifice} is built. For {who}: {reward}.")
    return said.format(edifice=name, who=others(who), reward=words)


def edifice_not_built(name: str, who: Sequence[Who], words: str) -> str:
    if not who:
        said = _("{edifice} is not built; everybody has a pawn.")
        return said.format(edifice=name)
    said = _("{edifice} is not built. Without a pawn, {who} must {penalty}.")
    return said.format(edifice=name, who=others(who), penalty=words)


def lost_card(who: Who, name: str) -> str:
    return about(who, _("You lose {card}."), _("{who} loses {card}."), card=name)


def lost_coins(who: Who, n: int) -> str:
    return about(who, _("You lose {coins}."), _("{who} loses {coins}."), coins=coins(n))


def lost_tokens(who: Who, values: Sequence[int]) -> str:
    parts = listing([number(value) for value in values])
    return about(
        who,
        _("You lose victory tokens of {values} points."),
        _("{who} loses victory tokens of {values} points."),
        values=parts,
    )


def got_debt(who: Who, debt: int) -> str:
    return about(
        who,
        _("You can't pay the penalty, and take a debt of {points}."),
        _("{who} can't pay the penalty, and takes a debt of {points}."),
        points=points(debt),
    )


# In a city.


def city_pawns(names: Sequence[str]) -> str:
    return _("Pawns: {edifices}.").format(edifices=", ".join(names))


def city_debts(debts: Sequence[int]) -> str:
    said = listing([number(debt) for debt in debts])
    return _("Debts: {debts}.").format(debts=said)
