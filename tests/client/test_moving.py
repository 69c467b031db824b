"""A table that moves between machines and back, with real programs."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.test_main import running, until
from tests.support.ports import unused_port
from tests.support.programs import WondersProcess

PROGRAM = """
from sealed_wonders.client.__main__ import main
from sealed_wonders.client.table import endpoint, quorum
from sealed_wonders.client.person import takeoverhost
quorum.GONE_PATIENCE = quorum.AWAY_PATIENCE = 0.5
quorum.HEARING, quorum.SOON = 0.1, 0.3
quorum.AGAIN_GONE = lambda times: 0.5
endpoint.RETRY = lambda times: 0.2
takeoverhost.HERE_PATIENCE = 0.5
main()
"""


class ImpatientProcess(WondersProcess):
    """A client that soon goes on without a host, and retries everything soon."""

    program = ("-c", PROGRAM)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[list[ImpatientProcess]]:
    """Yield a list of clients, which are ended after the test."""
    some: list[ImpatientProcess] = []
    yield some
    for one in some:
        one.process.kill()
        one.end()


def test_a_table_moves_to_a_players_machine_and_back(
    fast_sealing_everywhere: None, tmp_path: Path, people: list[ImpatientProcess]
) -> None:
    """
    Its host is stopped, and ann's machine continues. When she leaves, the first host
    has the table again.
    """
    with unused_port() as port:
        listen = f"127.0.0.1:{port}"
    table = ("--game=architects", "--players=2", "--announce")
    pi = tmp_path / "pi"
    with running(pi, *table, listen=listen) as (process, said):
        for name in ("ann", "bob"):
            words = ("join", str(said["join"]), "--name", name, "--plain")
            people.append(ImpatientProcess(tmp_path / name, *words))
        ann, bob = people
        for one in people:
            one.until("ready")
            one.type("ready")
        for one in people:
            one.until("On top now")  # clients follow nobody before the first entry
        process.send_signal(signal.SIGTERM)
        process.wait()
    ann.until("type: here")
    ann.type("here")
    (*_, line) = ann.until("Others can join with: ")
    assert re.search(r"wonders join 127\.0\.0\.1:\d+#[0-9a-f]{32}$", line)
    bob.until("The table continues on ")
    bob.type("say hello there")
    ann.until("bob says: hello there")
    with running(pi, *table, listen=listen) as (process, _):
        until(process, "taken-up")
        ann.type("quit")
        ann.type("yes")
        assert 0 == ann.end()[0]
        bob.until("The table continues on ")
        bob.type("say back again")
        bob.until("bob says: back again")
