"""The options of a table at a host, checked together; `offer` says who sets them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sealed_wonders.core.game import Ruleset
from sealed_wonders.core.games import (
    GAMES,
    OPTIONS,
    TITLES,
    expansions,
    players,
    ruleset,
    seats,
)
from sealed_wonders.net.lobby import Options, OptionValue, make_options
from sealed_wonders.net.suites import SEALED, SUITES
from sealed_wonders.net.tableoptions import (
    BOTS,
    GAME_TIME,
    INCREMENT,
    PLAYERS,
    T,
    TableOption,
    Value,
    Values,
)

USUAL = Values()


@dataclass(frozen=True, slots=True)
class Terms:
    """
    The options of a table, or the defaults of a host's tables.

    Raises:
        ValueError: no table can have these options; the message is one sentence.
    """

    game: str = GAMES[0]
    values: Values = USUAL
    """The options that tables of every game have."""
    own: Mapping[str, str] = field(default_factory=dict)
    """The options of the game that differ from their defaults."""
    suite: int = SEALED
    """How cards are handled: see `sealed_wonders.net.suites`."""

    def __post_init__(self) -> None:
        numbers = players(self.game)
        wanted, bots = self[PLAYERS], self[BOTS]
        if wanted and wanted not in numbers:
            raise ValueError(
                f"a table of {TITLES[self.game]} has {numbers[0]} to {numbers[-1]} seats, "
                f"not {wanted}"
            )
        if bots > self.most:
            raise ValueError(f"{bots} bots are too many for {self.most} seats")
        if not wanted and bots == self.most:
            raise ValueError(
                f"{bots} bots leave nobody a seat; for a game among bots, give the "
                "number of seats"
            )
        if self[INCREMENT] and not self[GAME_TIME]:
            raise ValueError(
                f"an increment of {self[INCREMENT]} seconds needs a game time"
            )
        if self.suite not in SUITES:
            raise ValueError(f"there is no suite called {self.suite!r}")
        # Raises if there aren't enough boards for the largest number of players.
        ruleset(self.game, self.most, self._own)

    @classmethod
    def of(
        cls,
        game: str = GAMES[0],
        *,
        own: Mapping[str, str] | None = None,
        suite: int = SEALED,
        **values: Value,
    ) -> Terms:
        """Return terms with some values, by the Python names of the options."""
        return cls(game, Values(**values), own or {}, suite)

    def __getitem__(self, option: TableOption[T]) -> T:
        return self.values[option]

    @property
    def least(self) -> int:
        """The smallest number of players."""
        return self[PLAYERS] or players(self.game)[0]

    @property
    def most(self) -> int:
        """The number of seats, which other rules of the game may limit."""
        return self[PLAYERS] or seats(self.game, self._own)[-1]

    @property
    def _own(self) -> dict[str, str]:
        """The values of the game's own options that the charter has."""
        values = {}
        for option in OPTIONS[self.game]:
            if option.is_always_said or option.name in self.own:
                values[option.name] = self.own.get(option.name, option.usual)
        return values

    def options(self, host: bytes, seated: int) -> Options:
        """Return the options for the charter of a table with *seated* people."""
        values: dict[str, OptionValue] = {
            "game": self.game,
            "host": host,
            "players": min(max(seated, self.least), self.most),
            "suite": self.suite,
            **self.values.signed(),
            **self._own,
        }
        return make_options(values)


def title_of(options: Options) -> str:
    """Return the game, followed by its expansions, each after a plus sign."""
    values = dict(options)
    game = str(values["game"])
    return "+".join((game, *expansions(game, values)))


def rules_of(options: Options) -> Ruleset:
    """Return the rules for a table's options; raise `ValueError` if unknown."""
    values = dict(options)
    game, seats = values["game"], values["players"]
    return ruleset(str(game), seats if isinstance(seats, int) else 0, values)
