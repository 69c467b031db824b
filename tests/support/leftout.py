"""
The tests that are left out on Windows, and why.

Some tests skip themselves as well, where a single step needs POSIX: see
`tests.support.posix`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

SIGNALS = "it sends signals that Windows doesn't have"
SYSTEMD = "it is about systemd"
LIMITS = "it sets limits of a process"
MODES = "it looks at a file's mode, which says nothing there"
WORDING = "the system words an error in another way"
FILES = "its folder holds links and pipes"
LINES = "it compares bytes of a file that ends its lines as the system does"
OPEN = "it removes or replaces a file that is open"
SHELL = "it runs shell scripts, or commands of POSIX"
PATHS = "it compares paths as POSIX writes them"

ON_WINDOWS: Mapping[str, str] = {
    "tests/client/table/test_session.py"
    "::test_a_draw_that_comes_to_nothing_leaves_nothing_behind": OPEN,
    "tests/client/table/test_session.py"
    "::test_who_has_forgotten_the_last_things_they_said_says_nothing": OPEN,
    "tests/client/table/test_session.py"
    "::test_a_program_that_has_forgotten_it_asks_before_it_says_anything": OPEN,
    "tests/client/table/test_session.py"
    "::test_who_is_killed_in_a_sealed_game_goes_on_with_it": OPEN,
    "tests/client/test_browsing.py": SIGNALS,
    "tests/client/test_commands.py"
    "::test_a_reader_that_goes_away_ends_it_quietly": SIGNALS,
    "tests/client/test_commands.py::test_ctrl_c_ends_quietly": SIGNALS,
    "tests/client/test_commands.py"
    "::test_the_commands_on_the_page_say_what_it_says_they_do": SHELL,
    "tests/client/test_commands.py"
    "::test_what_a_terminal_cannot_show_is_written_around": (
        "names of files are no bytes there"
    ),
    "tests/client/test_join_play.py": SIGNALS,
    "tests/host/test_announcing.py": SIGNALS,
    "tests/host/test_seatbackups.py": MODES,
    "tests/host/test_bots.py::test_what_a_process_really_has_counts_where_it_is_more": (
        "it reads /proc"
    ),
    "tests/host/test_full_disk.py": LIMITS,
    "tests/host/test_hosting_page.py": SIGNALS,
    "tests/host/test_install_service.py": SYSTEMD,
    "tests/host/test_upkeep.py::TestAtAHost::test_what_can_t_be_removed_is_said": OPEN,
    "tests/host/test_listening.py": SIGNALS,
    "tests/host/test_main.py": SIGNALS,
    "tests/host/test_metrics.py": SIGNALS,
    "tests/host/test_notify.py": SYSTEMD,
    "tests/host/test_output.py::test_traces_go_into_a_file_that_has_an_end": MODES,
    "tests/host/test_pausing.py::test_of_a_pause_nothing_is_left_behind_a_game": WORDING,
    "tests/host/test_service.py"
    "::test_where_it_may_open_hardly_more_files_it_says_so_now_and_then": LIMITS,
    "tests/host/test_news.py::test_the_sheet_is_a_table": PATHS,
    "tests/host/test_web.py": FILES,
    "tests/net/log/test_digests.py::test_the_vectors_are_what_their_script_makes": LINES,
    "tests/net/system/test_coredumps.py": LIMITS,
    "tests/net/system/test_descriptors.py": LIMITS,
    "tests/scripts/test_bootstrap.py": SHELL,
    "tests/scripts/test_coverage.py": SHELL,
    "tests/net/test_seed.py::test_the_vectors_are_what_their_script_makes": LINES,
}
"""Files, or tests in them, and why each is left out."""


def left_out() -> Mapping[str, str]:
    """Return what is left out on this system, and why."""
    return ON_WINDOWS if os.name == "nt" else {}


def reason(nodeid: str) -> str | None:
    """Return why a test is left out here; None if it isn't."""
    return left_out().get(nodeid.partition("[")[0])


def leave_out(items: list[pytest.Item]) -> None:
    """Skip what is left out of the tests that were collected."""
    for item in items:
        why = reason(item.nodeid)
        if why is not None:
            item.add_marker(pytest.mark.skip(reason=why))
