"""
Charters: what the people in a lobby agreed on, and the resulting game.

The game's id and the seats follow from the signed entries (docs/PROTOCOL.md, The
lobby).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sealed_wonders.core.game import Order, Seat, permutation
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby.entries import (
    AgreedTable,
    Commit,
    LobbyReveal,
    TablePerson,
    host_of,
    name_key,
    read_commit,
    read_reveal,
    read_table,
)
from sealed_wonders.net.lobby.options import MAX_PEOPLE, Options
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.log.digests import code_digest, game_id
from sealed_wonders.net.log.envelopes import Entry, Wire, wires_of
from sealed_wonders.net.log.lanes import LOBBY
from sealed_wonders.net.notices import NOT_REVEALED

LOBBY_CAP = 2 * MAX_PEOPLE + 1
"""Maximum entries of a lobby: a COMMIT and a REVEAL of each person, and the TABLE."""


class BadEntry(RemoteProtocolError):
    """An entry of a log doesn't follow from those before it."""

    def __init__(self, entry: int, what: Text) -> None:
        super().__init__(Sentence("entry {n}: {what}", n=entry, what=what))
        self.entry = entry
        self.what = what


class NoGameYet(BadEntry):
    """The entries of a lobby are valid, but end before there is a game."""


@dataclass(frozen=True, slots=True)
class Charter:
    """Agreement that all at a table signed, with the game id that nobody could choose."""

    gid: bytes
    table: bytes
    """T, the hash of what was agreed."""
    rules: bytes
    """Hash of the rules and cards."""
    options: Options
    people: tuple[TablePerson, ...]
    """By seat."""
    draw: int
    """Number of failed draws before this one."""
    entries: tuple[Entry, ...]
    """The lobby's part of the log."""

    @property
    def wires(self) -> tuple[Wire, ...]:
        return wires_of(self.entries)

    @property
    def host(self) -> bytes:
        """Identity of the host that ran the draw."""
        return host_of(self.options)

    @property
    def suite(self) -> int:
        """Number of the suite; 0 hides nothing."""
        suite = dict(self.options)["suite"]
        return suite if isinstance(suite, int) else -1

    def seat_of(self, identity: bytes) -> Seat | None:
        """Return the seat that an identity drew, or None."""
        for seat, person in enumerate(self.people):
            if person.identity == identity:
                return seat
        return None

    @property
    def order(self) -> Order:
        """The game's public permutations."""
        return lambda label, n: permutation(self.gid, label, n)


def charter_of(
    table: AgreedTable, commits: Sequence[Commit], reveals: Sequence[LobbyReveal]
) -> Charter:
    """
    Draw the game id and the seats.

    Args:
        commits: ascending by identity, as in the table.
        reveals: one for each commitment, in the same order.
    """
    gid = game_id(table.hash, [reveal.nonce for reveal in reveals])
    seats = permutation(gid, "seats", len(table.people))
    return Charter(
        gid=gid,
        table=table.hash,
        rules=table.rules,
        options=table.options,
        people=tuple(table.people[index] for index in seats),
        draw=table.draw,
        entries=(
            *(commit.entry for commit in commits),
            table.entry,
            *(reveal.entry for reveal in reveals),
        ),
    )


def check_commits(table: AgreedTable, commits: Sequence[Commit]) -> None:
    """
    Check that a table contains exactly these commitments.

    Args:
        commits: ascending by identity.

    Raises:
        RemoteProtocolError: it doesn't.
    """
    if table.bodies != tuple(commit.body for commit in commits):
        raise RemoteProtocolError(
            Sentence("the table lacks commitments that were signed for it")
        )
    for commit in commits:
        if commit.draw != table.draw:
            raise RemoteProtocolError(
                "{name} signed for draw {draw}, but the table is from draw {other}",
                name=shown(commit.person.name),
                draw=commit.draw,
                other=table.draw,
            )


def _check_next(commit: Commit, commits: Sequence[Commit]) -> None:
    """Refuse a commitment that can't follow these at any table."""
    person = commit.person
    if commits and person.identity <= commits[-1].person.identity:
        raise RemoteProtocolError(Sentence("the people aren't sorted by identity"))
    if name_key(person.name) in {name_key(other.person.name) for other in commits}:
        raise RemoteProtocolError(
            "two people with the same name: {name}", name=shown(person.name)
        )


def is_whole_lobby(entries: Sequence[Entry]) -> bool:
    """Return whether a log has its whole lobby: as many reveals as commitments."""
    kinds = []
    for entry in entries:
        if entry.envelope.lane != LOBBY:
            return True
        kinds.append(entry.envelope.kind)
    reveals = kinds.count("LOBBY_REVEAL")
    return 0 < reveals == kinds.count("LOBBY_COMMIT")


def open_charter(entries: Sequence[Entry]) -> Charter:
    """
    Check the lobby's part of a log, and return its charter.

    Args:
        entries: a log, or its beginning. Entries after the lobby are ignored; they
            follow those in `Charter.entries`.

    Raises:
        NoGameYet: there are too few entries.
        BadEntry: an entry doesn't follow.
    """
    position = 0

    def take() -> Entry:
        nonlocal position
        if position == len(entries):
            raise NoGameYet(position, Sentence("the log ends in the lobby"))
        position += 1
        return entries[position - 1]

    try:
        commits: list[Commit] = []
        entry = take()
        while entry.envelope.kind == "LOBBY_COMMIT":
            if len(commits) == MAX_PEOPLE:
                raise RemoteProtocolError("more than {most} people", most=MAX_PEOPLE)
            commit = read_commit(entry)
            _check_next(commit, commits)
            commits.append(commit)
            entry = take()
        table = read_table(entry)
        check_commits(table, commits)
        reveals = []
        for person in table.people:
            reveal = read_reveal(take(), table)
            if reveal.person != person:
                raise RemoteProtocolError(
                    "expected {other} to reveal, not {name}",
                    name=shown(reveal.person.name),
                    other=shown(person.name),
                )
            reveals.append(reveal)
        if position < len(entries) and entries[position].envelope.lane == LOBBY:
            position += 1
            raise RemoteProtocolError(
                Sentence("the lobby has entries after its last reveal")
            )
    except BadEntry:
        raise
    except RemoteProtocolError as error:
        raise BadEntry(position - 1, sentence_of(error)) from None
    return charter_of(table, commits, reveals)


def table_code(gid: bytes, language: str = "en") -> str:
    """
    Return the four words that people compare to know that they are in the same game.

    The words of each language stand for the same bytes.
    """
    return words_of(code_digest(gid), language)


def void_note(
    draw: int,
    missing: Sequence[TablePerson],
    called: Mapping[bytes, str] = MappingProxyType({}),
) -> Sentence:
    """
    Return the sentence about why there is another draw, *draw*, and who caused it.

    Args:
        called: names as they are shown, by identity, if different.
    """
    names = ", ".join(called.get(it.identity, it.name) for it in missing)
    return NOT_REVEALED(n=draw + 1, names=names or Sentence("nobody"))
