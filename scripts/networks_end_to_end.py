"""
Play a game on an isolated network: a host, and players who find it.

Each player has a separate machine in the kernel of this one (Linux, with `unshare`,
`nsenter` and `ip`), on a switch without any router: machines have routes only to their
neighbours. No rights are needed except to create them.

The host starts before its network exists. It has a second network, a tunnel with the
default route, and an interface that isn't connected, and its address changes during the
game. One player's machine also changes its address, and one loses its network for
SECONDS, or for a few. All reconnect by themselves. Then the host's machine is lost: one
player continues the table, the others find it there, and the game is played to its end
by the clock. The script prints what it sees, and ends with status 1 if that is wrong.

    .venv/bin/python -m scripts.networks_end_to_end [SECONDS]
"""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

INSIDE = "inside"
PATIENCE = 30.0
"""Seconds to wait for anything but a whole game; the longest wait takes ten."""
GAME_PATIENCE = 300.0

HOST, SECOND, MOVED = "10.7.0.1", "10.8.0.1", "10.7.0.99"
TUNNEL, DEAD = "10.9.0.2", "10.6.0.1"
SWITCH = "switch"


def main() -> int:
    """Enter an isolated network and play there; return the exit status."""
    if INSIDE not in sys.argv:
        return go_inside("scripts.networks_end_to_end", *sys.argv[1:])
    cut = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    lay_switch()
    with tempfile.TemporaryDirectory() as folder:
        machines = [Machine(name) for name in ("host", "ann", "bob", "cleo", "dora")]
        programs: list[Program] = []
        try:
            _scenario(machines, programs, Path(folder), cut)
        except (Missing, queue.Empty) as missing:
            print(f"never seen: {missing}")
            for program in programs:
                program.catch_up()
                print(f"--- {program.name}", *program.said[-15:], sep="\n    ")
            return 1
        finally:
            for program in programs:
                program.end()
            for machine in machines:
                machine.end()
    return 0


def go_inside(module: str, *words: str) -> int:
    """Run a script again in a namespace without a network; return its exit status."""
    command = ["unshare", "--map-root-user", "--net", sys.executable]
    return subprocess.call([*command, "-m", module, INSIDE, *words])


def lay_switch() -> None:
    """Create the switch that connects the machines."""
    _run("ip", "link", "add", SWITCH, "type", "bridge")
    _run("ip", "link", "set", SWITCH, "up")


class Missing(Exception):
    """An expected line didn't appear."""


class Machine:
    """A machine with one cable, which isn't plugged in yet."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._process = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        pid = self._process.pid
        self.inside = ["nsenter", "--net", f"--target={pid}"]
        own = Path("/proc/self/ns/net").readlink()
        while Path(f"/proc/{pid}/ns/net").readlink() == own:
            time.sleep(0.01)
        self.ip("link", "set", "lo", "up")

    def ip(self, *words: str) -> None:
        """Run ``ip`` on this machine."""
        _run(*self.inside, "ip", *words)

    def plug(self, address: str = "") -> None:
        """Plug the cable into the switch."""
        pid = str(self._process.pid)
        _run(
            *("ip", "link", "add", self.name, "type", "veth"),
            *("peer", "name", "cable", "netns", pid),
        )
        _run("ip", "link", "set", self.name, "master", SWITCH, "up")
        self.ip("link", "set", "cable", "up")
        if address:
            self.ip("address", "add", f"{address}/24", "dev", "cable")

    def lay(self, name: str, address: str, *, connected: bool = True) -> None:
        """Add another interface, with nothing at its other end."""
        end = f"{name}-end"
        self.ip("link", "add", name, "type", "veth", "peer", "name", end)
        self.ip("address", "add", address, "dev", name)
        if connected:
            self.ip("link", "set", end, "up")
        self.ip("link", "set", name, "up")

    def move(self, old: str, new: str) -> None:
        """Change the address."""
        self.ip("address", "del", f"{old}/24", "dev", "cable")
        self.ip("address", "add", f"{new}/24", "dev", "cable")

    def unplug(self) -> None:
        """Unplug the cable, without notifying programs on the machine."""
        _run("ip", "link", "set", self.name, "down")

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


class Program:
    """
    A program on one of the machines.

    Attributes:
        said: all lines so far.
    """

    def __init__(self, machine: Machine, home: Path, *words: str) -> None:
        self.name = machine.name
        self.said: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        self._process = subprocess.Popen(
            [*machine.inside, sys.executable, "-u", "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "WONDERS_HOME": str(home / machine.name)},
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line.rstrip("\n"))

    def until(self, wanted: str, patience: float = PATIENCE) -> re.Match[str]:
        """Read lines until one matches a regular expression; return the match."""
        end = time.monotonic() + patience
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Missing(f"{self.name}: {wanted}") from None
            self.said.append(line)
            found = re.search(wanted, line)
            if found is not None:
                return found

    def catch_up(self) -> None:
        """Read all lines printed so far."""
        while True:
            try:
                self.said.append(self._lines.get_nowait())
            except queue.Empty:
                return

    def type(self, line: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()

    def end(self) -> None:
        """Terminate the program, or kill it if it doesn't end."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _scenario(
    machines: list[Machine], programs: list[Program], folder: Path, cut: float
) -> None:
    host_machine, ann, bob, cleo, dora = machines

    def start(machine: Machine, *words: str) -> Program:
        programs.append(Program(machine, folder, *words))
        return programs[-1]

    host = start(
        host_machine,
        *("sealed_wonders.host", "--logs", str(folder / "logs"), "--name", "The house"),
        *("--players", "3", "--turn-time", "2"),
    )
    host.until("has no network address yet")
    host.until(r"wonders join '?(\[::1\]|127)")
    print("the host is there before its network")
    host_machine.plug(HOST)
    pin = host.until(rf"wonders join {re.escape(HOST)}(#[0-9a-f]{{32}})$")[1]
    host_machine.lay("second", f"{SECOND}/24")
    host.until(rf"wonders join {re.escape(HOST + pin)}$")
    host.until(rf"wonders join {re.escape(SECOND + pin)}$")
    print("there is an invitation for each network, and no route to anywhere")

    host_machine.lay("vpn", f"{TUNNEL}/32")
    host_machine.ip("route", "add", "default", "dev", "vpn", "src", TUNNEL)
    host_machine.lay("dead", f"{DEAD}/24", connected=False)
    host.until(rf"wonders join {re.escape(DEAD + pin)} .*not connected")
    for line, address in zip(host.said[-3:], (SECOND, TUNNEL, DEAD), strict=True):
        if address not in line:
            raise Missing(f"{address} in its place: {line}")
    print("a VPN with the default route comes after the networks, what is dead last")

    dora.plug()
    time.sleep(3.0)  # duplicate address detection of IPv6 takes two seconds
    looking = start(dora, "sealed_wonders.client", "join", "--plain")
    looking.until(r"1: The house at \[fe80::.*%cable\]:7777, new to you")
    print("it is found by a machine that has nothing but IPv6")

    people = []
    for number, machine in enumerate((ann, bob, cleo), start=2):
        machine.plug(f"10.7.0.{number}")
        language = "fr" if machine is cleo else "en"
        words = ("--lang", language, "join", "--plain", "--name", machine.name)
        person = start(machine, "sealed_wonders.client", *words)
        person.until(rf"1\W.*The house .*{re.escape(HOST)}:7777")
        person.type("1")
        people.append(person)
        host.until(f"{machine.name} sits down")
        person.type("ready" if language == "en" else "prêt")
    host.until("the game begins")
    print("three people have found it, and play")

    started = time.monotonic()
    host_machine.move(HOST, MOVED)
    host.until(rf"wonders join {re.escape(MOVED + pin)}$")
    for person in people:
        # Not at its IPv6 address, which hasn't changed.
        person.until(rf"(moved|déménagé).*{re.escape(MOVED)}")
    print(f"all are back {time.monotonic() - started:.0f} s after the host has moved")

    people[1].until("Connected again")
    started = time.monotonic()
    bob.move("10.7.0.3", "10.7.0.33")
    people[1].until("Connected again")
    print(f"bob is back {time.monotonic() - started:.0f} s after having moved")

    people[0].catch_up()
    started = time.monotonic()
    cleo.ip("link", "set", "cable", "down")
    people[0].until("cleo isn't connected")
    print(f"ann reads after {time.monotonic() - started:.0f} s that cleo is gone")
    time.sleep(max(0.0, cut - (time.monotonic() - started)))
    cleo.ip("link", "set", "cable", "up")
    people[0].until("cleo is back")
    print(f"cleo is back after {time.monotonic() - started:.0f} s")

    host_machine.unplug()
    for person in people[:2]:
        person.until("type: here", 2 * PATIENCE)
    people[0].type("here")
    decided = time.monotonic()
    for person in people[1:]:
        person.until(r"(The table continues on|La table continue chez).*10\.7\.0\.2")
    print(
        f"all are at ann's machine {time.monotonic() - decided:.0f} s after she decided, "
        "without the host's"
    )
    for person in people:
        person.until("(Everybody has signed|Tous ont signé)", GAME_PATIENCE)
    print("the game is over there, signed by all")


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
