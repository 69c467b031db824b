"""
Moments of a finished game of 7 Wonders in words: ages, turns and the hands chosen from.

The module is this game's `Account`, through which shared code tells and searches a
replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.view import games
from sealed_wonders.client.view.sight import TurnNumber
from sealed_wonders.client.view.wonders.replaying import (
    FACE_DOWN,
    LEFT_OVER,
    KnownHand,
    Shown,
    WondersMoment,
    moment_of,
)
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, narrate
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
"""Commands that work in a finished game as they do during a game."""


def sight(replay: Replay, moment: replaying.ReplayMoment, seat: Seat) -> Sight:
    """Return a moment as seen from one seat, with no choice open."""
    state = evolve(moment_of(moment).state, ask=Over())
    ours = replay.ours_at(moment, seat)
    return Sight(moment.names, ours, state, moment.faces[seat], behind=seat)


def told(replay: Replay, moment: replaying.ReplayMoment, seat: Seat) -> list[str]:
    """Narrate a moment in the words used during a game."""
    return list(narrate.told(sight(replay, moment, seat)))


def besides(replay: Replay, moment: WondersMoment, seat: Seat) -> list[str]:
    """Narrate the events of a moment, except what each seat did with a card."""
    seen = sight(replay, moment, seat)
    news = tuple(
        event
        for event in seen.state.news
        if not isinstance(event, Played | Picked | TurnEnded)
    )
    return list(narrate.told(replace(seen, state=evolve(seen.state, news=news))))


def title(replay: Replay, moment: replaying.ReplayMoment) -> str:
    return _title(moment)


def _title(moment: replaying.ReplayMoment) -> str:
    age, turn = moment.turn
    news = moment_of(moment).state.news
    for event in news:
        if isinstance(event, Drafted):
            return _("Leaders, choice {n}").format(n=event.round)
    if turn == RECRUITMENT and any(isinstance(it, Played) for it in news):
        return _("Age {age}, leaders").format(age=age)
    if age and not turn:
        return _("Age {age} begins").format(age=age)
    return narrate.position(age, turn)


def turn_of(moment: replaying.ReplayMoment) -> TurnNumber | None:
    """Return the turn as a log names it; None for events between turns."""
    return moment.turn if moment.turn[1] else None


def names_itself(
    moment: replaying.ReplayMoment, before: replaying.ReplayMoment | None = None
) -> bool:
    """Return whether a moment's narration starts with a title, or continues another."""
    news = moment_of(moment).state.news
    begins = any(isinstance(event, Played | HandsDealt) for event in news)
    return begins or (before is not None and _title(before) == _title(moment))


def is_choice(moment: replaying.ReplayMoment) -> bool:
    """Return whether cards were chosen from hands."""
    kinds = Played | Drafted | Enlisted
    news = moment_of(moment).state.news
    return bool(moment.turn[1]) or any(isinstance(event, kinds) for event in news)


def find(replay: Replay, words: str) -> int | None:
    """
    Return the index of a typed turn, such as ``2.5`` or an age alone; None if unknown.
    """
    found = re.fullmatch(r"\s*([1-3])(?:[ .,:/-]\s*([0-7]))?\s*", words)
    if found is None:
        return None
    wanted = int(found[1]), int(found[2] or 0)
    turns = [moment.turn for moment in replay.moments]
    return turns.index(wanted) if wanted in turns else None


def whole_turn(replay: Replay, index: int) -> range:
    """
    Return the moments to read for a turn: just one, as all cards are played together.
    """
    return range(index, index + 1)


def turns(replay: Replay) -> tuple[str, ...]:
    """Return the turns that can be typed."""
    typed = ("{}.{}".format(*it.turn) for it in replay.moments if it.turn[1])
    return tuple(dict.fromkeys(typed))


def face(moment: WondersMoment, shown: Shown) -> Building | Leader:
    """Return the face of a card in a hand."""
    found = moment.state.rules.catalog.face(shown.card)
    if not isinstance(found, Building | Leader):
        raise TypeError(f"neither an age card nor a leader: {shown.card}")
    return found


def hand_title(hand: KnownHand, name: str) -> str:
    """Return whose hand it is, and how many of its cards are unknown."""
    said = n_("{who} held {n} card", "{who} held {n} cards", hand.size)
    line = said.format(who=name, n=hand.size)
    if not hand.hidden:
        return line
    unseen = n_("{n} never shown", "{n} never shown", hand.hidden)
    return f"{line}, {unseen.format(n=hand.hidden)}"


def fate(shown: Shown, moment: WondersMoment, names: tuple[str, ...]) -> str:
    """Return what happened to a card in a hand; empty if unknown."""
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
    return _("{who} builds it on turn {turn}").format(who=name, turn=turn)


def _laid(shown: Shown, moment: WondersMoment, name: str) -> str:
    """Return the use of a card that stayed face down until the game was over."""
    if shown.use == LEFT_OVER:
        return _("{who} is left with it").format(who=name)
    is_now, turn = shown.turn == moment.turn, (shown.turn or moment.turn)[1]
    if shown.use == "stage":
        now, later = (
            _("{who} puts it under their wonder now"),
            _("{who} puts it under their wonder on turn {turn}"),
        )
    else:
        now, later = _("{who} sells it now"), _("{who} sells it on turn {turn}")
    return (now if is_now else later).format(who=name, turn=turn)


def hand_lines(
    replay: Replay, moment: replaying.ReplayMoment, seat: Seat
) -> Iterator[str]:
    """Yield the hand that was chosen from, as far as it is known."""
    here = moment_of(moment)
    if not here.hands:
        yield _("Nobody has any cards.")
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
    replay: Replay, moment: replaying.ReplayMoment, seats: Sequence[Seat]
) -> Iterator[str]:
    """Yield the hands of some seats, if anybody holds cards."""
    if moment_of(moment).hands:
        for seat in seats:
            yield from hand_lines(replay, moment, seat)


def explained(replay: Replay) -> str:
    """Return how much of the hands can be seen in this replay."""
    names = [replay.names[seat] for seat in replay.open]
    if len(names) == len(replay.names):
        return _("Cards were not sealed, so every hand can be seen.")
    if names:
        said = _(
            "The cards were sealed, but this machine knows what {who} saw, so you see "
            "that hand. In the other players' hands, you see only cards that were "
            "revealed later."
        )
        return said.format(who=text.listing(names))
    return _(
        "Cards were sealed, and a log doesn't reveal hands. You see only the cards "
        "that were revealed later, when they were built."
    )


def which_turn() -> str:
    """Return the prompt for a turn."""
    return _("Which turn (for example 2.5)?")


def turn_help() -> tuple[str, str]:
    """Return an example of finding a turn, with its meaning."""
    means = _("the fifth turn of age 2; turn 2 for its beginning")
    return p_("typed", "turn 2.5"), means


def help(replay: Replay) -> Iterator[tuple[str, str]]:
    """Yield the commands of this game, with their meanings."""
    played = games.expansions(replay.charter.options) if replay.charter else ()
    yield (
        p_("typed", "hand"),
        _("the hand to choose from; hand NAME for another player's"),
    )
    yield p_("typed", "city NAME"), _("any player's city")
    if "leaders" in played:
        yield p_("typed", "leaders"), _("everybody's leaders")
    if "edifice" in played:
        yield (
            p_("typed", "edifices"),
            _("the edifices, and who has helped to build them"),
        )
    yield p_("typed", "scores"), _("the points so far")
    yield p_("typed", "discard"), _("how many cards are in the discard pile")
