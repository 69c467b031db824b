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


class MayNotListen(CantBegin):
    """Listening at an address needs privileges that the host doesn't have."""

    another_try_may_help = False
