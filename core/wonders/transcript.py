"""
The canonical text of a whole state, and back.

A state is written line by line, a keyword first; what is empty is left out:

    wonders 1 players=3 sides=choose
    task turn age=1 turn=4
    then turn age=1 turn=5              (a line for each task to come)
    discard 61 64
    right order=1 seat=2 by=carthage    (who may build from the discard, in order)
    seat 0
      board babylon night
      coins 5
      built altar baths
      stages 17 left:92                 (slots; a split stage with its half)
      tokens 1 -1
      colours brown blue                (ever had, if not just those that stand)
      hand 70 71 72
      chosen slot=90 face=altar/1 rest=91,92 move=build altar
      gone

Only the one text that `dumps` gives of a state is read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import zip_longest

from sealed_wonders.core.game import Chosen, IllegalMove, Seat, Slot
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ages import (
    DEFEAT,
    VICTORY,
    Age,
    Conflicts,
    DealAge,
    Ended,
    Finish,
    MixAge,
    MixGuilds,
)
from sealed_wonders.core.wonders.catalog import VERSION, catalog
from sealed_wonders.core.wonders.city import (
    City,
    Colour,
    found,
    with_building,
    with_stage,
)
from sealed_wonders.core.wonders.play import (
    EXTRA_TURN,
    EndOfTurn,
    FromDiscard,
    LastCard,
    Leftovers,
    Turn,
)
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import ChooseSides, MixBoards, TurnUpBoards
from sealed_wonders.core.wonders.state import Right, State, Task

TASKS: dict[str, type[Task]] = {
    task.name: task
    for task in (
        MixBoards,
        TurnUpBoards,
        ChooseSides,
        Age,
        MixGuilds,
        MixAge,
        DealAge,
        Turn,
        LastCard,
        Leftovers,
        FromDiscard,
        EndOfTurn,
        Conflicts,
        Finish,
        Ended,
    )
}
"""Every task of the base game, by its name."""

LARGEST = 1 << 64
"""No number in a text is as large."""

_RANGES = {
    "age": range(1, 4),
    "turn": range(1, EXTRA_TURN + 1),
    "attempt": range(1, 100),
}


def dumps(state: State) -> str:
    """Write a state; equal states have equal texts."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    rules = state.rules
    lenient = " lenient" if rules.lenient else ""
    yield f"wonders {VERSION} players={rules.players} sides={rules.sides}{lenient}"
    yield f"task {_task_text(state.task)}"
    for task in state.agenda:
        yield f"then {_task_text(task)}"
    yield from _line("lots", state.lots)
    yield from _line("deck", state.deck)
    yield from _line("discard", state.discard)
    for right in state.rights:
        yield f"right order={right.order} seat={right.seat} by={right.by}"
    for seat in range(rules.players):
        yield f"seat {seat}"
        if state.cities:
            yield from _city_lines(state.cities[seat])
        yield from _line("  hand", state.hands[seat])
        chosen = state.chosen[seat] if state.chosen else None
        if chosen is not None:
            yield f"  chosen{_chosen_text(chosen)}"
        if seat in state.gone:
            yield "  gone"


def _line(key: str, words: Sequence[object]) -> Iterator[str]:
    if words:
        yield f"{key} {' '.join(map(str, words))}"


def _task_text(task: Task) -> str:
    words = [task.name]
    for field in fields(task):
        value = getattr(task, field.name)
        if isinstance(value, tuple):
            value = "+".join(notation.card_text(card) for card in value)
        words.append(f"{field.name}={value}")
    return " ".join(words)


def _city_lines(city: City) -> Iterator[str]:
    yield f"  board {city.board.id} {city.side.name}"
    yield f"  coins {city.coins}"
    yield from _line("  built", [building.id for building in city.buildings])
    stages = [f"{half}:{slot}" if half else f"{slot}" for half, slot in city.stages]
    yield from _line("  stages", stages)
    yield from _line("  tokens", city.tokens)
    if city.colours != _colours(city):
        ever = [colour.name.lower() for colour in Colour if city.colours >> colour & 1]
        yield from _line("  colours", ever)


def _colours(city: City) -> int:
    """Give the bit set of the colours that stand."""
    return sum(1 << colour for colour in Colour if city.works.counts[colour])


def _chosen_text(chosen: Chosen) -> str:
    slot = "" if chosen.slot is None else f" slot={chosen.slot}"
    face = "" if chosen.face is None else f" face={notation.card_text(chosen.face)}"
    rest = f" rest={','.join(map(str, chosen.rest))}" if chosen.rest else ""
    return f"{slot}{face}{rest} move={chosen.text}"


def loads(text: str) -> State:
    """
    Read a state. That it can be read doesn't mean that a game can lead to it.

    Raises:
        ValueError: the text is not one that `dumps` gives; the message names the line.
    """
    reader = _Reader(text)
    try:
        state = _state(reader)
    except ValueError as problem:
        raise ValueError(f"line {reader.number}: {problem}") from None
    expected = [*_lines(state), ""]
    pairs = zip_longest(expected, text.split("\n"))
    for number, (line, read) in enumerate(pairs, start=1):
        if line != read:
            raise ValueError(
                f"line {number}: expected {_said(line)}, got {_said(read)}"
            )
    return state


def _said(line: str | None) -> str:
    return "the end" if line is None else f"{line!r:.80}"


class _Reader:
    """
    Lines, taken one by one.

    Attributes:
        number: the number of the line taken last, from 1.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self.number = 0
        self._slots: set[Slot] = set()

    def take(self, key: str) -> list[str] | None:
        """Take the next line if it has this keyword; give its words."""
        line = self._lines[self.number] if self.number < len(self._lines) else ""
        head, *words = line.strip().split(" ")
        if head != key:
            return None
        self.number += 1
        return words

    def need(self, key: str) -> list[str]:
        """Take the next line, which must have this keyword."""
        words = self.take(key)
        if words is None:
            self.number += 1
            raise ValueError(f"{key!r} is missing")
        return words

    def slots(self, words: Sequence[str]) -> tuple[Slot, ...]:
        """Read slots, of which none turned up before."""
        slots = tuple(_number(word, LARGEST) for word in words)
        for slot in slots:
            if slot in self._slots:
                raise ValueError(f"slot {slot} twice")
            self._slots.add(slot)
        return slots


def _number(word: str, end: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 20):
        raise ValueError(f"not a number: {word!r:.40}")
    number = int(word)
    if number >= end:
        raise ValueError(f"too large: {word}")
    return number


def _values(words: Sequence[str], *keys: str) -> list[str]:
    """Read ``key=value`` words with just these keys."""
    pairs = [word.partition("=") for word in words]
    if [key for key, _, _ in pairs] != list(keys):
        raise ValueError(f"expected {', '.join(keys) or 'nothing'}, got {words!r:.80}")
    return [value for _, _, value in pairs]


def _state(reader: _Reader) -> State:
    rules = _rules(reader.need("wonders"))
    players = rules.players
    task = _task(reader.need("task"), players)
    tasks = [task]
    while (words := reader.take("then")) is not None:
        tasks.append(_task(words, players))
    if tasks[-1] != Ended():
        raise ValueError("the last task is not the last of a game")
    lots = tuple(reader.take("lots") or ())
    if len(lots) != (players if rules.sides == "random" else 0):
        raise ValueError(f"{len(lots)} sides drawn by lot")
    if not set(lots) <= set(notation.SIDES):
        raise ValueError(f"no such side: {lots!r:.80}")
    deck = reader.slots(reader.take("deck") or ())
    discard = reader.slots(reader.take("discard") or ())
    rights = []
    while (words := reader.take("right")) is not None:
        order, who, by = _values(words, "order", "seat", "by")
        rights.append(Right(_number(order, 100), _number(who, players), by))
        if by not in catalog().boards_by_id:
            raise ValueError(f"not a board: {by!r:.40}")
    cities: list[City] = []
    hands: list[tuple[Slot, ...]] = []
    gone: list[Seat] = []
    choices: list[tuple[int, Chosen]] = []
    for seat in range(players):
        if reader.need("seat") != [str(seat)]:
            raise ValueError(f"seat {seat} is missing")
        city = _city(reader)
        if city is not None:
            cities.append(city)
        hands.append(reader.slots(reader.take("hand") or ()))
        words = reader.take("chosen")
        if words is not None:
            choices.append((reader.number, _chosen(reader, seat, words)))
        if reader.take("gone") is not None:
            gone.append(seat)
    if len(cities) not in (0, players):
        raise ValueError("some cities are missing")
    if len({city.board for city in cities}) < len(cities):
        raise ValueError("a board lies there twice")
    _check_task(task, cities, gone, players)
    state = State(
        rules,
        task,
        tuple(tasks[1:]),
        tuple(cities),
        tuple(hands),
        discard,
        deck,
        lots,
        tuple(rights),
        gone=tuple(gone),
    )
    ask = task.ask(state)
    if ask is None:
        raise ValueError(f"nothing to ask for: {task.name}")
    state = evolve(state, ask=ask)
    for number, chosen in choices:
        reader.number = number
        try:
            state = state.tell(chosen)
        except IllegalMove as illegal:
            raise ValueError(str(illegal)) from None
    return evolve(state, news=())


def _rules(words: list[str]) -> Wonders:
    if words[:1] != [VERSION]:
        raise ValueError(f"expected version {VERSION}, got {words[:1]!r:.40}")
    lenient = words[-1] == "lenient"
    players, sides = _values(words[1 : -1 if lenient else None], "players", "sides")
    return Wonders(_number(players, 100), sides, lenient)


def _task(words: list[str], players: int) -> Task:
    name, *given = words or [""]
    if name not in TASKS:
        raise ValueError(f"no such task: {name!r:.40}")
    kind = TASKS[name]
    keys = [field.name for field in fields(kind)]
    values: dict[str, object] = {}
    for key, value in zip(keys, _values(given, *keys), strict=True):
        if key == "boards":
            values[key] = _boards(value, players)
        else:
            values[key] = _number(value, 100)
            if values[key] not in _RANGES[key]:
                raise ValueError(f"no such {key}: {value}")
    return kind(**values)


def _boards(value: str, players: int) -> tuple[int, ...]:
    boards = tuple(notation.parse_card(word) for word in value.split("+"))
    if (
        len(boards) != players
        or len(set(boards) & set(catalog().board_cards)) < players
    ):
        raise ValueError(f"not {players} boards: {value!r:.80}")
    return boards


def _check_task(
    task: Task, cities: Sequence[City], gone: Sequence[Seat], players: int
) -> None:
    """Refuse a task that can't be at hand: cities lie there from the first age on."""
    before = isinstance(task, MixBoards | TurnUpBoards | ChooseSides)
    over = isinstance(task, Ended)
    if before == bool(cities) and not over:
        raise ValueError(f"cities, or none, at {task.name}")
    if players - len(gone) < 2 and not over:
        raise ValueError("too few players remain")


def _city(reader: _Reader) -> City | None:
    words = reader.take("board")
    if words is None:
        return None
    name, side = words if len(words) == 2 else ("", "")
    board = catalog().boards_by_id.get(name)
    if board is None or side not in board.sides:
        raise ValueError(f"not a side of a board: {' '.join(words)!r:.40}")
    coins = _number(" ".join(reader.need("coins")), 1000)
    city = found(board, board.sides[side], coins)
    for name in reader.take("built") or ():
        building = catalog().buildings_by_id.get(name)
        if building is None or building.building in city.works.buildings:
            raise ValueError(f"not a building, or there already: {name!r:.40}")
        city = with_building(city, building)
    for word in reader.take("stages") or ():
        half, _, slot = word.rpartition(":")
        built = len(city.stages)
        stages = city.side.stages
        if built == len(stages) or half not in (stages[built].halves or ("",)):
            raise ValueError(f"not a stage: {word!r:.40}")
        city = with_stage(city, half, reader.slots([slot])[0])
    worth = {str(token): token for token in (*VICTORY.values(), DEFEAT)}
    tokens = reader.take("tokens") or ()
    if not set(tokens) <= set(worth) or len(tokens) > 2 * len(VICTORY):
        raise ValueError(f"not tokens: {' '.join(tokens)!r:.80}")
    colours = city.colours
    for name in reader.take("colours") or ():
        if name.upper() not in Colour.__members__:
            raise ValueError(f"no such colour: {name!r:.40}")
        colours |= 1 << Colour[name.upper()]
    return evolve(city, tokens=tuple(worth[token] for token in tokens), colours=colours)


def _chosen(reader: _Reader, seat: Seat, words: list[str]) -> Chosen:
    line = " ".join(words)
    head, _, move = f" {line}".partition(" move=")
    values = dict(word.partition("=")[::2] for word in head.split())
    slot, face, rest = (values.get(key, "") for key in ("slot", "face", "rest"))
    return Chosen(
        seat,
        move,
        notation.parse_card(face) if face else None,
        reader.slots([slot])[0] if slot else None,
        reader.slots(rest.split(",")) if rest else (),
    )
