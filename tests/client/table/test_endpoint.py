"""The endpoint of a host that may have gone elsewhere."""

from __future__ import annotations

from sealed_wonders.client.table.endpoint import (
    ADDRESSES_CAP,
    LINK_LAG,
    LOOK_PATIENCE,
    MOVE_PATIENCE,
    SHUN,
    STAGGER,
    looking,
)
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from tests.support.roads import Roads, Walker

PIN, OTHER = bytes(range(16)), bytes(16)
INN = f"192.0.2.1:7777#{PIN.hex()}"
THERE = f"198.51.100.5:7777#{PIN.hex()}"


def test_a_host_is_tried_once_before_it_has_let_us_in() -> None:
    """Who can't reach it is told so at once, if there is no pin to look for."""
    walker = Walker("192.0.2.1:7777")
    walker.go()
    walker.roads.refuse()
    assert ["ConnectionRefusedError"] == walker.log
    assert ["192.0.2.1:7777"] == walker.roads.tried
    assert 0 == walker.scout.looking


def test_a_host_that_was_lost_is_tried_for_as_long_as_it_takes() -> None:
    """Ever more seldom, ten seconds apart at most."""
    walker = Walker(INN, looks=False)
    walker.arrive(PIN)
    walker.go()
    for tries in range(1, 20):
        assert tries == len(walker.roads.tried)
        walker.roads.refuse()
        walker.roads.advance(10)
    assert [] == walker.log
    walker.roads.accept()
    assert [f"at {INN}"] == walker.log
    assert [] == walker.roads.getDelayedCalls()


def test_a_name_is_asked_for_anew_at_each_try() -> None:
    """It may be another machine's address by now."""
    walker = Walker("inn.local:7777")
    walker.roads.names = {"inn.local": "192.0.2.1"}
    walker.arrive(PIN)
    walker.go()
    walker.roads.refuse()
    walker.roads.names = {"inn.local": "192.0.2.77"}
    walker.roads.advance(1)
    assert ["192.0.2.1:7777", "192.0.2.77:7777"] == walker.roads.tried
    walker.roads.accept()
    assert [f"at inn.local:7777#{PIN.hex()}"] == walker.log


def test_a_host_that_has_moved_is_followed_by_its_pin() -> None:
    """As soon as it is heard; nobody waits for the old address any more."""
    walker = Walker("192.0.2.1:7777")
    walker.arrive(PIN)
    assert 0 == walker.scout.looking
    walker.go()
    assert 1 == walker.scout.looking
    walker.scout.hears(f"203.0.113.3:7777#{OTHER.hex()}", THERE)
    assert ["192.0.2.1:7777", "198.51.100.5:7777"] == walker.roads.tried
    walker.roads.accept(1)
    assert [f"at {THERE}"] == walker.log
    assert walker.roads.connectors[0].stoppedConnecting
    walker.endpoint.arrived(PIN)
    assert (0, []) == (walker.scout.looking, walker.roads.getDelayedCalls())

    walker.endpoint.lost(talking=True)
    walker.go()
    assert ["198.51.100.5:7777"] == walker.roads.tried[2:]
    walker.roads.advance(STAGGER)
    assert ["198.51.100.5:7777", "192.0.2.1:7777"] == walker.roads.tried[2:]


def test_an_address_that_is_announced_no_more_is_not_tried_again() -> None:
    """The one that was given always is."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    walker.scout.hears(THERE)
    walker.roads.refuse(1)
    walker.scout.hears()
    walker.roads.refuse(0)
    walker.roads.advance(10)
    assert 2 == walker.roads.tried.count("192.0.2.1:7777")
    assert 1 == walker.roads.tried.count("198.51.100.5:7777")


def _crowd(count: int) -> list[str]:
    return [f"10.0.0.{n}:7777#{PIN.hex()}" for n in range(1, count + 1)]


def test_all_that_is_announced_in_its_name_has_its_turn() -> None:
    """Anybody may announce anything, and nobody be there; some are tried at once."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    walker.scout.hears(*_crowd(20), THERE)
    assert 2 == len(walker.roads.tried), "the likeliest first"
    walker.roads.pump([STAGGER] * 60)
    assert 1 + ADDRESSES_CAP == len(walker.roads.tried)
    for silent in range(1, 21):
        assert len(walker.roads.tried) <= silent + ADDRESSES_CAP
        walker.roads.refuse(silent)
    assert "198.51.100.5:7777" in walker.roads.tried[: 1 + 21]
    walker.roads.accept(walker.roads.tried.index("198.51.100.5:7777"))
    assert [f"at {THERE}"] == walker.log


def test_whoever_announces_many_addresses_takes_the_turn_of_nobody_else() -> None:
    """The first address of each that is heard is tried before the second of anybody."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    false, true = map(Address.parse, (_crowd(1)[0], THERE))
    others = tuple(map(Address.parse, _crowd(16)[1:]))
    walker.scout.hear(Nearby("aaa", false, others), Nearby("inn", true))
    walker.roads.pump([STAGGER] * 3)
    assert ["10.0.0.1:7777", "198.51.100.5:7777"] == walker.roads.tried[1:3]


def test_whoever_answers_in_its_name_has_no_second_turn_before_it() -> None:
    """Each is somebody else, and the search goes on with the next."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    walker.scout.hears(*_crowd(20), THERE)
    for strangers in range(1, 21):
        assert f"10.0.0.{strangers}:7777" == walker.roads.tried[-1]
        walker.roads.accept()
        assert walker.endpoint.is_astray
        walker.endpoint.lost(talking=False)
        walker.go()
        walker.roads.advance(STAGGER)
    assert "198.51.100.5:7777" == walker.roads.tried[-1]
    walker.roads.accept()
    walker.endpoint.arrived(PIN)
    assert (0, []) == (walker.scout.looking, walker.roads.getDelayedCalls())


def test_whoever_was_announced_in_its_name_is_no_proof_that_it_is_gone() -> None:
    """However long it is away; whoever is at its own address is, after a while."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    walker.roads.advance(MOVE_PATIENCE)
    walker.scout.hears(*_crowd(1))
    walker.roads.accept()
    walker.endpoint.lost(talking=False)
    assert walker.endpoint.may_be_elsewhere()
    walker.go()
    walker.roads.accept()
    walker.endpoint.lost(talking=False)
    assert not walker.endpoint.may_be_elsewhere()


def test_an_address_of_one_link_is_tried_when_others_have_had_their_time() -> None:
    """Each machine writes it differently, so it is no good to be told."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    walker.scout.hears(f"[fe80::1%eth0]:7777#{PIN.hex()}", THERE)
    walker.roads.advance(STAGGER)
    assert ["192.0.2.1:7777", "198.51.100.5:7777"] == walker.roads.tried
    walker.roads.advance(LINK_LAG)
    assert "fe80::1%eth0:7777" == walker.roads.tried[-1]


def test_a_host_that_is_announced_again_is_tried_at_once() -> None:
    """Where it was, too: nobody waits until the time between two tries is over."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    for _ in range(6):
        walker.roads.refuse()
        walker.roads.advance(10)
    walker.roads.refuse()
    tries = len(walker.roads.tried)
    walker.scout.hears(INN)
    assert tries + 1 == len(walker.roads.tried)
    walker.scout.hears(INN)
    assert tries + 1 == len(walker.roads.tried)


def test_a_host_is_looked_for_a_few_seconds_whoever_says_to_be_it() -> None:
    """Somebody else, where it was announced, neither ends that nor prolongs it."""
    walker = Walker(INN)
    walker.go()
    walker.roads.refuse()
    walker.scout.hears(*_crowd(1))
    walker.roads.accept()
    walker.endpoint.lost(talking=False)
    walker.log.clear()
    walker.go()
    assert [] == walker.log
    walker.roads.refuse()
    walker.roads.advance(LOOK_PATIENCE)
    assert ["ConnectionRefusedError"] == walker.log
    assert (0, []) == (walker.scout.looking, walker.roads.getDelayedCalls())


def test_where_somebody_else_is_it_is_not_tried_at_once_again() -> None:
    """The old address may be another's by now, who answers in no time."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    walker.roads.accept()
    walker.endpoint.lost(talking=False)
    assert walker.endpoint.may_be_elsewhere()
    walker.go()
    assert 1 == len(walker.roads.tried)
    assert 1 == walker.scout.looking
    walker.scout.hears(THERE)
    assert "198.51.100.5:7777" == walker.roads.tried[-1]
    walker.roads.advance(SHUN)
    assert "192.0.2.1:7777" == walker.roads.tried[-1]
    walker.roads.advance(MOVE_PATIENCE)
    assert not walker.endpoint.may_be_elsewhere()


def test_on_another_network_everything_is_tried_at_once() -> None:
    """What went out on the old one is lost, and what is waited for needn't be."""
    walker = Walker(INN)
    walker.arrive(PIN)
    walker.go()
    for _ in range(6):
        walker.roads.refuse()
        walker.roads.advance(10)
    walker.roads.refuse()
    tries = len(walker.roads.tried)
    walker.endpoint.hurry()
    assert tries + 1 == len(walker.roads.tried)
    walker.endpoint.hurry()
    assert tries + 2 == len(walker.roads.tried)


def test_a_host_that_isn_t_where_it_was_said_to_be_is_looked_for() -> None:
    """By the pin of the invitation, or of the last time; a few seconds long."""
    for walker in (Walker(INN), Walker("192.0.2.1:7777", hint=PIN)):
        walker.go()
        walker.roads.refuse()
        walker.scout.hears(THERE)
        walker.roads.accept()
        assert [f"at {THERE}"] == walker.log
        assert PIN == walker.endpoint.pin
        walker.endpoint.arrived(PIN)
        assert (0, []) == (walker.scout.looking, walker.roads.getDelayedCalls())


def test_a_host_that_is_nowhere_is_not_reached_for_the_first_reason() -> None:
    """Nobody waits long for that."""
    walker = Walker(INN)
    walker.go()
    walker.roads.refuse()
    walker.roads.advance(LOOK_PATIENCE)
    assert ["ConnectionRefusedError"] == walker.log
    assert (0, []) == (walker.scout.looking, walker.roads.getDelayedCalls())


def test_whoever_gives_up_on_the_way_leaves_nothing_behind() -> None:
    """No timer, no connection under way, and nobody who looks."""
    walker = Walker(INN)
    walker.arrive(PIN)
    done = walker.go()
    walker.scout.hears(THERE)
    walker.roads.refuse(0)
    done.cancel()
    assert ["CancelledError"] == walker.log
    assert (0, []) == (walker.scout.looking, walker.roads.getDelayedCalls())


def test_an_address_of_one_link_goes_out_by_its_interface() -> None:
    """It isn't resolved like a name, which would lose that."""
    walker = Walker(f"[fe80::1%eth0]:7777#{PIN.hex()}")
    walker.roads.names = {"fe80::1%eth0": "no such thing"}
    walker.go()
    assert ["fe80::1%eth0:7777"] == walker.roads.tried


def test_who_doesn_t_want_to_look_doesn_t() -> None:
    """The setting says at which of this machine's addresses that is done."""
    assert looking(Roads(), ()) is None  # type: ignore[arg-type]
    assert looking(Roads(), None) is not None  # type: ignore[arg-type]
    assert Address.parse(INN).pin == PIN
