"""The definition of Architects, the entry point for code outside this package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.core.architects import TITLE
from sealed_wonders.core.architects.options import OPTIONS, PLAYERS
from sealed_wonders.core.definition import GameDefinition, Public, Writer
from sealed_wonders.core.game import AnyState

if TYPE_CHECKING:
    from sealed_wonders.core.architects.ruleset import Architects
    from sealed_wonders.core.pictures.svg import Picture
    from sealed_wonders.core.records.checked import Checked, Follow


class ArchitectsDefinition(GameDefinition):
    """Imports each module of the rules on first use."""

    __slots__ = ()

    title = TITLE
    players = PLAYERS
    options = OPTIONS

    def read(self, typed: Mapping[str, str]) -> Mapping[str, str]:
        from sealed_wonders.core.architects import typed as reading

        return reading.read(typed)

    def named(self, option: str, typed: Mapping[str, str]) -> Sequence[str]:
        from sealed_wonders.core.architects import typed as reading

        return reading.named(option, typed)

    def seats(self, options: Mapping[str, object]) -> range:
        from sealed_wonders.core.architects import ruleset

        return ruleset.seats(options)

    def ruleset(self, players: int, options: Mapping[str, object]) -> Architects:
        from sealed_wonders.core.architects import ruleset

        return ruleset.agreed(players, options)

    def standings(self, state: AnyState) -> Sequence[Mapping[str, str]]:
        from sealed_wonders.core.architects import ruleset

        return ruleset.standings(state)

    def part(self, state: AnyState) -> int:
        from sealed_wonders.core.architects import ruleset

        return ruleset.part(state)

    def pictures(self) -> Mapping[str, Picture]:
        from sealed_wonders.core.architects import pictures

        return pictures.pictures()

    @property
    def public(self) -> Public:
        from sealed_wonders.core.architects import public

        return public

    @property
    def writer(self) -> Writer:
        from sealed_wonders.core.architects import record

        return record.written

    def check(self, raw: Iterable[bytes], lenient: bool, follow: Follow) -> Checked:
        from sealed_wonders.core.architects import check

        return check.check(raw, lenient, follow)


DEFINITION = ArchitectsDefinition()
