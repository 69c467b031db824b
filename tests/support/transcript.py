"""
The canonical text of one state of 7 Wonders, and back.

A state is written line by line, a keyword first; what is empty is left out:

    wonders 2 players=3 sides=choose
    task turn age=1 turn=4
    then turn age=1 turn=5              (a line for each task to come)
    discard 61 64
    box 101 102                         (leaders nobody was dealt)
    right order=1 seat=2 by=carthage what=discard
    edifice outpost pawns=2 takers=0+3 fate=built
    thanked 2                           (seats)
    seat 0
      board babylon night
      coins 5
      built altar:30 baths              (each with the slot of its card, if known)
      stages 17 left:92                 (slots; a split stage with its half)
      tokens 1 -1
      colours brown blue                (ever had, if not just those that stand)
      leaders nero:1 hiram:2:buried     (each with the age it came in)
      pawns 1 2
      edifices outpost                  (whose rewards it has)
      debts -3
      spent 2                           (the age in which a power was used up)
      hand 70 71 72
      kept 88 89                        (leaders)
      chosen slot=90 face=altar/1 rest=91,92 move=build altar
      gone

Only the one text that `dumps` gives of a state is read back. Only tests use these texts, so
their form may change, with the number in the first line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import NamedTuple

from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Chosen, IllegalMove, Seat, Slot
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ages import (
    Age,
    Conflicts,
    DealAge,
    Ended,
    Finish,
    MixAge,
    MixGuilds,
)
from sealed_wonders.core.wonders.catalog import VERSION
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.city import (
    found,
    with_building,
    with_buried,
    with_edifice,
    with_leader,
    with_stage,
)
from sealed_wonders.core.wonders.edifice.tasks import (
    Complete,
    Fail,
    MixEdifices,
    TurnUpEdifices,
)
from sealed_wonders.core.wonders.effects import DEFEAT, VICTORY
from sealed_wonders.core.wonders.leaders.tasks import (
    HAND as LEADERS_HAND,
)
from sealed_wonders.core.wonders.leaders.tasks import (
    DealLeaders,
    Draft,
    DrawFromBox,
    Enlist,
    MixLeaders,
    Recruit,
    Victims,
)
from sealed_wonders.core.wonders.model import Building, City
from sealed_wonders.core.wonders.play import (
    EXTRA_TURN,
    EndOfTurn,
    FromDiscard,
    LastCard,
    Leftovers,
    Turn,
)
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import (
    ChooseBoards,
    ChooseSides,
    MixBoards,
    TurnUpBoards,
)
from sealed_wonders.core.wonders.state import Project, Right, Rules, State, Task
from sealed_wonders.core.wonders.works import Colour
from tests.support.cardtext import card_text, parse_card

TASKS: dict[str, type[Task]] = {
    task.name: task
    for task in (
        MixBoards,
        TurnUpBoards,
        ChooseBoards,
        MixEdifices,
        TurnUpEdifices,
        ChooseSides,
        MixLeaders,
        DealLeaders,
        Draft,
        Age,
        Recruit,
        MixGuilds,
        MixAge,
        DealAge,
        Turn,
        Victims,
        DrawFromBox,
        Enlist,
        LastCard,
        Leftovers,
        FromDiscard,
        Complete,
        EndOfTurn,
        Fail,
        Conflicts,
        Finish,
        Ended,
    )
}
"""Every task of a game, by its name."""

LARGEST = 1 << 64
"""No number in a text is as large."""

_RANGES = {
    "age": range(1, 4),
    "turn": range(EXTRA_TURN + 1),
    "attempt": range(1, 100),
    "round": range(1, LEADERS_HAND + 1),
}


def dumps(state: State) -> str:
    """Write a state; equal states have equal texts."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    yield _rules_text(state.rules)
    yield f"task {_task_text(state.rules, state.task)}"
    for task in state.agenda:
        yield f"then {_task_text(state.rules, task)}"
    yield from _table_lines(state)
    for seat in range(state.players):
        yield f"seat {seat}"
        yield from _seat_lines(state, seat)


def _rules_text(rules: Rules) -> str:
    words = [f"wonders {VERSION} players={rules.players} sides={rules.sides}"]
    if rules.expansions:
        words.append(f"with={','.join(rules.expansions)} leaders={rules.leaders}")
    if rules.boards:
        words.append(f"boards={','.join(rules.boards)}")
    if rules.draw != LOT:
        words.append(f"draw={rules.draw}")
    return " ".join(words + ["lenient"] * rules.lenient)


def _table_lines(state: State) -> Iterator[str]:
    """Write what lies on the table and belongs to no seat."""
    yield from _line("lots", state.lots)
    yield from _line("deck", state.deck)
    yield from _line("discard", state.discard)
    yield from _line("box", state.box)
    for order, who, by, what in state.rights:
        yield f"right order={order} seat={who} by={by} what={what}"
    for project in state.projects:
        yield f"edifice {_project_text(project)}"
    yield from _line("thanked", state.thanked)


def _seat_lines(state: State, seat: Seat) -> Iterator[str]:
    if state.cities:
        yield from _city_lines(state.cities[seat])
    yield from _line("  hand", state.hands[seat])
    if state.leaders:
        yield from _line("  kept", state.leaders[seat])
    chosen = state.chosen[seat] if state.chosen else None
    if chosen is not None:
        yield f"  chosen{_chosen_text(state.rules, chosen)}"
    if seat in state.gone:
        yield "  gone"


def _line(key: str, words: Sequence[object]) -> Iterator[str]:
    if words:
        yield f"{key} {' '.join(map(str, words))}"


def _project_text(project: Project) -> str:
    edifice, pawns, takers, fate = project
    taken = f" takers={'+'.join(map(str, takers))}" if takers else ""
    ended = f" fate={fate}" if fate else ""
    return f"{edifice.id} pawns={pawns}{taken}{ended}"


def _task_text(rules: Rules, task: Task) -> str:
    words = [task.name]
    for field in fields(task):
        value = getattr(task, field.name)
        if isinstance(value, tuple):
            value = "+".join(card_text(rules.catalog, card) for card in value)
        words.append(f"{field.name}={value}")
    return " ".join(words)


def _city_lines(city: City) -> Iterator[str]:
    yield f"  board {city.board.id} {city.side.name}"
    yield f"  coins {city.coins}"
    built = zip(city.buildings, city.cards, strict=True)
    yield from _line("  built", [_built_text(*each) for each in built])
    stages = [f"{half}:{slot}" if half else f"{slot}" for half, slot in city.stages]
    yield from _line("  stages", stages)
    yield from _line("  tokens", city.tokens)
    if city.colours != _colours(city):
        ever = [colour.name.lower() for colour in Colour if city.colours >> colour & 1]
        yield from _line("  colours", ever)
    leaders = [
        f"{one.leader.id}:{one.age}{':buried' * one.buried}" for one in city.leaders
    ]
    yield from _line("  leaders", leaders)
    yield from _line("  pawns", city.pawns)
    yield from _line("  edifices", [edifice.id for edifice in city.edifices])
    yield from _line("  debts", city.debts)
    yield from _line("  spent", [city.spent] if city.spent else ())


def _built_text(building: Building, slot: Slot) -> str:
    return building.id if slot < 0 else f"{building.id}:{slot}"


def _colours(city: City) -> int:
    """Give the bit set of the colours that stand."""
    return sum(1 << colour for colour in Colour if city.works.counts[colour])


def _chosen_text(rules: Rules, chosen: Chosen) -> str:
    slot = "" if chosen.slot is None else f" slot={chosen.slot}"
    face = ""
    if chosen.face is not None:
        face = f" face={card_text(rules.catalog, chosen.face)}"
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

    def each(self, key: str) -> Iterator[list[str]]:
        """Take all lines that come next and have this keyword."""
        while (words := self.take(key)) is not None:
            yield words

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


class _Seat(NamedTuple):
    """The lines of one seat."""

    city: City | None
    hand: tuple[Slot, ...]
    kept: tuple[Slot, ...]
    chosen: Chosen | None
    chosen_line: int
    """The number of the line with the choice."""
    is_gone: bool


def _state(reader: _Reader) -> State:
    rules = _rules(reader.need("wonders"))
    task, *agenda = tasks = _tasks(reader, rules)
    table = _table(reader, State(rules, task, tuple(agenda)))
    seats = [_seat(reader, rules, seat) for seat in range(rules.players)]
    cities = _cities(seats)
    gone = tuple(seat for seat, it in enumerate(seats) if it.is_gone)
    _check_task(task, cities, gone, rules.players)
    state = evolve(
        table,
        cities=cities,
        hands=tuple(it.hand for it in seats),
        leaders=tuple(it.kept for it in seats) if _is_dealt(rules, tasks) else (),
        gone=gone,
    )
    ask = task.ask(state)
    if ask is None:
        raise ValueError(f"nothing to ask for: {task.name}")
    return _with_choices(reader, evolve(state, ask=ask), seats)


def _tasks(reader: _Reader, rules: Wonders) -> list[Task]:
    """Read the task at hand and those to come."""
    tasks = [_task(reader.need("task"), rules)]
    tasks += [_task(words, rules) for words in reader.each("then")]
    if tasks[-1] != Ended():
        raise ValueError("the last task is not the last of a game")
    return tasks


def _table(reader: _Reader, state: State) -> State:
    """Read what lies on the table and belongs to no seat."""
    rules = state.rules
    return evolve(
        state,
        lots=_lots(reader, rules),
        deck=reader.slots(reader.take("deck") or ()),
        discard=reader.slots(reader.take("discard") or ()),
        box=reader.slots(reader.take("box") or ()),
        rights=tuple(_right(words, rules) for words in reader.each("right")),
        projects=_projects(reader, rules),
        thanked=tuple(
            _number(word, rules.players) for word in reader.take("thanked") or ()
        ),
    )


def _lots(reader: _Reader, rules: Rules) -> tuple[str, ...]:
    """Read the sides drawn by lot."""
    lots = tuple(reader.take("lots") or ())
    if len(lots) != (rules.players if rules.sides == "random" else 0):
        raise ValueError(f"{len(lots)} sides drawn by lot")
    if not set(lots) <= set(notation.SIDES):
        raise ValueError(f"no such side: {lots!r:.80}")
    return lots


def _right(words: list[str], rules: Rules) -> Right:
    order, who, by, what = _values(words, "order", "seat", "by", "what")
    right = Right(_number(order, 100), _number(who, rules.players), by, what)
    if by not in rules.catalog.by_id or what not in _RIGHTS:
        raise ValueError(f"no such right: {' '.join(words)!r:.80}")
    return right


def _projects(reader: _Reader, rules: Rules) -> tuple[Project, ...]:
    projects = tuple(_project(words, rules) for words in reader.each("edifice"))
    if [it.edifice.age for it in projects] not in ([], [1, 2, 3]):
        raise ValueError("an edifice of each age, or none")
    return projects


def _seat(reader: _Reader, rules: Wonders, seat: Seat) -> _Seat:
    if reader.need("seat") != [str(seat)]:
        raise ValueError(f"seat {seat} is missing")
    city = _city(reader, rules)
    hand = reader.slots(reader.take("hand") or ())
    kept = reader.slots(reader.take("kept") or ())
    words, line = reader.take("chosen"), reader.number
    chosen = None if words is None else _chosen(reader, rules, seat, words)
    return _Seat(city, hand, kept, chosen, line, reader.take("gone") is not None)


def _cities(seats: Sequence[_Seat]) -> tuple[City, ...]:
    cities = tuple(seat.city for seat in seats if seat.city is not None)
    if len(cities) not in (0, len(seats)):
        raise ValueError("some cities are missing")
    if len({city.board for city in cities}) < len(cities):
        raise ValueError("a board lies there twice")
    return cities


def _with_choices(reader: _Reader, state: State, seats: Sequence[_Seat]) -> State:
    """Tell the state what seats have chosen, each of which it must accept."""
    for seat in seats:
        if seat.chosen is None:
            continue
        reader.number = seat.chosen_line
        try:
            state = state.tell(seat.chosen)
        except IllegalMove as illegal:
            raise ValueError(str(illegal)) from None
    return evolve(state, news=())


def _rules(words: list[str]) -> Wonders:
    if words[:1] != [VERSION]:
        raise ValueError(f"expected version {VERSION}, got {words[:1]!r:.40}")
    lenient = words[-1] == "lenient"
    given = words[1 : -1 if lenient else None]
    values = {key: value for key, _, value in (word.partition("=") for word in given)}
    expected = [key for key in _RULES if key in values or key in _RULES[:2]]
    _values(given, *expected)
    return Wonders(
        _number(values["players"], 100),
        values["sides"],
        tuple(values["with"].split(",")) if "with" in values else (),
        values.get("leaders", "standard"),
        lenient,
        tuple(values["boards"].split(",")) if "boards" in values else (),
        values.get("draw", LOT),
    )


_RULES = ("players", "sides", "with", "leaders", "boards", "draw")
"""What is said of the rules; the first two always."""


def _is_dealt(rules: Wonders, tasks: Sequence[Task]) -> bool:
    """Tell whether leaders were dealt, from the tasks that are left."""
    before = (*_BEFORE_CITIES, MixLeaders, DealLeaders)
    return "leaders" in rules.expansions and not isinstance(tasks[0], before)


def _project(words: list[str], rules: Rules) -> Project:
    name = words[0] if words else ""
    edifice = rules.catalog.edifices_by_id.get(name)
    if edifice is None:
        raise ValueError(f"not an edifice: {name!r:.40}")
    values = dict(word.partition("=")[::2] for word in words[1:])
    takers = values.get("takers", "")
    seats = [_number(word, rules.players) for word in takers.split("+") if word]
    fate = values.get("fate", "")
    if fate not in ("", "built", "failed"):
        raise ValueError(f"neither built nor failed: {fate!r:.40}")
    pawns = _number(values.get("pawns", ""), 10)
    return Project(edifice, pawns, tuple(seats), fate)


def _task(words: list[str], rules: Wonders) -> Task:
    name, *given = words or [""]
    if name not in TASKS:
        raise ValueError(f"no such task: {name!r:.40}")
    kind = TASKS[name]
    keys = [field.name for field in fields(kind)]
    values: dict[str, object] = {}
    for key, value in zip(keys, _values(given, *keys), strict=True):
        if key in ("boards", "taken"):
            values[key] = _boards(value, rules, all_have_one=key == "boards")
        else:
            values[key] = _number(value, 100)
            first = key == "turn" and kind not in _LED
            if values[key] not in _RANGES[key][first:]:
                raise ValueError(f"no such {key}: {value}")
    return kind(**values)


def _boards(value: str, rules: Wonders, *, all_have_one: bool) -> tuple[int, ...]:
    cards, players = rules.catalog, rules.players
    words = value.split("+") if value else []
    boards = tuple(parse_card(cards, word) for word in words)
    if len(set(boards) & set(cards.board_cards)) < len(boards):
        raise ValueError(f"not boards, each once: {value!r:.80}")
    if len(boards) > players or (all_have_one and len(boards) < players):
        raise ValueError(f"not {players} boards: {value!r:.80}")
    return boards


_LED = (Recruit, Victims, DrawFromBox, Enlist, FromDiscard, Complete, EndOfTurn)
"""Tasks there may be in a recruitment, which is turn 0."""

_BEFORE_CITIES = (
    MixBoards,
    TurnUpBoards,
    ChooseBoards,
    MixEdifices,
    TurnUpEdifices,
    ChooseSides,
)

_RIGHTS = ("discard", "draw", "extra_leader", "victims")


def _check_task(
    task: Task, cities: Sequence[City], gone: Sequence[Seat], players: int
) -> None:
    """Refuse a task that can't be at hand: cities lie there from the first age on."""
    before = isinstance(task, _BEFORE_CITIES)
    over = isinstance(task, Ended)
    if before == bool(cities) and not over:
        raise ValueError(f"cities, or none, at {task.name}")
    if players - len(gone) < 2 and not over:
        raise ValueError("too few players remain")


def _city(reader: _Reader, rules: Wonders) -> City | None:
    words = reader.take("board")
    if words is None:
        return None
    name, side = words if len(words) == 2 else ("", "")
    board = rules.catalog.boards_by_id.get(name)
    if board is None or side not in board.sides:
        raise ValueError(f"not a side of a board: {' '.join(words)!r:.40}")
    coins = _number(" ".join(reader.need("coins")), 1000)
    city = found(board, board.sides[side], coins)
    for word in reader.take("built") or ():
        city = _with_building(reader, rules, city, word)
    for word in reader.take("stages") or ():
        city = _with_stage(reader, city, word)
    city = _with_tokens(city, reader.take("tokens") or ())
    city = _with_colours(city, reader.take("colours") or ())
    return _with_expansions(reader, rules, city)


def _with_building(reader: _Reader, rules: Rules, city: City, word: str) -> City:
    name, _, slot = word.partition(":")
    building = rules.catalog.buildings_by_id.get(name)
    if building is None or building.building in city.works.buildings:
        raise ValueError(f"not a building, or there already: {word!r:.40}")
    return with_building(city, building, *reader.slots([slot] if slot else []))


def _with_stage(reader: _Reader, city: City, word: str) -> City:
    half, _, slot = word.rpartition(":")
    stage = next_stage(city)
    if stage is None or half not in (stage.halves or ("",)):
        raise ValueError(f"not a stage: {word!r:.40}")
    return with_stage(city, half, reader.slots([slot])[0])


def _with_tokens(city: City, words: Sequence[str]) -> City:
    worth = {str(token): token for token in (*VICTORY.values(), DEFEAT)}
    if not set(words) <= set(worth):
        raise ValueError(f"not tokens: {' '.join(words)!r:.80}")
    return evolve(city, tokens=tuple(worth[word] for word in words))


def _with_colours(city: City, words: Sequence[str]) -> City:
    colours = city.colours
    for name in words:
        if name.upper() not in Colour.__members__:
            raise ValueError(f"no such colour: {name!r:.40}")
        colours |= 1 << Colour[name.upper()]
    return evolve(city, colours=colours)


def _with_expansions(reader: _Reader, rules: Rules, city: City) -> City:
    """Read what leaders and edifices brought a city."""
    for word in reader.take("leaders") or ():
        city = _with_leader(rules, city, word)
    pawns = reader.take("pawns") or ()
    if not set(pawns) <= set(_AGES):
        raise ValueError(f"not pawns: {' '.join(pawns)!r:.80}")
    city = evolve(city, pawns=tuple(map(int, pawns)))
    for name in reader.take("edifices") or ():
        edifice = rules.catalog.edifices_by_id.get(name)
        if edifice is None or edifice in city.edifices:
            raise ValueError(f"not an edifice, or there already: {name!r:.40}")
        city = with_edifice(city, edifice)
    debts = tuple(_debt(word) for word in reader.take("debts") or ())
    spent = " ".join(reader.take("spent") or ("0",))
    if spent not in ("0", *_AGES):
        raise ValueError(f"not an age: {spent!r:.40}")
    return evolve(city, debts=debts, spent=int(spent))


def _with_leader(rules: Rules, city: City, word: str) -> City:
    name, _, rest = word.partition(":")
    leader = rules.catalog.leaders_by_id.get(name)
    age, _, buried = rest.partition(":")
    if leader is None or age not in _AGES or buried not in ("", "buried"):
        raise ValueError(f"not a leader: {word!r:.40}")
    city = with_leader(city, leader, int(age))
    return with_buried(city, name) if buried else city


_AGES = ("1", "2", "3")


def _debt(word: str) -> int:
    if word not in ("-2", "-3", "-5"):
        raise ValueError(f"not a debt: {word!r:.40}")
    return int(word)


def _chosen(reader: _Reader, rules: Wonders, seat: Seat, words: list[str]) -> Chosen:
    line = " ".join(words)
    head, _, move = f" {line}".partition(" move=")
    values = dict(word.partition("=")[::2] for word in head.split())
    slot, face, rest = (values.get(key, "") for key in ("slot", "face", "rest"))
    return Chosen(
        seat,
        move,
        parse_card(rules.catalog, face) if face else None,
        reader.slots([slot])[0] if slot else None,
        reader.slots(rest.split(",")) if rest else (),
    )
