"""What peers ask for, and what answers it."""

from __future__ import annotations

from typing import get_args

from sealed_wonders.host.requests import Requests
from sealed_wonders.net.messages import FromClient, Hello, Ping
from tests.support.inprocess.server import StartHost


def test_every_message_of_a_client_has_an_answer(start_host: StartHost) -> None:
    """But the login, which is the server's, and pings, which are the connection's."""
    requests = start_host().server._requests
    assert isinstance(requests, Requests)
    assert {*get_args(FromClient)} - {Hello, Ping} == set(requests.kinds)
