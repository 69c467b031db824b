"""The `GameFace` of 7 Wonders, which says where its parts are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.view.gameface import GameFace, PictureWords
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.analysis.asking import ChoiceWords
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


class WondersFace(GameFace):
    """Imports each part when it is first used."""

    __slots__ = ()

    @property
    def about(self) -> str:
        return _("the full game, in three ages")

    @property
    def table_choices(self) -> Sequence[SettingChoice]:
        from sealed_wonders.client.tablewords.wonders.hosting import CHOICES

        return CHOICES

    @property
    def lobby(self) -> LobbyWords:
        from sealed_wonders.client.tablewords.wonders import lobby

        return lobby

    @property
    def lessons(self) -> Sequence[Lesson]:
        from sealed_wonders.client.lessons.wonders.lessons import LESSONS

        return LESSONS

    @property
    def catalogue(self) -> Catalogue:
        from sealed_wonders.client.catalogues.wonders import catalogue

        return catalogue

    @property
    def pictures(self) -> PictureWords:
        from sealed_wonders.client.catalogues.wonders import pictured

        return pictured

    @property
    def narrator(self) -> Narrator:
        from sealed_wonders.client.words.wonders.narrator import NARRATOR

        return NARRATOR

    @property
    def asker(self) -> Asker:
        from sealed_wonders.client.questions.wonders.asker import ASKER

        return ASKER

    @property
    def screens(self) -> GameScreens:
        from sealed_wonders.client.terminal.wonders.gamescreens import SCREENS

        return SCREENS

    @property
    def primer(self) -> PrimerWords:
        from sealed_wonders.client.lessons.wonders import primer

        return primer

    @property
    def scoresheet(self) -> SheetWords:
        from sealed_wonders.client.words.wonders import scoresheet

        return scoresheet

    @property
    def sheet_signs(self) -> SheetSigns:
        from sealed_wonders.client.signs.wonders import sheetsigns

        return sheetsigns

    @property
    def replaying(self) -> Replaying:
        from sealed_wonders.client.view.wonders import replaying

        return replaying

    @property
    def account(self) -> MomentWords:
        from sealed_wonders.client.words.wonders import moments

        return moments

    @property
    def verdicts(self) -> VerdictWords:
        from sealed_wonders.client.words.wonders import verdicts

        return verdicts

    @property
    def reporter(self) -> Reporter:
        from sealed_wonders.client.words.wonders import reported

        return reported

    @property
    def analysis(self) -> ChoiceWords:
        from sealed_wonders.client.questions.wonders import choices

        return choices


FACE = WondersFace()
