"""Requests of clients, and the answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sealed_wonders.host.requests import PROPOSAL_LIMIT, Requests
from sealed_wonders.net import messages
from sealed_wonders.net.times import Times
from tests.support.inprocess.server import StartHost, waiting_for_ann


def test_every_message_of_a_client_has_a_handler(start_host: StartHost) -> None:
    """Logins and inquiries are handled by the server, and pings by the connection."""
    requests = start_host().server._requests
    assert isinstance(requests, Requests)
    assert {*messages.FromClient.__subclasses__()} - {
        messages.Hello,
        messages.Inquire,
        messages.Ping,
    } == set(requests.kinds)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (lambda n: messages.Willing("table 1", n % 2 == 0, None), messages.Takers),
        (lambda n: messages.Retime("table 1", Times(100 + n), True), messages.Timing),
    ],
)
def test_messages_that_everybody_sees_are_limited(
    start_host: StartHost,
    says: Callable[[int], messages.FromClient],
    told: type[messages.FromHost],
) -> None:
    """Each adds a line to everybody's screen. One per second is far too many."""
    host, people = waiting_for_ann(start_host)
    eve = host.connect("eve", sits=False)
    who = eve if told is messages.Takers else people[1]
    for number in range(100):
        who.send(says(number))
        host.pass_time(1)
    heard = people[2].heard(told)
    assert 1 < len(heard) <= 2 * (PROPOSAL_LIMIT.burst + 100 * PROPOSAL_LIMIT.rate)
    assert "too-fast" in who.refusals
