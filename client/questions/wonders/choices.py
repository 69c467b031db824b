"""
The choices made in a finished game of 7 Wonders, for analysis by bots.

`choices` works out from a replay what each seat chose, and from which cards as far as
they are known. `label`, `words` and `details` put a choice into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.bots.judging import Made
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.questions.wonders.items import short_payment
from sealed_wonders.client.view.wonders.replaying import WondersMoment, moment_of
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.core.game import Card, Choose, Move, Seat, Slot
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.events import Drafted, Enlisted, Played
from sealed_wonders.core.wonders.leaders.tasks import Draft
from sealed_wonders.core.wonders.notation import MoveParts
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.words import _, p_


def choices(replay: Replay) -> Sequence[Sequence[Made]]:
    """Return each seat's choices from hands, in order."""
    made: list[list[Made]] = [[] for _ in replay.names]
    for index, moment in enumerate(replay.moments):
        here = moment_of(moment)
        if here.asked is None or not isinstance(here.asked.ask, Choose):
            continue
        for seat, play, used in _chosen(here, here.asked):
            if seat in here.asked.ask.offers:
                made[seat].append(_made(index, here, here.asked, seat, play, used))
    return made


_Chosen = tuple[Seat, MoveParts, Card | None]


def _chosen(moment: WondersMoment, asked: State) -> Iterator[_Chosen]:
    """Yield what each seat chose at a moment, and the card it used if that is known."""
    used = [hand.used for hand in moment.hands]
    for event in moment.state.news:
        match event:
            case Played():
                yield event.seat, _played(event, asked), used[event.seat]
            case Enlisted(seat=seat, card=None):
                yield seat, MoveParts("decline"), None
            case Enlisted(seat=seat, card=card, paid=paid):
                name = asked.rules.catalog.cards[card or 0].id
                yield seat, MoveParts("recruit", name, paid=paid), card
            case Drafted(round=nth, seat=seat):
                if isinstance(asked.task, Draft) and nth == asked.task.round:
                    yield seat, MoveParts("keep"), used[seat]


def _played(event: Played, asked: State) -> MoveParts:
    shows = event.card is not None and event.use in notation.SHOWING
    return MoveParts(
        event.use,
        asked.rules.catalog.cards[event.card].id if shows else "",  # type: ignore[index]
        event.half,
        event.paid,
        event.bury,
        str(event.pawn) if event.pawn else "",
        event.joins,
        event.free == "power",
    )


def _made(
    index: int,
    moment: WondersMoment,
    asked: State,
    seat: Seat,
    play: MoveParts,
    card: Card | None,
) -> Made:
    """Return a choice, with the known cards of the hand assigned to its slots."""
    hand = moment.hands[seat]
    slots = _held(asked, seat)
    cards = [shown.card for shown in hand.cards]
    faces = dict(zip(slots, cards, strict=False))
    slot = None
    if card is not None:
        alike = asked.rules.catalog.cards[card].id
        for at, it in faces.items():
            if asked.rules.catalog.cards[it].id == alike:
                slot = at
                break
    return Made(
        index,
        moment.turn,
        asked,
        seat,
        faces,
        Move(notation.text(play), slot),
        len(slots) - len(faces),
    )


def _held(asked: State, seat: Seat) -> Sequence[Slot]:
    ask = asked.ask
    return ask.offers[seat].hand if isinstance(ask, Choose) else ()


def label(made: Made) -> str:
    """Return when a choice was made, in a form that `moments.find` understands."""
    task = made.state.task if isinstance(made.state, State) else None
    if isinstance(task, Draft):
        return p_("a choice of leaders", "L{n}").format(n=task.round)
    return "{}.{}".format(*made.turn)


def card(made: Made) -> str:
    """Return the id of the card that was used; empty if unknown."""
    state, slot = made.state, made.move.slot
    if not isinstance(state, State) or slot is None:
        return ""
    return state.rules.catalog.cards[made.faces[slot]].id


def words(made: Made, names: Sequence[str], move: str, card: str) -> str:
    """
    Return a move in a few words.

    Args:
        made: the choice in which the move is possible.
        names: the players' names.
        card: the id of the card that is used; empty if it is unknown or there is none.
    """
    play = notation.parse(move)
    name = describe.called(card) if card else _("a card")
    match play.verb:
        case "build":
            return _("build {card}").format(card=name)
        case "stage":
            return _("stage with {card}").format(card=name)
        case "sell":
            return _("sell {card}").format(card=name)
        case "recruit":
            return _("recruit {leader}").format(leader=name)
        case "keep":
            return _("keep {leader}").format(leader=name)
    task = made.state.task if isinstance(made.state, State) else None
    return phrases.declined(task.name if task is not None else "")


def details(move: str) -> str:
    """Return the rest of a move: how it is paid, and what is chosen with it."""
    play = notation.parse(move)
    parts = []
    if play.half:
        parts.append(phrases.half(play.half))
    if play.bury:
        parts.append(describe.called(play.bury))
    if play.pawn:
        parts.append(_("age {age} pawn").format(age=play.pawn))
    if play.joins:
        parts.append(_("with the edifice"))
    if play.power:
        parts.append(phrases.free_by("once"))
    if any(play.paid):
        parts.append(short_payment(*play.paid))
    return ", ".join(parts) or p_("price", "free")
