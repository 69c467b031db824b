"""
The type of a game's definition, through which all other code reaches its rules.

Each game has one value of this type, in its own module `definition`, which
`sealed_wonders.core.games` finds by name. The title and the options are available
immediately. Everything else, including catalogue and rules, is imported on first use: a
lobby lists the options of every game without loading any of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sealed_wonders.core.game import AnyState, Card, Ruleset, Seat, Slot
from sealed_wonders.core.options import Option

if TYPE_CHECKING:
    from sealed_wonders.core.pictures.svg import Picture
    from sealed_wonders.core.records.checked import Checked, Follow
    from sealed_wonders.core.records.faces import Faces

Facts = Mapping[str, Any]
"""Public information as plain data, in JSON's types."""

Writer = Callable[[AnyState, Sequence[str], "Faces"], list[str]]
"""
Returns the record lines for the last answer, without line ends.

The arguments are the state, the players' names by seat, and the present faces of slots.
"""


class Public(Protocol):
    """Turns states of a game into plain data: all but `own` only public information."""

    def table(self, state: Any) -> Facts:
        """
        Return the table as it is: a list of ``cities``, and everything else on the
        table.
        """

    def happened(self, state: Any) -> Sequence[tuple[tuple[int, ...], Facts]]:
        """
        Return the events of the last answer, each with the turn it belongs to.

        If that turn is empty or an earlier one, the event belongs to the current turn.
        """

    def at(self, state: Any) -> tuple[int, ...]:
        """Return the current turn, numbered in the same way; empty before the first."""

    def laid(self, state: Any) -> Mapping[Slot, Facts]:
        """Return the slots that the last answer laid face down, with where and when."""

    def opened(
        self, state: Any, laid: Mapping[Slot, Facts], cards: Mapping[Slot, Card]
    ) -> Sequence[Facts]:
        """
        Return the cards that a seat disclosed after the game, and where they had lain.

        Args:
            laid: every slot laid face down during the game.
        """

    def own(self, state: Any, seat: Seat, faces: Mapping[Slot, Card]) -> Facts:
        """
        Return what this seat alone sees; not for anybody else.

        Args:
            faces: the faces that the seat has seen.
        """


class GameDefinition(ABC):
    """The rules of one game, its options and its records."""

    __slots__ = ()

    @property
    @abstractmethod
    def title(self) -> str:
        """The game's title, the same in every language."""

    @property
    @abstractmethod
    def players(self) -> range:
        """The supported numbers of players."""

    @property
    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """The options that belong to this game alone."""

    @abstractmethod
    def read(self, typed: Mapping[str, str]) -> Mapping[str, str]:
        """
        Parse the text typed for some of `options` into a table's options.

        Raises:
            BadOption: a value can't be parsed; carries one sentence for a person.
        """

    @abstractmethod
    def named(self, option: str, typed: Mapping[str, str]) -> Sequence[str]:
        """
        Return the values that can be typed for an option without fixed choices.

        Args:
            typed: the text typed for the other options.
        """

    @abstractmethod
    def seats(self, options: Mapping[str, object]) -> range:
        """Return the numbers of players that can play with a table's options."""

    @abstractmethod
    def ruleset(self, players: int, options: Mapping[str, object]) -> Ruleset:
        """
        Return the rules for a table's options.

        Raises:
            ValueError: the options don't fit together; the message is one sentence for
                a person.
        """

    @abstractmethod
    def standings(self, state: AnyState) -> Sequence[Mapping[str, str]]:
        """Return, for each seat, what a result records besides the score."""

    @abstractmethod
    def part(self, state: AnyState) -> int:
        """
        Return the number of the part of the game that a state is in, counted from 0.
        """

    @abstractmethod
    def pictures(self) -> Mapping[str, Picture]:
        """Return the pictures of all cards and boards, by id."""

    @property
    @abstractmethod
    def public(self) -> Public:
        """The conversion of this game's states to public data."""

    @property
    @abstractmethod
    def writer(self) -> Writer:
        """The function that writes this game's records."""

    @abstractmethod
    def check(self, raw: Iterable[bytes], lenient: bool, follow: Follow) -> Checked:
        """
        Replay a record of this game, as `sealed_wonders.core.records.games.check` does.

        Raises:
            RecordFault: for the first line that doesn't follow from the lines before
                it.
        """
