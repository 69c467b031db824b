"""
Evaluation of a choice: its value compared with the best move that a thinker finds.

The seat's knowledge of passed hands is reconstructed from its earlier choices, as a
thinker in that seat would have remembered it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from sealed_wonders.client.bots.judging import (
    Judged,
    Made,
    MoveValue,
    Unjudged,
    judged,
)
from sealed_wonders.client.bots.search import Arm
from sealed_wonders.client.bots.wonders.dealing import Dealing
from sealed_wonders.client.bots.wonders.knowledge import Knowledge
from sealed_wonders.client.bots.wonders.thinker import MOVES, ChoiceSearch, by_text
from sealed_wonders.client.engine.wonders.reading import Unread
from sealed_wonders.core.game import Card, Move, Slot
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.notation import MoveParts
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | Unjudged:
    """
    Evaluate one of the choices of a seat.

    Args:
        choices: all choices of the seat, in order.
        nth: the index of the choice.
        games: the number of rollouts for finding the best move. The comparison takes
            about half as many more.

    Returns:
        Why it can't be evaluated, if it can't be.
    """
    made = choices[nth]
    known = _known(choices[: nth + 1])
    state = made.state
    if known is None or not isinstance(state, State):
        return Unjudged.OTHER
    if not made.faces:
        return Unjudged.HAND
    if _is_card_unknown(made):
        return Unjudged.CARD
    moves = by_text(state, made.faces, _moves(state, made))
    try:
        dealing = Dealing(known, state, made.faces)
        again = Dealing(known, state, made.faces, apart=True)
    except Unread:
        return Unjudged.LEFT if state.gone else Unjudged.OTHER
    dice = random.Random(f"judge:{made.seat}:{made.moment}:{nth}")
    search = ChoiceSearch(dealing, made.seat, dice)
    other = ChoiceSearch(again, made.seat, dice)
    arms = search.arms(moves)
    mine = _chosen(state, made, arms)
    if len(arms) < 2:
        return Unjudged.HAND if made.hidden else Unjudged.ONLY
    if mine is None:
        return Unjudged.HAND
    return judged(
        *(arms, mine, search.play, other.play, games, MOVES),
        lambda arm: _value(state, made, arm),
    )


def _known(choices: Sequence[Made]) -> Knowledge | None:
    """Return the knowledge at the last of these choices; None if there is none."""
    known: Knowledge | None = None
    before: Made | None = None
    for made in choices:
        state = made.state
        if not isinstance(state, State) or not state.cities:
            continue
        if not isinstance(state.rules, Wonders):
            return None
        if known is None:
            known = Knowledge(made.seat, state.rules)
        elif before is not None and isinstance(before.state, State):
            known.used(before.state, before.faces, before.move.text, before.move.slot)
        known.look(state, made.faces)
        before = made
    return known


def _is_card_unknown(made: Made) -> bool:
    """Return whether the card that was used is unknown."""
    verb = made.move.text.partition(" ")[0]
    return made.move.slot is None and verb != "decline"


def _moves(state: State, made: Made) -> Sequence[Move]:
    """Return the legal moves with the known cards."""

    def seen(hands: tuple[tuple[Slot, ...], ...]) -> tuple[tuple[Slot, ...], ...]:
        return tuple(
            tuple(slot for slot in hand if slot in made.faces)
            if seat == made.seat
            else hand
            for seat, hand in enumerate(hands)
        )

    known = evolve(state, hands=seen(state.hands), leaders=seen(state.leaders))
    return known.moves(made.seat, made.faces)


def _chosen(state: State, made: Made, arms: Sequence[Arm]) -> Arm | None:
    """Return the chosen move among the arms; None if it isn't there."""
    card = _card(state, made.faces, made.move)
    alike = [arm for arm in arms if _card(state, made.faces, arm.move) == card]
    for arm in alike:
        if arm.move.text == made.move.text:
            return arm
    # At a real table, the payment may have been different. And events don't show
    # whether a free building used up a power.
    wanted = _unpaid(made.move)
    return next((arm for arm in alike if _unpaid(arm.move) == wanted), None)


def _unpaid(move: Move) -> MoveParts:
    return notation.parse(move.text)._replace(paid=notation.NOTHING, power=False)


def _value(state: State, made: Made, arm: Arm) -> MoveValue:
    worth, card = arm.worth, _card(state, made.faces, arm.move)
    return MoveValue(arm.move.text, card, worth.won, worth.lead)


def _card(state: State, faces: Mapping[Slot, Card], move: Move) -> str:
    """Return the id of the card that a move uses; empty if it uses none."""
    return "" if move.slot is None else state.rules.catalog.cards[faces[move.slot]].id
