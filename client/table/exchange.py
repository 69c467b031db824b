"""
The exchange of a seat: what two programs tell each other before it changes hands.

Theory of operation
-------------------

Whoever goes asks for an exchange (`give`). From then on the seat says nothing more in phases
to come; what there is to be said about the open one, such as a vote, it still says. As soon
as it has signed nothing about the open phase, it whispers to the other all that the other
has to know, and signs nothing while it waits. The other reads the log as far as that, sees whether it fits, asks
its person, and whispers back its consent. Then the handover is signed, and the log tells
both, and everybody else, that the seat has changed hands.

- Until the handover is signed, the one who gives may keep the seat, and does so when no
  answer comes (`PATIENCE`): nothing has happened then. After it nothing can be taken back.
- The one who takes signs nothing for the seat before the log has the handover. Our person
  is asked about one offer after the other, and agrees to one seat, or to another when that
  one can't become ours any more.
- What is whispered by anybody but these two is ignored, and so is what doesn't fit.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.players import Giving, Player, Step
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.net import whispers
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.handovers import Entrusted, Takeover
from sealed_wonders.net.identity import Identity, is_identity
from sealed_wonders.net.lobby import MAX_PEOPLE, Person
from sealed_wonders.net.whispers import Consent, Refusal, Whisper

PATIENCE = 60.0
"""Seconds for an answer, which may take a person; meanwhile the table waits for us."""

OFFERS = 2 * MAX_PEOPLE
"""Offers that are kept until our person is asked; each is somebody else's who plays."""

Whispering = Callable[[bytes, bytes], None]
"""Sends a sealed whisper to an identity."""


class Exchange:
    """
    The exchanges of one seat: of ours with somebody, or of somebody's with us.

    Attributes:
        giving: to whom we hand our seat over; None if to nobody.
    """

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        name: str,
        owner: bytes | None,
        player: Player,
        clock: IReactorTime,
        whisper: Whispering,
        looked: Callable[[], None],
    ) -> None:
        """
        Begin without any.

        Args:
            name: ours, as which we take a seat.
            owner: the identity that runs this bot; None for a person.
            looked: called when there may be something to be sent.
        """
        self.giving: Giving | None = None
        self._seat = seat
        self._identity = identity
        self._name = name
        self._owner = owner
        self._player = player
        self._clock = clock
        self._whisper = whisper
        self._looked = looked
        self._given: Entrusted | None = None
        """What we have entrusted the other with."""
        self._timer: IDelayedCall | None = None
        self._expected: Person | None = None
        """As whom the other would take it, as we were told."""
        self._offers: dict[bytes, Entrusted] = {}
        """What others would entrust us with, by their identities, as it came."""
        self._asked: bytes | None = None
        """About whose offer our person is being asked."""

    # Whoever gives.

    def give(self, to: Person) -> None:
        """Hand our seat over to somebody who would take it."""
        if self.giving is not None or self._seat.is_out:
            return
        giving = Giving(to.identity, to.name, Step.WAITS)
        if not (self._seat.can_be_handed_over and is_identity(to.identity)):
            self._player.giving(giving.at(Step.FAILED))
            return
        self._seat.is_held = True
        self.giving, self._expected = giving, to
        self.look()
        if self.giving is not None and self.giving.step is Step.WAITS:
            self._player.giving(self.giving)

    def keep(self) -> None:
        """Keep our seat, if it isn't handed over yet."""
        self._stop(Step.KEPT)

    def not_there(self) -> None:
        """Keep our seat, as the host says that whoever we have asked is gone."""
        if self.giving is not None and self.giving.step is Step.ASKED:
            self._stop(Step.SILENT)

    def look(self) -> None:
        """Do what can be done by now."""
        giving, seat = self.giving, self._seat
        if giving is not None and giving.step is Step.WAITS:
            self._given = seat.entrusted()
            if self._given is not None:
                seat.is_promised = True
                self._timer = self._clock.callLater(PATIENCE, self._time_out)
                self._tell(giving.at(Step.ASKED))
                self._send(self._given, giving.to)
        if giving is not None and seat.is_out:
            # Handed over; or the others go on without us.
            self._end()
        for sender, given in tuple(self._offers.items()):
            if self._asked is None and self._offers.get(sender) is given:
                self._consider(sender, given)

    def close(self) -> None:
        """Do nothing more."""
        self._end()
        self._offers.clear()

    # What is whispered.

    def whispered(self, sender: bytes, sealed: bytes) -> None:
        """
        Take what somebody at the table has whispered.

        What isn't for us, or means nothing, is ignored: anybody there can send it.
        """
        try:
            whisper = whispers.unseal(sealed, self._identity)
        except RemoteProtocolError:
            return
        if whisper.gid != self._seat.fold.charter.gid:
            return
        match whisper:
            case Entrusted():
                self._take_offer(sender, whisper)
            case Consent(_, _, takeover):
                self._take_consent(sender, takeover)
            case Refusal():
                if self.giving is not None and self.giving.to == sender:
                    self._stop(Step.REFUSED)

    def _take_consent(self, sender: bytes, takeover: Takeover) -> None:
        giving, given = self.giving, self._given
        if giving is None or given is None or giving.step is not Step.ASKED:
            return
        if sender != giving.to:
            return
        if takeover.person != self._expected:
            # Under another name, or as somebody else's bot, than our person was told.
            self._stop(Step.FAILED)
            return
        try:
            self._seat.hand_over(given, takeover)
        except (RemoteProtocolError, LocalProtocolError, OSError):
            self._stop(Step.FAILED)
            return
        self._disarm()
        self._tell(giving.at(Step.SIGNED))
        self._looked()

    # Whoever takes.

    def _take_offer(self, sender: bytes, given: Entrusted) -> None:
        if sender == self._identity.public or given == self._offers.get(sender):
            return  # or our person would be asked again and again
        if sender == self._asked:
            self._asked = None
        self._offers.pop(sender, None)
        if len(self._offers) < OFFERS:
            self._offers[sender] = given
        self.look()

    def _consider(self, sender: bytes, given: Entrusted) -> None:
        """Ask our person whether they take a seat, once the log is read as far as that."""
        seat = self._seat
        if not seat.is_known(given):
            return
        people = seat.fold.people
        if given.seat >= len(people) or people[given.seat].identity != sender:
            del self._offers[sender]
            return
        self._asked = sender
        if not seat.fits(given):
            self._answer(sender, given, yes=False)
            return
        self._player.offered(
            given.seat,
            people[given.seat].name,
            lambda yes: self._answer(sender, given, yes=yes),
        )

    def _answer(self, sender: bytes, given: Entrusted, *, yes: bool) -> None:
        if self._offers.get(sender) is not given:
            return
        del self._offers[sender]
        self._asked = None
        gid = self._seat.fold.charter.gid
        if yes:
            try:
                takeover = self._seat.consent(given, self._name, self._owner)
            except (ValueError, RemoteProtocolError, OSError):
                yes = False
            else:
                self._send(Consent(gid, given.seat, takeover), sender)
        if not yes:
            self._send(Refusal(gid, given.seat), sender)
        self.look()

    # Inside.

    def _send(self, whisper: Whisper, to: bytes) -> None:
        self._whisper(to, whispers.seal(whisper, to))

    def _time_out(self) -> None:
        self._timer = None
        self._stop(Step.SILENT)

    def _stop(self, step: Step) -> None:
        """Keep our seat after all."""
        giving = self.giving
        if giving is None or giving.step is Step.SIGNED:
            return
        self._end()
        self._player.giving(giving.at(step))
        # What was held back is said now: nobody else may have anything to say.
        self._seat.keep()

    def _end(self) -> None:
        self._disarm()
        self._seat.is_held = self._seat.is_promised = False
        self.giving = self._given = self._expected = None

    def _disarm(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _tell(self, giving: Giving) -> None:
        self.giving = giving
        self._player.giving(giving)
