"""
Asking the table what a program has signed, in case its memory is an older copy.

Theory of operation
-------------------

Two different entries signed for one place convict their signer, so a program stores
whatever it signs. If its folder is restored from a backup, or a power cut sets the disk
back, it has signed something that it doesn't know, and the host's log may lack it, too.
But only somebody who has received it can use it. So the program may continue as soon as
its log has everything that the others at the table know:

- They state this in a roll call (`sealed_wonders.net.rollcall`). Each signs its open
  phase, the log's digest before it, and the digests of its entries of this phase and of
  ballots. The nonce is ours, and the pin is that of our own connection. So the answers
  are new, and come from programs that are connected to the same host, to which they
  send what it lacks.
- Entries of ours that reappear in the log are taken over byte for byte. The rest is
  made again: keys and the nonces of commitments are derived from the seed, everything
  else is drawn.
- While a ballot is open that we may have answered, nothing is signed: a vote can't be
  derived.

How many must answer depends on what is known to be lost:

- *Certainly lost*: the memory is missing, or the log has something of ours that it
  lacks. Then every other active seat must answer, and the table learns that we are
  waiting.
- *Perhaps lost*: a host has restarted the program, and its whole folder may have been
  set back, memory and journal alike. Then all are waited for as well, but no longer
  than a minute after the first answer of another owner. Usually nothing was lost, and
  the game shouldn't depend on everybody's return.

In both cases, every answer that arrives must fit. Another program that is waiting like
this answers as well, so that two of them don't wait for each other.

A cheat who keeps our last entry secret can have us convicted by it later. One who
claims to know more than exists makes us wait, which it could also do by not answering.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.inquiry import Inquirer

ALL_PATIENCE = 60.0
"""Seconds to wait for all after the first answer, if perhaps nothing was lost."""

AGAIN = 5.0
"""Seconds after an insufficient answer until the host is asked again."""


class Recollecting:
    """Asks our own host repeatedly, until it isn't needed any more."""

    def __init__(
        self,
        clock: IReactorTime,
        asker: Callable[[], Inquirer | None],
        ask: Callable[[Inquirer, Callable[[], None]], Callable[[], object]],
    ) -> None:
        """
        Create an object that hasn't asked.

        Args:
            asker: returns who must ask; None while nobody must.
            ask: asks the host, calls its second argument when the answer has been
                handled or didn't arrive, and returns a function that cancels.
        """
        self._clock = clock
        self._asker = asker
        self._ask = ask
        self._stop: Callable[[], object] | None = None
        self._timer: IDelayedCall | None = None

    def look(self) -> None:
        """Ask, if it is time to."""
        is_waiting = self._timer is not None and self._timer.active()
        asker = self._asker()
        if asker is not None and self._stop is None and not is_waiting:
            self._stop = self._ask(asker, self._done)

    def stop(self) -> None:
        """Stop asking until the next `look`."""
        stop, self._stop = self._stop, None
        if stop is not None:
            stop()
        if self._timer is not None and self._timer.active():
            self._timer.cancel()

    def _done(self) -> None:
        self._stop = None
        self._timer = self._clock.callLater(AGAIN, self.look)
