"""
What people type of a table of Architects, read.
"""

from __future__ import annotations

from collections.abc import Mapping


def read(typed: Mapping[str, str]) -> Mapping[str, str]:
    """Return what a table agrees; all of it is one of some choices."""
    return typed


def named(option: str, typed: Mapping[str, str]) -> tuple[str, ...]:
    """Return what can be named for an option: of these, nothing."""
    return ()
