"""The endpoint that finds the same host again at another address."""

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


def lost(*, looks: bool = True) -> EndpointHarness:
    """Give somebody who was at the host, has lost it, and sets out again."""
    harness = EndpointHarness(HOST, looks=looks)
    harness.arrive(PIN)
    harness.go()
    return harness


def test_a_host_is_tried_once_before_it_has_let_us_in() -> None:
    """Who can't reach it is told so at once, if there is no pin to look for."""
    harness = EndpointHarness("192.0.2.1:7777")
    harness.go()
    harness.reactor.refuse()
    assert ["ConnectionRefusedError"] == harness.log
    assert ["192.0.2.1:7777"] == harness.reactor.tried
    assert 0 == harness.discovery.looking


def test_a_host_that_was_lost_is_tried_for_as_long_as_it_takes() -> None:
    """Ever more seldom, ten seconds apart at most."""
    harness = lost(looks=False)
    for tries in range(1, 20):
        assert tries == len(harness.reactor.tried)
        harness.reactor.refuse()
        harness.reactor.advance(10)
    assert [] == harness.log
    harness.reactor.accept()
    assert [f"at {HOST}"] == harness.log
    assert [] == harness.reactor.getDelayedCalls()


def test_a_name_is_asked_for_anew_at_each_try() -> None:
    """It may be another machine's address by now."""
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


def test_a_host_that_has_moved_is_followed_by_its_pin() -> None:
    """As soon as it is heard; nobody waits for the old address any more."""
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


def test_an_address_that_is_announced_no_more_is_not_tried_again() -> None:
    """The one that was given always is."""
    harness = lost()
    harness.discovery.hears(THERE)
    harness.reactor.refuse(1)
    harness.discovery.hears()
    harness.reactor.refuse(0)
    harness.reactor.advance(10)
    assert 2 == harness.reactor.tried.count("192.0.2.1:7777")
    assert 1 == harness.reactor.tried.count("198.51.100.5:7777")


def _crowd(count: int) -> list[str]:
    return [f"10.0.0.{n}:7777#{PIN.hex()}" for n in range(1, count + 1)]


def test_all_that_is_announced_in_its_name_has_its_turn() -> None:
    """Anybody may announce anything, and nobody be there; some are tried at once."""
    harness = lost()
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


def test_whoever_announces_many_addresses_takes_the_turn_of_nobody_else() -> None:
    """The first address of each that is heard is tried before the second of anybody."""
    harness = lost()
    false, true = map(Address.parse, (_crowd(1)[0], THERE))
    others = tuple(map(Address.parse, _crowd(16)[1:]))
    harness.discovery.hear(Nearby("aaa", false, others), Nearby("inn", true))
    harness.reactor.pump([STAGGER] * 3)
    assert ["10.0.0.1:7777", "198.51.100.5:7777"] == harness.reactor.tried[1:3]


def test_whoever_answers_in_its_name_has_no_second_turn_before_it() -> None:
    """Each is somebody else, and the search goes on with the next."""
    harness = lost()
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


def test_a_connection_that_breaks_at_once_each_time_is_made_ever_more_seldom() -> None:
    """Whoever breaks them all may do so for long; one that held begins anew."""
    harness = EndpointHarness(HOST)
    pauses = []
    for seconds in (0.0, 0.0, 0.0, STEADY, 0.0):
        harness.endpoint.arrived(PIN)
        harness.reactor.advance(seconds)
        harness.endpoint.connection_lost(talking=True)
        pauses.append(harness.endpoint.pause())
    assert [RETRY(0), RETRY(1), RETRY(2), RETRY(0), RETRY(0)] == pauses


def test_not_all_who_lost_a_host_come_back_at_once() -> None:
    """Each waits a little longer, by chance, at each try."""
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


def test_an_address_of_one_link_is_tried_when_others_have_had_their_time() -> None:
    """
    Each machine writes it differently, so it is no good to be told.

    It isn't resolved like a name, which would lose the interface by which it goes out. One
    that was typed here waits for nothing.
    """
    harness = lost()
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


def test_a_host_that_is_announced_again_is_tried_at_once() -> None:
    """Where it was, too: nobody waits until the time between two tries is over."""
    harness = lost()
    for _ in range(6):  # after which it waits for long
        harness.reactor.refuse()
        harness.reactor.advance(10)
    harness.reactor.refuse()
    tries = len(harness.reactor.tried)
    for _ in range(2):
        harness.discovery.hears(HOST)
        assert tries + 1 == len(harness.reactor.tried)
    # What went out on an old network is lost, and what is waited for needn't be.
    for again in (2, 3):
        harness.endpoint.hurry()
        assert tries + again == len(harness.reactor.tried)


def test_a_host_is_looked_for_a_few_seconds_whoever_says_to_be_it() -> None:
    """Somebody else, where it was announced, neither ends that nor prolongs it."""
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


def test_where_somebody_else_is_it_is_not_tried_at_once_again() -> None:
    """The old address may be another's by now, who answers in no time, again and again."""
    harness = lost()
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


def test_a_host_that_isn_t_where_it_was_said_to_be_is_looked_for() -> None:
    """By the pin of the invitation, or of the last time; a few seconds long."""
    for harness in (EndpointHarness(HOST), EndpointHarness("192.0.2.1:7777", hint=PIN)):
        harness.go()
        harness.reactor.refuse()
        harness.discovery.hears(THERE)
        harness.reactor.accept()
        assert [f"at {THERE}"] == harness.log
        assert PIN == harness.endpoint.pin
        harness.endpoint.arrived(PIN)
        assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())


def test_whoever_gives_up_on_the_way_leaves_nothing_behind() -> None:
    """No timer, no connection under way, and nobody who looks."""
    harness = EndpointHarness(HOST)
    harness.arrive(PIN)
    done = harness.go()
    harness.discovery.hears(THERE)
    harness.reactor.refuse(0)
    done.cancel()
    assert ["CancelledError"] == harness.log
    assert (0, []) == (harness.discovery.looking, harness.reactor.getDelayedCalls())


ELSEWHERE = f"203.0.113.9:7777#{OTHER.hex()}"


def test_another_host_is_never_tried_whatever_it_announces() -> None:
    """Whether the game goes on there is proven by those who play there, and asked for elsewhere."""
    harness = lost()
    games = (GameNearby("0123456789abcdef", 7),)
    at = Address.parse(ELSEWHERE)
    harness.discovery.hear(Nearby("salon", at, (), games))
    harness.reactor.pump([1.0] * 60)
    assert {"192.0.2.1:7777"} == {*harness.reactor.tried}


def test_who_has_settled_at_another_host_looks_for_that_one() -> None:
    """By its pin, wherever it is by then; the one before means nothing any more."""
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


def test_who_doesn_t_want_to_look_doesn_t() -> None:
    """The setting says at which of this machine's addresses that is done."""
    assert looking(ResolvingReactor(), ()) is None  # type: ignore[arg-type]
    assert looking(ResolvingReactor(), None) is not None  # type: ignore[arg-type]
    assert Address.parse(HOST).pin == PIN
