"""
Moments of 7 Wonders in words: ages and turns, and the hands that were chosen from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.terminal import lobby, text
from sealed_wonders.client.terminal.sight import TurnNumber
from sealed_wonders.client.terminal.wonders import describe, narrate
from sealed_wonders.client.terminal.wonders.replaying import (
    FACE_DOWN,
    LEFT_OVER,
    Hand,
    Moment,
    Shown,
    moment_of,
)
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.core.game import Over, Seat
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.events import (
    Drafted,
    Enlisted,
    HandsDealt,
    Picked,
    Played,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT
from sealed_wonders.core.wonders.model import Building, Leader
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.net.words import _, n_, p_

LOOKS: tuple[str, ...] = ("card", "discard", "leaders", "edifices")
"""Commands of this game that mean the same of one that is over."""


def sight(replay: Replay, moment: replaying.Moment, seat: Seat) -> Sight:
    """Give a moment as it is seen from one seat, when nothing can be chosen any more."""
    state = evolve(moment_of(moment).state, ask=Over())
    ours = replay.ours_at(moment, seat)
    return Sight(moment.names, ours, state, moment.faces[seat], behind=seat)


def told(replay: Replay, moment: replaying.Moment, seat: Seat) -> list[str]:
    """Tell what happened at a moment, as it is told during a game."""
    return list(narrate.told(sight(replay, moment, seat)))


def besides(replay: Replay, moment: Moment, seat: Seat) -> list[str]:
    """Tell what happened at a moment besides what each did with a card."""
    seen = sight(replay, moment, seat)
    news = tuple(
        event
        for event in seen.state.news
        if not isinstance(event, Played | Picked | TurnEnded)
    )
    return list(narrate.told(replace(seen, state=evolve(seen.state, news=news))))


def title(replay: Replay, moment: replaying.Moment) -> str:
    """Say which moment it is."""
    return _title(moment)


def _title(moment: replaying.Moment) -> str:
    age, turn = moment.turn
    news = moment_of(moment).state.news
    for event in news:
        if isinstance(event, Drafted):
            return _("Leaders, choice {n}").format(n=event.round)
    if not age:
        return _("Before the first age")
    if turn == RECRUITMENT and any(isinstance(it, Played) for it in news):
        return _("Age {age}, leaders").format(age=age)
    if not turn:
        return _("Age {age} begins").format(age=age)
    if turn == EXTRA_TURN:
        return _("Age {age}, the last cards").format(age=age)
    return _("Age {age}, turn {turn}").format(age=age, turn=turn)


def turn_of(moment: replaying.Moment) -> TurnNumber | None:
    """Give the turn that a log names it by; None for what happens between turns."""
    return moment.turn if moment.turn[1] else None


def names_itself(
    moment: replaying.Moment, before: replaying.Moment | None = None
) -> bool:
    """Tell whether what is told of a moment begins with which one it is, or goes on."""
    news = moment_of(moment).state.news
    begins = any(isinstance(event, Played | HandsDealt) for event in news)
    return begins or (before is not None and _title(before) == _title(moment))


def is_choice(moment: replaying.Moment) -> bool:
    """Tell whether something was chosen from hands."""
    kinds = Played | Drafted | Enlisted
    news = moment_of(moment).state.news
    return bool(moment.turn[1]) or any(isinstance(event, kinds) for event in news)


def find(replay: Replay, words: str) -> int | None:
    """Find the turn somebody means: ``2.5``, or an age alone; None if there is none."""
    found = re.fullmatch(r"\s*([1-3])(?:[ .,:/-]\s*([0-7]))?\s*", words)
    if found is None:
        return None
    wanted = int(found[1]), int(found[2] or 0)
    turns = [moment.turn for moment in replay.moments]
    return turns.index(wanted) if wanted in turns else None


def whole_turn(replay: Replay, index: int) -> range:
    """Give the moments that are read for a turn: the cards all played together."""
    return range(index, index + 1)


def turns(replay: Replay) -> tuple[str, ...]:
    """Give what can be typed to find a turn."""
    typed = ("{}.{}".format(*it.turn) for it in replay.moments if it.turn[1])
    return tuple(dict.fromkeys(typed))


def face(moment: Moment, shown: Shown) -> Building | Leader:
    """Give what is on a card of a hand."""
    found = moment.state.rules.catalog.face(shown.card)
    if not isinstance(found, Building | Leader):
        raise TypeError(f"neither an age card nor a leader: {shown.card}")
    return found


def hand_title(hand: Hand, name: str) -> str:
    """Say whose hand it is, and how much of it isn't known."""
    said = n_("{who} held {n} card", "{who} held {n} cards", hand.size)
    line = said.format(who=name, n=hand.size)
    if not hand.hidden:
        return line
    unseen = n_("{n} never shown", "{n} never shown", hand.hidden)
    return f"{line}, {unseen.format(n=hand.hidden)}"


def fate(shown: Shown, moment: Moment, names: tuple[str, ...]) -> str:
    """Say what became of a card in a hand; nothing if that isn't known."""
    if shown.turn is None or shown.seat is None:
        return ""
    name = names[shown.seat]
    age, turn = shown.turn
    if shown.use in FACE_DOWN:
        return _laid(shown, moment, name)
    if isinstance(face(moment, shown), Leader):
        if shown.turn == moment.turn:
            return _("{who} recruits it now").format(who=name)
        return _("{who} recruits it in age {age}").format(who=name, age=age)
    if shown.turn == moment.turn:
        return _("{who} builds it now").format(who=name)
    if turn == EXTRA_TURN:
        return _("{who} builds it at the end of the age").format(who=name)
    return _("{who} builds it in turn {turn}").format(who=name, turn=turn)


def _laid(shown: Shown, moment: Moment, name: str) -> str:
    """Say what a card was used for that lay face down until the game was over."""
    if shown.use == LEFT_OVER:
        return _("{who} is left with it").format(who=name)
    is_now, turn = shown.turn == moment.turn, (shown.turn or moment.turn)[1]
    if shown.use == "stage":
        now, later = (
            _("{who} lays it under the wonder now"),
            _("{who} lays it under the wonder in turn {turn}"),
        )
    else:
        now, later = _("{who} sells it now"), _("{who} sells it in turn {turn}")
    return (now if is_now else later).format(who=name, turn=turn)


def hand_lines(replay: Replay, moment: replaying.Moment, seat: Seat) -> Iterator[str]:
    """Read the hand that was chosen from, as far as it is known."""
    here = moment_of(moment)
    if not here.hands:
        yield _("Nobody holds cards.")
        return
    hand = here.hands[seat]
    yield text.heading(hand_title(hand, moment.names[seat]))
    for shown in hand.cards:
        name = describe.name(face(here, shown))
        became = fate(shown, here, moment.names)
        if not became and shown.card == hand.used:
            became = _("used now, face down")
        yield f"   {text.noted(name, became) if became else name}"


def chosen_from(
    replay: Replay, moment: replaying.Moment, seats: Sequence[Seat]
) -> Iterator[str]:
    """Read the hands of some, where there are any."""
    if moment_of(moment).hands:
        for seat in seats:
            yield from hand_lines(replay, moment, seat)


def explained(replay: Replay) -> str:
    """Say how much of hands can be seen afterwards."""
    names = [replay.names[seat] for seat in replay.open]
    if len(names) == len(replay.names):
        return _("Cards were not sealed, so every hand can be seen.")
    if names:
        said = _(
            "Cards were sealed, and this machine still has the keys of {who}. Of other "
            "hands you see what came to light later."
        )
        return said.format(who=text.listing(names))
    return _(
        "Cards were sealed, and a log opens no hand. You see of hands what came to "
        "light later: whatever was built from them."
    )


def which_turn() -> str:
    """Ask for a turn."""
    return _("Which turn, such as 2.5?")


def turn_help() -> tuple[str, str]:
    """Say how a turn is found, with an example."""
    means = _("the fifth turn of age 2; turn 2 is its beginning")
    return p_("typed", "turn 2.5"), means


def help(replay: Replay) -> Iterator[tuple[str, str]]:
    """Give what can be typed besides what all games have."""
    played = lobby.expansions(replay.charter.options) if replay.charter else ()
    yield (
        p_("typed", "hand"),
        _("the hand that was chosen from; hand NAME for another"),
    )
    yield p_("typed", "city NAME"), _("anybody's city")
    if "leaders" in played:
        yield p_("typed", "leaders"), _("everybody's leaders")
    if "edifice" in played:
        yield p_("typed", "edifices"), _("the edifices, and who takes part")
    yield p_("typed", "scores"), _("the points so far")
    yield p_("typed", "discard"), _("how many cards lie there")
