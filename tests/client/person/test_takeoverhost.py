"""Continuing a table on this machine: what is reported if the host starts or fails."""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.client.person.takeoverhost import HERE_PATIENCE
from sealed_wonders.net.invitations import Invitation
from tests.support.evening import Evening

INVITED = (Invitation("192.0.2.5#" + "70" * 16),)


def test_a_failed_and_a_successful_takeover_are_reported(tmp_path: Path) -> None:
    """After a failure one can try again; after a success, the invitation is shown."""
    table = Evening(tmp_path)
    bob, here = table.bob, table.bob.person.here
    bob.can_host = True
    bob.disconnect()
    table.host.clock.advance(HERE_PATIENCE)
    here.go_on()
    here.failed("the host didn't start: no power")
    said = "\n".join(bob.look())
    assert "This machine can't take over the table: the host didn't start" in said
    assert bob.person.known.may_host
    here.stands(INVITED)
    said = "\n".join(bob.look())
    assert "This machine now hosts the table." in said
    assert f"wonders join {INVITED[0].at}" in said
    assert (True, INVITED) == (bob.person.known.hosts, bob.person.known.invitations)
