"""
Cards, boards, leaders and edifices in words, made from the clauses of their effects.

No sentence here is about a particular card, so a new card needs none.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.words import cardwords, text
from sealed_wonders.client.words.wonders import clauses, phrases
from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.core.wonders.effects import OneOfAgeFree, combined
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.model import (
    Board,
    Building,
    City,
    Edifice,
    Effect,
    Face,
    Leader,
    Penalty,
    Side,
    Stage,
)
from sealed_wonders.net.words import _, language, n_, p_


def name(card: Face) -> str:
    """Name a card of any kind."""
    return card.names.get(language(), card.id)


def if_seen(card: Face | None) -> str:
    """Name a card of any kind; return nothing for one that may not be seen."""
    return "" if card is None else name(card)


def called(id: str) -> str:
    """Name a card of any kind by its id; return an unknown id unchanged."""
    face = everything().by_id.get(id)
    return name(face) if face else id


def board(one: Board) -> str:
    """Name a board, and its edition where it isn't that of the cards."""
    if one.box == FIRST:
        return _("{board} (first edition)").format(board=name(one))
    return name(one)


def side(of: Board, one: Side) -> str:
    """Name a side of a board, with its edition where that isn't the cards'."""
    name = phrases.side(one.printed)
    return _("{side}, first edition").format(side=name) if of.box == FIRST else name


def by_edition(ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Name boards by their ids: those of the second edition, then of the first."""
    faces = everything().boards_by_id
    first = [id for id in ids if id in faces and faces[id].box == FIRST]
    rest = [id for id in ids if id not in first]
    return [called(id) for id in rest], [called(id) for id in first]


def effect(one: Effect) -> str:
    """Describe an effect."""
    return clauses.say(one.clause)


def effects(some: Sequence[Effect]) -> str:
    """Describe several effects; combine those that count the same thing."""
    return ", ".join(map(clauses.say, combined(some)))


# Cards, boards, leaders and edifices.


def cost(goods: int, bank: int) -> str:
    """Format a cost in goods and coins."""
    return phrases.bundle(unpack(goods), bank)


def facts(card: Building) -> tuple[str, ...]:
    """Describe a card: its cost, its effects, and its chains from and to other cards."""
    parts = [
        _("costs {cost}").format(cost=cost(card.goods, card.bank)),
        effects(card.effects),
    ]
    if givers := _givers(card):
        parts.append(_("free with {cards}").format(cards=text.listing(givers, "or")))
    if takers := _takers(card):
        parts.append(
            _("lets you build for free: {cards}").format(cards=", ".join(takers))
        )
    return tuple(parts)


def _givers(card: Building) -> tuple[str, ...]:
    """Name the cards that make a card free by chain."""
    return tuple(
        name(other) for other in everything().buildings if card.free_with in other.chain
    )


def _takers(card: Building) -> tuple[str, ...]:
    """Name the cards that a card makes free by chain."""
    return tuple(
        name(other) for other in everything().buildings if other.free_with in card.chain
    )


def leader(one: Leader) -> tuple[str, ...]:
    """Describe a leader's cost and effects, or its set if it has no effects."""
    if not one.effects:
        return (phrases.leader_costs(one.cost), _leader_set(one.set))
    return (phrases.leader_costs(one.cost), effects(one.effects))


def _leader_set(name: str) -> str:
    """Name a set of leaders by its word in the data."""
    names = {
        "standard": p_("leaders", "standard"),
        "expert": p_("leaders", "expert"),
        "cities": p_("leaders", "Cities, never dealt"),
    }
    return names.get(name, name)


def edifice(one: Edifice) -> str:
    """Describe an edifice completely."""
    first = _("{name}, age {age} edifice.").format(name=name(one), age=one.age)
    return " ".join([first, *map(text.sentence, (joining(one), *stakes(one)))])


def joining(one: Edifice) -> str:
    """State how somebody takes part in an edifice."""
    said = _("to take a pawn, pay {coins} more for a wonder stage")
    return said.format(coins=text.coins(one.cost))


def stakes(one: Edifice) -> tuple[str, str]:
    """Describe the reward of an edifice and the penalty for cities that took no part."""
    return _("reward: {reward}").format(reward=effects(one.reward)), penalty(one)


def penalty(one: Edifice) -> str:
    """Describe the penalty for cities that took no part."""
    said = _("penalty without a pawn: {penalty}")
    return said.format(penalty=lost_or_debt(one))


def lost_or_debt(one: Edifice) -> str:
    """Describe the loss, and the debt of a city that can't pay it (E1.5)."""
    said = _(
        "{loss} before the conflicts, or take a debt token worth {points} if you can't"
    )
    return said.format(loss=lost(one.penalty), points=text.points(one.debt))


def lost(one: Penalty) -> str:
    """Describe the loss only."""
    match one:
        case Penalty(kind="lose_coins", amount=amount):
            return _("lose {coins}").format(coins=text.coins(amount))
        case Penalty(kind="lose_victory_tokens", amount=amount):
            return n_(
                "lose {n} victory token", "lose {n} victory tokens", amount
            ).format(n=amount)
    return _("lose a {colour} card").format(colour=cardwords.colour(one.colour or 0))


def stage_effect(stage: Stage) -> str:
    """Describe the effects of a stage, or of both its halves if it is split."""
    if not stage.halves:
        return effects(stage.whole)
    return _("left half: {left}; or right half: {right}").format(
        left=effects(stage.halves["left"]), right=effects(stage.halves["right"])
    )


def stage_standing(city: City, index: int, age: int) -> str:
    """
    Describe the effects of a built stage, and whether they are used up in this age.

    Args:
        age: the current age; 0 outside of the ages.
    """
    some = city.side.stages[index].effects(city.stages[index].half)
    said = effects(some)
    once = any(isinstance(one, OneOfAgeFree) for one in some)
    return (
        _("{effect} (already used this age)").format(effect=said)
        if once and age and city.spent == age
        else said
    )


def stage_cost(stage: Stage) -> str:
    """Format the cost of a stage."""
    return cost(stage.goods, stage.bank)


def played(board: Board, settled: str = "") -> tuple[Side, ...]:
    """
    Return the sides of a board that can be played.

    Args:
        settled: the side that the table plays; empty if each player chooses.
    """
    return (board.sides[settled],) if settled else tuple(board.sides.values())


def starts(sides: Sequence[Side]) -> str:
    """Describe the starting effect of a board, by side if the sides differ."""
    does = {effect(side.start): phrases.side(side.printed) for side in sides}
    if len(does) == 1:
        return next(iter(does))
    return text.apart([text.noted(side, start) for start, side in does.items()])


def stages(side: Side) -> tuple[str, ...]:
    """Describe each stage of a side."""
    return tuple(
        phrases.side_stage(index, stage_cost(stage), stage_effect(stage))
        for index, stage in enumerate(side.stages, start=1)
    )
