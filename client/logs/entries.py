"""
The contents of a log's entries, decoded from their bytes, for ``wonders log``.

A log that is damaged or false is shown as it is, as far as it can be read: nothing here
rejects an entry or checks a proof. `client.logs.audit` determines what a log proves.
Scripts read `Facts` in the output of ``wonders log --json``, so their keys stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.client.logs.audit import audit
from sealed_wonders.core.game import Seat
from sealed_wonders.net.disclosures import read as read_openings
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import takeovers_of
from sealed_wonders.net.lobby.charter import Charter, open_charter
from sealed_wonders.net.lobby.options import read_options
from sealed_wonders.net.log import file
from sealed_wonders.net.log.ballots import read_proposal
from sealed_wonders.net.log.digests import lobby_commitment
from sealed_wonders.net.log.envelopes import (
    NOBODY,
    Body,
    Entry,
    Envelope,
    Value,
    parse_wire,
    wires_of,
)
from sealed_wonders.net.log.lanes import MAIN, phase_about
from sealed_wonders.net.plan import laid_at
from sealed_wonders.net.sealed.bodies import PAIR
from sealed_wonders.net.suites import begin_relayed

Facts = Mapping[str, object]
"""The contents of a body as JSON data; docs/PROTOCOL.md lists the keys of each kind."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of a log."""

    number: int
    """Its place in the log, counted from 0."""
    size: int
    """Bytes of its wire, as in the file."""
    envelope: Envelope
    seat: Seat | None
    """None in the lobby, before there are seats."""
    name: str | None
    """The name of its signer; None for the host, or if that can't be determined."""
    deck: str | None
    """
    The deck that its phase is about; None if there is none or it can't be determined.
    """
    says: Facts | None
    """The contents of its body; None if the body hasn't the form of its kind."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a log file."""

    entries: Sequence[LogEntry]
    flaw: RemoteProtocolError | None
    """Why the rest of the file can't be read; None if it was read completely."""

    @property
    def breaks_off(self) -> bool:
        """Whether the file ends within an entry."""
        return isinstance(self.flaw, file.BreaksOff)


def contents(data: bytes) -> Contents:
    """Decode the entries of a log file, up to the first that can't be read."""
    taken: list[Entry] = []
    sizes: list[int] = []
    flaw: RemoteProtocolError | None = None
    try:
        for _, packed in file.chunks(file.MAGIC, data):
            taken.append(Entry.of(parse_wire(packed)))
            sizes.append(len(packed))
    except RemoteProtocolError as error:
        flaw = error
    charter = None
    with suppress(RemoteProtocolError):
        charter = open_charter(taken)
    decks = _decks(taken) if charter else {}
    lobby, holders = _Lobby(), _Holders(charter)
    entries = [
        LogEntry(
            number,
            size,
            envelope,
            None if envelope.seat == NOBODY else envelope.seat,
            holders.name(entry) or lobby.name(entry.envelope),
            (decks.get(envelope.phase) if envelope.lane == MAIN else None) or None,
            _facts(envelope),
        )
        for number, (size, entry) in enumerate(zip(sizes, taken, strict=True))
        for envelope in [entry.envelope]
    ]
    return Contents(entries, flaw)


def _decks(entries: Sequence[Entry]) -> Mapping[int, str]:
    """
    Return the deck of each phase, by phase number.

    Only the rules know this, so the game is followed, without checks of proofs, as far
    as the log goes.
    """
    decks: dict[int, str] = {}

    def note(fold: Fold, total: int) -> None:
        decks[fold.phase.number] = fold.phase.deck

    with suppress(RemoteProtocolError):
        audit(file.write(wires_of(entries)), progress=note, begin=begin_relayed)
    return decks


class _Taker(NamedTuple):
    """A player who has had a seat, or may have had it."""

    since: int
    """The first phase as the seat's player."""
    name: str
    identity: bytes | None = None
    """Set if a ballot names them: only their signatures show that it was carried."""


class _Holders:
    """Keeps track of who has which seat, according to the entries."""

    def __init__(self, charter: Charter | None) -> None:
        people = () if charter is None else charter.people
        self._takers = [[_Taker(0, person.name)] for person in people]
        """By seat, one after another."""

    def name(self, entry: Entry) -> str | None:
        """
        Return the name of an entry's signer; must be called for each entry in order.
        """
        envelope = entry.envelope
        if envelope.seat >= len(self._takers):
            return None
        takers, about = self._takers[envelope.seat], phase_about(envelope)
        names = (
            it.name
            for it in reversed(takers)
            if (about is None or it.since <= about)
            and (it.identity is None or entry.is_signed_by(it.identity))
        )
        name = next(names, None)
        if envelope.kind == "HANDOVER":
            said = _handed(envelope.body)
            if said is not None:
                takers.append(_Taker(int(str(said["about"])), str(said["name"])))
        elif envelope.kind == "DROP_VOTE":
            self._note_named(envelope.body)
        return name

    def _note_named(self, body: Body) -> None:
        """Note the substitutes that a ballot proposes."""
        with suppress(RemoteProtocolError):
            for seat, takeover in takeovers_of(read_proposal(body)).items():
                person = takeover.person
                if seat < len(self._takers):
                    taker = _Taker(takeover.phase, person.name, person.identity)
                    self._takers[seat].append(taker)


class _Lobby:
    """Keeps track of who is who before there are seats."""

    def __init__(self) -> None:
        self._people: list[tuple[str, bytes, bytes]] = []
        """Names, identities and commitments."""

    def name(self, envelope: Envelope) -> str | None:
        """
        Return the name of a lobby entry's signer, except the host; must be called for
        each entry in order.
        """
        match envelope.kind, envelope.body:
            case "LOBBY_COMMIT", (str(name), bytes(identity), _, bytes(commitment)):
                self._people.append((name, identity, commitment))
                return name
            case "LOBBY_REVEAL", (bytes(nonce), _):
                for name, identity, commitment in self._people:
                    if lobby_commitment(identity, nonce) == commitment:
                        return name
        return None


# Contents of bodies by kind; None for another form. See docs/PROTOCOL.md, 4 and 5.


def _facts(envelope: Envelope) -> Facts | None:
    read = _READERS.get(envelope.kind)
    return read(envelope.body) if read else None


def _commit(body: Body) -> Facts | None:
    match body:
        case (
            str(name),
            bytes(identity),
            (None | bytes() | tuple()) as machine,
            bytes(commitment),
        ):
            return {
                "name": name,
                "identity": identity.hex(),
                **_machine(machine),
                "commitment": commitment.hex(),
            }
    return None


def _table(body: Body) -> Facts | None:
    match body:
        case (bytes(rules), options, tuple(people)):
            with suppress(RemoteProtocolError):
                values = {
                    key: value.hex() if isinstance(value, bytes) else value
                    for key, value in read_options(options)
                }
                names = [
                    row[0]
                    for row in people
                    if isinstance(row, tuple) and row and isinstance(row[0], str)
                ]
                return {"rules": rules.hex(), "options": values, "players": names}
    return None


def _nonce(body: Body) -> Facts | None:
    match body:
        case (bytes(nonce), None | bytes()):
            return {"nonce": nonce.hex()}
    return None


def _keys(body: Body) -> Facts | None:
    match body:
        case ():
            return {}
        case (bytes(share), bytes(), bytes(hand), bytes()):
            return {"share_key": share.hex(), "hand_key": hand.hex()}
        case (bytes(share), bytes(), bytes(hand), bytes(), bytes(points), bytes()):
            parts = len(points) // PAIR
            return {"share_key": share.hex(), "hand_key": hand.hex(), "parts": parts}
    return None


def _mix(body: Body) -> Facts | None:
    if not body:
        return {}
    # Two parts for each deck, its cards and the proof.
    decks = [part for part in body[::2] if isinstance(part, bytes)]
    if len(body) % 2 or len(decks) != len(body) // 2:
        return None
    return {"cards": sum(len(deck) // PAIR for deck in decks)}


def _pairs(body: Body) -> Facts | None:
    if not body:
        return {}
    counts = [_count(part) for part in body]
    if None in counts:
        return None
    return {"cards": sum(count or 0 for count in counts), "parts": len(counts)}


def _count(part: Value) -> int | None:
    """Return the number of cards in a hand that is passed on."""
    match part:
        case (bytes(pairs), bytes()):
            return len(pairs) // PAIR
    return None


def _shares(body: Body) -> Facts | None:
    if not body:
        return {}
    return None if len(body) % 2 else {"cards": len(body) // 2}


def _commitment(body: Body) -> Facts | None:
    match body:
        case (bytes(commitment),):
            return {"commitment": commitment.hex()}
        case (bytes(cards), bytes(), bytes(commitment)):
            return {"cards": len(cards) // PAIR, "commitment": commitment.hex()}
    return None


def _move(body: Body) -> Facts | None:
    match body:
        case (bytes(), bytes(payload)):
            return {"move": _text(payload)}
        case (bytes(), bytes(payload), int(card)):
            return {"move": _text(payload), "card": card}
        case (bytes(), bytes(payload), opened, passed):
            shown = opened[0] if isinstance(opened, tuple) and opened else None
            return {
                "move": _text(payload),
                "card": shown if isinstance(shown, int) else None,
                "passed": _count(passed) or 0,
            }
    return None


def _choice(body: Body) -> Facts | None:
    match body:
        case (bytes(payload), ()):
            return {"move": _text(payload), "card": None}
        case (bytes(payload), ((int(), int(card), _),)):
            return {"move": _text(payload), "card": card}
    return None


def _passed_again(body: Body) -> Facts | None:
    if not body:
        return {}
    cards = _count(body)
    return None if cards is None else {"passed": cards}


def _vote(body: Body) -> Facts | None:
    with suppress(RemoteProtocolError):
        said = read_proposal(body)
        takeovers = takeovers_of(said).values()
        return {
            "about": said.phase,
            "known": said.known,
            "out": list(said.out),
            "frauds": [it.hex() if type(it) is bytes else None for it in said.about],
            "takers": [takeover.person.name for takeover in takeovers],
        }
    match body:
        case (int(phase), bytes(ballot), bool(yes)):
            return {"about": phase, "ballot": ballot.hex(), "yes": yes}
    return None


def _handed(body: Body) -> Facts | None:
    match body:
        case (
            int(phase),
            bytes(identity),
            str(name),
            (None | bytes() | tuple()) as machine,
            bytes(),
        ):
            return {
                "about": phase,
                "name": name,
                "identity": identity.hex(),
                **_machine(machine),
            }
    return None


def _machine(said: Value) -> Facts:
    """Return what a body says of a seat's machine: a bot's owner, or a lender."""
    match said:
        case bytes(owner):
            return {"owner": owner.hex(), "lender": None}
        case (bytes(lender), bytes()):
            return {"owner": None, "lender": lender.hex()}
    return {"owner": None, "lender": None}


def _halt(body: Body) -> Facts | None:
    match body:
        case (tuple(rows),):
            return _scores(rows)
    return None


def _end(body: Body) -> Facts | None:
    match body:
        case (tuple(rows), bytes(digest)):
            scores = _scores(rows)
            return None if scores is None else {**scores, "digest": digest.hex()}
    return None


def _opened(body: Body) -> Facts | None:
    with suppress(RemoteProtocolError):
        opened = read_openings(body)
        return {"opened": [[*laid_at(it.slot), it.card] for it in opened]}
    return None


def _scores(rows: Body) -> Facts | None:
    scores = [list(row) for row in rows if isinstance(row, tuple) and row]
    if all(isinstance(cell, int) for row in scores for cell in row):
        return {"scores": scores}
    return None


def _text(payload: bytes) -> str:
    return payload.decode(errors="replace")


_READERS: Mapping[str, Callable[[Body], Facts | None]] = {
    "LOBBY_COMMIT": _commit,
    "LOBBY_TABLE": _table,
    "LOBBY_REVEAL": _nonce,
    "KEY": _keys,
    "MIX": _mix,
    "DEAL": _pairs,
    "LOOK_X": _pairs,
    "OPEN_SHARE": _shares,
    "PICK": _commitment,
    "DECIDE": _commitment,
    "REVEAL": _move,
    "DECLARE": _move,
    "CHOOSE": _choice,
    "REPASS": _passed_again,
    "DROP_VOTE": _vote,
    "HANDOVER": _handed,
    "HALT": _halt,
    "END": _end,
    "AFTER": _opened,
}
