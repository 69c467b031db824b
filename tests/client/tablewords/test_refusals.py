"""Sentences about refusals by a host, and about a host that closes."""

from __future__ import annotations

from sealed_wonders.client.tablewords import refusals


def test_a_closing_host_is_not_worded_as_a_refusal() -> None:
    """It tells everybody, including those who asked for nothing."""
    said = refusals.sentence("closing", "the host is shutting down")
    assert "The host has closed, and offers no tables for now." == said
    assert said == refusals.no_seat("closing", "the host is shutting down")
