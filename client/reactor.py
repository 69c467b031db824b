"""Installs the reactor that the client runs on: asyncio's, for prompt-toolkit."""

from __future__ import annotations

import sys


def install() -> None:
    """
    Install Twisted's asyncio reactor and its clock, before anything imports it.

    The terminal needs asyncio's loop: with any other reactor it would hang.
    """
    if "twisted.internet.reactor" not in sys.modules:
        import asyncio

        from twisted.internet import asyncioreactor

        # Twisted accepts only this kind of loop, which isn't the default on every
        # system.
        loop = asyncio.SelectorEventLoop()
        asyncio.set_event_loop(loop)
        asyncioreactor.install(loop)  # type: ignore[no-untyped-call]
        from twisted.internet import reactor

        from sealed_wonders.net.monotonicclock import steady

        steady(reactor)
