"""The host's container file copies only files, and uses only options, that exist."""

from __future__ import annotations

import json
import re

from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.unit import STATE
from tests.test_packaging import ROOMS, ROOT

FILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
TAKEN = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()


def test_the_container_gets_every_file_that_it_installs() -> None:
    """It also gets the build files, and nothing else of a checkout."""
    assert "*" == TAKEN[0]
    taken = {line.removeprefix("!") for line in TAKEN if line.startswith("!")}
    files = ("pyproject.toml", "setup.py", "LICENSE", "README.md", "docs/man")
    assert {*ROOMS, *files} <= taken
    assert [] == [name for name in taken if not (ROOT / name).exists()]
    for used in re.findall(r"/source/(\S+)", FILE):
        assert used in taken


def test_the_container_starts_a_host_with_valid_options() -> None:
    """The host's folder is a volume, and the host doesn't run as root."""
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", FILE, re.MULTILINE)
    settings = read_settings(json.loads(entry)[1:])
    assert settings is not None
    assert f"VOLUME {STATE}\n" in FILE
    assert STATE == settings.folder
    assert f"EXPOSE {settings.listen.port}\n" in FILE
    assert re.search(r"^USER (?!root)", FILE, re.MULTILINE)
