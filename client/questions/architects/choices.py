"""
The choices made in a game of Architects, for analysis, and their words.

The cards behind a choice were face up, or were shown to the player who made it. Ending
a turn when more could have been done isn't a choice here: it is reported with the last
action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sealed_wonders.client.bots.judging import Made
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.questions.architects.question import menu
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.architects.replaying import ArchitectsMoment, moment_of
from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.events import (
    Built,
    Searched,
    Studied,
    Taken,
    TokenTaken,
)
from sealed_wonders.core.architects.notation import TOP, spelled
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Card, Choose, Move


def choices(replay: Replay) -> Sequence[Sequence[Made]]:
    """Return the choices of each seat in order, except the choice of a wonder."""
    made: list[list[Made]] = [[] for _ in replay.names]
    moments = [moment_of(moment) for moment in replay.moments]
    for index, (before, moment) in enumerate(pairwise(moments), start=1):
        asked = before.state
        if not isinstance(asked.ask, Choose) or isinstance(asked.task, ChooseWonders):
            continue
        if asked.seat not in asked.ask.offers:
            continue
        faces = before.faces[asked.seat]
        hidden = sum(card is None for card in _looked_through(before))
        for text in _chosen(before, moment):
            move = Move(text)
            it = Made(index, moment.turn, asked, asked.seat, faces, move, hidden)
            made[asked.seat].append(it)
    return made


def _looked_through(before: ArchitectsMoment) -> Sequence[Card | None]:
    """Return the cards looked through; None for those that were never revealed."""
    asked = before.state
    if not isinstance(asked.task, Keep):
        return ()
    return asked.task.cards(asked, before.faces[asked.seat])


def _chosen(before: ArchitectsMoment, moment: ArchitectsMoment) -> Iterator[str]:
    """Yield the move that led from one moment to the next, if it can be determined."""
    asked = before.state
    for event in moment.state.news:
        match event:
            case Built(stage=stage, cards=cards):
                yield f"build {stage} {_spelled(cards)}"
            case Studied(cards=cards):
                yield f"science {_spelled(cards)}"
            case TokenTaken(token=token, unseen=unseen):
                yield f"token {TOP if unseen else catalog().token(token).id}"
            case Searched(pile=pile):
                yield f"search {pile}"
            case Taken(card=card) if isinstance(asked.task, Keep):
                yield _kept(before, card)
            case Taken(pile=pile, by=by) if asked.task.name == "act":
                yield f"extra {by} {pile}"
            case Taken(pile=pile):
                yield f"take {pile}"
            case _:
                continue
        return


def _spelled(cards: Sequence[Card]) -> str:
    return spelled(map(catalog().kind, cards))


def _kept(before: ArchitectsMoment, card: Card) -> str:
    """Return the move that kept a card: the first place where such a card was."""
    lay = _looked_through(before)
    kinds = [None if it is None else catalog().kind(it) for it in lay]
    kind = catalog().kind(card)
    return f"keep {kinds.index(kind) + 1}" if kind in kinds else "keep"


def label(made: Made) -> str:
    """Return a short label for the time of a choice; `moments.find` understands it."""
    return str(made.turn[0])


def card(made: Made) -> str:
    """Return an empty string, because the move itself names its card."""
    return ""


def words(made: Made, names: Sequence[str], move: str, card: str) -> str:
    """Return a move in a few words."""
    state = made.state
    if not isinstance(state, State) or made.hidden:
        return move
    moves = state.moves(made.seat, made.faces)
    seen = Sight(tuple(names), None, state, made.faces, behind=made.seat)
    default = state.default(made.seat, made.faces)
    asked = Question(0, state, made.seat, made.faces, moves, default)
    return menu(seen, asked).in_words(Move(move))


def details(move: str) -> str:
    """Return the move unchanged, because the words are complete."""
    return move
