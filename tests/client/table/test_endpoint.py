"""The endpoint that finds the same host at another address."""

from __future__ import annotations

from sealed_wonders.client.table.endpoint import (
    ADDRESSES_CAP,
    JITTER,
    LINK_LAG,
    LOOK_PATIENCE,
    RETRY,
    SHUN,
    STAGGER,
    STEADY,
    looking,
)
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from tests.support.endpointharness import EndpointHarness, ResolvingReactor

PIN, OTHER = bytes(range(16)), bytes(16)
HOST = f"192.0.2.1:7777#{PIN.hex()}"
THERE = f"198.51.100.5:7777#{PIN.hex()}"


def harness_after_loss(*, looks: bool = True) -> EndpointHarness:
    """Return a client that has lost its host, and begins to reconnect."""
    harness = EndpointHarness(HOST, looks=looks)
    harness.arrive(PIN)
    harness.go()
    return harness


def test_a_host_without_a_pin_is_tried_once_at_first() -> None:
    """The failure is reported at once, because there is no pin to search for."""
    harness = EndpointHarness("192.0.2.1:7777")
    harness.go()
    harness.reactor.refuse()
    assert ["ConnectionRefusedError"] == harness.log
    assert ["192.0.2.1:7777"] == harness.reactor.tried
    assert 0 == harness.discovery.looking


def test_a_lost_host_is_retried_without_a_limit() -> None:
    """The pauses grow to at most ten seconds."""
    harness = harness_after_loss(looks=False)
    for tries in range(1, 20):
        assert tries == len(harness.reactor.tried)
        harness.reactor.refuse()
        harness.reactor.advance(10)
    assert [] == harness.log
    harness.reactor.accept()
    assert [f"at {HOST}"] == harness.log
    assert [] == harness.reactor.getDelayedCalls()


def test_a_host_name_is_resolved_again_at_each_attempt() -> None:
    """It may have another address by now."""
    harness = EndpointHarness("salon.local:7777")
    harness.reactor.names = {"salon.local": "192.0.2.1"}
    harness.arrive(PIN)
    harness.go()
    harness.reactor.refuse()
    harness.reactor.names = {"salon.local": "192.0.2.77"}
    harness.reactor.advance(1)
    assert ["192.0.2.1:7777", "192.0.2.77:7777"] == harness.reactor.tried
    harness.reactor.accept()
    assert [f"at salon.local:7777#{PIN.hex()}"] == harness.log


def test_a_moved_host_is_found_by_its_pin() -> None:
    """As soon as its announcement arrives, without waiting for the old address."""
    harness = EndpointHarness("192.0.2.1:7777")
    harness.arrive(PIN)
    assert 0 == harness.discovery.looking
    harness.go()
    assert 1 == harness.discovery.looking
    harness.discovery.hears(f"203.0.113.3:7777#{OTHER.hex()}", THERE)
    assert ["192.0.2.1:7777", "198.51.100.5:7777"] == harness.reactor.tried
    harness.reactor.accept(1)
    assert [f"at {THERE}"] == harness.log
    assert harness.reactor.connectors[0].stoppedConnecting
    harness.endpoint.arrived(PIN)
    assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())

    harness.endpoint.connection_lost(talking=True)
    harness.go()
    assert ["198.51.100.5:7777"] == harness.reactor.tried[2:]
    harness.reactor.advance(STAGGER)
    assert ["198.51.100.5:7777", "192.0.2.1:7777"] == harness.reactor.tried[2:]


def test_an_address_no_longer_announced_is_not_tried_again() -> None:
    """The address that the user typed is always tried again."""
    harness = harness_after_loss()
    harness.discovery.hears(THERE)
    harness.reactor.refuse(1)
    harness.discovery.hears()
    harness.reactor.refuse(0)
    harness.reactor.advance(10)
    assert 2 == harness.reactor.tried.count("192.0.2.1:7777")
    assert 1 == harness.reactor.tried.count("198.51.100.5:7777")


def _crowd(count: int) -> list[str]:
    return [f"10.0.0.{n}:7777#{PIN.hex()}" for n in range(1, count + 1)]


def test_every_address_announced_for_the_pin_is_tried() -> None:
    """
    Anybody may announce anything, so addresses may be dead; several are tried at once.
    """
    harness = harness_after_loss()
    harness.discovery.hears(*_crowd(20), THERE)
    assert 2 == len(harness.reactor.tried), "the likeliest first"
    harness.reactor.pump([STAGGER] * 60)
    assert 1 + ADDRESSES_CAP == len(harness.reactor.tried)
    for silent in range(1, 21):
        assert len(harness.reactor.tried) <= silent + ADDRESSES_CAP
        harness.reactor.refuse(silent)
    assert "198.51.100.5:7777" in harness.reactor.tried[: 1 + 21]
    harness.reactor.accept(harness.reactor.tried.index("198.51.100.5:7777"))
    assert [f"at {THERE}"] == harness.log


def test_an_announcer_of_many_addresses_does_not_delay_others() -> None:
    """The first address of each announcement is tried before the second one of any."""
    harness = harness_after_loss()
    false, true = map(Address.parse, (_crowd(1)[0], THERE))
    others = tuple(map(Address.parse, _crowd(16)[1:]))
    harness.discovery.hear(Nearby("aaa", false, others), Nearby("inn", true))
    harness.reactor.pump([STAGGER] * 3)
    assert ["10.0.0.1:7777", "198.51.100.5:7777"] == harness.reactor.tried[1:3]


def test_strangers_announced_for_the_pin_are_tried_once_each() -> None:
    """Each turns out to be another host, and the search goes on with the next."""
    harness = harness_after_loss()
    harness.discovery.hears(*_crowd(20), THERE)
    for strangers in range(1, 21):
        assert f"10.0.0.{strangers}:7777" == harness.reactor.tried[-1]
        harness.reactor.accept()
        assert harness.endpoint.is_announced
        harness.endpoint.connection_lost(talking=False)
        harness.go()
        harness.reactor.advance(STAGGER)
    assert "198.51.100.5:7777" == harness.reactor.tried[-1]
    harness.reactor.accept()
    harness.endpoint.arrived(PIN)
    assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())


def test_pauses_grow_if_each_connection_breaks_at_once() -> None:
    """After a connection that lasted, they begin again."""
    harness = EndpointHarness(HOST)
    pauses = []
    for seconds in (0.0, 0.0, 0.0, STEADY, 0.0):
        harness.endpoint.arrived(PIN)
        harness.reactor.advance(seconds)
        harness.endpoint.connection_lost(talking=True)
        pauses.append(harness.endpoint.pause())
    assert [RETRY(0), RETRY(1), RETRY(2), RETRY(0), RETRY(0)] == pauses


def test_a_random_delay_spreads_reconnections() -> None:
    chances = iter([0.0, 1.0, 0.5])
    harness = EndpointHarness(HOST, looks=False, chance=lambda: next(chances))
    assert [RETRY(0), RETRY(0) * (1 + JITTER)] == [
        harness.endpoint.pause(),
        harness.endpoint.pause(),
    ]
    harness.endpoint.arrived(PIN)
    harness.go()
    harness.reactor.refuse()
    (delayed,) = harness.reactor.getDelayedCalls()
    seconds = delayed.getTime() - harness.reactor.seconds()
    assert RETRY(0) * (1 + JITTER / 2) == seconds


def test_a_link_local_address_is_tried_after_others() -> None:
    """
    Its scope is written differently on each machine, so an announced one is of little
    use.

    It isn't resolved like a name, because that would lose the interface. An address
    that was typed on this machine is tried without a delay.
    """
    harness = harness_after_loss()
    harness.reactor.names = {"fe80::1%eth0": "no such thing"}
    harness.discovery.hears(f"[fe80::1%eth0]:7777#{PIN.hex()}", THERE)
    harness.reactor.advance(STAGGER)
    assert ["192.0.2.1:7777", "198.51.100.5:7777"] == harness.reactor.tried
    harness.reactor.advance(LINK_LAG)
    assert "fe80::1%eth0:7777" == harness.reactor.tried[-1]

    harness = EndpointHarness(f"[fe80::1%eth0]:7777#{PIN.hex()}")
    harness.reactor.names = {"fe80::1%eth0": "no such thing"}
    harness.arrive(PIN)
    harness.go()
    assert ["fe80::1%eth0:7777"] == harness.reactor.tried


def test_a_host_announced_again_is_tried_at_once() -> None:
    """Even at its old address, without waiting for the next attempt."""
    harness = harness_after_loss()
    for _ in range(6):  # until the pauses are long
        harness.reactor.refuse()
        harness.reactor.advance(10)
    harness.reactor.refuse()
    tries = len(harness.reactor.tried)
    for _ in range(2):
        harness.discovery.hears(HOST)
        assert tries + 1 == len(harness.reactor.tried)
    # Packets sent over the old network are lost, so waiting for answers is useless.
    for again in (2, 3):
        harness.endpoint.hurry()
        assert tries + again == len(harness.reactor.tried)


def test_a_stranger_does_not_change_the_length_of_a_search() -> None:
    """A stranger at an announced address neither ends nor prolongs it."""
    harness = EndpointHarness(HOST)
    harness.go()
    harness.reactor.refuse()
    harness.discovery.hears(*_crowd(1))
    harness.reactor.accept()
    harness.endpoint.connection_lost(talking=False)
    harness.log.clear()
    harness.go()
    assert [] == harness.log
    harness.reactor.refuse()
    harness.reactor.advance(LOOK_PATIENCE)
    assert ["ConnectionRefusedError"] == harness.log
    assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())


def test_an_address_of_another_host_is_retried_with_growing_pauses() -> None:
    """
    Another host may have the old address by now, and would answer immediately each
    time.
    """
    harness = harness_after_loss()
    harness.reactor.accept()
    harness.endpoint.connection_lost(talking=False)
    harness.go()
    assert 1 == len(harness.reactor.tried)
    assert 1 == harness.discovery.looking
    harness.discovery.hears(THERE)
    assert "198.51.100.5:7777" == harness.reactor.tried[-1]
    harness.reactor.advance(SHUN(0))
    assert "192.0.2.1:7777" == harness.reactor.tried[-1]
    harness.reactor.accept()
    harness.endpoint.connection_lost(talking=False)
    harness.go()
    harness.discovery.hears()
    tries = harness.reactor.tried.count("192.0.2.1:7777")
    harness.reactor.advance(SHUN(0))
    assert tries == harness.reactor.tried.count("192.0.2.1:7777")
    harness.reactor.advance(SHUN(1) - SHUN(0))
    assert tries + 1 == harness.reactor.tried.count("192.0.2.1:7777")


def test_a_host_not_at_its_address_is_searched_for_by_its_pin() -> None:
    """The pin comes from the invitation, or from an earlier connection."""
    for harness in (EndpointHarness(HOST), EndpointHarness("192.0.2.1:7777", hint=PIN)):
        harness.go()
        harness.reactor.refuse()
        harness.discovery.hears(THERE)
        harness.reactor.accept()
        assert [f"at {THERE}"] == harness.log
        assert PIN == harness.endpoint.pin
        harness.endpoint.arrived(PIN)
        assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())


def test_cancelling_leaves_no_timer_connection_or_search() -> None:
    harness = EndpointHarness(HOST)
    harness.arrive(PIN)
    done = harness.go()
    harness.discovery.hears(THERE)
    harness.reactor.refuse(0)
    done.cancel()
    assert ["CancelledError"] == harness.log
    assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())


ELSEWHERE = f"203.0.113.9:7777#{OTHER.hex()}"


def test_a_host_with_another_pin_is_never_tried() -> None:
    """
    Whether the game continues there must be proven by its players; other code asks
    them.
    """
    harness = harness_after_loss()
    games = (GameNearby("0123456789abcdef", 7),)
    at = Address.parse(ELSEWHERE)
    harness.discovery.hear(Nearby("salon", at, (), games))
    harness.reactor.pump([1.0] * 60)
    assert {"192.0.2.1:7777"} == {*harness.reactor.tried}


def test_a_client_that_settled_elsewhere_searches_for_that_host() -> None:
    """It uses the new host's pin, and ignores the old one."""
    harness = EndpointHarness(HOST)
    harness.arrive(PIN)
    harness.endpoint.settle(Address.parse(ELSEWHERE))
    harness.endpoint.connection_lost(talking=True)
    harness.go()
    assert OTHER == harness.endpoint.pin
    harness.discovery.hears(THERE, f"203.0.113.10:7777#{OTHER.hex()}")
    harness.reactor.advance(STAGGER)
    tried = ["203.0.113.9:7777", "203.0.113.10:7777"]
    assert tried == harness.reactor.tried


def test_discovery_can_be_turned_off() -> None:
    """The setting lists the addresses of this machine that are used for discovery."""
    assert looking(ResolvingReactor(), ()) is None  # type: ignore[arg-type]
    assert looking(ResolvingReactor(), None) is not None  # type: ignore[arg-type]
    assert Address.parse(HOST).pin == PIN
