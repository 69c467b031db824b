"""
How a silent seat goes to a substitute, at a table whose others may give it away.

Theory of operation
-------------------

One of those who play asks somebody who looks on (`ask`). If they agree, their signature comes
back, and a ballot is opened that names them: `sealed_wonders.net.log.ballots`. It is voted
on like any other. Once the seat is theirs, everybody whispers to them

- the parts of the seat's secrets that they hold, until the new one has said something: then
  it has them all;
- the parts of their own secrets that the seat is to hold. The old holder has taken them
  along, and without them none of the others could be given away in turn. Whoever is away
  meanwhile tells them later.

What holds of all of that:

- Nothing is told before the ballot is carried, and none is open that outranks it: what is
  told can't be taken back.
- A host forgets whispers to somebody who isn't there, and nobody says that one has come. So
  they wait for who is away, and are told again when the seat, or our own connection, comes
  back, or when the host has refused something of ours since there is too much to read.
- Parts may come before the log is read as far as the ballot. They are kept until then.
- Whoever gets a seat and is there is given time by all programs. So who lacks parts for as
  long as a silent seat is waited for gives up, and hangs up: nobody can tell it from one who
  thinks, and the others may vote again.
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
from sealed_wonders.net.handovers import Asked, Takeover
from sealed_wonders.net.identity import is_identity
from sealed_wonders.net.lobby import Person
from sealed_wonders.net.log.ballots import is_settled
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.whispers import Parts, Refusal

LEAST = 60.0
"""Seconds that a substitute waits for parts, at least: some of who hold them may be away."""

Proposing = Callable[[Seat, Takeover], bool]
"""Opens a ballot that gives a seat to somebody; tells whether that may be."""


class SubstitutionCallbacks(NamedTuple):
    """What is done about seats that change hands, by whoever has both log and host."""

    propose: Proposing
    """Opens a ballot that gives somebody's seat away."""
    summon: Callable[[Seat], None]
    """
    Asks the host for one of its bots, which comes as one of the takers. They are told apart
    by the seats they are for.
    """
    looked: Callable[[], None]
    """
    Called when there may be something to be sent: we have given a seat away, or given up one
    that we can't play on with.
    """


class Substitution:
    """
    Finds substitutes for the seats of others, and tells them what they need.

    Attributes:
        asking: whom we ask; None if nobody.
        host: the identity of the host that the table is at now, whose bots may be asked.
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
        """Gives up the seat that was given to us, as long as parts of its secrets are missing."""
        self._bots: tuple[Taker, ...] = ()
        """Those of the host's that would take a seat."""
        self._asked: Asked | None = None
        self._expected: Person | None = None
        """As whom they would have it, as we were told."""
        self._timer: IDelayedCall | None = None
        self._told: set[bytes] = set()
        """To whom our parts were told, as far as we know."""
        self._here: Sequence[bool] = ()
        """Who is connected, by seat, as the host says."""
        self._early: dict[bytes, Parts] = {}
        """Parts of a seat that isn't ours yet, by who told them."""

    # Whoever asks.

    def ask(self, absent: Seat, to: Person | None) -> None:
        """
        Ask somebody whether they would have a seat, if all others agree.

        Args:
            to: one of those who would take a seat; None is a bot of the host's, which may
                have to be started.
        """
        if self.asking is not None or not self._seat.may_vote:
            return
        fold, phase = self._seat.fold, self._seat.fold.phase.number
        number = fold.handovers.count_before(absent, phase)
        self._asked = Asked(fold.charter.gid, absent, number, phase, fold.task.prev)
        self._timer = self._clock.callLater(PATIENCE, self._time_out)
        self.asking = Asking(absent, b"", "", Step.WAITS)
        to = self._bot_for(absent) if to is None else to
        if to is None:
            self._tell(self.asking)
            self._summon(absent)
        else:
            self._ask(to)

    def _bot_for(self, absent: Seat) -> Person | None:
        """Give a bot of the host's that isn't there for another seat."""
        for bot in self._bots:
            if bot.seat in (None, absent):
                return Person(bot.name, bot.identity, bot.owner)
        return None

    def _ask(self, to: Person) -> None:
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
        """Take who would have a seat."""
        self._bots = tuple(taker for taker in takers if taker.owner == self.host)
        if self.asking is not None and self.asking.step is Step.WAITS:
            bot = self._bot_for(self.asking.seat)
            if bot is not None:
                self._ask(bot)

    def refused(self) -> None:
        """Take note that the host has refused something: a bot, or to pass on our parts."""
        self._told.clear()
        if self.asking is not None and self.asking.step is Step.WAITS:
            self._stop(Step.FAILED)

    def not_there(self) -> None:
        """Take note that the host says that whoever we have asked is gone."""
        if self.asking is not None and self.asking.step is Step.ASKED:
            self._stop(Step.SILENT, is_there=False)

    def take_consent(self, sender: bytes, takeover: Takeover) -> None:
        """Open the ballot, if somebody agrees whom we have asked."""
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
        """Ask no more, if it is of whom we have asked."""
        if self.asking is not None and self.asking.to == sender:
            self._stop(Step.REFUSED)

    # Whoever has parts.

    def presence(self, here: Sequence[bool]) -> None:
        """Take who is connected, by seat: who has come back may not have been told."""
        before, self._here = dict(enumerate(self._here)), here
        now = dict(enumerate(here))
        for seat, person in self._given():
            if now.get(seat) and not before.get(seat):
                self._told.discard(person.identity)

    def lost(self) -> None:
        """Take note that what was whispered last may not have come through."""
        self._told.clear()
        self._here = ()
        self._wait_for_parts(is_on=False)

    def look(self) -> None:
        """Do what can be done by now."""
        asked = self._asked
        if asked is not None and self._seat.is_past(asked):
            # They came back, or the table has gone on otherwise.
            self._stop(Step.KEPT)
        # What they tell leads here again.
        early, self._early = self._early, {}
        for sender, parts in early.items():
            self.take_parts(sender, parts)
        self._tell_parts()
        self._wait_for_parts(is_on=self._seat.needs_parts)

    def close(self) -> None:
        """Do nothing more."""
        self._end()
        self._wait_for_parts(is_on=False)
        self._early.clear()

    def _given(self) -> Iterator[tuple[Seat, Person]]:
        """Give the seats that were given away, and who has them now."""
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

    def _has_spoken(self, seat: Seat, person: Person) -> bool:
        """Tell whether whoever has a seat has said something, and so lacks nothing of it."""
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

    # Whoever gets them.

    def take_parts(self, sender: bytes, parts: Parts) -> None:
        """Take what somebody tells us of the secrets of a seat that may be ours."""
        me = self._seat
        holder = me.fold.seat_of(sender)
        if holder is None:
            return
        if me.number == parts.seat:
            me.gather(holder, parts.kept)
        elif me.number == NOBODY:
            self._early[sender] = parts

    def _wait_for_parts(self, *, is_on: bool) -> None:
        """Give up after as long as a silent seat is waited for, a minute at least."""
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

    # Inside.

    def _time_out(self) -> None:
        self._timer = None
        self._stop(Step.SILENT)

    def _stop(self, step: Step, *, is_there: bool = True) -> None:
        asking, asked = self.asking, self._asked
        if asking is None or asked is None:
            return
        self._end()
        if is_there and asking.step is Step.ASKED and step in (Step.SILENT, Step.KEPT):
            # What they were asked needs no answer any more.
            self._whisper(Refusal(asked.gid, asked.seat), asking.to)
        self._player.told(AskingChanged(asking.at(step)))

    def _end(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        self.asking = self._asked = self._expected = None

    def _tell(self, asking: Asking) -> None:
        self.asking = asking
        self._player.told(AskingChanged(asking))
