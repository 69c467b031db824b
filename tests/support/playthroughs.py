"""
Whole games as text: played once, read by people, replayed line by line.

A playthrough begins with how its game was dealt, and tells everything that anybody
could see, and the hands:

    game players=3 sides=choose seed=players-3/0
    age 1 turn 1
      0 rhodos  coins 3  shields 0  cards 0  stages 0  moves 12  hand altar/1 mine …
      0> build altar
      1> sell with stockade
      …
      turn 1 over: coins 3 6 3, shields 0 0 1

``moves`` is how many legal moves the seat has. Lines with ``>`` are what was chosen,
with the card used if the move doesn't show it; all others follow from the rules. With
leaders, those of a hand stand there while one of them is asked for, and those of a city
as ``led by``; turn 0 is the recruitment. With edifices, ``pawns`` names the ages of those
a city took part in.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.core import game
from sealed_wonders.core.game import (
    Card,
    Choose,
    Look,
    Move,
    Seat,
    Sheet,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    FinalSheet,
    Fought,
    Founded,
    GuildCopied,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import HAND, Victims
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.options import EXPANSIONS
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.typed import read_boards
from sealed_wonders.core.wonders.view import view
from tests.support.cardtext import hand_text
from tests.support.games import LeavingDealer, builder, wonders

FOLDER = Path(__file__).parent.parent / "playthroughs"

Leavers = Mapping[int, tuple[Seat, ...]]


class Header(NamedTuple):
    """How a game was dealt: the first line of its playthrough."""

    players: int
    sides: str
    seed: str
    leaving: Leavers
    expansions: tuple[str, ...] = ()
    leaders: str = "standard"
    boards: str = "base"
    draw: str = "lot"

    @property
    def rules(self) -> Wonders:
        return Wonders(
            self.players,
            self.sides,
            self.expansions,
            self.leaders,
            boards=read_boards(self.boards, self.expansions),
            draw=self.draw,
        )

    def __str__(self) -> str:
        gone = [
            f"{when}:{seat}" for when, seats in self.leaving.items() for seat in seats
        ]
        leaving = f" leaving={','.join(gone)}" if gone else ""
        added = f" with={'+'.join(self.expansions)}" if self.expansions else ""
        leaders = f" leaders={self.leaders}" if "leaders" in self.expansions else ""
        boards = f" boards={self.boards}" if self.boards != "base" else ""
        draw = f" draw={self.draw}" if self.draw != "lot" else ""
        options = f"sides={self.sides}{added}{leaders}{boards}{draw}"
        return f"game players={self.players} {options} seed={self.seed}{leaving}"


def read_header(line: str) -> Header:
    """Read the first line."""
    values = dict(word.split("=") for word in line.split()[1:])
    leaving: dict[int, tuple[Seat, ...]] = {}
    for gone in filter(None, values.get("leaving", "").split(",")):
        when, seat = map(int, gone.split(":"))
        leaving[when] = (*leaving.get(when, ()), seat)
    return Header(
        int(values["players"]),
        values["sides"],
        values["seed"],
        leaving,
        tuple(filter(None, values.get("with", "").split("+"))),
        values.get("leaders", "standard"),
        values.get("boards", "base"),
        values.get("draw", "lot"),
    )


class PlaythroughRun:
    """
    A game that is played and told.

    Attributes:
        events: all that has happened so far.
    """

    def __init__(self, header: Header, players: Sequence[Player]) -> None:
        self.events: list[Event] = []
        self._header = header
        self._cards = header.rules.catalog
        self._dealer = LeavingDealer(header.rules, seeded(header.seed))
        self._dealer.told = self._told
        self._players = [self._noting(player) for player in players]
        self._lines: list[str] = []
        self._named: object = None

    def lines(self) -> Iterator[str]:
        """Play, and tell as it goes on."""
        yield str(self._header)
        for _ in self._dealer.follow(self._players, self._header.leaving):
            yield from self._lines
            self._lines.clear()
        yield from self._lines

    def _noting(self, player: Player) -> Player:
        """Let a player tell what it is asked and what it chooses."""

        def choose(
            state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
        ) -> Move:
            self._ask()
            move = player(state, seat, faces)
            used = faces.get(-1 if move.slot is None else move.slot)
            hidden = used is not None and not self._shows(move.text)
            name = f" with {self._cards.cards[used].id}" if hidden and used else ""
            self._lines.append(f"  {seat}> {move.text}{name}")
            return move

        return choose

    def _shows(self, text: str) -> bool:
        return text.startswith(notation.SHOWING)

    def _ask(self) -> None:
        """Tell what is asked, and how all stand, once for all who are asked."""
        state = wonders(self._dealer.state)
        if state.ask is self._named:
            return
        self._named = state.ask
        seats: tuple[Seat, ...] = ()
        match state.ask:
            case Choose(offers):
                seats = tuple(offers)
            case Look(seat):
                seats = (seat,)
        shown = view(state, seats[0], self._dealer.faces)
        moment = f"age {shown.age} turn {shown.turn} " if shown.age else ""
        self._lines.append(
            f"{moment}{shown.step.replace('_', ' ')}".removesuffix(" turn")
        )
        for seat in seats:
            self._lines.append(self._standing(seat))

    def _standing(self, seat: Seat) -> str:
        faces = self._dealer.faces
        state = wonders(self._dealer.state)
        seen = view(state, seat, faces)
        board = seen.boards[seat].id if seat < len(seen.boards) else "no board yet"
        parts = [f"  {seat} {board}"]
        if state.cities:
            city = state.cities[seat]
            parts.append(f"coins {city.coins}")
            parts.append(f"shields {city.works.shields}")
            parts.append(f"cards {len(city.buildings)}")
            parts.append(f"stages {len(city.stages)}")
            if city.leaders:
                parts.append(f"led by {_leaders(city)}")
            if city.pawns:
                parts.append(f"pawns {_row(city.pawns)}")
            if isinstance(state.task, Victims | Fail):
                parts.append(f"tokens {_row(city.tokens)}")
        parts.append(f"moves {len(seen.moves)}")
        for name, held in (
            ("hand", () if seen.pile else seen.hand),
            ("leaders", seen.selection or seen.leaders),
            ("discard", seen.pile),
        ):
            if any(card.moves for card in held):
                slots = [card.slot for card in held]
                parts.append(f"{name} {self._hand(slots)}")
        return "  ".join(parts)

    def _hand(self, slots: Sequence[Slot]) -> str:
        return hand_text(self._cards, slots, self._dealer.faces)

    def _told(self) -> None:
        state = wonders(self._dealer.state)
        self.events += state.news
        for event in state.news:
            self._lines += [f"  {line}" for line in self._event(event)]

    def _event(self, event: Event) -> Iterator[str]:
        match event:
            case Founded(boards, sides, edifices):
                yield from (f"{name} is to be built" for name in edifices)
                founded = enumerate(zip(boards, sides, strict=True))
                yield from (
                    f"{at} founds {board} {side}" for at, (board, side) in founded
                )
            case LeadersDealt():
                yield "leaders are dealt"
            case HandsDealt(age):
                yield f"age {age} is dealt"
            case EdificeEnded(age, built, seats):
                edifice = wonders(self._dealer.state).projects[age - 1].edifice
                fate = "is built" if built else "has failed"
                yield f"{edifice.id} {fate}, for {_row(seats) or 'nobody'}"
            case TurnEnded(_, turn, coins, shields):
                yield f"turn {turn} over: coins {_row(coins)}, shields {_row(shields)}"
            case Fought(age, tokens, deflected):
                gained = " ".join(f"{left:+}/{right:+}" for left, right in tokens)
                yield f"conflicts of age {age}, left/right: {gained}"
                yield from (
                    f"{won} gets the defeat of {lost}" for lost, won in deflected
                )
                yield from _sheet(wonders(self._dealer.state).score())
            case SeatsLeft(seats):
                yield f"{_row(seats)} left"
            case FinalSheet(sheet):
                yield "the end"
                yield from _sheet(sheet)
                yield f"won by {_row(sheet.winners)}"
            case _:
                done = self._done(event)
                yield from [f"{event.seat} {done}"] if done else []

    def _done(self, event: Event) -> str:
        """Tell what a seat did, if it isn't told yet."""
        match event:
            case BoardTaken(_, board):
                return f"takes {board}"
            case Drafted(nth, _, slot):
                return f"keeps {self._hand([slot])} too" if nth == HAND else ""
            case Played(free=free):
                return f"builds it free by {free}" if free else ""
            case Drawn(_, _, _, slots):
                return f"draws {self._hand(slots)}"
            case Enlisted(_, _, _, card):
                return f"recruits {self._name(card, 'nobody')} besides"
            case LeftOver(_, _, _, slot):
                return f"leaves over {self._hand([slot])}"
            case Picked(_, _, _, card, by):
                return f"builds {self._name(card, 'nothing')} from the discard, by {by}"
            case GuildCopied(_, guild):
                return f"copies {guild}"
            case TokenDropped() | Penalised():
                return _lost(event)
        raise TypeError(event)

    def _name(self, card: Card | None, none: str) -> str:
        return none if card is None else self._cards.cards[card].id


def _lost(event: TokenDropped | Penalised) -> str:
    """Tell what a seat had to give away."""
    if isinstance(event, TokenDropped):
        return f"drops a token of {event.value}"
    coins = f"{event.coins} coins" if event.coins else ""
    lost = event.card or _row(event.tokens) or coins
    return f"loses {lost}" if lost else "owes it"


def _leaders(city: City) -> str:
    """Name a city's leaders; one face down in brackets."""
    return "+".join(
        f"({one.leader.id})" if one.buried else one.leader.id for one in city.leaders
    )


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _sheet(sheet: Sheet) -> Iterator[str]:
    for name, *points in zip(sheet.categories, *sheet.rows, strict=True):
        yield f"{name:10}" + "".join(f"{number:4}" for number in points)


def replay(text: str) -> tuple[str, Sequence[Event]]:
    """
    Play a game again from what was chosen; give its text and what happened.

    Raises:
        LookupError: a move that was chosen is none, or is missing.
    """
    first, *lines = text.splitlines()
    header = read_header(first)
    cards = header.rules.catalog.cards
    chosen = deque(line.strip() for line in lines if "> " in line)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        line = chosen.popleft() if chosen else "nothing more"
        for move in state.moves(seat, faces):
            used = faces.get(-1 if move.slot is None else move.slot)
            name = f" with {cards[used].id}" if used is not None else ""
            if line in (f"{seat}> {move.text}", f"{seat}> {move.text}{name}"):
                return move
        raise LookupError(f"{line!r} is no move of seat {seat} now")

    run = PlaythroughRun(header, [choose] * header.players)
    told = "".join(f"{line}\n" for line in run.lines())
    if chosen:
        raise LookupError(f"the game is over before {chosen[0]!r}")
    return told, run.events


Wish = Callable[[Sequence[Event]], bool]


@dataclass(frozen=True)
class Recipe:
    """What a playthrough must have in it."""

    players: int
    sides: str
    wish: Wish
    leaving: Leavers
    expansions: tuple[str, ...] = ()
    leaders: str = "standard"
    boards: str = "base"
    draw: str = "lot"

    def make(self, name: str) -> str:
        """Look for a game that grants the wish; the first one there is."""
        attempt = 0
        while True:
            seed = f"{name}/{attempt}"
            header = Header(
                self.players,
                self.sides,
                seed,
                self.leaving,
                self.expansions,
                self.leaders,
                self.boards,
                self.draw,
            )
            run = PlaythroughRun(header, [builder(seed)] * self.players)
            told = "".join(f"{line}\n" for line in run.lines())
            if self.wish(run.events):
                return told
            attempt += 1


def seat_of(events: Sequence[Event], board: str, side: str) -> Seat:
    """Give the seat of a side of a board; -1 if it isn't played."""
    for event in events:
        if isinstance(event, Founded):
            sides = [*zip(event.boards, event.sides, strict=True)]
            return sides.index((board, side)) if (board, side) in sides else -1
    return -1


def plays(events: Sequence[Event], board: str, side: str) -> list[Played]:
    """Give what was played at a side of a board."""
    seat = seat_of(events, board, side)
    return [e for e in events if isinstance(e, Played) and e.seat == seat]


def picks(events: Sequence[Event], board: str, side: str) -> list[Picked]:
    """Give what was built from the discard at a side of a board."""
    seat = seat_of(events, board, side)
    return [e for e in events if isinstance(e, Picked) and e.seat == seat and e.card]


def extra_cards(events: Sequence[Event]) -> bool:
    """Tell whether Babylon built, and otherwise used, seventh cards."""
    uses = {e.use for e in plays(events, "babylon", "night") if e.turn == 7}
    return {"build", "stage"} <= uses


def from_discard(board: str, side: str, times: int) -> Wish:
    return lambda events: len(picks(events, board, side)) >= times


def free_colours(events: Sequence[Event]) -> bool:
    """Tell whether Olympia built three by its power."""
    frees = [e.free for e in plays(events, "olympia", "day")]
    return frees.count("power") >= 3 and "chain" in frees


def free_ends(events: Sequence[Event]) -> bool:
    """Tell whether Olympia built a first and a last card by its power."""
    turns = {e.turn for e in plays(events, "olympia", "night") if e.free == "power"}
    return turns == {1, 6}


def stages(board: str, side: str, *halves: str) -> Wish:
    """Wish for stages at a side of a board, built as these halves in this order."""

    def wish(events: Sequence[Event]) -> bool:
        built = [e.half for e in plays(events, board, side) if e.use == "stage"]
        return built == list(halves)

    return wish


def both_from_discard(events: Sequence[Event]) -> bool:
    """Tell whether two cities built from the discard on the same turn."""
    turns = [(e.age, e.turn) for e in events if isinstance(e, Picked)]
    return len(set(turns)) < len(turns)


def recruits(events: Sequence[Event], board: str, side: str) -> int:
    """Count the leaders recruited at a side of a board at the start of ages."""
    return sum(e.use == "recruit" for e in plays(events, board, side))


def leaders_for_nothing(events: Sequence[Event]) -> bool:
    """Tell whether Roma recruited three leaders and built its wonder."""
    built = stages("roma", "day", "", "")
    return built(events) and recruits(events, "roma", "day") == 3


def extra_leaders(events: Sequence[Event]) -> bool:
    """Tell whether Roma drew four leaders and recruited two besides, one Solomon."""
    drawn = [len(e.slots) for e in events if isinstance(e, Drawn)]
    besides = [e for e in events if isinstance(e, Enlisted) and e.card is not None]
    when = {(e.age, e.turn) for e in besides}
    solomons = [
        e
        for e in events
        if isinstance(e, Picked) and e.by == "solomon" and e.card is not None
    ]
    turned = any((e.age, e.turn) in when for e in solomons)
    return drawn == [4] and len(besides) == 2 and turned


def turned_down(side: str, number: int) -> Wish:
    """Wish for leaders turned face down at a side of Abu Simbel, all stages built."""

    def wish(events: Sequence[Event]) -> bool:
        built = [e for e in plays(events, "abu_simbel", side) if e.use == "stage"]
        all_built = len(built) == {"day": 3, "night": 2}[side]
        return all_built and sum(bool(e.bury) for e in built) == number

    return wish


def victims(events: Sequence[Event]) -> bool:
    """Tell whether players dropped tokens, and defeats went to who won."""
    fought = [e for e in events if isinstance(e, Fought)]
    dropped = [e for e in events if isinstance(e, TokenDropped)]
    return len(dropped) > 1 and any(e.deflected for e in fought)


def solomon(events: Sequence[Event]) -> bool:
    """Tell whether Solomon built on the turn on which Halikarnassos did too."""
    by: dict[tuple[int, int], set[str]] = {}
    for event in events:
        if isinstance(event, Picked):
            by.setdefault((event.age, event.turn), set()).add(event.by)
    return any({"solomon", "halikarnassos"} <= some for some in by.values())


def fates(events: Sequence[Event]) -> bool:
    """Tell whether edifices were built and failed, and leaders served in all ways."""
    built = {e.built for e in events if isinstance(e, EdificeEnded)}
    chosen = [e for e in events if isinstance(e, Penalised) and (e.card or e.tokens)]
    uses = {e.use for e in events if isinstance(e, Played) and not e.turn}
    joined = any(isinstance(e, Played) and e.joins and not e.turn for e in events)
    return len(built) + len(uses) == 2 + 3 and bool(chosen) and joined


def endings(events: Sequence[Event]) -> list[bool]:
    """Tell of the three edifices whether they were built."""
    return [event.built for event in events if isinstance(event, EdificeEnded)]


def losses(events: Sequence[Event]) -> set[str]:
    """Give the kinds of losses there were."""
    lost = [event for event in events if isinstance(event, Penalised)]
    kinds = {"card": any(e.card for e in lost), "coins": any(e.coins for e in lost)}
    kinds["tokens"] = any(e.tokens for e in lost)
    kinds["debt"] = any(not (e.card or e.coins or e.tokens) for e in lost)
    return {kind for kind, is_there in kinds.items() if is_there}


def built_and_failed(*kinds: str) -> Wish:
    """Wish for an edifice built, and for ones that failed and cost such things."""

    def wish(events: Sequence[Event]) -> bool:
        return True in endings(events) and {*kinds} <= losses(events)

    return wish


def crowded(events: Sequence[Event]) -> bool:
    """Tell whether more took part in an edifice than it had pawns, and one failed."""
    joined = [e.age for e in events if isinstance(e, Played) and e.joins]
    crowd = any(joined.count(age) > 3 for age in (1, 2, 3))
    return crowd and built_and_failed("card", "debt")(events)


def pawns_of_ur(side: str) -> Wish:
    """Wish for a side of Ur that is built, and for edifices built and failed."""

    def wish(events: Sequence[Event]) -> bool:
        seat = seat_of(events, "ur", side)
        built = [e for e in plays(events, "ur", side) if e.use == "stage"]
        rewarded = [
            e
            for e in events
            if isinstance(e, EdificeEnded) and e.built and seat in e.seats
        ]
        joined = any(e.joins for e in built)
        return (
            len(built) == 3 and bool(rewarded) and joined and False in endings(events)
        )

    return wish


def halves_and_pawns(events: Sequence[Event]) -> bool:
    """Tell whether Carthage took part while it built both split stages."""
    built = [e for e in plays(events, "carthage", "night") if e.use == "stage"]
    return [e.joins for e in built if e.half] == [True, True]


def anything(events: Sequence[Event]) -> bool:
    return True


def all_complete(events: Sequence[Event]) -> bool:
    """Tell whether everybody has built a whole wonder."""
    built = Counter(
        e.seat for e in events if isinstance(e, Played) and e.use == "stage"
    )
    for event in events:
        if isinstance(event, Founded):
            boards = everything().boards_by_id
            sides = zip(event.boards, event.sides, strict=True)
            sizes = [len(boards[board].sides[side].stages) for board, side in sides]
            return sizes == [built[seat] for seat in range(len(sizes))]
    return False


def free_at_will(events: Sequence[Event]) -> bool:
    """Tell whether Olympia's side A had a building for nothing in two ages."""
    plays_ = plays(events, "olympia_1e", "day")
    return len({e.age for e in plays_ if e.free == "power"}) == 2


def copied_guild(events: Sequence[Event]) -> bool:
    """Tell whether Olympia's side B copied a guild."""
    return any(isinstance(event, GuildCopied) for event in events)


LEADERS = ("leaders",)
EDIFICE = ("edifice",)
ONE = "alexandria_1e,babylon_1e,ephesos_1e"
TWO = "gizah_1e,halikarnassos_1e,rhodos_1e"

RECIPES: Mapping[str, Recipe] = {
    **{f"players-{n}": Recipe(n, "choose", anything, {}) for n in range(3, 8)},
    "gizah-day": Recipe(3, "day", stages("gizah", "day", "", "", ""), {}),
    "babylon-night": Recipe(3, "night", extra_cards, {}),
    "halikarnassos-day": Recipe(3, "day", from_discard("halikarnassos", "day", 1), {}),
    "halikarnassos-night": Recipe(
        4, "night", from_discard("halikarnassos", "night", 3), {}
    ),
    "olympia-day": Recipe(3, "day", free_colours, {}),
    "olympia-night": Recipe(3, "random", free_ends, {}),
    "carthage-day-left": Recipe(
        3, "day", stages("carthage", "day", "", "left", ""), {}, boards="all"
    ),
    "carthage-day-right": Recipe(
        3, "day", stages("carthage", "day", "", "right", ""), {}, boards="all"
    ),
    "carthage-night-coins": Recipe(
        3, "night", stages("carthage", "night", "left", "right"), {}, boards="all"
    ),
    "carthage-night-discard": Recipe(
        3, "night", stages("carthage", "night", "right", "left"), {}, boards="all"
    ),
    "discard-twice": Recipe(4, "night", both_from_discard, {}, boards="all"),
    "boards-chosen": Recipe(
        4, "choose", anything, {}, boards="gizah,olympia,rhodos,carthage", draw="chosen"
    ),
    "boards-chosen-leaving": Recipe(
        5, "choose", anything, {1: (2,), 3: (0,)}, EDIFICE, draw="chosen"
    ),
    "leaving": Recipe(5, "random", anything, {1: (4,), 45: (1,), 92: (2,)}),
    "left-alone": Recipe(3, "random", anything, {30: (0,), 60: (2,)}),
    "roma-day": Recipe(3, "day", leaders_for_nothing, {}, LEADERS),
    "roma-night": Recipe(4, "night", extra_leaders, {}, LEADERS),
    "abu-simbel-day": Recipe(3, "day", turned_down("day", 1), {}, LEADERS),
    "abu-simbel-night": Recipe(3, "night", turned_down("night", 2), {}, LEADERS),
    "leaders-expert-3": Recipe(3, "choose", victims, {}, LEADERS, "expert"),
    "leaders-expert-7": Recipe(7, "random", solomon, {}, LEADERS, "expert"),
    "leaders-leaving": Recipe(
        5, "random", anything, {6: (4,), 30: (1,)}, LEADERS, "expert"
    ),
    "ur-day": Recipe(3, "day", pawns_of_ur("day"), {}, EDIFICE),
    "ur-night": Recipe(3, "night", pawns_of_ur("night"), {}, EDIFICE),
    "edifice-3": Recipe(3, "choose", built_and_failed("tokens"), {}, EDIFICE),
    "edifice-5": Recipe(5, "random", crowded, {}, EDIFICE),
    "edifice-7": Recipe(7, "day", built_and_failed("card", "coins"), {}, EDIFICE),
    "edifice-carthage": Recipe(3, "night", halves_and_pawns, {}, EDIFICE),
    "edifice-leaving": Recipe(
        5, "random", built_and_failed("debt"), {3: (4,), 60: (1,)}, EDIFICE
    ),
    "first-edition-1-a": Recipe(3, "day", all_complete, {}, boards=ONE),
    "first-edition-1-b": Recipe(3, "night", all_complete, {}, boards=ONE),
    "first-edition-2-a": Recipe(3, "day", all_complete, {}, boards=TWO),
    "first-edition-2-b": Recipe(3, "night", all_complete, {}, boards=TWO),
    "first-edition-olympia-a": Recipe(
        3, "day", free_at_will, {}, boards="olympia_1e,gizah,ephesos"
    ),
    "first-edition-olympia-b": Recipe(
        3, "night", copied_guild, {}, boards="olympia_1e,gizah,ephesos"
    ),
    "leaders-and-edifice": Recipe(5, "random", fates, {}, EXPANSIONS, "expert"),
}
"""The playthroughs there must be, by name."""
