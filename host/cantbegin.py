"""Why a host can't start."""

from __future__ import annotations


class CantBegin(Exception):
    """
    The host can't start; the message is one line.

    Attributes:
        another_try_may_help: whether the same start may succeed later; if not, the
            options are wrong.
    """

    another_try_may_help = True


class CantOpen(CantBegin):
    """There is no room for the only table."""


class CantListen(CantBegin):
    """The address can't be listened on."""


class MayNotListen(CantListen):
    """Listening there needs privileges that the host doesn't have."""

    another_try_may_help = False


class CantResume(CantBegin):
    """The game to resume is missing or can't be read."""
