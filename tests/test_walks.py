"""
The page quotes how many steps an event takes through the program, so new layers are
noticed.
"""

from __future__ import annotations

import pytest

from scripts.walks import Walks, quoted, walks


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Walks:
    return walks(tmp_path_factory.mktemp("table"))


def test_the_page_quotes_the_current_lengths_of_paths(walked: Walks) -> None:
    """If a path has become longer on purpose, run `python -m scripts.walks --update`."""
    assert walked.table == quoted()
    assert len(walked.redraw) < 4_800


def test_a_lost_connection_keeps_its_name_on_both_paths(walked: Walks) -> None:
    """
    The paths lead from Twisted's event to the message that the person sees, at both
    ends.
    """
    paths = [it for it in walked.paths if it.start.endswith("'s end")]
    names = [step.name.rpartition(".")[2] for path in paths for step in path.steps]
    assert 2 == len(paths)
    assert 2 == names.count("connectionLost")
    assert {"connection_lost", "on_connection_lost", "went"} <= {*names}
