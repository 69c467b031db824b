"""What a host offers at its tables."""

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
    Of one table, and of those of a host where whoever opens one wishes for nothing else.

    Raises:
        ValueError: no table can be like that; the message is one sentence for a person.
    """

    game: str = GAMES[0]
    values: Values = USUAL
    """What every table has, but for the game."""
    own: Mapping[str, str] = field(default_factory=dict)
    """What else a table of the game agrees, without what is so if nothing is said."""
    suite: int = SEALED
    """How the cards are kept: see `sealed_wonders.net.suites`."""

    def __post_init__(self) -> None:
        numbers = players(self.game)
        wanted, bots = self[PLAYERS], self[BOTS]
        if wanted and wanted not in numbers:
            raise ValueError(
                f"{wanted} seats: a table of {TITLES[self.game]} has "
                f"{numbers[0]} to {numbers[-1]}"
            )
        if bots > self.most:
            raise ValueError(f"{bots} bots for {self.most} seats")
        if not wanted and bots == self.most:
            raise ValueError(
                f"{bots} bots leave nobody a seat; for a game among bots, say how "
                "many seats it has"
            )
        if self[INCREMENT] and not self[GAME_TIME]:
            raise ValueError(
                f"an increment of {self[INCREMENT]} seconds is for tables with a game "
                "time"
            )
        if self.suite not in SUITES:
            raise ValueError(f"no suite is called {self.suite!r}")
        # Whoever plays, there is a board for everybody.
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
        """Return the terms with some values, by the names of options in Python."""
        return cls(game, Values(**values), own or {}, suite)

    def __getitem__(self, option: TableOption[T]) -> T:
        return self.values[option]

    @property
    def least(self) -> int:
        """The fewest a game begins with."""
        return self[PLAYERS] or players(self.game)[0]

    @property
    def most(self) -> int:
        """How many seats there are; fewer than usual where the rules have fewer places."""
        return self[PLAYERS] or seats(self.game, self._own)[-1]

    @property
    def _own(self) -> dict[str, str]:
        """The game's own options."""
        values = {}
        for option in OPTIONS[self.game]:
            if option.is_always_said or option.name in self.own:
                values[option.name] = self.own.get(option.name, option.usual)
        return values

    def options(self, host: bytes, seated: int) -> Options:
        """
        Return the options of a table at which so many sit.

        Args:
            host: the host's identity.
        """
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
    """Name what a table plays: the game, and each expansion behind a plus sign."""
    values = dict(options)
    game = str(values["game"])
    return "+".join((game, *expansions(game, values)))


def rules_of(options: Options) -> Ruleset:
    """
    Return the rules of a table's options.

    Raises:
        ValueError: there are none here.
    """
    values = dict(options)
    game, seats = values["game"], values["players"]
    return ruleset(str(game), seats if isinstance(seats, int) else 0, values)
