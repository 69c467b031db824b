"""
Asking the table what it knows of a program whose memory may have been set back.

Theory of operation
-------------------

Whoever signs two things for one place is convicted by them, so a program keeps what it signs.
A folder that is restored from a backup, or a disk that a power cut sets back, takes that away:
the program has signed something that it doesn't know, and its host's log may lack it, too. But
nobody can use it who hasn't heard of it. So the program may go on as soon as its log has all
that the others at the table know:

- They say so in a roll call (`sealed_wonders.net.rollcall`): each signs its open phase, the
  log's digest before that, and the digests of what it has of this phase and of ballots. The
  nonce is ours, and the pin that of our own connection. So the answers are new, and from
  programs that are connected to the same host, to which they send what it lacks.
- Whatever came back of ours in the log is taken over, byte for byte. The rest is made anew: keys
  and nonces of commitments come of the seed, all else is drawn.
- While a ballot is open that we may have answered, nothing is signed: a yes can't be derived.

Who has to answer depends on what is known to be lost:

- *Set back for certain*: the memory is missing, or the log has something of ours that it lacks.
  Then every other seat that plays has to answer, and all at the table are told that we wait.
- *Perhaps*: a host has started the program again, and its whole folder may have been set back,
  memory and journal alike. Then all are waited for as well, but for no longer than a minute after
  somebody else has answered: most often nothing was lost, and the game isn't to depend on
  everybody's coming back.

That every answer that comes has to fit holds for both. Another program that waits like this
answers, too, so that two of them don't wait for each other.

A cheat who keeps our last word to itself can have us convicted by it later, and one who claims
to know more than there is has us wait, as it could by saying nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.inquiry import Asker

ALL_PATIENCE = 60.0
"""Seconds for which all are waited for, where perhaps nothing was lost."""

AGAIN = 5.0
"""Seconds after an answer that wasn't enough until the host is asked once more."""


class Recollecting:
    """Has the own host asked, again and again, as long as it takes."""

    def __init__(
        self,
        clock: IReactorTime,
        asker: Callable[[], Asker | None],
        ask: Callable[[Asker, Callable[[], None]], Callable[[], object]],
    ) -> None:
        """
        Ask nothing yet.

        Args:
            asker: gives who has to ask; None: nobody, as it is now.
            ask: asks the host, and calls when its answer was taken, or none has come;
                gives what ends it.
        """
        self._clock = clock
        self._asker = asker
        self._ask = ask
        self._stop: Callable[[], object] | None = None
        self._timer: IDelayedCall | None = None

    def look(self) -> None:
        """See whether it is time to ask."""
        is_waiting = self._timer is not None and self._timer.active()
        asker = self._asker()
        if asker is not None and self._stop is None and not is_waiting:
            self._stop = self._ask(asker, self._done)

    def stop(self) -> None:
        """Ask no more, until it is looked again."""
        stop, self._stop = self._stop, None
        if stop is not None:
            stop()
        if self._timer is not None and self._timer.active():
            self._timer.cancel()

    def _done(self) -> None:
        self._stop = None
        self._timer = self._clock.callLater(AGAIN, self.look)
