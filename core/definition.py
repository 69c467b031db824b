"""
What a game defines: the one type by which everything else reaches its rules.

Each game has one value of it, in its own module `definition`; `sealed_wonders.core.games`
finds that by the game's name. The title and the options are there at once. Everything
else is imported when it is first needed, catalogue and rules included: a lobby shows the
options of every game without loading any.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sealed_wonders.core.game import Card, Ruleset, Slot, State
from sealed_wonders.core.options import Option

if TYPE_CHECKING:
    from sealed_wonders.core.pictures.svg import Picture
    from sealed_wonders.core.records.checked import Checked, Follow
    from sealed_wonders.core.records.faces import Faces

Facts = Mapping[str, Any]
"""Plain data, as JSON has it: what everybody may know."""

Writer = Callable[[State, Sequence[str], "Faces"], list[str]]
"""
Writes the record lines for what the last answer brought about, without line ends: from
the state, the players' names by seat, and the faces of slots as they now are.
"""


class Public(Protocol):
    """What everybody may know of a game's states, as plain data."""

    def table(self, state: Any) -> Facts:
        """Return how it stands: a list of ``cities``, and what else lies on the table."""

    def happened(self, state: Any) -> Sequence[tuple[tuple[int, ...], Facts]]:
        """
        Return what the last answer brought about.

        Each with the turn it belongs to; one that goes on, if that is empty or an earlier
        one.
        """

    def at(self, state: Any) -> tuple[int, ...]:
        """Return the turn that goes on, in the same numbers; empty before the first."""

    def laid(self, state: Any) -> Mapping[Slot, Facts]:
        """Return where cards have come to lie face down by the last answer, and when."""

    def opened(
        self, state: Any, laid: Mapping[Slot, Facts], cards: Mapping[Slot, Card]
    ) -> Sequence[Facts]:
        """
        Return which cards a seat has opened when the game was over, and where they lay.

        Args:
            laid: where cards have come to lie face down in the whole game.
        """


class GameDefinition(ABC):
    """The rules of one game, its options and its records."""

    __slots__ = ()

    @property
    @abstractmethod
    def title(self) -> str:
        """What the game is called, in every language."""

    @property
    @abstractmethod
    def players(self) -> range:
        """The numbers of players it is for."""

    @property
    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """What a table agrees besides what every table does."""

    @abstractmethod
    def read(self, typed: Mapping[str, str]) -> Mapping[str, str]:
        """
        Return what a table agrees, from what was typed for some of `options`.

        Raises:
            BadOption: one can't be read; carries one sentence for a person.
        """

    @abstractmethod
    def named(self, option: str, typed: Mapping[str, str]) -> Sequence[str]:
        """
        Return the values that can be typed for an option without fixed choices.

        Args:
            typed: what is typed for the others.
        """

    @abstractmethod
    def seats(self, options: Mapping[str, object]) -> range:
        """Return the numbers of players who can play with what a table agreed."""

    @abstractmethod
    def ruleset(self, players: int, options: Mapping[str, object]) -> Ruleset:
        """
        Return the rules for what a table agreed.

        Raises:
            ValueError: nobody can play by these; the message is one sentence for a
                person.
        """

    @abstractmethod
    def standings(self, state: State) -> Sequence[Mapping[str, str]]:
        """Return what a result says of each seat besides its score, by seat."""

    @abstractmethod
    def part(self, state: State) -> int:
        """Return which part of the game a state is in; parts count up from 0."""

    @abstractmethod
    def pictures(self) -> Mapping[str, Picture]:
        """Return all pictures of its cards and boards, by their ids."""

    @property
    @abstractmethod
    def public(self) -> Public:
        """What everybody may know of its states."""

    @property
    @abstractmethod
    def writer(self) -> Writer:
        """What writes its records."""

    @abstractmethod
    def check(self, raw: Iterable[bytes], lenient: bool, follow: Follow) -> Checked:
        """
        Replay a record of this game, as `sealed_wonders.core.records.games.check` does.

        Raises:
            Fault: a line doesn't follow; the first one that doesn't.
        """
