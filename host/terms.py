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
from sealed_wonders.net.lobby.options import (
    GOES_ON,
    GONE,
    GONE_AFTER,
    GONE_AFTER_LEAST,
    GONE_AFTER_MOST,
    GONE_AFTER_SECONDS,
    ONLOOKERS_AFTER,
    ONLOOKERS_AFTER_MOST,
    RESCUES,
    WAITS,
)
from sealed_wonders.net.suites import SEALED, SUITES
from sealed_wonders.net.times import SECONDS_CAP, Times, options_for

WHEN_GONE = (GOES_ON, WAITS, RESCUES)
"""What a table can do when somebody is silent."""


READY_WITHIN = 900
"""Seconds until the seat of somebody who isn't ready is free again, usually."""

PAUSE_TIME = 900
"""Seconds of a game for which each seat may stop the clock, usually."""


@dataclass(frozen=True, slots=True)
class Terms:
    """
    Of one table, and of those of a host where whoever opens one wishes for nothing else.

    Raises:
        ValueError: there is no such game; the message is one sentence for a person.
    """

    game: str = GAMES[0]
    wanted: int = 0
    """How many a game begins with; 0 is any number the game is for."""
    bots: int = 0
    """How many of them are bots of the host's."""
    turn_time: int = 0
    """Seconds; 0 is as long as it takes."""
    game_time: int = 0
    """Seconds of its own that each seat has for the game; 0 is as long as it takes."""
    increment: int = 0
    """Seconds by which that grows with each choice."""
    suite: int = SEALED
    """How the cards are kept: see `sealed_wonders.net.suites`."""
    when_gone: str = GOES_ON
    """What a table does when somebody is silent: one of `WHEN_GONE`."""
    gone_after: int = GONE_AFTER_SECONDS
    """After how many seconds it is asked."""
    onlookers_after: int = 0
    """How many seconds later those who look on see what happens."""
    ready_within: int = READY_WITHIN
    """After how many seconds a seat is free again in a lobby; 0 is as long as it takes."""
    pause_time: int = PAUSE_TIME
    """For how many seconds of a game each seat may stop the clock; 0 is as long as it likes."""
    own: Mapping[str, str] = field(default_factory=dict)
    """What else a table of the game agrees, without what is so if nothing is said."""
    is_private: bool = False
    """No list shows it: whoever knows its name comes to it."""
    is_off_page: bool = False
    """It isn't on the page on which the host shows its tables to a room."""

    def __post_init__(self) -> None:
        numbers = players(self.game)
        if self.wanted and self.wanted not in numbers:
            raise ValueError(
                f"{self.wanted} seats: a table of {TITLES[self.game]} has "
                f"{numbers[0]} to {numbers[-1]}"
            )
        if not 0 <= self.bots <= self.most:
            raise ValueError(f"{self.bots} bots for {self.most} seats")
        if not self.wanted and self.bots == self.most:
            raise ValueError(
                f"{self.bots} bots leave nobody a seat; for a game among bots, say how "
                "many seats it has"
            )
        for name in ("turn time", "game time", "increment"):
            seconds = getattr(self, name.replace(" ", "_"))
            if not 0 <= seconds <= SECONDS_CAP:
                article = "an" if name == "increment" else "a"
                raise ValueError(
                    f"{article} {name} of {seconds} seconds: it is at most {SECONDS_CAP}"
                )
        if self.increment and not self.game_time:
            raise ValueError(
                f"an increment of {self.increment} seconds is for tables with a game time"
            )
        if self.when_gone not in WHEN_GONE:
            raise ValueError(f"nothing is done by {self.when_gone!r:.40}")
        if not GONE_AFTER_LEAST <= self.gone_after <= GONE_AFTER_MOST:
            raise ValueError(
                f"{self.gone_after} seconds until somebody is gone: they are "
                f"{GONE_AFTER_LEAST} to {GONE_AFTER_MOST}"
            )
        if not 0 <= self.onlookers_after <= ONLOOKERS_AFTER_MOST:
            raise ValueError(
                f"onlookers {self.onlookers_after} seconds behind: they are at most "
                f"{ONLOOKERS_AFTER_MOST}"
            )
        if not 0 <= self.ready_within <= SECONDS_CAP:
            raise ValueError(
                f"{self.ready_within} seconds to be ready: they are at most {SECONDS_CAP}"
            )
        if not 0 <= self.pause_time <= SECONDS_CAP:
            raise ValueError(
                f"{self.pause_time} seconds for pauses: they are at most {SECONDS_CAP}"
            )
        if self.suite not in SUITES:
            raise ValueError(f"no suite is called {self.suite!r}")
        # Whoever plays, there is a board for everybody.
        ruleset(self.game, self.most, self._own)

    @property
    def least(self) -> int:
        """The fewest a game begins with."""
        return self.wanted or players(self.game)[0]

    @property
    def most(self) -> int:
        """How many seats there are; fewer than usual where the rules have fewer places."""
        return self.wanted or seats(self.game, self._own)[-1]

    @property
    def times(self) -> Times:
        """How long those who play may think."""
        return Times(self.turn_time, self.game_time, self.increment)

    @property
    def _own(self) -> dict[str, str]:
        """The game's own options."""
        values = {}
        for option in OPTIONS[self.game]:
            if option.is_always_said or option.name in self.own:
                values[option.name] = self.own.get(option.name, option.usual)
        return values

    @property
    def _unusual(self) -> dict[str, OptionValue]:
        """What of every table's options is said only where it isn't as usual."""
        values: dict[str, OptionValue] = {}
        if self.when_gone != GOES_ON:
            values[GONE] = self.when_gone
        if self.gone_after != GONE_AFTER_SECONDS:
            values[GONE_AFTER] = self.gone_after
        if self.onlookers_after:
            values[ONLOOKERS_AFTER] = self.onlookers_after
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
            **options_for(self.times),
            **self._unusual,
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
