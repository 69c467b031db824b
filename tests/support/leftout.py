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
    "::test_a_failed_draw_leaves_no_file_behind": OPEN,
    "tests/client/table/test_session.py"
    "::test_a_client_with_an_old_file_signs_nothing": OPEN,
    "tests/client/table/test_session.py"
    "::test_a_bot_with_an_old_file_asks_before_it_signs_anything": OPEN,
    "tests/client/table/test_session.py"
    "::test_a_killed_client_resumes_a_sealed_game": OPEN,
    "tests/client/test_browsing.py": SIGNALS,
    "tests/client/test_commands.py::test_a_closed_pipe_ends_a_command_quietly": SIGNALS,
    "tests/client/test_commands.py::test_ctrl_c_ends_a_command_quietly": SIGNALS,
    "tests/client/test_commands.py"
    "::test_the_commands_on_the_page_print_what_it_shows": SHELL,
    "tests/client/test_commands.py"
    "::test_characters_that_a_terminal_cannot_show_are_escaped": (
        "names of files are no bytes there"
    ),
    "tests/client/test_join_play.py": SIGNALS,
    "tests/host/test_announcing.py": SIGNALS,
    "tests/host/test_seatbackups.py": MODES,
    "tests/host/test_bots.py::test_a_process_counts_with_its_resident_memory_if_that_is_more": (
        "it reads /proc"
    ),
    "tests/host/test_full_disk.py": LIMITS,
    "tests/host/test_hosting_page.py": SIGNALS,
    "tests/host/test_install_service.py": SYSTEMD,
    "tests/host/test_upkeep.py::TestAtAHost::test_a_log_that_can_t_be_removed_is_reported": OPEN,
    "tests/host/test_listening.py": SIGNALS,
    "tests/host/test_main.py": SIGNALS,
    "tests/host/test_metrics.py": SIGNALS,
    "tests/host/test_notify.py": SYSTEMD,
    "tests/host/test_output.py::test_tracebacks_go_into_a_file_of_limited_size": MODES,
    "tests/host/test_pausing.py::test_the_file_of_a_pause_is_removed_after_the_game": WORDING,
    "tests/host/test_service.py"
    "::test_a_lack_of_file_descriptors_is_reported_now_and_then": LIMITS,
    "tests/host/test_news.py::test_the_scores_are_printed_as_a_table": PATHS,
    "tests/host/test_web.py": FILES,
    "tests/net/log/test_digests.py::test_the_vectors_match_the_output_of_their_script": LINES,
    "tests/net/system/test_coredumps.py": LIMITS,
    "tests/net/system/test_descriptors.py": LIMITS,
    "tests/scripts/test_bootstrap.py": SHELL,
    "tests/scripts/test_coverage.py": SHELL,
    "tests/net/test_seed.py::test_the_seed_vectors_match_the_output_of_their_script": LINES,
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
