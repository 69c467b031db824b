"""
Checks of the tables that a host shows: whether they are valid, and acceptable to us.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence

from sealed_wonders.core.game import Ruleset
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import (
    MAX_PEOPLE,
    Commit,
    Options,
    TablePerson,
    parse_options,
    read_commit,
)
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.messages import Lobby, LobbyPerson
from sealed_wonders.net.suites import OPEN


class Unacceptable(RemoteProtocolError):
    """A table is valid, but we don't sit down there."""


def rules_of(options: Options) -> Ruleset:
    """
    Return the ruleset of a table's options.

    Raises:
        RemoteProtocolError: we don't know the game.
    """
    values = dict(options)
    game, players = values["game"], values["players"]
    try:
        return ruleset(str(game), int(players), values)
    except ValueError as problem:
        raise RemoteProtocolError(sentence_of(problem)) from None


def check_lobby(lobby: Lobby, host: bytes, suites: Collection[int]) -> Options:
    """
    Check a lobby, and return its options.

    Args:
        host: the identity of the host that shows it.
        suites: the suites (ways of handling cards) that we accept.

    Raises:
        Unacceptable: we don't sit down there.
        RemoteProtocolError: it isn't valid.
    """
    options = parse_options(lobby.options)
    values = dict(options)
    check_suite(values["suite"], suites)
    try:
        rules_of(options)
    except RemoteProtocolError:
        raise Unacceptable(
            Sentence(
                "this version of the program doesn't know the game at this table; "
                "another version may know it"
            )
        ) from None
    _check_people(lobby.people)
    if values["host"] != host:
        raise RemoteProtocolError(Sentence("the table's options name a different host"))
    return options


def check_suite(suite: object, suites: Collection[int]) -> None:
    """
    Refuse a suite that we don't accept.

    Raises:
        Unacceptable: the suite isn't among those.
    """
    if suite in suites:
        return
    if suite == OPEN:
        raise Unacceptable(
            Sentence(
                "cards are dealt openly at this table: the host, or anybody "
                "listening in, could work out every hand"
            )
        )
    raise Unacceptable(
        Sentence("this program doesn't support the way cards are sealed at this table")
    )


@functools.lru_cache(maxsize=4 * MAX_PEOPLE)
def commit_of(wire: Wire) -> Commit:
    """
    Return the commitment in a lobby.

    A lobby repeats each of them on every change, and the cache saves verifying it
    again.
    """
    return read_commit(Entry.of(wire))


def _check_people(people: Sequence[LobbyPerson]) -> None:
    """Refuse a lobby whose list of people differs from their commitments."""
    for person in people:
        if commit_of(person.commit).person != TablePerson.of(person):
            raise RemoteProtocolError(
                Sentence(
                    "the host listed somebody else's commitment for {name}",
                    name=quoted(person.name),
                )
            )
