"""
Garbage collection: none while a program starts or exits.

Modules and their contents live until the end. Collecting repeatedly while they load
takes a sixth of the start-up time. Collecting at exit takes as long again, although the
system then frees everything at once.
"""

from __future__ import annotations

import atexit
import gc

_SELDOM = 10_000
"""
Number of new objects that trigger a collection; Python's default is 700.

Games and logs live long as well, so hardly any of their objects become garbage.
"""


def begin() -> None:
    """Disable the collector until `loaded`, and skip the collection at exit."""
    gc.disable()
    gc.set_threshold(_SELDOM)
    atexit.register(gc.freeze)


def loaded() -> None:
    """Exclude everything loaded so far from collection, and enable the collector."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def look() -> None:
    """
    Run a full collection now, except over what was loaded at the start.

    A full collection also makes Python release its free lists of tuples and other
    objects: two megabytes where proofs are checked. Python rarely runs one by itself,
    since there is hardly any garbage.
    """
    gc.collect()
