"""
Everything that one seat may see.

A state contains public facts only, and a table keeps the faces of slots separately. A
view combines the public facts with the faces in the seat's own hand, or in the pile
that it looks through. It asks for no other faces. So even if a table knows every face,
the view contains nothing that the seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from sealed_wonders.core.game import (
    Card,
    Choose,
    Look,
    Move,
    Pass,
    Seat,
    Sheet,
    Slot,
)
from sealed_wonders.core.wonders.ages import Conflicts, DealAge, MixAge, MixGuilds
from sealed_wonders.core.wonders.catalog import Catalog
from sealed_wonders.core.wonders.choices import (
    BUILT,
    FREE,
    Quote,
    Quotes,
    next_stage,
)
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.events import Event, HandsDealt, Played, TurnEnded
from sealed_wonders.core.wonders.leaders.tasks import (
    Draft,
    DrawFromBox,
    Enlist,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.model import Board, Building, City, Leader
from sealed_wonders.core.wonders.notation import NotatedMove, read_options
from sealed_wonders.core.wonders.play import LAST_TURN, FromDiscard, Turn, Using
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides, settled_sides
from sealed_wonders.core.wonders.state import RIGHTWARD, Project, State, direction

F = TypeVar("F", Building, Leader)


@dataclass(frozen=True, slots=True)
class Held(Generic[F]):
    """
    A card or leader that the seat sees: in its hand, or among those it chooses from.
    """

    slot: Slot
    face: F
    quote: Quote | None
    """The price of building or recruiting it now; None while the seat isn't asked."""
    options: tuple[NotatedMove, ...]
    """The legal moves that use it; copies of a card share these: see `State.moves`."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same moves as they are sent."""
        return tuple(move for move, _ in self.options)


@dataclass(frozen=True, slots=True)
class View:
    """One point of a game, as one seat sees it."""

    seat: Seat
    step: str
    """The current step of the game: the `name` of the state's task."""
    age: int
    """1 to 3; 0 before the first age and after the game."""
    turn: int
    """1 to 6; 7 for Babylon's extra card; 0 for a recruitment and outside of turns."""
    boards: tuple[Board, ...]
    """By seat, as far as they are known."""
    pool: tuple[Board, ...]
    """The boards that can still be chosen; empty when boards aren't being chosen."""
    sides: tuple[str, ...]
    """By seat, ``"day"`` or ``"night"``; empty if the players choose them."""
    cities: tuple[City, ...]
    """By seat; empty until sides have been chosen."""
    gone: tuple[Seat, ...]
    """The seats that have left permanently."""
    asked: tuple[Seat, ...]
    """The seats that are asked to choose, or to look through the discard pile."""
    waiting_for: tuple[Seat, ...]
    """Those of them that haven't answered yet."""
    passing: int
    """1 while hands pass to the left, -1 to the right, 0 otherwise."""
    passes_to: Seat | None
    """The seat that gets the rest of this seat's hand; None if no seat does."""
    hand: tuple[Held[Building], ...]
    """The seat's own cards, as far as it has seen them, in the order of the hand."""
    leaders: tuple[Held[Leader], ...]
    """The leaders in its hand."""
    selection: tuple[Held[Leader], ...]
    """The leaders that it selects from, before the first age."""
    pile: tuple[Held[Building], ...]
    """The discard pile, if this seat looks through it now and has its faces."""
    stage: Quote | None
    """The price of its wonder's next stage; None while it can't build a stage."""
    joining: int | None
    """The additional coins to participate in the age's edifice; None if it can't."""
    projects: tuple[Project, ...]
    """The edifices, by age; empty in a game without edifices."""
    options: tuple[NotatedMove, ...]
    """All its legal moves; empty unless it is asked."""
    default: Move | None
    """The move that is made for it when its time is up."""
    hands: tuple[int, ...]
    """The number of cards in each seat's hand."""
    kept: tuple[int, ...]
    """The number of leaders in each seat's hand; empty in a game without leaders."""
    discard: int
    """The number of cards in the discard pile."""
    last: tuple[Event, ...]
    """The events of the last turn and everything since."""
    sheet: Sheet
    """The score sheet as if the game ended now."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same moves as they are sent."""
        return tuple(move for move, _ in self.options)

    @property
    def left(self) -> Seat:
        """The left neighbour (W1.5)."""
        return (self.seat + 1) % len(self.hands)

    @property
    def right(self) -> Seat:
        """The right neighbour (W1.5)."""
        return (self.seat - 1) % len(self.hands)


def view(
    state: State,
    seat: Seat,
    faces: Mapping[Slot, Card],
    past: Sequence[Event] = (),
    *,
    looks_on: bool = False,
) -> View:
    """
    Return a state as a seat sees it.

    Args:
        state: the state.
        seat: the seat.
        faces: faces of slots, possibly more than the seat may see. Only those of its
            own hand and of a pile that it looks through are read.
        past: the events of the game so far, in order, for those of the last turn.
        looks_on: whether somebody else chooses for the seat, so that not all faces in
            its hand are known.
    """
    asked, waiting_for = _asked(state)
    age, turn = moment(state)
    sight = _sight(state, seat, faces, waits=seat in waiting_for, looks_on=looks_on)
    hand, leaders, selection = _hands(state, sight)
    return View(
        seat=seat,
        step=state.task.name,
        age=age,
        turn=turn,
        boards=_boards(state),
        pool=_pool(state),
        sides=settled_sides(state),
        cities=state.cities,
        gone=state.gone,
        asked=asked,
        waiting_for=waiting_for,
        passing=_passing(state),
        passes_to=_passes_to(state, seat),
        hand=hand,
        leaders=leaders,
        selection=selection,
        pile=_picks(state, seat, sight),
        stage=_stage(state, seat, sight),
        joining=_joining(state, sight),
        projects=state.projects,
        options=sight.options,
        default=state.default(seat, sight.faces) if sight.options else None,
        hands=tuple(len(cards) for cards in state.hands),
        kept=tuple(len(some) for some in state.leaders),
        discard=len(state.discard),
        last=last_turn(past),
        sheet=state.score(),
    )


class _Sight(NamedTuple):
    """The cards that one seat sees, and the moves that it has with them."""

    hand: tuple[Slot, ...]
    kept: tuple[Slot, ...]
    """The leaders in its hand."""
    pile: tuple[Slot, ...]
    """The discard pile, if it looks through that."""
    faces: Mapping[Slot, Card]
    """The faces of the three above."""
    options: tuple[NotatedMove, ...]
    quotes: Quotes | None
    """The prices of using a card; None while it doesn't use one."""


def _sight(
    state: State,
    seat: Seat,
    faces: Mapping[Slot, Card],
    *,
    waits: bool,
    looks_on: bool,
) -> _Sight:
    """
    Return the cards that a seat sees, and its moves.

    Args:
        waits: whether the table waits for its answer.
        looks_on: whether somebody else answers for it.
    """
    spoken = not waits and seat in _asked(state)[0]
    hand, kept = _known_cards(state, seat, faces, has_spoken=spoken)
    looks = state.ask == Look(seat, state.discard)
    handed = looks and _known(state.discard, faces) == state.discard
    pile = state.discard if handed else ()
    seen = {slot: faces[slot] for slot in (*hand, *kept, *pile)}
    # No moves while the faces of the discard pile are still on their way.
    is_blind = looks_on or (looks and not handed)
    moves = () if is_blind else state.moves(seat, seen)
    quotes = None
    if moves and isinstance(state.task, Using):
        quotes = state.task.quotes(state, seat)
    return _Sight(hand, kept, pile, seen, read_options(moves), quotes)


def _known_cards(
    state: State, seat: Seat, faces: Mapping[Slot, Card], *, has_spoken: bool
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """
    Return the slots of a seat's hand and of its leaders, without those it has used.
    """
    leaders = _known(state.leaders[seat], faces) if state.leaders else ()
    if not has_spoken:
        return _known(state.hands[seat], faces), leaders
    return (), () if isinstance(state.task, Recruit | Enlist) else leaders


def _known(slots: Iterable[Slot], faces: Mapping[Slot, Card]) -> tuple[Slot, ...]:
    return tuple(slot for slot in slots if slot in faces)


def _hands(
    state: State, sight: _Sight
) -> tuple[
    tuple[Held[Building], ...], tuple[Held[Leader], ...], tuple[Held[Leader], ...]
]:
    """
    Return the cards of the hand, the leaders kept, and the leaders to select from.
    """
    cards, quotes = state.rules.catalog, sight.quotes
    recruiting = quotes if isinstance(state.task, Recruit | Enlist) else None
    leaders = _leaders(cards, sight.kept, sight, recruiting)
    if isinstance(state.task, Draft):
        return (), leaders, _leaders(cards, sight.hand, sight, None)
    return _held(cards, sight.hand, sight, quotes), leaders, ()


def _stage_quotes(state: State, sight: _Sight) -> Quotes | None:
    """Return the prices for a seat that may build a stage now."""
    builds = isinstance(state.task, Using) and "stage" in state.task.verbs
    return sight.quotes if builds else None


def _stage(state: State, seat: Seat, sight: _Sight) -> Quote | None:
    quotes = _stage_quotes(state, sight)
    if quotes is None:
        return None
    stage = next_stage(state.cities[seat])
    return quotes.stage() if stage is None else quotes.explained(quotes.stage(), stage)


def _joining(state: State, sight: _Sight) -> int | None:
    quotes = _stage_quotes(state, sight)
    return quotes.joining if quotes else None


def _passes_to(state: State, seat: Seat) -> Seat | None:
    """Return the seat that gets the rest of a seat's hand; None if no seat does."""
    match state.ask:
        case Choose(offers) if seat in offers:
            rest = offers[seat].rest
            return rest.seat if isinstance(rest, Pass) else None
    return None


def last_turn(past: Sequence[Event]) -> tuple[Event, ...]:
    """
    Return the events of the last turn that was played, and everything since.

    Babylon's extra card belongs to the sixth turn here. Before the first turn, all
    events are returned.
    """
    start = boundary = 0
    latest = None
    for index, event in enumerate(past):
        if isinstance(event, HandsDealt | TurnEnded):
            boundary = index + 1
        elif isinstance(event, Played):
            turn = (event.age, min(event.turn, LAST_TURN))
            if turn != latest:
                latest, start = turn, boundary
    return tuple(past[start:])


def _asked(state: State) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats that must choose, and the ones among them that haven't yet."""
    match state.ask:
        case Choose(offers):
            chosen = state.chosen or (None,) * state.players
            return tuple(offers), tuple(s for s in offers if chosen[s] is None)
        case Look(seat):
            return (seat,), (seat,)
    return (), ()


def moment(state: State) -> tuple[int, int]:
    """Return the age and the turn, each 0 if there is none."""
    match state.task:
        case Using(age=age, turn=turn) | FromDiscard(age, turn):
            return age, turn
        case Victims(age, turn) | DrawFromBox(age, turn):
            return age, turn
        case MixAge(age) | DealAge(age) | Conflicts(age) | Fail(age):
            return age, 0
        case MixGuilds():
            return 3, 0
    return 0, 0


def _passing(state: State) -> int:
    """
    Return the step from a seat to the next when hands are passed; 0 if they aren't.
    """
    match state.task:
        case Turn(age):
            return direction(age)
        case Draft():
            return RIGHTWARD
    return 0


def _boards(state: State) -> tuple[Board, ...]:
    if state.cities:
        return tuple(city.board for city in state.cities)
    boards = state.rules.catalog.boards
    match state.task:
        case ChooseSides(cards) | ChooseBoards(cards):
            return tuple(boards[card] for card in cards)
    return ()


def _pool(state: State) -> tuple[Board, ...]:
    if isinstance(state.task, ChooseBoards):
        boards = state.rules.catalog.boards
        return tuple(boards[card] for card in state.task.left(state))
    return ()


def _leaders(
    cards: Catalog,
    slots: Iterable[Slot],
    sight: _Sight,
    quotes: Quotes | None,
) -> tuple[Held[Leader], ...]:
    held = []
    for slot in slots:
        leader = cards.leader(sight.faces.get(slot))
        if leader is not None:
            quote = quotes.leader(leader) if quotes else None  # never lacks goods
            using = tuple(one for one in sight.options if one.move.slot == slot)
            held.append(Held(slot, leader, quote, using))
    return tuple(held)


def _held(
    cards: Catalog,
    slots: Iterable[Slot],
    sight: _Sight,
    quotes: Quotes | None,
) -> tuple[Held[Building], ...]:
    held = []
    for slot in slots:
        building = cards.building(sight.faces[slot])
        if building is None:
            raise TypeError(f"no age card: {sight.faces[slot]} in slot {slot}")
        quote = None
        if quotes is not None:
            quote = quotes.explained(quotes.building(building), building)
        using = _using(cards, building, sight)
        held.append(Held(slot, building, quote, using))
    return tuple(held)


def _picks(state: State, seat: Seat, sight: _Sight) -> tuple[Held[Building], ...]:
    """Return the cards of the pile, all free unless already built (W5.2)."""
    built = state.cities[seat].works.buildings if state.cities else frozenset()
    return tuple(
        Held(
            held.slot,
            held.face,
            BUILT if held.face.building in built else FREE,
            held.options,
        )
        for held in _held(state.rules.catalog, sight.pile, sight, None)
    )


def _using(
    cards: Catalog, building: Building, sight: _Sight
) -> tuple[NotatedMove, ...]:
    return tuple(
        one
        for one in sight.options
        if one.move.slot is not None
        and cards.building(sight.faces[one.move.slot]) is building
    )
