"""
Options of a table as bytes, which its players agree on before the draw, and sign.

What each option of every table means, and how it is typed, is declared in
`sealed_wonders.net.tableoptions`; a game's own options are in `core`.
docs/PROTOCOL.md (Options) fixes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import is_identity
from sealed_wonders.net.log.envelopes import (
    is_name,
    is_number,
    pack_body,
    unpack_array,
)
from sealed_wonders.net.tableoptions import RESCUES, VALUE_CAP, WAITS, WHEN_GONE

OptionValue = str | int | bytes

Options = tuple[tuple[str, OptionValue], ...]
"""Sorted by key, without duplicates."""

MAX_OPTIONS = 32
"""Maximum options of a table."""

MAX_PEOPLE = 7
"""Maximum people at a table, whatever its game."""

NUMBER_CAP = 1 << 32
"""Exclusive limit on numbers in options."""

REQUIRED: Mapping[str, type] = {
    "game": str,
    "host": bytes,
    "players": int,
    "suite": int,
    "turn_time": int,
}
"""Options that every table has; the others belong to its game."""


def goes_on(options: Options) -> bool:
    """
    Return whether a table may go on without a silent player.

    It may unless the options forbid it. Any table may go on without a cheat.
    """
    return WHEN_GONE.agreed(options) != WAITS


def rescues(options: Options) -> bool:
    """Return whether all others together may give a seat to a substitute."""
    return WHEN_GONE.agreed(options) == RESCUES


def make_options(values: Mapping[str, OptionValue]) -> Options:
    """
    Sort and check options.

    Raises:
        LocalProtocolError: an option is missing, has the wrong type, or is out of
            bounds.
    """
    options = tuple(sorted(values.items()))
    if fault := options_fault(options):
        raise LocalProtocolError(fault)
    return options


def pack_options(options: Options) -> bytes:
    """Return the canonical bytes of options, to which people agree by being ready."""
    return pack_body(options)


def parse_options(packed: bytes) -> Options:
    """
    Parse packed options.

    Raises:
        RemoteProtocolError: the bytes aren't options, or not their canonical bytes.
    """
    options = read_options(unpack_array(packed))
    if pack_options(options) != packed:
        raise RemoteProtocolError(
            "not the canonical bytes of options: {packed}", packed=shown(packed)
        )
    return options


def read_options(body: object) -> Options:
    """
    Check that a part of a body is options.

    Raises:
        RemoteProtocolError: it isn't.
    """
    if fault := options_fault(body):
        raise RemoteProtocolError(fault)
    return cast(Options, body)


def options_fault(options: object) -> Sentence | None:
    """Return why *options* aren't valid, or None if they are."""
    if type(options) is not tuple or len(options) > MAX_OPTIONS:
        return Sentence("not options: {options}", options=shown(options))
    for option in options:
        if fault := _option_fault(option):
            return fault
    keys = [key for key, _ in options]
    if keys != sorted(set(keys)):
        return Sentence("options are not sorted: {keys}", keys=shown(keys))
    return _required_fault(dict(options))


def _option_fault(option: object) -> Sentence | None:
    """Return why *option* isn't valid, or None if it is."""
    if type(option) is not tuple or len(option) != 2 or not is_name(option[0]):
        return Sentence("not an option: {option}", option=shown(option))
    if not _is_value(option[1]):
        return Sentence(
            "not a valid value of an option: {option}", option=shown(option)
        )
    return None


def _required_fault(values: Mapping[str, Any]) -> Sentence | None:
    """Return why these lack an option that each table has, or None if they don't."""
    for key, kind in REQUIRED.items():
        if type(values.get(key)) is not kind:
            return Sentence(
                "option {key} has a value of the wrong type: {value}",
                key=shown(key),
                value=shown(values.get(key)),
            )
    if not is_identity(values["host"]):
        return Sentence(
            "option 'host' is not an identity: {value}", value=shown(values["host"])
        )
    if not 2 <= values["players"] <= MAX_PEOPLE:
        return Sentence(
            "option 'players' must be 2 to {most}, not {value}",
            most=MAX_PEOPLE,
            value=shown(values["players"]),
        )
    return None


def _is_value(value: object) -> bool:
    if is_number(value, NUMBER_CAP):
        return True
    if type(value) is str:
        # ASCII, since it is shown unchanged.
        return len(value) <= VALUE_CAP and value.isascii() and value.isprintable()
    return type(value) is bytes and len(value) <= VALUE_CAP
