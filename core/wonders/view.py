"""
What one seat may see, built up from what it may know.

A state holds public facts only; the faces of slots are the table's affair. A view puts
together the public facts and the faces of the seat's own hand, or of the pile it looks
through, and asks for no other face: even from a table that knows them all, it takes
nothing the seat may not see.
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
from sealed_wonders.core.wonders.choices import BUILT, FREE, Quote, Quotes
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
from sealed_wonders.core.wonders.notation import Option, read_options
from sealed_wonders.core.wonders.play import LAST_TURN, FromDiscard, Turn, Using
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides, settled_sides
from sealed_wonders.core.wonders.state import RIGHTWARD, Project, State, direction

F = TypeVar("F", Building, Leader)


@dataclass(frozen=True, slots=True)
class Held(Generic[F]):
    """A card or a leader the seat sees: in its hand, or among those it chooses from."""

    slot: Slot
    face: F
    quote: Quote | None
    """What it takes to build or recruit now, or why it can't be; None while unasked."""
    options: tuple[Option, ...]
    """The legal moves that use it. Copies of a card share theirs: see `State.moves`."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same, as they are sent."""
        return tuple(move for move, _ in self.options)


@dataclass(frozen=True, slots=True)
class View:
    """One point of a game, as one seat sees it."""

    seat: Seat
    step: str
    """What the game is at: the `name` of the state's task."""
    age: int
    """1 to 3; 0 before the first, and when the game is over."""
    turn: int
    """1 to 6; 7 for Babylon's extra card; 0 for a recruitment and outside of turns."""
    boards: tuple[Board, ...]
    """By seat, as far as players have one."""
    pool: tuple[Board, ...]
    """The boards that can still be chosen, while they are."""
    sides: tuple[str, ...]
    """By seat, ``"day"`` or ``"night"`` where nobody chooses them; else empty."""
    cities: tuple[City, ...]
    """By seat; empty before sides are chosen."""
    gone: tuple[Seat, ...]
    """Who left for good."""
    asked: tuple[Seat, ...]
    """Who is asked to choose, or to look through the discard."""
    waiting_for: tuple[Seat, ...]
    """Who of them hasn't answered yet."""
    passing: int
    """1 while hands pass to the left, -1 to the right, 0 while they don't."""
    passes_to: Seat | None
    """Who gets the rest of this seat's hand; None if nobody does."""
    hand: tuple[Held[Building], ...]
    """The seat's own cards, as they lie, as far as it has seen them."""
    leaders: tuple[Held[Leader], ...]
    """The leaders it keeps in its hand."""
    selection: tuple[Held[Leader], ...]
    """Those it selects one of, before the first age."""
    pile: tuple[Held[Building], ...]
    """The discard, while this seat looks through it and has it."""
    stage: Quote | None
    """What the next stage of its wonder takes; None while it can't build one now."""
    joining: int | None
    """What taking part in the age's edifice adds to it, in coins; None if it can't."""
    projects: tuple[Project, ...]
    """The edifices, by age; empty where they are not played."""
    options: tuple[Option, ...]
    """All its legal moves; empty unless it is asked."""
    default: Move | None
    """What is chosen for it when time is out."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    kept: tuple[int, ...]
    """How many leaders each seat keeps in its hand; empty where they are not played."""
    discard: int
    """How many cards lie in the discard."""
    last: tuple[Event, ...]
    """What happened on the last turn, and since."""
    sheet: Sheet
    """The score sheet, were the game to end now."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same, as they are sent."""
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
    Show a state as a seat sees it.

    Args:
        faces: faces of slots. Of all there may be, only those of the seat's own hand
            and of a pile it looks through are asked for.
        past: the news of the game so far, in order, for those of the last turn.
        looks_on: somebody else chooses for the seat, of whose cards not all faces are
            known.
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
        stage=_stage(state, sight),
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
    """The cards one seat sees, and what it may do with them."""

    hand: tuple[Slot, ...]
    kept: tuple[Slot, ...]
    """Its leaders."""
    pile: tuple[Slot, ...]
    """The discard, while it looks through that."""
    faces: Mapping[Slot, Card]
    """Of those three."""
    options: tuple[Option, ...]
    quotes: Quotes | None
    """What it may do with a card, and at what price; None while it uses none."""


def _sight(
    state: State,
    seat: Seat,
    faces: Mapping[Slot, Card],
    *,
    waits: bool,
    looks_on: bool,
) -> _Sight:
    """
    Return what a seat sees of its cards.

    Args:
        waits: whether the table waits for its answer.
        looks_on: somebody else gives it.
    """
    spoken = not waits and seat in _asked(state)[0]
    hand, kept = _known_cards(state, seat, faces, has_spoken=spoken)
    looks = state.ask == Look(seat, state.discard)
    handed = looks and _known(state.discard, faces) == state.discard
    pile = state.discard if handed else ()
    seen = {slot: faces[slot] for slot in (*hand, *kept, *pile)}
    # The discard is still being handed over to whoever looks and sees nothing.
    is_blind = looks_on or (looks and not handed)
    moves = () if is_blind else state.moves(seat, seen)
    quotes = None
    if moves and isinstance(state.task, Using):
        quotes = state.task.quotes(state, seat)
    return _Sight(hand, kept, pile, seen, read_options(moves), quotes)


def _known_cards(
    state: State, seat: Seat, faces: Mapping[Slot, Card], *, has_spoken: bool
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """Return the slots of a seat's hand and of its leaders, without those it has used."""
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
    """Return the cards of a hand, the leaders kept, and those to select from."""
    cards, quotes = state.rules.catalog, sight.quotes
    recruiting = quotes if isinstance(state.task, Recruit | Enlist) else None
    leaders = _leaders(cards, sight.kept, sight, recruiting)
    if isinstance(state.task, Draft):
        return (), leaders, _leaders(cards, sight.hand, sight, None)
    return _held(cards, sight.hand, sight, quotes), leaders, ()


def _stage_quotes(state: State, sight: _Sight) -> Quotes | None:
    """Return what is quoted to a seat that may build a stage now."""
    builds = isinstance(state.task, Using) and "stage" in state.task.verbs
    return sight.quotes if builds else None


def _stage(state: State, sight: _Sight) -> Quote | None:
    quotes = _stage_quotes(state, sight)
    return quotes.stage() if quotes else None


def _joining(state: State, sight: _Sight) -> int | None:
    quotes = _stage_quotes(state, sight)
    return quotes.joining if quotes else None


def _passes_to(state: State, seat: Seat) -> Seat | None:
    """Return who gets the rest of a seat's hand; None if nobody does."""
    match state.ask:
        case Choose(offers) if seat in offers:
            rest = offers[seat].rest
            return rest.seat if isinstance(rest, Pass) else None
    return None


def last_turn(past: Sequence[Event]) -> tuple[Event, ...]:
    """
    Return the news of the last turn that was played, and all since.

    Babylon's extra card belongs to the sixth turn here. Before the first turn, it is
    all there is.
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
    """Return who is asked, and who of them hasn't answered."""
    match state.ask:
        case Choose(offers):
            chosen = state.chosen or (None,) * state.players
            return tuple(offers), tuple(s for s in offers if chosen[s] is None)
        case Look(seat):
            return (seat,), (seat,)
    return (), ()


def moment(state: State) -> tuple[int, int]:
    """Return the age and the turn; 0 for either where there is none."""
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
    """Return the step in which hands pass, 0 while they don't."""
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
            quote = quotes.leader(leader) if quotes else None
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
        quote = quotes.building(building) if quotes else None
        using = _using(cards, building, sight)
        held.append(Held(slot, building, quote, using))
    return tuple(held)


def _picks(state: State, seat: Seat, sight: _Sight) -> tuple[Held[Building], ...]:
    """Return the cards of a pile: free, unless the building stands (W5.2)."""
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


def _using(cards: Catalog, building: Building, sight: _Sight) -> tuple[Option, ...]:
    return tuple(
        one
        for one in sight.options
        if one.move.slot is not None
        and cards.building(sight.faces[one.move.slot]) is building
    )
