"""
What a session tells, taken into what is known.

Nothing is said or drawn here: whoever tells that something has changed does so afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.terminal.narration import Kind, Told
from sealed_wonders.client.terminal.sealing import Sealed
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.core.game import Card, Seat, Slot, State
from sealed_wonders.net.lobby import Charter, Person


def begin(known: TableModel, charter: Charter, ours: Seat | None) -> None:
    """Take a game that begins, or is taken up again; without a seat, to look on."""
    known.charter, known.people, known.ours = charter, charter.people, ours
    known.standings = ()  # they are others when it is over
    if len(known.here) != len(charter.people):
        known.here = ()
    known.face.narrator.begin(known)


def see(
    known: TableModel, state: State, faces: Mapping[Slot, Card]
) -> Sequence[str] | None:
    """
    Take a state of the game; return the lines that tell its news, None if it has none.
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
    known.narration += [Told(Kind.GAME, line, known.moment) for line in lines]
    if known.moment is not None:
        known.turn += lines
    return lines


def look_on(known: TableModel, charter: Charter) -> None:
    """Take a game of others, at which we look on."""
    known.games = ()
    known.handing.looks_on = known.out = True
    begin(known, charter, None)


def look_from(known: TableModel, seat: Seat) -> None:
    """See the game from another's seat, as long as we have none."""
    known.behind = seat
    if known.sight is not None:
        known.sight = replace(known.sight, behind=seat)


def ask(known: TableModel, question: Question) -> None:
    """Take a question that is open now."""
    faces = known.sight.faces if known.sight else {}
    # Those of a discard that was handed over are only in the question.
    faces = {**faces, **question.faces}
    asks, told = known.face.asker, known.face.narrator
    sight = told.sight(known.names, question.seat, question.state, faces, known.behind)
    known.sight, known.asked = sight, True
    known.menu = asks.menu(sight, question, known.past)
    asks.look(known, question)


def change_hands(known: TableModel, seat: Seat, after: Person) -> None:
    """Take who has a seat now: its name is another from here on, and maybe it was ours."""
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
        # It was the one before who was away: whoever comes now isn't back.
        known.here = tuple(
            is_here or at == seat for at, is_here in enumerate(known.here)
        )
    if known.sight is not None:
        known.sight = replace(
            known.sight, names=known.names, ours=known.ours, behind=known.behind
        )


def seal(known: TableModel, question: Question, sealed: Sealed) -> None:
    """Take what was answered to a question, which isn't open any more."""
    known.asked = False
    if known.time is not None:  # who waits for others isn't hurried
        known.time = known.time._replace(turn=None)
    known.face.asker.choose(known, question, sealed.move)
    known.sealed, known.overdue = sealed, sealed.overdue


def presence(known: TableModel, here: Sequence[bool]) -> Sequence[tuple[Seat, bool]]:
    """Take who is connected, by seat; return the others for whom that has changed."""
    if known.charter is not None and len(here) != len(known.names):
        return ()  # it is of no use, and not for us to judge
    before, known.here = known.here or (True,) * len(here), tuple(here)
    if known.charter is None:
        return ()
    return tuple(
        (seat, now)
        for seat, (was, now) in enumerate(zip(before, here, strict=True))
        if was != now and seat != known.ours
    )


def return_from(known: TableModel, past: TableModel) -> None:
    """Take what is still of use of another game at the same table."""
    known.host, known.invitations = past.host, past.invitations
    known.voices = past.voices
    known.narration += [it for it in past.narration if it.kind is Kind.CHAT]
    if past.charter is not None and past.ours is not None:
        people = (it for it in past.people if it.owner is None)
        known.returning = tuple(it.name for it in people)
