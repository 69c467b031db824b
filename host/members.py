"""Members of a `lobby`: their state, their descriptions, and checks of their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.unready import Party
from sealed_wonders.net.lobby import Commit, name_key
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.origins import Origin


@dataclass(slots=True)
class Member:
    """Somebody who has a seat, or may have it again after a void draw."""

    name: str
    commit: Commit | None
    """None after a void draw, until the member commits again."""
    here: bool = True
    ready: bool = False
    until: float | None = None
    """Time at which the seat is given up."""
    leaving: bool = False
    """Whether the member wants to leave, which has to wait for the end of the draw."""
    has_forgotten: bool = False
    """Whether the client was restarted during an earlier draw and couldn't reveal."""
    keeps_seat: bool = False
    """Whether that happened for the first time in this draw."""
    origin: Origin | None = None
    """Where the last connection came from; None if unknown."""


def people_of(
    commits: Iterable[Commit], members: Mapping[bytes, Member]
) -> tuple[LobbyPerson, ...]:
    """Describe those who have committed, for everybody who watches the table."""
    return tuple(
        LobbyPerson(
            *commit.person,
            commit=commit.entry.wire,
            ready=members[commit.person.identity].ready,
            here=members[commit.person.identity].here,
        )
        for commit in commits
    )


def party_of(members: Mapping[bytes, Member], bots: Collection[str]) -> Party:
    """
    Return who may vote on asking somebody to get up.

    Args:
        bots: the keys of the names of the host's bots.
    """
    people = {who: it for who, it in members.items() if name_key(it.name) not in bots}
    voters = frozenset(who for who, it in people.items() if it.ready and it.here)
    return Party(voters, len(people))


def check_name(
    name: str, others: Iterable[str], bots: Collection[str], *, ours: bool
) -> None:
    """
    Check that a name is free, and not wrongly that of a bot of this host.

    Args:
        others: the names of the members, and of people with a reservation.
        bots: the keys of the names of the host's bots.
        ours: whether the client claims to be one of these bots.

    Raises:
        Denied: nobody can sit down with that name.
    """
    key = name_key(name)
    if ours and key not in bots:
        raise Denied("bad-commit", f"{name!r} isn't one of this host's bots")
    if key in map(name_key, others) or (key in bots and not ours):
        raise Denied("name-taken", f"somebody called {name!r} already has a seat here")
