"""In which order a run takes files of tests, and which of them one process takes."""

from __future__ import annotations

LONG = (
    "client/test_join_play.py",
    "client/engine/test_compiled.py",
    "scripts/test_screens.py",
    "client/test_commands.py",
    "client/terminal/test_screenapp.py",
    "storm/test_storm.py",
    "test_restored_folder.py",
    "client/table/test_quorum.py",
    "test_killing.py",
    "client/table/test_voting.py",
    "client/test_moving.py",
    "client/table/test_session.py",
    "host/test_browser.py",
    "host/test_television.py",
    "cheats/test_architects.py",
    "client/reports/test_browser.py",
    "test_elsewhere.py",
    "host/test_main.py",
    "client/terminal/wonders/screens/test_expansions.py",
    "client/terminal/test_subcommand.py",
    "test_independent.py",
    "test_secrecy.py",
    "test_independent_games.py",
    "client/terminal/test_keys_do_something.py",
    "client/terminal/wonders/screens/test_table.py",
    "cheats/test_mixers.py",
    "test_protocol_page.py",
    "host/test_forgotten.py",
    "net/sealed/test_games.py",
    "net/test_ballot_safety.py",
    "client/terminal/test_screenstack.py",
    "net/test_going_on_without_seats.py",
    "client/terminal/test_fullscreen.py",
    "client/terminal/test_scenes.py",
    "client/terminal/screens/test_replay.py",
    "client/terminal/test_bot_plays.py",
    "client/logs/test_audit.py",
    "core/wonders/test_check.py",
    "host/test_server.py",
    "net/test_handovers.py",
    "host/test_offer.py",
    "cheats/test_leaders.py",
    "host/test_again.py",
    "client/bots/test_wonders_expansions.py",
    "cheats/test_bodies.py",
    "client/terminal/test_rematch.py",
    "client/table/test_who_is_there.py",
    "client/table/test_substitution.py",
    "client/table/test_exchange.py",
    "client/test_analyse_command.py",
    "client/test_log_command.py",
)
"""
Files that take long, or wait for other processes: those that wait, and those that don't, by
turns, so that no core is idle.
"""

TOGETHER = (
    *("test_imports.py", "test_sources.py"),
    *("core/test_layers.py", "core/test_quoting.py", "core/test_sentences.py"),
)
"""Files that look through all sources: one process parses these for all of them."""
