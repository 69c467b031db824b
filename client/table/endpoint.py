"""
A client endpoint that keeps finding the same host, also after the connection is lost.

A host that comes back may have another address but has the same pin. The endpoint looks
for that pin on the network, and whatever accepts a connection must prove that it has
it. It doesn't try other hosts, whatever they announce. Moving between hosts is decided in
`sealed_wonders.client.table.quorum`, and `HostEndpoint.settle` then tells the endpoint
which host to find from now on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from twisted.application.internet import backoffPolicy
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, TCP6ClientEndpoint
from twisted.internet.interfaces import (
    IDelayedCall,
    IProtocol,
    IProtocolFactory,
    IReactorFromThreads,
    IReactorPluggableNameResolver,
    IReactorTCP,
    IReactorTime,
    IStreamClientEndpoint,
)
from twisted.python.failure import Failure
from zope.interface import implementer

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby

CONNECT_PATIENCE = 10.0
"""Seconds until an attempt to connect times out."""

RETRY = backoffPolicy(initialDelay=0.5, maxDelay=10.0, factor=1.5, jitter=lambda: 0.0)
"""Backoff between attempts to connect: 0.5 s at first, at most 10 s."""

JITTER = 0.5
"""
Largest fraction by which a pause is lengthened, so that clients don't return at once.
"""

STEADY = 30.0
"""Seconds after which a connection counts as stable, and resets the backoff."""

LOOK_PATIENCE = 4.0
"""Seconds to search the network for a host that isn't at its given address."""

SHUN = backoffPolicy(initialDelay=3.0, maxDelay=10.0, factor=1.5, jitter=lambda: 0.0)
"""
Seconds for which to avoid an address where a different program answered, or none did.

Starts at 3 s and grows to 10 s with repeated failures.
"""

STAGGER = 0.3
"""
Seconds between starting attempts at successive addresses of a host.

The address announced first is the most likely to work, and can be given to other
people.
"""

LINK_LAG = 2.0
"""
Extra seconds before trying a link-local address.

Its zone is written differently on each machine, so it can't be given to other people.
"""

ADDRESSES_CAP = 8
"""
Largest number of announced addresses that are tried at the same time.

Anybody can announce addresses in a host's name. Further addresses wait until an attempt
fails.
"""

Look = Callable[[Callable[[Sequence[Nearby]], None]], Callable[[], object]]
"""Starts a search that reports each change of the list of hosts; returns its cancel."""


class IEndpointReactor(IReactorTCP, IReactorTime, IReactorPluggableNameResolver):
    """Reactor interfaces that an endpoint uses."""


def looking(reactor: IReactorFromThreads, places: Sequence[str] | None) -> Look | None:
    """
    Return a function that searches the network for hosts, or None if searching is off.

    Args:
        places: addresses of this machine on whose networks to search; None means all of
            them, an empty sequence turns searching off.
    """
    if places == ():
        return None

    def look(heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
        from sealed_wonders.net.discovery.dnssd import Browser

        browser = Browser(heard, reactor.callFromThread, interfaces=places)
        browser.start()
        return browser.stop

    return look


def endpoint_of(reactor: IEndpointReactor, address: Address) -> IStreamClientEndpoint:
    """
    Return an endpoint for one address; host names are resolved on each connection.
    """
    patience = int(CONNECT_PATIENCE)
    if "%" in address.host:
        # HostnameEndpoint would drop the zone; with a zone, this is an address and not
        # a name.
        return TCP6ClientEndpoint(  # type: ignore[no-untyped-call]
            reactor, address.host, address.port, timeout=patience
        )
    return HostnameEndpoint(reactor, address.host, address.port, timeout=patience)


def in_turn(said: Iterable[Sequence[Address]]) -> Sequence[Address]:
    """
    Return all addresses announced for one host, taking one of each announcer in turn.

    So nobody can displace the addresses of others by announcing many.
    """
    turns = zip_longest(*said)
    return [*dict.fromkeys(one for turn in turns for one in turn if one is not None)]


@implementer(IStreamClientEndpoint)
class HostEndpoint:
    """
    Client endpoint that looks for one host wherever it is.

    Attributes:
        at: the address of the last connection, or of the next one.
        pin: the pin that the host must have; None if it isn't known yet.
    """

    def __init__(
        self,
        reactor: IEndpointReactor,
        address: Address,
        look: Look | None = None,
        hint: bytes | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """
        Create an endpoint that hasn't connected yet.

        Args:
            look: searches the network for hosts; None to use only `address`.
            hint: the pin that the host at this address had last time.
            chance: returns a number from 0 to 1 that scales the jitter of pauses.
        """
        self.at = address
        self.pin = address.pin
        self._reactor = reactor
        self._given = address
        self._look = look
        self._sought = address.pin or hint
        self._is_known = False
        """Whether the host has accepted us at least once."""
        self._last = self._plain(address)
        """Address at which the host last accepted us."""
        self._chance = chance
        self._arrived_at = 0.0
        self._falls = 0
        """Consecutive connections to the host that broke before they were stable."""
        self._heard: dict[Address, None] = {}
        """Announced addresses, as an ordered set; those tried move to the end."""
        self._given_up: Failure | None = None
        """Why the given address failed, during the search that this has caused."""
        self._look_until = 0.0
        self._shunned: dict[Address, tuple[int, float]] = {}
        """
        For each address, the number of consecutive failures, and the end of its pause.
        """
        self._search: _Search | None = None
        self._stop_looking: Callable[[], object] | None = None

    def connect(self, protocolFactory: IProtocolFactory) -> Deferred[IProtocol]:
        """
        Connect to the given address, or to the host wherever it is after the first
        time.

        In the latter case, the attempts go on until one succeeds.
        """
        if self._is_known or self._given_up is not None:
            return self._go_on(protocolFactory, self._given_up)
        first = self.endpoint(self._given).connect(protocolFactory)
        if self._look is not None and self._sought is not None:
            first.addErrback(lambda why: self._go_on(protocolFactory, why))
        return first

    def _go_on(
        self, factory: IProtocolFactory, given_up: Failure | None
    ) -> Deferred[IProtocol]:
        self._begin_to_look()
        patience = None
        if given_up is not None:
            now = self._reactor.seconds()
            if self._given_up is None:
                self._given_up, self._look_until = given_up, now + LOOK_PATIENCE
            patience = max(0.0, self._look_until - now)
        self._search = _Search(self, factory, given_up, patience)
        return self._search.begin()

    def arrived(self, pin: bytes) -> None:
        """Record that the host with this pin has accepted us."""
        self.pin = self._sought = pin
        self._is_known, self._given_up = True, None
        self._arrived_at = self._reactor.seconds()
        self._last = self._plain(self.at)
        self._shunned.clear()
        self.look_no_more()

    def settle(self, at: Address) -> None:
        """
        Follow another host from now on, one that has accepted us now or before.

        Args:
            at: its address, with its pin.
        """
        self.look_no_more()
        self.at, self._given, self._falls = at, self._plain(at), 0
        self._heard = {}
        self.arrived(at.pin or b"")

    def connection_lost(self, *, talking: bool) -> None:
        """
        Record that the connection is lost.

        Args:
            talking: whether it was a connection to the host; otherwise it was to
                another program, or to a host that didn't accept us.
        """
        now, at = self._reactor.seconds(), self._plain(self.at)
        if talking:
            held = now - self._arrived_at >= STEADY
            self._falls = 0 if held else self._falls + 1
        else:
            times, _until = self._shunned.get(at, (0, now))
            self._shunned[at] = times + 1, now + self._longer(SHUN(times))

    def pause(self) -> float:
        """Return the seconds to wait before reconnecting."""
        return self._longer(RETRY(max(0, self._falls - 1)))

    def again_after(self, tries: int) -> float:
        """
        Return the seconds to wait before retrying an address after this many failures.
        """
        return self._longer(RETRY(tries))

    def _longer(self, seconds: float) -> float:
        return seconds * (1 + JITTER * self._chance())

    @property
    def is_announced(self) -> bool:
        """
        Whether the current address isn't the given one; anybody may have announced it.
        """
        return self._plain(self.at) != self._plain(self._given)

    def hurry(self) -> None:
        """Retry all addresses at once, because this machine has changed networks."""
        if self._search is not None:
            self._search.hurry()

    def look_no_more(self) -> None:
        if self._stop_looking is not None:
            self._stop_looking()
            self._stop_looking = None

    # Used by `_Search`.

    def addresses(self) -> tuple[Address, ...]:
        """
        Return all possible addresses of the host, in the order in which to try them.
        """
        # A name may resolve to another address by now, so it is resolved each time.
        return tuple(dict.fromkeys((*self.usual(), *self._heard)))

    def usual(self) -> tuple[Address, ...]:
        """Return the addresses that don't come from announcements."""
        return self._last, self._plain(self._given)

    def trying(self, address: Address) -> None:
        """Move an address behind the others, because it is being tried now."""
        if address in self._heard:
            del self._heard[address]
            self._heard[address] = None

    def shunned_for(self, address: Address) -> float:
        """Return the seconds for which an address must still be avoided."""
        _times, until = self._shunned.get(address, (0, 0.0))
        return max(0.0, until - self._reactor.seconds())

    def callLater(self, seconds: float, call: Callable[[], None]) -> IDelayedCall:
        return self._reactor.callLater(seconds, call)

    def endpoint(self, address: Address) -> IStreamClientEndpoint:
        return endpoint_of(self._reactor, address)

    def ended(self, at: Address | None) -> None:
        """Record that a search is over, and the address that it found, if any."""
        self._search = None
        if at is None:
            self.look_no_more()
            return
        # An address that was found by its pin must prove to have that pin.
        is_sought = self._is_known or at != self._plain(self._given)
        self.pin = self._sought if is_sought else self._given.pin
        self.at = replace(at, pin=self.pin)

    def _plain(self, address: Address) -> Address:
        return replace(address, pin=None)

    def _begin_to_look(self) -> None:
        if self._look is not None and self._stop_looking is None:
            self._heard = {}
            self._stop_looking = self._look(self._hear)

    def _hear(self, hosts: Sequence[Nearby]) -> None:
        said = [
            [*map(self._plain, (host.address, *host.others))]
            for host in hosts
            if host.address.pin == self._sought
        ]
        turns = dict.fromkeys(in_turn(said))
        new = [one for one in turns if one not in self._heard]
        kept = [one for one in self._heard if one in turns]
        self._heard = dict.fromkeys((*kept, *new))
        if self._search is not None:
            self._search.look_again(set(new))


class _Search:
    """Search that tries all addresses of a host side by side, until one connects."""

    def __init__(
        self,
        endpoint: HostEndpoint,
        factory: IProtocolFactory,
        given_up: Failure | None,
        patience: float | None,
    ) -> None:
        """
        Create a search that hasn't begun.

        Args:
            given_up: the failure to report if nothing is found; None to search without
                end.
            patience: seconds after which to report it.
        """
        self._endpoint = endpoint
        self._factory = factory
        self._given_up = given_up
        self._patience = patience
        self._timer: IDelayedCall | None = None
        self._attempts: dict[Address, Deferred[IProtocol]] = {}
        self._waiting: dict[Address, IDelayedCall] = {}
        self._queue: dict[Address, None] = {}
        """
        Addresses that are due, but wait for one of `ADDRESSES_CAP` to become free.
        """
        self._failures: dict[Address, int] = {}
        self._is_over = False
        self._done: Deferred[IProtocol] = Deferred(lambda _: self._end(None))

    def begin(self) -> Deferred[IProtocol]:
        """Start trying addresses; the result fires with the first connection."""
        if self._patience is not None:
            self._timer = self._endpoint.callLater(self._patience, self._give_up)
        self.look_again()
        return self._done

    def look_again(self, new: Collection[Address] = ()) -> None:
        """
        Try addresses that aren't under way yet.

        Args:
            new: addresses that have just been announced; retried at once, as the host
                may be back.
        """
        delay = 0.0
        for address in self._endpoint.addresses():
            if self._is_over:
                return
            shunned = self._endpoint.shunned_for(address)
            if address in new and address in self._waiting and not shunned:
                self._waiting.pop(address).cancel()
            if not self._is_under_way(address):
                self._later(address, max(delay, shunned))
                if not shunned:
                    delay = min(delay + STAGGER, ADDRESSES_CAP * STAGGER)

    def _is_under_way(self, address: Address) -> bool:
        return any(
            address in some for some in (self._attempts, self._waiting, self._queue)
        )

    def hurry(self) -> None:
        """Abort and restart all attempts."""
        for attempt in list(self._attempts.values()):
            attempt.cancel()  # its packets went out on a network that is gone
        self._failures.clear()
        for address, timer in list(self._waiting.items()):
            timer.cancel()
            del self._waiting[address]
        self._queue.clear()
        self.look_again()

    def _later(self, address: Address, seconds: float) -> None:
        if "%" in address.host and address not in self._endpoint.usual():
            seconds += LINK_LAG
        if seconds:
            self._waiting[address] = self._endpoint.callLater(
                seconds, lambda: self._try(address)
            )
        else:
            self._try(address)

    def _try(self, address: Address) -> None:
        self._waiting.pop(address, None)
        if address not in self._endpoint.addresses():
            return  # no longer announced
        if address not in self._endpoint.usual() and not self._has_room():
            self._queue[address] = None
            return
        self._endpoint.trying(address)
        attempt = self._endpoint.endpoint(address).connect(self._factory)
        self._attempts[address] = attempt
        attempt.addCallbacks(
            self._arrived, self._failed, callbackArgs=(address,), errbackArgs=(address,)
        )

    def _arrived(self, protocol: IProtocol, address: Address) -> None:
        del self._attempts[address]
        self._end(address)
        self._done.callback(protocol)

    def _failed(self, failure: Failure, address: Address) -> None:
        del self._attempts[address]
        if not self._is_over:
            tries = self._failures.get(address, 0)
            self._failures[address] = tries + 1
            self._later(address, self._endpoint.again_after(tries))
            self._next()

    def _next(self) -> None:
        """Try addresses that waited for `ADDRESSES_CAP`."""
        while self._queue and self._has_room():
            address = next(iter(self._queue))
            del self._queue[address]
            self._try(address)

    def _has_room(self) -> bool:
        usual = self._endpoint.usual()
        return sum(one not in usual for one in self._attempts) < ADDRESSES_CAP

    def _give_up(self) -> None:
        failure, self._timer = self._given_up, None
        self._end(None)
        self._done.errback(failure)

    def _end(self, at: Address | None) -> None:
        self._is_over = True
        self._endpoint.ended(at)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()
        self._queue.clear()
        for attempt in list(self._attempts.values()):
            attempt.cancel()
