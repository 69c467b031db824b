"""The length of an event's way through the program: no new layer slips in unseen."""

from __future__ import annotations

import pytest

from scripts.walks import Walks, quoted, walks


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Walks:
    return walks(tmp_path_factory.mktemp("table"))


def test_the_page_quotes_how_long_the_ways_are(walked: Walks) -> None:
    """If a way has become longer on purpose: `python -m scripts.walks --update`."""
    assert walked.table == quoted()
    assert len(walked.redraw) < 4_800


def test_a_lost_connection_has_one_name_on_its_way(walked: Walks) -> None:
    """From Twisted's event to what the person is told, at both ends."""
    ways = [it for it in walked.ways if it.start.endswith("'s end")]
    names = [step.name.rpartition(".")[2] for way in ways for step in way.steps]
    assert 2 == len(ways)
    assert 2 == names.count("connectionLost")
    assert {"connection_lost", "on_connection_lost", "went"} <= {*names}
