"""The helper `tests.support.transcript`: a state of 7 Wonders as text, and back."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from sealed_wonders.core.game import Mixed, TurnedUp, seeded
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.city import without_building
from sealed_wonders.core.wonders.options import SIDES
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State, Task
from tests.support.games import LeavingDealer, builder, chooser, wonders
from tests.support.thorough import only
from tests.support.transcript import TASKS, dumps, loads
from tests.support.wonders import Table, building, city

EXPANSIONS = ((), ("leaders",), ("edifice",), ("leaders", "edifice"))


def states(
    players: int,
    seed: str,
    sides: str = "choose",
    expansions: tuple[str, ...] = (),
    leaders: str = "standard",
) -> Iterator[State]:
    """Follow a game in which one seat after another leaves."""
    chance = random.Random(seed)
    rules = Wonders(players, sides, expansions, leaders)
    game = LeavingDealer(rules, seeded(seed))
    seats = chance.sample(range(players), chance.randint(0, players - 1))
    leaving: dict[int, tuple[int, ...]] = {}
    for seat in seats:
        when = chance.randint(0, 150)
        leaving[when] = tuple(sorted((*leaving.get(when, ()), seat)))
    yield wonders(game.state)
    for _ in game.follow([builder(seed)] * players, leaving):
        yield wonders(game.state)


SAMPLE = """\
wonders 2 players=3 sides=day boards=alexandria,babylon,ephesos,gizah,halikarnassos,olympia,rhodos,carthage
task turn age=3 turn=6
then conflicts age=3
then finish
then ended
discard 6 7
seat 0
  board carthage night
  coins 4
  built altar:8 baths:9
  stages left:1000 right:1001
  tokens 1 -1
  hand 0 1
seat 1
  board gizah day
  coins 3
  built workers_guild:10
  hand 2 3
  chosen slot=11 rest=12 move=sell
seat 2
  board rhodos day
  coins 0
  hand 4 5
"""


def sample() -> Table:
    return Table(
        city("carthage night", 4, "altar baths", ["left", "right"], (1, -1)),
        city("gizah", built="workers_guild"),
        city("rhodos", 0),
        age=3,
        turn=6,
        discard="well tavern",
    )


def test_a_state_in_words() -> None:
    """One seat has chosen, the others haven't."""
    table = sample()
    table.tell(1)
    assert SAMPLE == dumps(table.state)


@pytest.mark.parametrize("players", only([3], [3, 5, 7]))
@pytest.mark.parametrize("sides", SIDES)
def test_every_state_can_be_written_and_read(players: int, sides: str) -> None:
    """Of games with and without leavers: the same state, asking for the same."""
    for state in states(players, f"text/{players}/{sides}", sides):
        text = dumps(state)
        read = loads(text)
        assert state == read
        assert state.ask == read.ask
        assert text == dumps(read)
        assert () == read.news


@pytest.mark.parametrize("expansions", EXPANSIONS[1:])
@pytest.mark.parametrize("players", only([3], [3, 7]))
def test_every_state_with_expansions_can_be_written_and_read(
    players: int, expansions: tuple[str, ...]
) -> None:
    """Whatever leaders, edifices and their boards leave behind in a game."""
    choice = "expert" if "leaders" in expansions else "standard"
    for nth in range(3):
        seed = f"more/{players}/{expansions}/{nth}"
        for state in states(players, seed, "random", expansions, choice):
            text = dumps(state)
            read = loads(text)
            assert state == read
            assert state.ask == read.ask
            assert text == dumps(read)


@pytest.mark.parametrize("expansions", EXPANSIONS)
def test_a_state_read_goes_on_like_the_one_written(expansions: tuple[str, ...]) -> None:
    """A game can be taken up again from its text."""
    order = seeded("again")
    players = [chooser("again")] * 4
    rules = Wonders(4, "random", expansions)
    whole = LeavingDealer(rules, order)
    for _ in whole.follow(players, {}):
        pass
    game = LeavingDealer(rules, order)
    for _ in game.follow([chooser("again")] * 4, {}):
        game.state = loads(dumps(wonders(game.state)))
    assert whole.state == game.state


def test_colours_that_do_not_stand_any_more_are_kept() -> None:
    """A city remembers what it ever had (W5.3)."""
    table = sample()
    lost = without_building(table.state.cities[0], building("altar"))
    lost = without_building(lost, building("baths"))
    state = evolve(table.state, cities=(lost, *table.state.cities[1:]))
    assert "\n  colours blue\n" in dumps(state)
    assert state == loads(dumps(state))


def test_the_lenient_rules_are_written() -> None:
    """They accept other moves, so they are part of the state."""
    table = Table(city("gizah"), city("rhodos"), city("babylon"), lenient=True)
    assert dumps(table.state).startswith("wonders 2 players=3 sides=day lenient\n")
    assert table.state == loads(dumps(table.state))


def test_every_task_can_be_written() -> None:
    """No task of the game is left out."""

    def below(kind: type[Task]) -> Iterator[type[Task]]:
        for task in kind.__subclasses__():
            if hasattr(task, "name"):
                yield task
            yield from below(task)

    ours = {task.name for task in below(Task) if task.__module__.startswith("sealed_")}
    assert ours == set(TASKS)


WRONG = [
    (1, "wonders 2 players=3 sides=day", ""),
    (1, "wonders 2", "wonders 1"),
    (1, "players=3", "players=03"),
    (1, "players=3", "players=2"),
    (1, "players=3", "players=three"),
    (1, "sides=day", "sides=both"),
    (1, "sides=day", "sides=day strict"),
    (2, "task turn age=3 turn=6", "task turns age=3 turn=6"),
    (2, "age=3 turn=6", "age=4 turn=6"),
    (2, "age=3 turn=6", "age=3 turn=0"),
    (2, "age=3 turn=6", "age=3"),
    (2, "age=3 turn=6", "turn=6 age=3"),
    (2, "task turn age=3 turn=6", "task"),
    (22, "task turn age=3 turn=6", "task leftovers age=3"),
    (22, "task turn age=3 turn=6", "task mix_boards attempt=1"),
    (3, "then conflicts age=3", "then conflict age=3"),
    (4, "then finish", "then  finish"),
    (4, "then ended\n", ""),
    (6, "discard 6 7", "discard 6 6"),
    (6, "discard 6 7", "discard 7 six"),
    (6, "discard 6 7", "discard 06 7"),
    (6, "discard 6 7", "discard"),
    (6, "discard 6 7", "discard -6 7"),
    (6, "discard 6 7", "discard 6 99999999999999999999999"),
    (6, "discard 6 7", "right order=1 seat=5 by=carthage"),
    (6, "discard 6 7", "right order=1 seat=1 by=altar"),
    (6, "discard 6 7", "lots day day day"),
    (7, "seat 0", "seat 1"),
    (7, "seat 0\n", ""),
    (8, "carthage night", "carthago night"),
    (8, "carthage night", "carthage dusk"),
    (8, "carthage night", "carthage"),
    (9, "coins 4", "coins"),
    (9, "coins 4", "coins -4"),
    (9, "coins 4", "coins 4.0"),
    (9, "  coins 4\n", ""),
    (10, "altar:8 baths:9", "altar:8 altar:9"),
    (10, "altar:8 baths:9", "altar:8 bath:9"),
    (10, "built altar:8 baths:9", "built"),
    (10, "altar:8 baths:9", "altar:8 baths:8"),
    (10, "altar:8 baths:9", "altar:8 baths:6"),
    (10, "altar:8 baths:9", "altar:8 baths:"),
    (10, "altar:8 baths:9", "altar:8 baths:nine"),
    (11, "left:1000 right:1001", "1000 right:1001"),
    (11, "left:1000 right:1001", "left:1000 right:1000"),
    (11, "left:1000 right:1001", "left:1000 right:1001 1002"),
    (13, "left:1000 right:1001", "left:1000 right:0"),
    (12, "tokens 1 -1", "tokens 1 2"),
    (12, "tokens 1 -1", "tokens"),
    (13, "hand 0 1", "hand 0 0"),
    (13, "hand 0 1", "colours blue"),
    (13, "hand 0 1", "colours azure"),
    (18, "hand 2 3", "hand 2 6"),
    (22, "gizah day", "rhodos day"),
    (24, "hand 4 5", "hand 4 5\n  gone\n  gone"),
    (23, "  hand 4 5\n", "  hand 4 5"),
    (24, "  hand 4 5\n", "  hand 4 5\n\n"),
    (23, "  hand 4 5\n", "  hand 4 5\nseat 3\n"),
]


@pytest.mark.parametrize(("number", "right", "wrong"), WRONG)
def test_other_texts_are_refused(number: int, right: str, wrong: str) -> None:
    """With the line."""
    text = dumps(sample().state)
    assert text == dumps(loads(text))
    assert right in text
    with pytest.raises(ValueError, match=f"^line {number}: "):
        loads(text.replace(right, wrong, 1))


@pytest.mark.parametrize(
    ("number", "right", "wrong"),
    [
        (2, "boards=babylon+gizah+rhodos", "boards=babylon+gizah"),
        (2, "boards=babylon+gizah+rhodos", "boards=babylon+gizah+gizah"),
        (2, "boards=babylon+gizah+rhodos", "boards=babylon+gizah+rhodos+gizah"),
        (2, "boards=babylon+gizah+rhodos", "boards=babylon+gizah+altar/1"),
        (2, "boards=babylon+gizah+rhodos", "boards="),
        (10, "task choose_sides boards=babylon+gizah+rhodos", "task finish"),
        (
            10,
            "task choose_sides boards=babylon+gizah+rhodos",
            "task turn age=1 turn=2",
        ),
        (5, "then age age=3", "then age age=3 attempt=1"),
        (10, "seat 1\n", "seat 1\n  chosen move=sell\n"),
        (10, "seat 1\n", "seat 1\n  chosen face=altar/1 move=side day\n"),
        (12, "seat 1\nseat 2\n", "seat 1\n  gone\nseat 2\n  gone\n"),
        (12, "seat 1\n", "seat 1\n  board gizah day\n  coins 3\n"),
    ],
)
def test_other_texts_of_the_setup_are_refused(
    number: int, right: str, wrong: str
) -> None:
    """Boards that lie there, no cities yet."""
    state = wonders(Wonders(3).begin(seeded("setup")))
    state = wonders(state.tell(Mixed((tuple(range(7)),))))
    state = wonders(state.tell(TurnedUp((1, 3, 6))))
    text = dumps(state)
    assert state == loads(text)
    assert right in text
    with pytest.raises(ValueError, match=f"^line {number}: ") as caught:
        loads(text.replace(right, wrong, 1))
    assert len(str(caught.value)) < 300


MORE = """\
wonders 2 players=3 sides=day with=leaders,edifice leaders=expert
task turn age=2 turn=6
then fail age=2
then conflicts age=2
then age age=3
then finish
then ended
discard 6
box 9 10
edifice outpost pawns=0 takers=0+2 fate=built
edifice factory pawns=1 takers=1
edifice agora pawns=2
seat 0
  board abu_simbel day
  coins 4
  tokens 3 1
  leaders nero:1:buried phryne:2
  pawns 1
  edifices outpost
  hand 0 1
  kept 7
seat 1
  board ur night
  coins 3
  stages 990
  pawns 1 2
  edifices outpost
  debts -2 -3
  hand 2 3
  kept 8
seat 2
  board gizah day
  coins 0
  pawns 1
  hand 4 5
"""


def more() -> Table:
    return Table(
        city(
            "abu_simbel",
            4,
            tokens=(3, 1),
            leaders="nero:1:buried phryne:2",
            pawns=(1,),
            edifices="outpost",
        ),
        city("ur night", stages=1, pawns=(1, 2), edifices="outpost", debts=(-2, -3)),
        city("gizah", 0, pawns=(1,)),
        age=2,
        turn=6,
        discard="well",
        expansions="leaders edifice",
        leaders=("solomon", "midas"),
        box="plato bilkis",
        projects="outpost:0:0+2:built factory:1:1 agora",
    )


def test_a_state_with_expansions_in_words() -> None:
    """What leaders and edifices leave in cities, hands and on the table."""
    assert MORE == dumps(more().state)
    assert more().state == loads(MORE)


@pytest.mark.parametrize(
    ("number", "right", "wrong"),
    [
        (1, "with=leaders,edifice", "with=edifice,leaders"),
        (1, "with=leaders,edifice", "with=leaders,cities"),
        (1, "with=leaders,edifice", "with="),
        (1, " leaders=expert", ""),
        (1, "leaders=expert", "leaders=all"),
        (3, "then fail age=2", "then fail age=4"),
        (3, "then fail age=2", "then victims age=2 turn=8"),
        (9, "box 9 10", "box 9 9"),
        (9, "box 9 10", "box"),
        (10, "outpost pawns=0", "outposts pawns=0"),
        (10, "pawns=0 takers=0+2", "pawns=10 takers=0+2"),
        (10, "pawns=0 takers=0+2", "takers=0+2"),
        (10, "takers=0+2", "takers=0+3"),
        (10, "takers=0+2", "takers=0 2"),
        (10, "fate=built", "fate=lost"),
        (11, "edifice agora pawns=2\n", ""),
        (12, "edifice agora", "edifice factory"),
        (12, "edifice agora pawns=2", "edifice"),
        (13, "seat 0\n", "thanked 3\nseat 0\n"),
        (13, "seat 0\n", "right order=0 seat=1 by=ur what=leap\nseat 0\n"),
        (17, "nero:1:buried", "nero:4:buried"),
        (17, "nero:1:buried", "nero:1:burned"),
        (17, "nero:1:buried", "nerone:1:buried"),
        (18, "  pawns 1\n", "  pawns 4\n"),
        (18, "  pawns 1\n", "  pawns 0\n"),
        (18, "  pawns 1\n", "  pawns one\n"),
        (19, "edifices outpost", "edifices outpost outpost"),
        (19, "edifices outpost", "edifices outposts"),
        (21, "kept 7", "kept 1"),
        (28, "debts -2 -3", "debts -2 -4"),
        (28, "debts -2 -3", "debts 2 3"),
    ],
)
def test_other_texts_of_expansions_are_refused(
    number: int, right: str, wrong: str
) -> None:
    """With the line."""
    assert right in MORE
    with pytest.raises(ValueError, match=f"^line {number}: ") as caught:
        loads(MORE.replace(right, wrong, 1))
    assert len(str(caught.value)) < 300


def test_lots_are_sides() -> None:
    """One for each seat, where sides are drawn by lot."""
    text = dumps(wonders(Wonders(3, "random").begin(seeded("lots"))))
    (lots,) = (line for line in text.splitlines() if line.startswith("lots"))
    for wrong in ("lots day night", "lots day night dusk", "lots day day day day"):
        with pytest.raises(ValueError, match="^line 8: "):
            loads(text.replace(lots, wrong))


@pytest.mark.parametrize(
    "wrong",
    [
        "slot=11 face=palace/1 rest=12 move=build palace left=2",
        "slot=11 rest=12 move=decline",
        "slot=11 move=sell",
        "rest=12 move=sell",
        "slot=11 rest=12 face=palace/1 move=sell",
        "slot=11 rest=11 move=sell",
        "slot=11 rest=2 move=sell",
        "slot=11 rest=12",
        "slot=11 rest=12 move=",
        "move=sell slot=11 rest=12",
        "slot=11 rest=12 why=so move=sell",
    ],
)
def test_a_choice_is_read_only_if_the_rules_take_it(wrong: str) -> None:
    """It is told to the state that is read."""
    text = dumps(sample().state)
    with pytest.raises(ValueError, match="^line 1[4-9]: "):
        loads(text.replace("  hand 0 1\n", f"  hand 0 1\n  chosen {wrong}\n"))


@pytest.mark.parametrize("text", ["", "\n", "hello", "\0", "wonders", "wonders 2"])
def test_no_state_at_all(text: str) -> None:
    """Whatever it is, it is a ValueError on the first line."""
    with pytest.raises(ValueError, match="^line 1: "):
        loads(text)


@pytest.mark.parametrize("expansions", [(), ("leaders", "edifice")])
def test_a_text_with_anything_changed_is_another_state_or_none(
    expansions: tuple[str, ...],
) -> None:
    """Thousands of changes to states of a game: never another error."""
    chance = random.Random("changed")
    read = refused = 0
    for state in states(4, "changed", expansions=expansions):
        if chance.random() > 0.3:
            continue
        text = dumps(state)
        lines = text.splitlines(keepends=True)
        for _ in range(40):
            at = chance.randrange(len(text))
            match chance.randrange(5):
                case 0:
                    changed = text[:at] + text[at + 1 :]
                case 1:
                    changed = (
                        text[:at] + chance.choice("0123456789 =-:,\nab") + text[at:]
                    )
                case 2:
                    i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
                    moved = list(lines)
                    moved[i], moved[j] = moved[j], moved[i]
                    changed = "".join(moved)
                case 3:
                    i = chance.randrange(len(lines))
                    changed = "".join(lines[:i] + lines[i + 1 :])
                case _:
                    i = chance.randrange(len(lines))
                    changed = "".join([*lines[:i], lines[i], *lines[i:]])
            try:
                other = loads(changed)
            except ValueError as problem:
                refused += 1
                if not str(problem).startswith("line "):
                    raise
                continue
            read += 1
            assert changed == dumps(other)
            assert (changed == text) == (other == state)
    assert refused > read > 0


def test_turns_are_what_the_text_says() -> None:
    """The task is read with its numbers."""
    assert Turn(3, 6) == loads(dumps(sample().state)).task
