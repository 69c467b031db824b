"""
The table options for absent players (`when_gone`, `gone_after`), agreed before the
game.
"""

from __future__ import annotations

import pytest

from sealed_wonders.host.terms import Terms, rules_of
from sealed_wonders.net.lobby import parse_options
from sealed_wonders.net.lobby.options import goes_on, rescues
from sealed_wonders.net.messages import Lobby
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.tableoptions import GONE_AFTER
from tests.support.inprocess.server import StartHost, open_terms
from tests.support.toy import TOY


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ({}, {}),
        ({"when_gone": "go-on", "gone_after": 90}, {}),
        pytest.param(
            {"when_gone": "wait"}, {"gone": "wait"}, marks=pytest.mark.thorough
        ),
        ({"when_gone": "rescue"}, {"gone": "rescue"}),
        pytest.param({"gone_after": 5}, {"gone_after": 5}, marks=pytest.mark.thorough),
        (
            {"when_gone": "wait", "gone_after": 3600},
            {"gone": "wait", "gone_after": 3600},
        ),
    ],
)
def test_options_for_absent_players_are_shown_and_signed(
    said: dict[str, object],
    options: dict[str, object],
    start_host: StartHost,
    toy: Terms,
) -> None:
    """Only values other than defaults are in the options, whose bytes are signed."""
    host = start_host(open_terms(3, game=TOY, **said))
    people = host.join()
    host.settle()

    for person in people:
        shown = [it.options for it in person.heard(Lobby)]
        assert shown
        for packed in shown:
            offered = dict(parse_options(packed))
            assert options == {key: offered[key] for key in offered if "gone" in key}
    log = host.completed_game().log
    assert log is not None
    agreed = read_log(log.read_bytes(), lambda it: rules_of(it.options)).charter.options
    assert said.get("gone_after", 90) == GONE_AFTER.agreed(agreed)
    assert (said.get("when_gone") != "wait") == goes_on(agreed)
    assert (said.get("when_gone") == "rescue") == rescues(agreed)
