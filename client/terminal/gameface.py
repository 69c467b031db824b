"""
The face of a game: the one type by which everything else reaches how a game is shown.

Each game has one value of it, in its own module `face`. A part is imported when it is
first asked for, so a lobby loads no screens, and a table no lessons. What a part has to
do is said by its type, beside whatever uses it; modules of a game whose functions match
such a type are parts themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sealed_wonders.client.analysis.asking import ChoiceWords
    from sealed_wonders.client.logs.replaying import Replaying
    from sealed_wonders.client.logs.verdicts import VerdictWords
    from sealed_wonders.client.reports.story import Reporter
    from sealed_wonders.client.terminal.account import Account
    from sealed_wonders.client.terminal.asker import Asker
    from sealed_wonders.client.terminal.catalogue import Catalogue
    from sealed_wonders.client.terminal.gamescreens import GameScreens
    from sealed_wonders.client.terminal.home import Home
    from sealed_wonders.client.terminal.hosting import Choice
    from sealed_wonders.client.terminal.lobby import LobbyWords
    from sealed_wonders.client.terminal.narrator import Narrator
    from sealed_wonders.client.terminal.scoresheet import SheetWords
    from sealed_wonders.client.terminal.teacher import Lesson


class PictureWords(Protocol):
    """What is on the pictures of one game, in words."""

    HEADS: Mapping[str, str]
    """Headings on a sheet, by the part of the game; other parts aren't on it."""

    def says(self, id: str) -> str:
        """Say what a picture shows; nothing of the back of a card."""


class GameFace(ABC):
    """How one game is shown, asked and told."""

    __slots__ = ()

    @property
    @abstractmethod
    def home(self) -> Home:
        """What is said of it where somebody begins."""

    @property
    @abstractmethod
    def table_choices(self) -> Sequence[Choice]:
        """What somebody who opens a table can choose, besides what every table agrees."""

    @property
    @abstractmethod
    def lobby(self) -> LobbyWords:
        """A table that hasn't begun, in sentences."""

    @property
    @abstractmethod
    def lessons(self) -> Sequence[Lesson]:
        """What is told to somebody who plays for the first time."""

    @property
    @abstractmethod
    def catalogue(self) -> Catalogue:
        """Its cards and boards as lists."""

    @property
    @abstractmethod
    def pictures(self) -> PictureWords:
        """What is on its pictures, in words."""

    @property
    @abstractmethod
    def narrator(self) -> Narrator:
        """Tells what happens."""

    @property
    @abstractmethod
    def asker(self) -> Asker:
        """Puts its questions to a person."""

    @property
    @abstractmethod
    def screens(self) -> GameScreens:
        """Makes its screens."""

    @property
    @abstractmethod
    def scoresheet(self) -> SheetWords:
        """Its sheet of scores, in words and signs."""

    @property
    @abstractmethod
    def replaying(self) -> Replaying:
        """Notes the moments of a game that is read."""

    @property
    @abstractmethod
    def account(self) -> Account:
        """Tells the moments of a game that was played."""

    @property
    @abstractmethod
    def verdicts(self) -> VerdictWords:
        """What a log proves of its cards, in sentences."""

    @property
    @abstractmethod
    def reporter(self) -> Reporter:
        """What a report shows of it."""

    @property
    @abstractmethod
    def analysis(self) -> ChoiceWords:
        """Finds and names choices that were made."""
