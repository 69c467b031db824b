"""
The endpoint of a host: where to connect to, the first time and whenever it was lost.

A host that was lost may be at another address when it is back. Its pin is the same, and by
that it is looked for on the network; whoever answers must have it. Another host is never
tried here, whatever it announces: see `sealed_wonders.client.table.quorum`.
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
"""Seconds for a host to take a connection."""

RETRY = backoffPolicy(initialDelay=0.5, maxDelay=10.0, factor=1.5, jitter=lambda: 0.0)
"""How long to wait before each try to connect again: half a second to ten."""

JITTER = 0.5
"""By which part of that it may take longer: not all who lost a host come back at once."""

STEADY = 30.0
"""Seconds for which a connection has held that isn't one of many that break at once."""

LOOK_PATIENCE = 4.0
"""Seconds for which a host is looked for that isn't where it was said to be."""

SHUN = backoffPolicy(initialDelay=3.0, maxDelay=10.0, factor=1.5, jitter=lambda: 0.0)
"""
How long an address isn't tried at which somebody else was, or nobody spoke: three seconds
the first time, ten when that was so again and again.
"""

STAGGER = 0.3
"""
Seconds by which each address of a host is tried after the one before it: the first that is
announced is the likeliest, and can be told to others.
"""

LINK_LAG = 2.0
"""
Seconds by which an address of one link is tried after the others: it is written differently
on each machine, and no good to be told to anybody.
"""

ADDRESSES_CAP = 8
"""
Announced addresses that are tried at the same time: anybody may announce some in a host's
name. The others have their turn when one of these has failed.
"""

Look = Callable[[Callable[[Sequence[Nearby]], None]], Callable[[], object]]
"""Begins to look for hosts, and tells of all there are; gives what ends it."""


class IReactor(IReactorTCP, IReactorTime, IReactorPluggableNameResolver):
    """What the endpoint needs of a reactor."""


def looking(reactor: IReactorFromThreads, places: Sequence[str] | None) -> Look | None:
    """
    Give the way to look for hosts; None if nobody wants that.

    Args:
        places: the addresses of this machine at which to look; None is all.
    """
    if places == ():
        return None

    def look(heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
        from sealed_wonders.net.discovery.dnssd import Browser

        browser = Browser(heard, reactor.callFromThread, interfaces=places)
        browser.start()
        return browser.stop

    return look


def endpoint_of(reactor: IReactor, address: Address) -> IStreamClientEndpoint:
    """Give what connects to an address; a name is asked for each time."""
    patience = int(CONNECT_PATIENCE)
    if "%" in address.host:
        # Names are resolved without the interface, and this isn't one.
        return TCP6ClientEndpoint(  # type: ignore[no-untyped-call]
            reactor, address.host, address.port, timeout=patience
        )
    return HostnameEndpoint(reactor, address.host, address.port, timeout=patience)


def in_turn(said: Iterable[Sequence[Address]]) -> Sequence[Address]:
    """
    Return all addresses that are announced for one host, one of each announcer in turn.

    Whoever announces many keeps nobody else's from being tried.
    """
    turns = zip_longest(*said)
    return [*dict.fromkeys(one for turn in turns for one in turn if one is not None)]


@implementer(IStreamClientEndpoint)
class HostEndpoint:
    """
    One host, wherever it is: a client endpoint that looks for it.

    Attributes:
        at: the address it was connected to last, or is to be.
        pin: which it must have; None if nobody knows that yet.
    """

    def __init__(
        self,
        reactor: IReactor,
        address: Address,
        look: Look | None = None,
        hint: bytes | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """
        Make ready to connect.

        Args:
            look: looks for hosts; without, there is but the one address.
            hint: the pin that the host at this address had the last time.
            chance: gives a number from 0 to 1, by which pauses are longer.
        """
        self.at = address
        self.pin = address.pin
        self._reactor = reactor
        self._given = address
        self._look = look
        self._sought = address.pin or hint
        self._is_known = False
        """The host has let us in."""
        self._last = self._plain(address)
        """Where it did so the last time."""
        self._chance = chance
        self._arrived_at = 0.0
        self._falls = 0
        """How many connections to the host in a row have not held."""
        self._heard: dict[Address, None] = {}
        """Where it says it is; whichever was tried stands behind the others."""
        self._given_up: Failure | None = None
        """Why it isn't where it was said to be, if it is looked for therefore."""
        self._look_until = 0.0
        self._shunned: dict[Address, tuple[int, float]] = {}
        """How many times in a row, and until when."""
        self._search: _Search | None = None
        self._stop_looking: Callable[[], object] | None = None

    def connect(self, protocolFactory: IProtocolFactory) -> Deferred[IProtocol]:
        """
        Connect: to the address that was given, or, once we were let in, to wherever the host
        is, however long that takes.
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
        """Take note that we were let in, by the host that has this pin."""
        self.pin = self._sought = pin
        self._is_known, self._given_up = True, None
        self._arrived_at = self._reactor.seconds()
        self._last = self._plain(self.at)
        self._shunned.clear()
        self.look_no_more()

    def settle(self, at: Address) -> None:
        """
        Be another host's from now on, which has let us in, or had before.

        Args:
            at: where it is, with its pin.
        """
        self.look_no_more()
        self.at, self._given, self._falls = at, self._plain(at), 0
        self._heard = {}
        self.arrived(at.pin or b"")

    def lost(self, *, talking: bool) -> None:
        """
        Take note that the connection is no more.

        Args:
            talking: it was the host's; else somebody's who isn't, or doesn't let us in.
        """
        now, at = self._reactor.seconds(), self._plain(self.at)
        if talking:
            held = now - self._arrived_at >= STEADY
            self._falls = 0 if held else self._falls + 1
        else:
            times, _until = self._shunned.get(at, (0, now))
            self._shunned[at] = times + 1, now + self._longer(SHUN(times))

    def pause(self) -> float:
        """Give the seconds before it is connected to again, after it was."""
        return self._longer(RETRY(max(0, self._falls - 1)))

    def again_after(self, tries: int) -> float:
        """Give the seconds before an address is tried again where nobody was so often."""
        return self._longer(RETRY(tries))

    def _longer(self, seconds: float) -> float:
        return seconds * (1 + JITTER * self._chance())

    @property
    def is_astray(self) -> bool:
        """Whether it leads now to where anybody may have announced the host."""
        return self._plain(self.at) != self._plain(self._given)

    def hurry(self) -> None:
        """Try again at once, if we are trying: this machine is on another network now."""
        if self._search is not None:
            self._search.hurry()

    def look_no_more(self) -> None:
        """End looking for it."""
        if self._stop_looking is not None:
            self._stop_looking()
            self._stop_looking = None

    # What a search needs.

    def addresses(self) -> tuple[Address, ...]:
        """Give all addresses at which it may be, in the order of their turns."""
        # A name may be another address's by now: it is asked for anew each time.
        return tuple(dict.fromkeys((*self.usual(), *self._heard)))

    def usual(self) -> tuple[Address, ...]:
        """Give the addresses that nobody had to announce."""
        return self._last, self._plain(self._given)

    def trying(self, address: Address) -> None:
        """Take note that an address has its turn: the others come first after that."""
        if address in self._heard:
            del self._heard[address]
            self._heard[address] = None

    def shunned_for(self, address: Address) -> float:
        """Give the seconds for which an address isn't to be tried."""
        _times, until = self._shunned.get(address, (0, 0.0))
        return max(0.0, until - self._reactor.seconds())

    def callLater(self, seconds: float, call: Callable[[], None]) -> IDelayedCall:
        """Have something done later."""
        return self._reactor.callLater(seconds, call)

    def endpoint(self, address: Address) -> IStreamClientEndpoint:
        """Give what connects to an address."""
        return endpoint_of(self._reactor, address)

    def ended(self, at: Address | None) -> None:
        """Take note that a search is over, and where it led."""
        self._search = None
        if at is None:
            self.look_no_more()
            return
        # Where it was found by its pin, that is what it must have.
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
    """Trying all addresses of a host, side by side, until one of them takes us."""

    def __init__(
        self,
        endpoint: HostEndpoint,
        factory: IProtocolFactory,
        given_up: Failure | None,
        patience: float | None,
    ) -> None:
        """
        Make ready.

        Args:
            given_up: how it fails if it finds nothing; None: it never does.
            patience: the seconds after which that is so.
        """
        self._endpoint = endpoint
        self._factory = factory
        self._given_up = given_up
        self._patience = patience
        self._timer: IDelayedCall | None = None
        self._attempts: dict[Address, Deferred[IProtocol]] = {}
        self._waiting: dict[Address, IDelayedCall] = {}
        self._queue: dict[Address, None] = {}
        """Whose time has come, but not their turn."""
        self._failures: dict[Address, int] = {}
        self._is_over = False
        self._done: Deferred[IProtocol] = Deferred(lambda _: self._end(None))

    def begin(self) -> Deferred[IProtocol]:
        """Try the addresses there are; fires when one has taken us."""
        if self._patience is not None:
            self._timer = self._endpoint.callLater(self._patience, self._give_up)
        self.look_again()
        return self._done

    def look_again(self, new: Collection[Address] = ()) -> None:
        """
        Try those too that are new.

        Args:
            new: which are announced since just now: somebody may be there again.
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
        """Try all of them again at once."""
        for attempt in list(self._attempts.values()):
            attempt.cancel()  # its packets went out on a network that is no more
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
            return  # it is announced no more
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
        """Let those have their turn for whom there was no room."""
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
