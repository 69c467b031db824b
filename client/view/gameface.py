"""
`GameFace`, the type through which shared code displays a game.

Each game defines one value of it, in `sealed_wonders.client.games`. A part is imported when it is
first used, so a lobby loads no screens and a table no lessons. Each part has a
protocol, which is declared near the code that uses it; a game's module whose functions
match a protocol can be the part itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sealed_wonders.client.analysis.asking import ChoiceWords
    from sealed_wonders.client.catalogues.cardcopies import CardCopies
    from sealed_wonders.client.catalogues.catalogue import Catalogue
    from sealed_wonders.client.lessons.primer import PrimerWords
    from sealed_wonders.client.lessons.teacher import Lesson
    from sealed_wonders.client.logs.replaying import Replaying
    from sealed_wonders.client.questions.asker import Asker
    from sealed_wonders.client.reports.story import Reporter
    from sealed_wonders.client.signs.sheetsigns import SheetSigns
    from sealed_wonders.client.tablewords.hosting import SettingChoice
    from sealed_wonders.client.tablewords.lobby import LobbyWords
    from sealed_wonders.client.tablewords.verdicts import VerdictWords
    from sealed_wonders.client.terminal.gamescreens import GameScreens
    from sealed_wonders.client.words.account import MomentWords
    from sealed_wonders.client.words.narrator import Narrator
    from sealed_wonders.client.words.scoresheet import SheetWords


class PictureWords(Protocol):
    """The pictures of one game in words, and what is printed of it."""

    HEADS: Mapping[str, str]
    """
    Headings on a sheet of pictures, by part of the game; other parts aren't shown.
    """

    def says(self, id: str) -> str:
        """Return what a picture shows; empty for the back of a card."""

    def deck(self, players: int) -> Iterable[CardCopies]:
        """
        Return all cards and boards that a game of some players needs.

        Cards with the same back stand together.
        """

    def copies(self, id: str) -> str:
        """Return how many copies of a card there are, in a few signs."""


class GameFace(ABC):
    """How one game is displayed, asked and narrated."""

    __slots__ = ()

    @property
    @abstractmethod
    def about(self) -> str:
        """Kind of game in a few words, for a person who chooses one."""

    @property
    @abstractmethod
    def table_choices(self) -> Sequence[SettingChoice]:
        """The game's own options for a new table."""

    @property
    @abstractmethod
    def lobby(self) -> LobbyWords:
        """The lobby's sentences about the game."""

    @property
    @abstractmethod
    def lessons(self) -> Sequence[Lesson]:
        """The lessons for a first game."""

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The game's cards and boards as lists."""

    @property
    @abstractmethod
    def pictures(self) -> PictureWords:
        """The game's pictures, in words."""

    @property
    @abstractmethod
    def narrator(self) -> Narrator:
        """Turns events into sentences."""

    @property
    @abstractmethod
    def asker(self) -> Asker:
        """Puts questions to a person."""

    @property
    @abstractmethod
    def screens(self) -> GameScreens:
        """Creates the game's screens."""

    @property
    @abstractmethod
    def primer(self) -> PrimerWords:
        """How the game goes and how its points are made, in a few lines."""

    @property
    @abstractmethod
    def scoresheet(self) -> SheetWords:
        """The score sheet, in words."""

    @property
    @abstractmethod
    def sheet_signs(self) -> SheetSigns:
        """The signs of the score sheet's lines."""

    @property
    @abstractmethod
    def replaying(self) -> Replaying:
        """Collects the moments of a game from a log."""

    @property
    @abstractmethod
    def account(self) -> MomentWords:
        """Puts the moments of a finished game into words."""

    @property
    @abstractmethod
    def verdicts(self) -> VerdictWords:
        """Sentences on what a log proves about cards."""

    @property
    @abstractmethod
    def reporter(self) -> Reporter:
        """The game's part of a report."""

    @property
    @abstractmethod
    def analysis(self) -> ChoiceWords:
        """Finds and names choices that were made."""
