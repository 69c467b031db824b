"""
When Python looks for what can be thrown away: neither while a program begins, nor as it ends.

Modules and what they make are kept. To look through all of them again and again while they
come takes a sixth of the time to begin, and as long again when Python ends, though the system
then takes back everything at once.
"""

from __future__ import annotations

import atexit
import gc

_SELDOM = 10_000
"""
So many more objects than before are worth a look; Python's own number is 700.

Games and logs are kept as well, and hardly anything of them becomes garbage.
"""


def begin() -> None:
    """Look for nothing until all is `loaded`, and not at the end."""
    gc.disable()
    gc.set_threshold(_SELDOM)
    atexit.register(gc.freeze)


def loaded() -> None:
    """Leave what has been loaded alone for good, and look for garbage from now on."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def look() -> None:
    """
    Look now, through all but what was loaded.

    By that Python gives back as well what it keeps in case it needs tuples and the like again,
    two megabytes of it where proofs are checked. It never does so by itself, since hardly
    anything is garbage.
    """
    gc.collect()
