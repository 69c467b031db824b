"""
The possible places of each leader, as far as a record tells.

A record may leave out the leaders that were dealt, kept, sold or put under a stage. All
leaders that it names must still fit: there is one copy of each leader, a seat plays
leaders that it kept or drew, and those it kept come from the hands that were passed
around. *The box* holds the leaders that weren't dealt.

The check of records calls the methods in the order of the record. For other cards, see
`sealed_wonders.core.wonders.copies`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.copies import Impossible
from sealed_wonders.core.wonders.leaders.tasks import HAND
from sealed_wonders.core.wonders.options import LEADER_SETS


class _Held(NamedTuple):
    """A leader that a seat has had in its hand."""

    source: Seat | None
    """The seat that the leader's hand was dealt to; None for the box."""
    face: str | None


class _Used(NamedTuple):
    """A leader that a seat has used."""

    card: str | None
    until: int
    """The number of leaders it had received by then."""


class Whereabouts:
    """The possible places of the leaders of one game."""

    def __init__(self, players: int) -> None:
        self._unknown = [True] * players
        """Whether a hand is unknown, by the seat that it was dealt to."""
        self._home: dict[str, Seat] = {}
        """For each leader in a known hand, the seat that the hand was dealt to."""
        self._seen: dict[str, Seat] = {}
        """For each leader named when it was kept or drawn, the seat that got it."""
        self._held: list[list[_Held]] = [[] for _ in range(players)]
        self._used: list[list[_Used]] = [[] for _ in range(players)]

    def deal(
        self, hands: Sequence[tuple[str, ...] | None], gone: Collection[Seat] = ()
    ) -> None:
        """
        Deal the leaders to select from.

        Args:
            hands: the hands by seat; None for an unknown hand.
            gone: the seats that have left; no leaders are dealt to them.

        Raises:
            Impossible: there can be no such hands.
        """
        for seat, hand in enumerate(hands):
            if hand is None or seat in gone:
                continue
            if len(hand) != HAND:
                raise Impossible(
                    Sentence(
                        "seat {seat} has {n} leaders, not {all}",
                        seat=seat,
                        n=len(hand),
                        all=HAND,
                    )
                )
            for card in hand:
                _check(card)
                if card in self._home:
                    raise Impossible(Sentence("{card} is dealt twice", card=card))
                self._home[card] = seat
            self._unknown[seat] = False

    def keep(self, source: Seat, seat: Seat, card: str | None) -> None:
        """
        Keep a leader in the selection; None if it is unknown.

        Args:
            source: the seat to which the hand was dealt that this seat holds now.
            seat: the seat that keeps it.
            card: the leader's id.

        Raises:
            Impossible: the leader can't be in that hand.
        """
        if card is not None:
            self._see(seat, card)
            if not self._from(card, source):
                raise Impossible(
                    Sentence(
                        "{card} is not in the hand dealt to seat {seat}",
                        card=card,
                        seat=source,
                    )
                )
        self._held[seat].append(_Held(source, card))

    def draw(self, seat: Seat, cards: Sequence[str | None]) -> None:
        """
        Draw leaders from the box; None for each unknown one.

        Raises:
            Impossible: one of them can't be in the box.
        """
        for card in cards:
            if card is not None:
                self._see(seat, card)
                if card in self._home:
                    raise Impossible(
                        Sentence(
                            "{card} was dealt to seat {seat}",
                            card=card,
                            seat=self._home[card],
                        )
                    )
            self._held[seat].append(_Held(None, card))

    def use(self, seat: Seat, card: str | None) -> None:
        """
        Use a leader: play it, sell it or put it under a stage; None if it is unknown.

        Raises:
            Impossible: the leader can't be in that seat's hand.
        """
        if card is not None:
            _check(card)
            self._check_unused(card)
        self._used[seat].append(_Used(card, len(self._held[seat])))
        if not self._fits(seat):
            del self._used[seat][-1]
            raise Impossible(
                Sentence(
                    "{card} can't be among seat {seat}'s leaders",
                    card=card or shown(card),
                    seat=seat,
                )
            )

    def _see(self, seat: Seat, card: str) -> None:
        """Note the seat that gets a leader, which no seat can have had before."""
        _check(card)
        self._check_unused(card)
        if card in self._seen:
            raise Impossible(
                Sentence(
                    "seat {seat} has already received {card}",
                    seat=self._seen[card],
                    card=card,
                )
            )
        self._seen[card] = seat

    def _check_unused(self, card: str) -> None:
        for seat, used in enumerate(self._used):
            if any(card == one.card for one in used):
                raise Impossible(
                    Sentence(
                        "seat {seat} has already played {card}", card=card, seat=seat
                    )
                )

    def _from(self, card: str, source: Seat | None) -> bool:
        """
        Return whether a leader can come from a hand, or from the box if *source* is
        None.
        """
        if card in self._home:
            return source == self._home[card]
        return source is None or self._unknown[source]

    def _can_be(self, held: _Held, card: str | None) -> bool:
        if card is None:
            return True
        if held.face is not None or card in self._seen:
            return held.face == card
        return self._from(card, held.source)

    def _fits(self, seat: Seat) -> bool:
        """
        Return whether the leaders a seat played can all be distinct ones that it had.

        This is a bipartite matching with augmenting paths.
        """
        held, used = self._held[seat], self._used[seat]
        taken: dict[int, int] = {}

        def place(nth: int, tried: set[int]) -> bool:
            for i in range(used[nth].until):
                if i in tried or not self._can_be(held[i], used[nth].card):
                    continue
                tried.add(i)
                if i not in taken or place(taken[i], tried):
                    taken[i] = nth
                    return True
            return False

        return all(place(nth, set()) for nth in range(len(used)))


def _check(card: str) -> None:
    """Raise Impossible for a leader that is never dealt (L1.2)."""
    if everything().leaders_by_id[card].set not in LEADER_SETS["expert"]:
        raise Impossible(Sentence("{card} is never dealt", card=card))
