"""Sentences on what a host refuses, and on a host that closes."""

from __future__ import annotations

from sealed_wonders.client.tablewords import refusals


def test_a_host_that_closes_refuses_nothing() -> None:
    """It tells everybody, also those who asked for nothing."""
    said = refusals.sentence("closing", "the host is shutting down")
    assert "The host has closed, and offers no tables for now." == said
    assert said == refusals.no_seat("closing", "the host is shutting down")
