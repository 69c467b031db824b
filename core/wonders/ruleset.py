"""
The rules of 7 Wonders, second edition, for the options of one table.

If a change in this package could give the same moves another result, it needs another
`catalog.VERSION`. Whole games are held in tests/playthroughs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sealed_wonders.core import game, options
from sealed_wonders.core.draws import CHOSEN, LOT, check_draw
from sealed_wonders.core.game import Order
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ages import Age, Ended, Finish
from sealed_wonders.core.wonders.catalog import (
    VERSION,
    Catalog,
    catalog,
    check_playable,
    check_wonders,
    possible_boards,
)
from sealed_wonders.core.wonders.edifice.tasks import EDIFICE
from sealed_wonders.core.wonders.expansion import Expansion
from sealed_wonders.core.wonders.leaders.tasks import LEADERS
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.options import EXPANSIONS, LEADER_SETS, PLAYERS, SIDES
from sealed_wonders.core.wonders.setup import START_COINS, ChooseBoards, MixBoards
from sealed_wonders.core.wonders.state import State, Task, settle


def check_boards(
    names: Sequence[str], expansions: tuple[str, ...], players: int
) -> None:
    """
    Check that these boards allow a game for this many players (W1.6).

    Raises:
        ValueError: they don't; the message is one sentence for a person.
    """
    check_playable(names, expansions)
    possible = [board.id for board in possible_boards(expansions)]
    for name in names:
        if name not in possible:
            raise ValueError(
                Sentence(
                    "there is no board {name} in this game; the choices are {known}",
                    name=shown(name, 40),
                    known=", ".join(possible),
                )
            )
    if list(names) != [name for name in possible if name in names]:
        given = ", ".join(names)
        raise ValueError(
            Sentence(
                "each board must be named once, in the usual order: {boards}",
                boards=f"{given:.80}",
            )
        )
    check_wonders(names)
    if len(names) < players:
        raise ValueError(
            Sentence(
                "{players} players need more than {n} boards",
                n=len(names),
                players=players,
            )
        )


_KNOWN: Mapping[str, Expansion] = {it.name: it for it in (LEADERS, EDIFICE)}


@dataclass(frozen=True, slots=True)
class Wonders:
    """
    The rules for one table.

    Raises:
        ValueError: the options aren't valid, or don't fit together; the message is one
            sentence for a person.
    """

    players: int
    sides: str = "choose"
    expansions: tuple[str, ...] = ()
    """Any of ``"leaders"`` and ``"edifice"``, in this order."""
    leaders: str = "standard"
    """
    The set of leaders: ``"standard"``, or ``"expert"`` for the expert ones as well
    (L1.2).
    """
    lenient: bool = False
    """
    Whether payments may be dominated by others, as at a real table.

    This is for checking records of such games, and never for a table of this program.
    """

    boards: tuple[str, ...] = ()
    """
    The ids of the boards in play, in the catalogue's order.

    Empty for the default: the boards of the base game and of the expansions (W1.6).
    """
    draw: str = LOT
    """How boards are assigned (W1.7): one of `core.draws.DRAWS`."""
    catalog: Catalog = field(init=False, repr=False, compare=False)
    """All cards and boards of this game."""

    name = "wonders"

    def __post_init__(self) -> None:
        if self.players not in PLAYERS:
            raise ValueError(
                Sentence(
                    "this game is for 3 to 7 players, not {players}",
                    players=self.players,
                )
            )
        if self.sides not in SIDES:
            raise ValueError(
                Sentence(
                    "sides must be one of {known}, not {sides}",
                    known=", ".join(SIDES),
                    sides=shown(self.sides, 20),
                )
            )
        if self.expansions != tuple(it for it in EXPANSIONS if it in self.expansions):
            known = ", ".join(EXPANSIONS)
            raise ValueError(
                Sentence(
                    "expansions must be some of {known}, not {expansions}",
                    known=known,
                    expansions=shown(self.expansions, 40),
                )
            )
        if self.leaders not in LEADER_SETS:
            known = ", ".join(LEADER_SETS)
            raise ValueError(
                Sentence(
                    "leaders must be one of {known}, not {leaders}",
                    known=known,
                    leaders=shown(self.leaders, 20),
                )
            )
        if self.leaders != "standard" and "leaders" not in self.expansions:
            raise ValueError(
                Sentence(
                    "{leaders} leaders are dealt only in a game with Leaders",
                    leaders=self.leaders,
                )
            )
        check_draw(self.draw)
        if self.boards:
            check_boards(self.boards, self.expansions, self.players)
        everything = catalog(self.expansions, self.boards)
        object.__setattr__(self, "catalog", everything)

    def tasks(self, moment: Moment, age: int = 0, turn: int = 0) -> tuple[Task, ...]:
        return tuple(
            task
            for name in self.expansions
            for task in _KNOWN[name].tasks(moment, age, turn)
        )

    @property
    def start_coins(self) -> int:
        return START_COINS + sum(_KNOWN[name].coins for name in self.expansions)

    @property
    def cards(self) -> Sequence[str]:
        return tuple(card.id for card in self.catalog.cards)

    @property
    def facts(self) -> object:
        """The ruleset's version, and all data of the catalogue without names."""
        return [f"wonders/{VERSION}", self.catalog.facts]

    def begin(self, order: Order) -> State:
        """
        Return the first state of a game.

        *order* is used only if the table draws sides by lot: seat i gets day if the
        permutation of two, ``order("side/<i>", 2)``, begins with 0.
        """
        lots: tuple[str, ...] = ()
        if self.sides == "random":
            lots = tuple(
                "night" if order(f"side/{seat}", 2)[0] else "day"
                for seat in range(self.players)
            )
        first = ChooseBoards() if self.draw == CHOSEN else MixBoards()
        agenda = (Age(1), Age(2), Age(3), *self.ending())
        hands = ((),) * self.players
        return settle(State(self, first, agenda, hands=hands, lots=lots))

    def ending(self) -> tuple[Task, ...]:
        return (Finish(), Ended())

    def shows(self, text: str) -> bool:
        return text.partition(" ")[0] in notation.SHOWING


def agreed(players: int, given: Mapping[str, object]) -> Wonders:
    """
    Return the rules for a table's options.

    Raises:
        ValueError: the options don't fit together; the message is one sentence for a
            person.
    """
    return Wonders(
        players,
        options.word(given, "sides", "choose"),
        options.names(given, "with"),
        options.word(given, "leaders", "standard"),
        boards=options.names(given, "boards"),
        draw=options.word(given, "draw", LOT),
    )


def seats(given: Mapping[str, object]) -> range:
    """
    Return the numbers of players for a table's options: at most one per named board.

    Raises:
        ValueError: an option isn't a string; the message is one sentence for a person.
    """
    named = len(options.names(given, "boards")) or PLAYERS[-1]
    return range(PLAYERS[0], min(max(PLAYERS[0], named), PLAYERS[-1]) + 1)


def standings(state: game.AnyState) -> Sequence[Mapping[str, str]]:
    """Return each seat's board and side; empty until they are known."""
    if not isinstance(state, State):
        return ()
    return [{"board": it.board.id, "side": it.side.name} for it in state.cities]


def part(state: game.AnyState) -> int:
    """Return the current age; 0 before the first."""
    task = state.task if isinstance(state, State) else None
    age: int = getattr(task, "age", 0)
    return age
