"""The `GameFace` of Architects, which says where its parts are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.gameface import GameFace, PictureWords

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


class ArchitectsFace(GameFace):
    """Imports each part when it is first used."""

    __slots__ = ()

    @property
    def home(self) -> Home:
        from sealed_wonders.client.terminal.architects.home import HOME

        return HOME

    @property
    def table_choices(self) -> Sequence[Choice]:
        from sealed_wonders.client.terminal.architects.hosting import CHOICES

        return CHOICES

    @property
    def lobby(self) -> LobbyWords:
        from sealed_wonders.client.terminal.architects import lobby

        return lobby

    @property
    def lessons(self) -> Sequence[Lesson]:
        from sealed_wonders.client.terminal.architects.lessons import LESSONS

        return LESSONS

    @property
    def catalogue(self) -> Catalogue:
        from sealed_wonders.client.terminal.architects import catalogue

        return catalogue

    @property
    def pictures(self) -> PictureWords:
        from sealed_wonders.client.terminal.architects import pictured

        return pictured

    @property
    def narrator(self) -> Narrator:
        from sealed_wonders.client.terminal.architects.narrator import NARRATOR

        return NARRATOR

    @property
    def asker(self) -> Asker:
        from sealed_wonders.client.terminal.architects.asker import ASKER

        return ASKER

    @property
    def screens(self) -> GameScreens:
        from sealed_wonders.client.terminal.architects.gamescreens import SCREENS

        return SCREENS

    @property
    def scoresheet(self) -> SheetWords:
        from sealed_wonders.client.terminal.architects import scoresheet

        return scoresheet

    @property
    def replaying(self) -> Replaying:
        from sealed_wonders.client.terminal.architects import replaying

        return replaying

    @property
    def account(self) -> Account:
        from sealed_wonders.client.terminal.architects import moments

        return moments

    @property
    def verdicts(self) -> VerdictWords:
        from sealed_wonders.client.terminal.architects import verdicts

        return verdicts

    @property
    def reporter(self) -> Reporter:
        from sealed_wonders.client.terminal.architects import reported

        return reported

    @property
    def analysis(self) -> ChoiceWords:
        from sealed_wonders.client.terminal.architects import choices

        return choices


FACE = ArchitectsFace()
