"""
A host on a slow machine: the time until people see their first hands.

The host and its three bots get a tenth of a core, as on a small computer, and four more
players have the rest of this machine. The time counts from the last player being ready
until somebody has committed to the first choice. It takes a Linux whose control groups
may be changed here.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from scripts.benches._measure import at_most
from sealed_wonders.client.storage.folders import VARIABLE

SHARE = 0.1
"""Part of a core for the host and its bots."""
PEOPLE, BOTS = 4, 3
HAND = 8.0
"""Seconds."""
PATIENCE = 120.0
RUNS = 2

GROUPS = Path("/sys/fs/cgroup")
PERIOD = 100_000
"""Microseconds."""


def run() -> bool:
    try:
        with _limited(SHARE) as group:
            runs = [_seconds(group) for _ in range(RUNS)]
    except OSError as error:
        print(f"no control group can be made here, so nothing is measured: {error}")
        return True
    share = f"a host and {BOTS} bots on {SHARE:g} of a core"
    seconds, used = (min(some) for some in zip(*runs, strict=True))
    return all(
        (
            at_most(f"{share}: until the first hand", seconds, HAND, "s"),
            at_most("their processor time until then", used, HAND * SHARE, "s"),
        )
    )


@contextlib.contextmanager
def _limited(share: float) -> Iterator[Path]:
    """Provide a control group with a part of a core, of the first version or second."""
    quota = round(share * PERIOD)
    is_first = (GROUPS / "cpu").is_dir()
    group = (GROUPS / "cpu" if is_first else GROUPS) / f"wonders-{os.getpid()}"
    group.mkdir()
    try:
        if is_first:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD}")
        yield group
    finally:
        _empty(group)
        group.rmdir()


def _empty(group: Path) -> None:
    """End what still runs in a group, and wait until nothing does."""
    while left := (group / "cgroup.procs").read_text().split():
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), 9)
        time.sleep(0.05)


def _used(group: Path) -> float:
    """Return the seconds of processor time of all processes in a group."""
    stats = (
        Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
        for pid in (group / "cgroup.procs").read_text().split()
    )
    return sum(int(it[11]) + int(it[12]) for it in stats) / os.sysconf("SC_CLK_TCK")


def _seconds(group: Path) -> tuple[float, float]:
    """
    Let a game begin; return the seconds until its first commitment, and those of the
    group's processor time.
    """
    with tempfile.TemporaryDirectory() as folder:
        logs = Path(folder, "logs")
        host = subprocess.Popen(
            [
                *(sys.executable, "-c", JOINING, str(group / "cgroup.procs")),
                *("--listen", "127.0.0.1:0", "--players", str(PEOPLE + BOTS)),
                *("--bots", str(BOTS), "--once", "--json", "--logs", str(logs)),
            ],
            stdout=subprocess.PIPE,
            env=_installed(),
            text=True,
        )
        people: list[subprocess.Popen[bytes]] = []
        try:
            return _until_committed(group, host, people, Path(folder))
        finally:
            for person in people:
                person.kill()
                person.wait()
            _empty(group)
            host.wait()


def _until_committed(
    group: Path,
    host: subprocess.Popen[str],
    people: list[subprocess.Popen[bytes]],
    folder: Path,
) -> tuple[float, float]:
    if host.stdout is None:
        raise TypeError
    for line in host.stdout:
        row = json.loads(line)
        if "listening" in row:
            address = row["listening"]
            where = address[0] if isinstance(address, list) else address
            people += [_person(where, folder / str(n)) for n in range(PEOPLE)]
        elif row.get("event") == "began":
            began, before = time.perf_counter(), _used(group)
            while time.perf_counter() < began + PATIENCE:
                if any(b"PICK" in it.read_bytes() for it in folder.rglob("*.journal")):
                    return time.perf_counter() - began, _used(group) - before
                time.sleep(0.02)
    raise RuntimeError("no hand was seen")


def _person(where: str, home: Path) -> subprocess.Popen[bytes]:
    command = ("-m", "sealed_wonders.client", "bot", where, "--seat-name", home.name)
    return subprocess.Popen(
        [sys.executable, *command],
        env=_installed() | {VARIABLE: str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _installed() -> dict[str, str]:
    """
    Return an environment in which bytecode is kept, as an installed program has it.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONDONTWRITEBYTECODE"
    }


JOINING = """
import os, sys
from pathlib import Path
Path(sys.argv.pop(1)).write_text(str(os.getpid()))
from sealed_wonders.host.__main__ import main
main()
"""
"""A host that first goes into a control group, in which its bots will be, too."""
