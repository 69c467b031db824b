"""
The state of the turn, for the top row of a table: age and turn, the way hands pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.effects import PlayLastCard
from sealed_wonders.core.wonders.leaders.tasks import (
    CHOICES,
    DealLeaders,
    Draft,
    MixLeaders,
    Recruit,
)
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.net.words import _


def moment(around: CityRing) -> Sequence[str]:
    """Return the age and turn, and which way the hands go."""
    return (_turn(around), *_passing(around))


def _turn(around: CityRing) -> str:
    view = around.view
    if not view.age:
        if view.step == Draft.name:
            nth = min(len(view.leaders) + 1, CHOICES)
            return _("Leaders, choice {n} of {all}").format(n=nth, all=CHOICES)
        if view.step in (MixLeaders.name, DealLeaders.name):
            return _("Before the first age")
        return _("The game is over") if view.cities else _("Before the first age")
    age = _("Age {age}").format(age=view.age)
    if view.step == Recruit.name:
        return f"{age}, " + _("leaders")
    if view.step == Fail.name:
        return f"{age}, " + _("its edifice was not built")
    if not view.turn:
        return age
    if view.turn > LAST_TURN:
        return f"{age}, " + _("extra card")
    said = _("{age}, turn {turn} of {turns}")
    return said.format(age=age, turn=view.turn, turns=LAST_TURN)


def _passing(around: CityRing) -> list[str]:
    """Return which way hands are passed, and who gets ours."""
    view, symbols = around.view, around.symbols
    if not view.passing:
        return []
    arrow = symbols.to_left if view.passing == 1 else symbols.to_right
    if view.turn == LAST_TURN:
        ours = around.ours
        if ours is not None and PlayLastCard.kind in view.cities[ours].works.powers:
            return [_("you may also play your last card")]
        return [_("the last card is discarded")]
    if view.passes_to is None or around.ours is None:
        return [f"{_('hands go')} {arrow}"]
    name = around.name(view.passes_to)
    if view.step == Draft.name:
        return [_("the others go {arrow} to {name}").format(arrow=arrow, name=name)]
    return [_("your hand goes {arrow} to {name}").format(arrow=arrow, name=name)]
