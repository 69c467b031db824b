"""The limit on open files, and whether any are left."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from sealed_wonders.net.system.descriptors import KEPT, WANTED, are_left, most

ALLOWED = """
import resource
from sealed_wonders.net.system import descriptors
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
most = hard if hard != resource.RLIM_INFINITY else 1 << 20
for soft, hard in ((256, most), (128, min(200, most))):
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    descriptors.allow_more()
    print(descriptors.most() == min(descriptors.WANTED, hard))
descriptors.allow_more()
print(descriptors.most() == min(descriptors.WANTED, 200, most))
"""


def test_some_descriptors_are_reserved_for_files() -> None:
    """If none can be opened, none are left."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    following = os.open(os.devnull, os.O_RDONLY)
    os.close(following)
    try:
        for room in (1, 0):
            limit = following + KEPT + room
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
            assert limit == most()
            assert bool(room) == are_left()
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
        left = are_left()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert not left
    assert are_left()


def test_a_host_raises_its_limit_on_open_files() -> None:
    command = [sys.executable, "-c", ALLOWED]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ["True"] * 3 == ran.stdout.split()
    assert WANTED > 16 * KEPT
