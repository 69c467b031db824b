"""
The reactor that this program runs on.
"""

from __future__ import annotations

import sys


def install() -> None:
    """
    Choose Twisted's reactor, and its clock, before anything imports it.

    The terminal needs asyncio's loop: with any other reactor it would hang.
    """
    if "twisted.internet.reactor" not in sys.modules:
        import asyncio

        from twisted.internet import asyncioreactor

        # Twisted takes no other kind of loop, and that isn't the usual one everywhere.
        loop = asyncio.SelectorEventLoop()
        asyncio.set_event_loop(loop)
        asyncioreactor.install(loop)  # type: ignore[no-untyped-call]
        from twisted.internet import reactor

        from sealed_wonders.net.steady import steady

        steady(reactor)
