"""Parsing of the options of Architects, as people type them."""

from __future__ import annotations

from collections.abc import Mapping


def read(typed: Mapping[str, str]) -> Mapping[str, str]:
    """
    Return the table's options; they all have fixed choices, so nothing needs parsing.
    """
    return typed


def named(option: str, typed: Mapping[str, str]) -> tuple[str, ...]:
    """
    Return the possible values of an option without fixed choices: there are no such
    options.
    """
    return ()
