"""Tables without a memory aid: agreed before the game, and in its log for good."""

from __future__ import annotations

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.core.wonders.options import has_memory_aid
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.lobby import parse_options
from sealed_wonders.net.messages import Lobby
from sealed_wonders.net.replay import read_log
from tests.support.agreed import agreed
from tests.support.inprocess.server import StartHost, open_terms


@pytest.mark.parametrize("aid", [True, False])
def test_it_is_shown_signed_and_written_down(start_host: StartHost, aid: bool) -> None:
    """Everybody is shown the options with it, and plays by them to the end."""
    host = start_host(open_terms(3, own=agreed(memory_aid=aid)))
    people = host.join()
    host.settle()

    for person in people:
        shown = [it.options for it in person.received if isinstance(it, Lobby)]
        assert shown
        assert all(
            has_memory_aid(dict(parse_options(packed))) is aid for packed in shown
        )
        assert person.session.seat is not None
        charter = person.session.seat.fold.charter
        assert has_memory_aid(dict(charter.options)) is aid
    log = host.ended().log
    assert log is not None
    fold = read_log(log.read_bytes(), lambda charter: rules_of(charter.options))
    assert fold.over
    assert has_memory_aid(dict(fold.charter.options)) is aid
    assert Verdict.GOOD is audit(log.read_bytes()).verdict


def test_a_table_that_has_one_says_nothing_of_it(start_host: StartHost) -> None:
    """So its options are the bytes they were before there was a choice."""
    host = start_host(open_terms(3))
    (ann,) = host.join(["ann"])
    host.settle()

    (shown, *_) = [it.options for it in ann.received if isinstance(it, Lobby)]
    assert "memory" not in dict(parse_options(shown))
