"""
Disclosures: what seats open, behind the end of a game, of the cards that lie face down.

Theory of operation
-------------------

While a game goes on nobody but its seat knows what was sold, or laid under a stage, and when
it is over nobody has to tell. Who wants to signs an envelope of a lane of their own,
``after/s``, s being the seat; its phases are counted from 0, and it stands on top of the
log's last digest. It opens cards one by one, each with the same proof as a card that is
opened in the game, bound to the place where it lies.

- Only a card that the seat alone can read, and that lies face down when the game is over: one
  that it used face down or kept, what it left of a pile, or one that it peeked at. Where cards
  lie follows from the log; whoever passes it on without proofs knows that, too. So another
  seat's card, one that all see, and one that this seat has named before are refused, and so
  is what isn't of the form.
- Whether a proof is right only a reader can say who checks it. A wrong one opens nothing, and
  convicts whoever signed it of having told an untruth; it is in the log all the same. The game
  is over, so nothing else follows from it: no result depends on what is said here, and nobody
  can spoil a log by it.
- A card is named by the place where it lies: the phase in which it came there, the seat that
  laid it there, or that it was dealt to, and which of its cards it was. That is what its slot
  is made of (`sealed_wonders.net.plan.new_slots`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.cards import Said
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.ballots import seat_of
from sealed_wonders.net.log.envelopes import NOBODY, PHASE_CAP, Body, Entry, Value
from sealed_wonders.net.log.lanes import DISCLOSURES
from sealed_wonders.net.log.phases import (
    Collection as Gathered,
)
from sealed_wonders.net.log.phases import (
    Known,
    Phase,
    Reason,
    Receipt,
    Refused,
    Taken,
)
from sealed_wonders.net.plan import Laid, laid_at, slot_laid

MOST = 16
"""Disclosures of one seat, at most: each is written down by all."""

CARDS_MOST = 128
"""Cards that one of them opens, at most: more than a seat ever has."""

Own = Callable[[Seat], Collection[Slot]]
"""Gives the slots of the cards face down that a seat alone can read."""


class Opening(NamedTuple):
    """One card that is opened."""

    slot: Slot
    card: Card
    proof: bytes | None
    """None in a suite that hides nothing."""

    @property
    def body(self) -> Body:
        """As it stands in a body."""
        return (*laid_at(self.slot), self.card, self.proof)


@dataclass(frozen=True, slots=True)
class Uncovered(Said):
    """What is found of a disclosure that is right."""

    cards: Mapping[Slot, Card]


class Disclosed(NamedTuple):
    """A card that was opened behind the end."""

    seat: Seat
    """Who could read it, and has opened it."""
    card: Card


def lane_of(seat: Seat) -> str:
    """Name the lane in which a seat discloses cards."""
    return f"{DISCLOSURES}{seat}"


def read(body: Body) -> tuple[Opening, ...]:
    """
    Read what is opened; whether it is so isn't looked at.

    Raises:
        RemoteProtocolError: it isn't of the form, or names a card twice.
    """
    openings = tuple(map(_read_opening, body))
    slots = {opening.slot for opening in openings}
    if not 0 < len(openings) == len(slots) <= CARDS_MOST:
        raise RemoteProtocolError(_no_cards(body))
    return openings


def _read_opening(part: Value) -> Opening:
    match part:
        case (
            int(phase),
            int(seat),
            int(nth),
            int(card),
            (None | bytes()) as proof,
        ) if all(
            type(number) is int and 0 <= number < cap
            for number, cap in (
                (phase, PHASE_CAP),
                (seat, NOBODY + 1),
                (nth, 1 << 16),
                (card, 1 << 16),
            )
        ):
            return Opening(slot_laid(Laid(phase, seat, nth)), card, proof)
    raise RemoteProtocolError(_no_cards(part))


def _no_cards(what: Value) -> Sentence:
    return Sentence("not cards that are opened: {body}", body=shown(what))


class Disclosures:
    """All disclosures of one game."""

    def __init__(self, gid: bytes, own: Own) -> None:
        self._gid = gid
        self._own = own
        self._all: dict[tuple[Seat, int], Gathered] = {}

    def __iter__(self) -> Iterator[Entry]:
        """Give all, as in a file: by seat, each seat's as they came."""
        for place in sorted(self._all):
            yield from self._all[place].entries

    def of(self, seat: Seat) -> Sequence[Entry]:
        """Give those of one seat, as they came."""
        return [entry for entry in self if entry.envelope.seat == seat]

    def offer(self, entry: Entry, signer: bytes, prev: bytes) -> Receipt:
        """
        Take a disclosure, of a game that is over.

        Args:
            signer: who has the seat now.
            prev: the log's last digest.

        Raises:
            Refused: it has no place here; nothing changes.
        """
        envelope = entry.envelope
        seat, number = seat_of(envelope.lane, DISCLOSURES), envelope.phase
        said = self._all.get((seat, number))
        if said is not None:
            return said.offer(entry)
        alone = Phase(number, "AFTER", (seat,))
        opened = Gathered(self._gid, envelope.lane, alone, prev, {seat: signer})
        opened.check_addressed(entry)
        before = self.of(seat)
        if number != len(before) or number >= MOST:
            raise Refused(
                Reason.WRONG_PHASE,
                Sentence("{given}, expected {due}", given=number, due=len(before)),
            )
        self._check_names(seat, envelope.body, before)
        receipt = opened.offer(entry)
        if isinstance(receipt, Known | Taken):
            self._all[seat, number] = opened
        return receipt

    def _check_names(self, seat: Seat, body: Body, before: Sequence[Entry]) -> None:
        """
        Check that cards are named which the seat may open, and hasn't named yet.

        Raises:
            Refused: others are.
        """
        try:
            named = {opening.slot for opening in read(body)}
        except RemoteProtocolError as error:
            raise Refused(Reason.BAD_DISCLOSURE, str(error)) from None
        known = {it.slot for entry in before for it in read(entry.envelope.body)}
        free = set(self._own(seat)) - known
        if not named <= free:
            raise Refused(
                Reason.BAD_DISCLOSURE,
                Sentence(
                    "not seat {seat}'s to open: {slots}",
                    seat=seat,
                    slots=shown(tuple(map(tuple, map(laid_at, sorted(named - free))))),
                ),
            )
