"""
A table is where most of its people are.

When a host is lost, two of a table may go on with it at two others, or the host may be back
after they have gone. So whoever sits where somebody is missing looks around, and goes to the
host that says to have more of them, or as many and a lower pin. All compare in the same way,
so all end at one host. What a host says of itself may be wrong: who has gone to one that has
fewer than it said goes back, and not there again. It may be heard long after it is no more:
who hasn't reached it tries that ever more seldom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.application.internet import backoffPolicy
from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.endpoint import Look
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby

AWAY_PATIENCE = 10.0
"""Seconds for which somebody is away before it is looked around for them."""

STAY = 10.0
"""Seconds at least between two moves; by then a host's people are there, or it has lied."""

AGAIN = backoffPolicy(
    initialDelay=60.0, maxDelay=3600.0, factor=2.0, jitter=lambda: 0.0
)
"""How long a host isn't gone to that wasn't reached: a minute the first time, an hour at most."""

GONE = -1
"""How many are at a host that has lied: fewer than at any other."""


class Whereabouts:
    """
    Looks for the host at which most of a table's people are, while some are missing.

    It is told where we are and who is there, and says where to go.
    """

    def __init__(
        self,
        clock: IReactorTime,
        look: Look | None,
        game: Callable[[], str],
        go: Callable[[Sequence[Address]], None],
    ) -> None:
        """
        Begin nowhere.

        Args:
            look: looks for hosts; None: we stay where we are.
            game: gives the first digits of the game's id.
            go: goes to a host, by its addresses with its pin.
        """
        self._clock = clock
        self._look = look
        self._game = game
        self._go = go
        self._at: Address | None = None
        """The host we are at; None: nowhere just now."""
        self._before: Address | None = None
        """Where we have come from, as long as it isn't known whether we stay."""
        self._to: bytes | None = None
        """The pin of the host that we were to go to."""
        self._promised = 0
        """How many should be here, besides us, as was said."""
        self._came_at = 0.0
        self._liars: set[bytes] = set()
        self._unreached: dict[bytes, tuple[int, float]] = {}
        """How many times in a row a host wasn't, and until when it isn't gone to."""
        self._here = self._all = 0
        self._me = 0
        self._away_since: float | None = None
        self._heard: Sequence[Nearby] = ()
        self._stop: Callable[[], object] | None = None
        self._timer: IDelayedCall | None = None

    def arrived(self, at: Address) -> None:
        """Take note that our game goes on at a host, whose pin the address has."""
        now = self._clock.seconds()
        if self._to is not None and at.pin != self._to:
            times, _until = self._unreached.get(self._to, (0, now))
            self._unreached[self._to] = times + 1, now + AGAIN(times)
            self._before = None
        elif at.pin is not None:
            self._unreached.pop(at.pin, None)
        self._to = None
        self._at, self._away_since, self._came_at = at, None, now

    def lost(self) -> None:
        """Take note that we are nowhere."""
        if self._at is not None:
            self._end()
            self._at = None

    def turned_away(self, pin: bytes | None) -> None:
        """Take note that a host hasn't our game, whatever it says."""
        if pin is not None:
            self._liars.add(pin)
        self._before = self._to = None

    def close(self) -> None:
        """Look no more."""
        self._end()
        self._look = self._at = None

    def attend(self, here: int, seats: int, *, plays: bool) -> None:
        """
        Take how many of those who play are here.

        Args:
            seats: how many play.
            plays: we are one of them.
        """
        self._here, self._all, self._me = here, seats, int(plays)
        if here >= seats:
            self._end()
            self._away_since, self._before = None, None
        elif self._away_since is None:
            self._away_since = self._clock.seconds()
        self._consider()

    def _consider(self) -> None:
        """Do what is due, and wait for what is due next."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None
        if self._at is None or self._away_since is None or self._look is None:
            return
        now = self._clock.seconds()
        due = max(self._away_since + AWAY_PATIENCE, self._came_at + STAY)
        if now < due:
            self._timer = self._clock.callLater(due - now, self._consider)
            return
        if self._was_deceived(self._at):
            return
        if self._stop is None:
            self._stop = self._look(self._hear)
        best = self._best(self._at)
        if best is not None:
            self._move(best)
            return
        untils = (self._shunned_until(host.address.pin) for host in self._heard)
        if later := [until for until in untils if until > now]:
            self._timer = self._clock.callLater(min(later) - now, self._consider)

    def _was_deceived(self, at: Address) -> bool:
        """Go back, where fewer are than it was said; tells whether that is so."""
        before, self._before = self._before, None
        if before is None or self._here - self._me >= self._promised:
            return False
        if at.pin is not None:
            self._liars.add(at.pin)
        self._leave_for([before])
        return True

    def _best(self, at: Address) -> Nearby | None:
        """Return the host at which most are, if that isn't this one."""
        game, pin = self._game(), at.pin or b""
        here = GONE if pin in self._liars else self._here
        best, most = None, (here, _inverse(pin))
        for host in self._heard:
            said, other = host.here(game), host.address.pin
            if said is None or other is None or other == pin or self._is_shunned(other):
                continue
            if (said, _inverse(other)) > most:
                best, most = host, (said, _inverse(other))
        return best

    def _is_shunned(self, pin: bytes) -> bool:
        """Tell whether a host isn't gone to, whatever it says."""
        return pin in self._liars or self._clock.seconds() < self._shunned_until(pin)

    def _shunned_until(self, pin: bytes | None) -> float:
        """Give until when a host isn't gone to that wasn't reached."""
        _times, until = self._unreached.get(pin or b"", (0, 0.0))
        return until

    def _move(self, host: Nearby) -> None:
        self._before, self._promised = self._at, host.here(self._game()) or 0
        self._to = host.address.pin
        self._leave_for([host.address, *host.others])

    def _leave_for(self, host: Sequence[Address]) -> None:
        self._end()
        self._at = None
        self._go(host)

    def _hear(self, hosts: Sequence[Nearby]) -> None:
        if self._stop is not None:
            self._heard = hosts
            self._consider()

    def _end(self) -> None:
        """Look around no more."""
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        if self._stop is not None:
            self._stop()
        self._timer = self._stop = None
        self._heard = ()


def _inverse(pin: bytes) -> bytes:
    """Turn the order of pins around: the lowest is the greatest."""
    return bytes(255 - byte for byte in pin)
