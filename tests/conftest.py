"""
What all tests share: hypothesis behaves the same on every run and every machine.

Nor is the same signature verified twice, or the same envelope read twice: in a test all
seats of a game and their host are in one process, and each of them would do it. What
either gives depends on nothing but the bytes, and a program that tests start as such
knows nothing of this.

The asyncio reactor is installed by pytest-twisted (``--reactor=asyncio``), since
prompt-toolkit needs that loop; tests of protocols use fake transports and clocks and
need no reactor at all.
"""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

from sealed_wonders.net import identity

REMEMBERED = 16_384
"""Signatures, and envelopes: those of a few games."""

# Before anybody has imported them by name.
vars(identity)["verify"] = functools.lru_cache(REMEMBERED)(identity.verify)

from sealed_wonders.net.log import envelopes

vars(envelopes)["parse"] = functools.lru_cache(REMEMBERED)(envelopes.parse)

settings.register_profile(
    "sealed",
    derandomize=True,  # a failure in CI is a failure here
    database=None,
    deadline=None,  # time is no property of the rules
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sealed")

# A shell finds this program by its name, wherever tests are started.
os.environ["PATH"] = os.pathsep.join(
    (str(Path(sys.executable).parent), os.environ["PATH"])
)

# Programs that tests start speak English, whatever whoever runs them speaks.
os.environ["LANGUAGE"] = "en"

# And they listen for hosts on no interface but the machine's own.
os.environ["WONDERS_DISCOVERY"] = "127.0.0.1"
