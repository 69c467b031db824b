"""
Moments of a log, as somebody knows them who looks on from one seat, and in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sealed_wonders.client.audit import Verdict
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.replaying import Hand, Moment, Replay, Shown
from sealed_wonders.client.terminal import describe, narrate, text
from sealed_wonders.client.terminal.known import Kind, Known, Told
from sealed_wonders.client.terminal.lobby import Company
from sealed_wonders.client.terminal.sight import Sight
from sealed_wonders.client.terminal.text import Who
from sealed_wonders.client.words import _, n_
from sealed_wonders.core.game import Over, Seat
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import Building, Leader
from sealed_wonders.core.wonders.events import (
    Drafted,
    Enlisted,
    HandsDealt,
    Picked,
    Played,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.net.names import make_line
from sealed_wonders.net.pins import Pin


def known(replay: Replay, index: int, seat: Seat) -> Known:
    """
    Give what is known at a moment, from one seat.

    Nothing is asked: what was chosen has been chosen. Hands are in the moment itself.
    """
    company = Company(b"", _nobody_is_compared)
    one = Known(company, charter=replay.charter, me=seat)
    for at, moment in enumerate(replay.moments[: index + 1]):
        lines = told(replay, moment, seat)
        turn = moment.turn if moment.turn[1] else None
        one.story += [Told(Kind.GAME, line, turn) for line in lines]
        if at == index or (turn and turn == replay.moments[index].turn):
            one.turn += lines
    if replay.moments:
        one.sight = sight(replay, replay.moments[index], seat)
        one.past = list(replay.past(index))
    return one


def _nobody_is_compared(name: str, key: bytes) -> Pin:
    """Say of everybody that they are who they were: what is past can't be changed."""
    return Pin.KNOWN


@dataclass(frozen=True, slots=True)
class Onlooker(Sight):
    """A moment from behind somebody else, who is called by name as all others are."""

    def who(self, seat: Seat) -> Who:
        """Name a seat."""
        return self.names[seat]


def sight(replay: Replay, moment: Moment, seat: Seat) -> Sight:
    """Give a moment as it is seen from one seat, when nothing can be chosen any more."""
    state = evolve(moment.state, ask=Over())
    kind = Sight if seat == replay.own else Onlooker
    return kind(replay.names, seat, state, moment.faces[seat])


def told(replay: Replay, moment: Moment, seat: Seat) -> list[str]:
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


def title(moment: Moment) -> str:
    """Say which moment it is."""
    age, turn = moment.turn
    for event in moment.state.news:
        if isinstance(event, Drafted):
            return _("Leaders, choice {n}").format(n=event.round)
    if not age:
        return _("Before the first age")
    if turn == RECRUITMENT and any(isinstance(it, Played) for it in moment.state.news):
        return _("Age {age}, leaders").format(age=age)
    if not turn:
        return _("Age {age} begins").format(age=age)
    if turn == EXTRA_TURN:
        return _("Age {age}, the last cards").format(age=age)
    return _("Age {age}, turn {turn}").format(age=age, turn=turn)


def is_choice(moment: Moment) -> bool:
    """Tell whether something was chosen from hands."""
    kinds = Played | Drafted | Enlisted
    return bool(moment.turn[1]) or any(
        isinstance(event, kinds) for event in moment.state.news
    )


def read(replay: Replay, index: int, seat: Seat) -> Iterator[str]:
    """Read a moment: what it is, what happened, and how the log ends if it does."""
    moment = replay.moments[index]
    lines = told(replay, moment, seat)
    if not any(isinstance(event, Played | HandsDealt) for event in moment.state.news):
        yield text.heading(title(moment))  # the others say themselves which they are
    yield from lines
    if index == len(replay.moments) - 1:
        yield ending(replay)


def seat(replay: Replay, name: str) -> Seat | None:
    """Find whom somebody means: a name, how it begins, or a number from 1."""
    names = [one.lower() for one in replay.names]
    for fits in (str.__eq__, str.startswith):
        seats = [at for at, one in enumerate(names) if name and fits(one, name.lower())]
        if len(seats) == 1:
            return seats[0]
    if name.isdecimal() and len(name) < 3 and 0 < int(name) <= len(names):
        return int(name) - 1
    return None


def find(replay: Replay, typed: str) -> int | None:
    """Find the turn somebody means: ``2.5``, or an age alone; None if there is none."""
    found = re.fullmatch(r"\s*([1-3])(?:[ .,:/-]\s*([0-7]))?\s*", typed)
    if found is None:
        return None
    return replay.at(int(found[1]), int(found[2] or 0))


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
    if isinstance(face(moment, shown), Leader):
        if shown.turn == moment.turn:
            return _("{who} recruits it now").format(who=name)
        return _("{who} recruits it in age {age}").format(who=name, age=age)
    if shown.turn == moment.turn:
        return _("{who} builds it now").format(who=name)
    if turn == EXTRA_TURN:
        return _("{who} builds it at the end of the age").format(who=name)
    return _("{who} builds it in turn {turn}").format(who=name, turn=turn)


def hand_lines(replay: Replay, moment: Moment, seat: Seat) -> Iterator[str]:
    """Read a hand, as far as it is known."""
    if not moment.hands:
        yield _("Nobody holds cards.")
        return
    hand = moment.hands[seat]
    yield text.heading(hand_title(hand, replay.names[seat]))
    for shown in hand.cards:
        name = describe.name(face(moment, shown))
        became = fate(shown, moment, replay.names)
        if not became and shown.card == hand.used:
            became = _("used now, face down")
        yield f"   {text.noted(name, became) if became else name}"


def explained(replay: Replay) -> Iterator[str]:
    """Say how much of a game can be seen afterwards, and how well it was checked."""
    if replay.charter is None:
        return
    names = [replay.names[seat] for seat in replay.open]
    if len(names) == len(replay.names):
        yield _("Cards were not sealed, so every hand can be seen.")
    elif names:
        said = _(
            "Cards were sealed, and this machine still has the keys of {who}. Of other "
            "hands you see what came to light later."
        )
        yield said.format(who=text.listing(names))
    else:
        yield _(
            "Cards were sealed, and a log opens no hand. You see of hands what came to "
            "light later: whatever was built from them."
        )
    if replay.checked:
        yield _("Every signature, rule and proof was checked.")
    else:
        yield _(
            "Every signature and rule was checked; proofs about sealed cards were "
            "believed. wonders audit checks all."
        )


def ending(replay: Replay) -> str:
    """Say how the log ends: with the game, before it, or with what is wrong."""
    report = replay.report
    if report.verdict is Verdict.GOOD:
        return _("The game ends here, and all have signed the result.")
    if report.fault is None:
        if report.fold is None:
            return _("The log ends in the lobby: no game has begun.")
        missing = [replay.names[seat] for seat in report.fold.missing]
        said = _("The log ends here, before the game does: {who} had still to speak.")
        return said.format(who=text.listing(missing))
    fault = report.fault
    reason, entry = make_line(retold(fault.reason)), fault.entry
    if fault.seat is not None and replay.names:
        said = _(
            "What is good of the log ends here. {who} is at fault, entry {n}: {why}"
        )
        return said.format(who=replay.names[fault.seat], n=entry, why=reason)
    said = _("What is good of the log ends here. Entry {n} is wrong: {why}")
    return said.format(n=entry, why=reason)
