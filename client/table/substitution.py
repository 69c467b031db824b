"""
How a silent seat goes to a substitute, at a table that allows substitutes.

docs/PROTOCOL.md (Giving a seat to a substitute) prescribes who is told what, and when.

Theory of operation
-------------------

A player asks a spectator (`ask`). If the spectator agrees, their signature comes back,
and the player opens a ballot that names them: `sealed_wonders.net.log.ballots`. It is
voted on like any other. Once the seat is the spectator's, every program whispers to
them

- the parts that it holds of the seat's secrets, until the new holder has signed
  something: then they have all of them;
- the parts of its own secrets that the seat is to hold. The old holder has taken them
  along, and without them none of the other seats could be given away in turn. A player
  who is absent tells them later.

Invariants:

- No part is sent until the ballot is carried and no open ballot outranks it, because
  parts can't be taken back.
- A host drops whispers to somebody who isn't connected, and doesn't report when they
  arrive. So whispers wait for absent players. They are repeated when the seat's holder
  or our own connection returns, or when the host has refused something of ours because
  its queue is full.
- Parts may arrive before the log has been read up to the ballot. They are kept until
  then.
- All programs give time to a new holder who is connected. So a substitute who has
  lacked parts for as long as a silent seat is waited for gives up and disconnects:
  nobody can tell them from somebody who is thinking, and the others can vote again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.events import Asking, AskingChanged, Step
from sealed_wonders.client.table.giving import PATIENCE, Whispering
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat as OwnSeat
from sealed_wonders.core.game import Seat
from sealed_wonders.net.handovers import Takeover
from sealed_wonders.net.identity import is_identity
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import is_settled
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.whispers import Parts, SeatRefusal, SubstituteQuestion

LEAST = 60.0
"""
Least seconds for which a substitute waits for parts, as their holders may be absent.
"""

Proposing = Callable[[Seat, Takeover], bool]
"""
Opens a ballot that gives a seat to somebody, and returns whether that was possible.
"""


class SubstitutionCallbacks(NamedTuple):
    """Functions with which a substitution reaches the log and the host."""

    propose: Proposing
    """Opens a ballot that gives a seat away."""
    summon: Callable[[Seat], None]
    """
    Asks the host for one of its bots, which arrives as a taker.

    Such bots are told apart by the seats that they are for.
    """
    looked: Callable[[], None]
    """
    Called when there may be something to send.

    We have given a seat away, or given up one that lacks secrets.
    """


class Substitution:
    """
    Finds substitutes for other seats, and tells them what they need.

    Attributes:
        asking: whom we are asking; None if nobody.
        host: the identity of the current host, whose bots may be asked.
    """

    def __init__(
        self,
        seat: OwnSeat,
        player: Player,
        clock: IReactorTime,
        whisper: Whispering,
        callbacks: SubstitutionCallbacks,
    ) -> None:
        self.asking: Asking | None = None
        self.host = b""
        self._seat = seat
        self._player = player
        self._clock = clock
        self._whisper = whisper
        self._propose = callbacks.propose
        self._summon = callbacks.summon
        self._looked = callbacks.looked
        self._lacking: IDelayedCall | None = None
        """Gives up a seat that was given to us if parts of its secrets stay missing."""
        self._bots: tuple[Taker, ...] = ()
        """Takers that are bots of the host."""
        self._asked: SubstituteQuestion | None = None
        self._expected: TablePerson | None = None
        """The taker as reported by the host; the consent must name the same person."""
        self._timer: IDelayedCall | None = None
        self._told: set[bytes] = set()
        """New holders who have been told our parts, as far as we know."""
        self._here: Sequence[bool] = ()
        """Whether each seat is connected, as the host reports."""
        self._early: dict[bytes, Parts] = {}
        """Parts of a seat that isn't ours yet, by sender."""

    # For a player who asks.

    def ask(self, absent: Seat, to: TablePerson | None) -> None:
        """
        Ask somebody to take a seat, if all others agree.

        Args:
            absent: the seat.
            to: a taker; None for one of the host's bots, which may have to be started.
        """
        if self.asking is not None or not self._seat.may_vote:
            return
        fold, phase = self._seat.fold, self._seat.fold.phase.number
        number = fold.handovers.count_before(absent, phase)
        self._asked = SubstituteQuestion(
            fold.charter.gid, absent, number, phase, fold.task.prev
        )
        self._timer = self._clock.callLater(PATIENCE, self._time_out)
        self.asking = Asking(absent, b"", "", Step.WAITS)
        to = self._bot_for(absent) if to is None else to
        if to is None:
            self._tell(self.asking)
            self._summon(absent)
        else:
            self._ask(to)

    def _bot_for(self, absent: Seat) -> TablePerson | None:
        """Return a bot of the host that wasn't summoned for another seat."""
        for bot in self._bots:
            if bot.seat in (None, absent):
                return TablePerson.of(bot)
        return None

    def _ask(self, to: TablePerson) -> None:
        asking, asked = self.asking, self._asked
        if asking is None or asked is None:
            return
        self._expected = to
        asking = replace(asking, to=to.identity, name=to.name)
        if is_identity(to.identity):
            self._tell(asking.at(Step.ASKED))
            self._whisper(asked, to.identity)
        else:
            self.asking = asking
            self._stop(Step.FAILED)

    def takers(self, takers: Iterable[Taker]) -> None:
        """Take the list of takers."""
        self._bots = tuple(taker for taker in takers if taker.owner == self.host)
        if self.asking is not None and self.asking.step is Step.WAITS:
            bot = self._bot_for(self.asking.seat)
            if bot is not None:
                self._ask(bot)

    def refused(self) -> None:
        """
        Record that the host has refused something: a bot, or to pass on our parts.
        """
        self._told.clear()
        if self.asking is not None and self.asking.step is Step.WAITS:
            self._stop(Step.FAILED)

    def not_there(self) -> None:
        """Record that the person we asked isn't connected."""
        if self.asking is not None and self.asking.step is Step.ASKED:
            self._stop(Step.SILENT, is_there=False)

    def take_consent(self, sender: bytes, takeover: Takeover) -> None:
        """Open the ballot, if the person we asked agrees."""
        asking, asked = self.asking, self._asked
        if asking is None or asked is None or sender != asking.to:
            return
        if takeover.person != self._expected or takeover.phase != asked.phase:
            self._stop(Step.FAILED)
            return
        try:
            is_open = self._propose(asking.seat, takeover)
        except OSError:
            is_open = False
        self._stop(Step.SIGNED if is_open else Step.FAILED)

    def take_refusal(self, sender: bytes) -> None:
        """Stop asking, if the person we asked declines."""
        if self.asking is not None and self.asking.to == sender:
            self._stop(Step.REFUSED)

    # For a player who holds parts.

    def presence(self, here: Sequence[bool]) -> None:
        """
        Take which seats are connected; somebody who has returned may lack our parts.
        """
        before, self._here = dict(enumerate(self._here)), here
        now = dict(enumerate(here))
        for seat, person in self._given():
            if now.get(seat) and not before.get(seat):
                self._told.discard(person.identity)

    def connection_lost(self) -> None:
        """Record that recent whispers may be lost with the connection."""
        self._here = ()
        self._wait_for_parts(is_on=False)

    def look(self) -> None:
        """Do whatever has become possible."""
        asked = self._asked
        if asked is not None and self._seat.is_past(asked):
            # The absent player returned, or the table has continued in another way.
            self._stop(Step.KEPT)
        # `take_parts` leads here again, so `_early` must be empty first.
        early, self._early = self._early, {}
        for sender, parts in early.items():
            self.take_parts(sender, parts)
        self._tell_parts()
        self._wait_for_parts(is_on=self._seat.needs_parts)

    def close(self) -> None:
        self._end()
        self._wait_for_parts(is_on=False)
        self._early.clear()

    def _given(self) -> Iterator[tuple[Seat, TablePerson]]:
        """Yield the seats that were given away, with their current holders."""
        fold = self._seat.fold
        if not fold.handovers.are_there:
            return
        for seat in fold.active:
            last = fold.handovers.last(seat)
            some = fold.handovers.chain(seat)
            if last is None or all(it.is_voluntary for it in some):
                continue
            is_open = last.phase == fold.phase.number and not last.is_voluntary
            if not is_open or is_settled(fold.ballots.on(last.phase)):
                yield seat, last.takeover.person

    def _has_spoken(self, seat: Seat, person: TablePerson) -> bool:
        """
        Return whether a seat's new holder has signed something, and so has all parts.
        """
        last = self._seat.fold.handovers.last(seat)
        said = () if last is None else self._seat.fold.said_from(seat, last.phase)
        return any(entry.is_signed_by(person.identity) for entry in said)

    def _tell_parts(self) -> None:
        me = self._seat
        if me.is_out or me.fold.claims or me.position < me.silent_until:
            return
        for seat, person in self._given():
            is_away = not dict(enumerate(self._here)).get(seat, True)
            if seat == me.number or is_away or person.identity in self._told:
                continue
            self._told.add(person.identity)
            lacks = not self._has_spoken(seat, person)
            if parts := me.parts_for(seat, of_its_own=lacks):
                gid = me.fold.charter.gid
                self._whisper(Parts(gid, seat, parts), person.identity)

    # For a substitute.

    def take_parts(self, sender: bytes, parts: Parts) -> None:
        """Take a sender's parts of the secrets of a seat that is or may become ours."""
        me = self._seat
        holder = me.fold.seat_of(sender)
        if holder is None:
            return
        if me.number == parts.seat:
            me.gather(holder, parts.kept)
        elif me.number == NOBODY:
            self._early[sender] = parts

    def _wait_for_parts(self, *, is_on: bool) -> None:
        """Start or stop the timer that gives up a seat with missing parts."""
        timer = self._lacking
        if is_on and timer is None:
            later = max(LEAST, GONE_AFTER.agreed(self._seat.fold.charter.options))
            self._lacking = self._clock.callLater(later, self._give_up)
        elif timer is not None and not is_on:
            self._lacking = None
            timer.cancel()

    def _give_up(self) -> None:
        self._lacking = None
        self._seat.give_up()
        self._looked()

    # Internals.

    def _time_out(self) -> None:
        self._timer = None
        self._stop(Step.SILENT)

    def _stop(self, step: Step, *, is_there: bool = True) -> None:
        asking, asked = self.asking, self._asked
        if asking is None or asked is None:
            return
        self._end()
        if is_there and asking.step is Step.ASKED and step in (Step.SILENT, Step.KEPT):
            # They need not answer any more.
            self._whisper(SeatRefusal(asked.gid, asked.seat), asking.to)
        self._player.told(AskingChanged(asking.at(step)))

    def _end(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        self.asking = self._asked = self._expected = None

    def _tell(self, asking: Asking) -> None:
        self.asking = asking
        self._player.told(AskingChanged(asking))
