"""Those who sit in a lobby: what is kept of each, told of them, and what they are called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sealed_wonders.host.denied import Denied
from sealed_wonders.host.unready import Party
from sealed_wonders.net.lobby import Commit, name_key
from sealed_wonders.net.messages import Person
from sealed_wonders.net.origins import Origin


@dataclass(slots=True)
class Member:
    """Somebody who has a seat, or may have it again after a void draw."""

    name: str
    commit: Commit | None
    """None after a void draw, until they commit again."""
    here: bool = True
    ready: bool = False
    until: float | None = None
    """When the seat is given up."""
    leaving: bool = False
    """Wants to get up, and the draw is on."""
    has_forgotten: bool = False
    """Was started again in some draw, and couldn't reveal any more."""
    keeps_seat: bool = False
    """So it was in this one, for the first time."""
    origin: Origin | None = None
    """Where they came from last; None: not known."""


def people_of(
    commits: Iterable[Commit], members: Mapping[bytes, Member]
) -> tuple[Person, ...]:
    """Describe those who have committed, for all who look on."""
    return tuple(
        Person(
            *commit.person,
            commit=commit.entry.wire,
            ready=members[commit.person.identity].ready,
            here=members[commit.person.identity].here,
        )
        for commit in commits
    )


def party_of(members: Mapping[bytes, Member], bots: Collection[str]) -> Party:
    """
    Tell who has a say in who gets up.

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
    Refuse a second one of a name, and bots that say they are the host's and aren't.

    Args:
        others: the names of those who sit there, or for whom a seat is reserved.
        bots: the keys of the names of the host's bots.
        ours: it says that it is one of them.

    Raises:
        Denied: nobody sits down there by that name.
    """
    key = name_key(name)
    if ours and key not in bots:
        raise Denied("bad-commit", f"{name!r} is no bot of this host's")
    if key in map(name_key, others) or (key in bots and not ours):
        raise Denied("name-taken", f"somebody called {name!r} sits here")
