"""
Updates to the table model from a session's events.

Nothing is reported or drawn here; the caller notifies the listener afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sealed_wonders.client.table.events import Question, Wait
from sealed_wonders.client.view import holdup
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.client.view.sealedmove import Sealed
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.game import AnyState, Card, Seat, Slot
from sealed_wonders.net.lobby import Charter, TablePerson
from sealed_wonders.net.messages import AGAIN_PATIENCE


def begin(known: TableModel, charter: Charter, ours: Seat | None) -> None:
    """Begin or resume a game; *ours* is None for a spectator."""
    if known.news is not None:
        known.narration.in_lobby = known.narration.total
    known.charter, known.people, known.ours = charter, charter.people, ours
    known.standings = ()  # after the game, there will be new ones
    if len(known.here) != len(charter.people):
        known.here = ()
    known.face.narrator.begin(known)


def see(
    known: TableModel, state: AnyState, faces: Mapping[Slot, Card]
) -> Sequence[str] | None:
    """
    Store a state of the game; return the sentences for its news, or None without any.
    """
    told = known.face.narrator
    sight = told.sight(known.names, known.ours, state, dict(faces), known.behind)
    known.sight = sight
    told.note(known)
    if not sight.state.news:
        return None
    known.sealed = None
    known.past += sight.state.news
    for event in sight.state.news:
        turn = told.turn_of(event)
        if turn not in (None, known.moment):
            known.moment, known.turn = turn, []
    lines = told.told(sight)
    known.narration += [
        NarratedLine(LineKind.GAME, line, known.moment) for line in lines
    ]
    if known.moment is not None:
        known.turn += lines
    return lines


def wait(known: TableModel, now: Wait, at: float) -> None:
    """Store what the table waits for, and since when it waits for the same thing."""
    ours, seats = known.ours, len(known.names)
    before = None if known.wait is None else holdup.step(known.wait, ours, seats)
    if before != holdup.step(now, ours, seats):
        known.wait_since = at
    known.wait = now


def look_on(known: TableModel, charter: Charter) -> None:
    """Begin a game that we watch."""
    known.games = ()
    known.handing.looks_on = known.out = True
    begin(known, charter, None)


def look_from(known: TableModel, seat: Seat) -> None:
    """Show the game from another seat, while we have none."""
    known.behind = seat
    if known.sight is not None:
        known.sight = replace(known.sight, behind=seat)


def ask(known: TableModel, question: Question) -> None:
    """Store an open question."""
    faces = known.sight.faces if known.sight else {}
    # Faces of a discard that was handed over are only in the question.
    faces = {**faces, **question.faces}
    asks, told = known.face.asker, known.face.narrator
    sight = told.sight(known.names, question.seat, question.state, faces, known.behind)
    known.sight, known.asked = sight, True
    known.menu = asks.menu(sight, question, known.past)
    asks.look(known, question)


def change_hands(known: TableModel, seat: Seat, after: TablePerson) -> None:
    """Store a seat's new player, who changes its name, and may replace us or be us."""
    people = list(known.people)
    if people[seat].identity == known.keyring.me:
        known.ours, known.behind, known.out = None, seat, True
    elif after.identity == known.keyring.me:
        known.handing.looks_on = known.out = False
        known.ours = seat
        known.face.narrator.sit(known)
    people[seat] = after
    known.people = tuple(people)
    if known.here:
        # The previous player may have been away, but the new one didn't come back.
        known.here = tuple(
            is_here or at == seat for at, is_here in enumerate(known.here)
        )
    if known.sight is not None:
        known.sight = replace(
            known.sight, names=known.names, ours=known.ours, behind=known.behind
        )


def seal(known: TableModel, sealed: Sealed) -> None:
    """Store our answer to the last question, which is no longer open."""
    known.asked = False
    # The turn time doesn't concern a player who waits for others.
    if known.time is not None:
        known.time = known.time._replace(turn=None)
    known.sealed, known.overdue = sealed, sealed.overdue


def presence(known: TableModel, here: Sequence[bool]) -> Sequence[tuple[Seat, bool]]:
    """Store who is connected; return the other seats for which that has changed."""
    if known.charter is not None and len(here) != len(known.names):
        return ()  # useless; whether the host is at fault isn't judged here
    before, known.here = known.here or (True,) * len(here), tuple(here)
    if known.charter is None:
        return ()
    return tuple(
        (seat, now)
        for seat, (was, now) in enumerate(zip(before, here, strict=True))
        if was != now and seat != known.ours
    )


CLOSING_SECONDS = 10.0
"""Seconds within which somebody who said that they close the program goes."""


def closes(known: TableModel, identity: bytes, now: float) -> None:
    """Note that a connected player closes the program on purpose."""
    seats = enumerate(known.people[: len(known.here)])
    if any(it.identity == identity and known.here[seat] for seat, it in seats):
        known.closing[identity] = now


def has_closed(known: TableModel, seat: Seat, now: float) -> bool:
    """
    Return whether a player who goes now has said so; asked once, at each change.

    Only a word from just before counts: it may be an old one, or its author stayed.
    """
    said = known.closing.pop(known.people[seat].identity, None)
    return said is not None and now - said <= CLOSING_SECONDS


def return_from(known: TableModel, past: TableModel, now: float) -> None:
    """
    Keep what is still useful from the previous game at the table.

    Args:
        now: The time by the clock of `TableModel.deadline`.
    """
    known.host, known.invitations = past.host, past.invitations
    known.hosts, known.is_private = past.hosts, past.is_private
    known.voices = past.voices
    chat = [it for it in past.narration if it.kind is LineKind.CHAT]
    known.narration.carry_over(chat)
    if past.charter is not None and past.ours is not None:
        people = (it for it in past.people if it.owner is None)
        known.returning = tuple(it.name for it in people)
        known.returning_until = now + AGAIN_PATIENCE
