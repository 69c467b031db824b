"""
Install the program on a machine with only Python and a cable, and play there.

    .venv/bin/python -m scripts.offline_end_to_end [BUNDLE]

Two machines in the kernel of this one (Linux, with `unshare`, `nsenter` and `ip`) share
an isolated network. On the first, a host serves BUNDLE; without BUNDLE the script packs
one first, which requires a network. On the second, which has an empty home, a player
follows the host's web page: downloads the program, compares its digest, joins the host
and plays a fully checked game. Then pip installs from the same host, and the script of
the USB stick from the folder.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

PATIENCE = 120.0
HOST, GUEST = "10.77.0.1", "10.77.0.2"
WEB = 8080
FILE = f"wonders-linux-{platform.machine()}.pyz"


class Machine:
    """One of the machines: its network, and an empty home."""

    def __init__(self, name: str, address: str, folder: Path) -> None:
        self.home = folder / f"{name}'s home"
        self.home.mkdir()
        self._process = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        self.pid = str(self._process.pid)
        self.inside = ("nsenter", "--net", f"--target={self.pid}")
        self._address = address

    def plug_in(self, cable: str) -> None:
        """Set an address, without a route to any other network."""
        for words in (
            ("addr", "add", f"{self._address}/24", "dev", cable),
            ("link", "set", cable, "up"),
            ("link", "set", "lo", "up"),
        ):
            subprocess.run([*self.inside, "ip", *words], check=True)

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """Start a command on the machine."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PIP_CONFIG_FILE": os.devnull,
        }
        return subprocess.Popen(
            [*self.inside, *words],
            cwd=self.home,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *words: str) -> str:
        """Run a command on the machine; return its output."""
        done = self.begin(*words)
        said, _ = done.communicate(timeout=PATIENCE)
        if done.returncode:
            sys.exit(f"{' '.join(words)} ended with {done.returncode}:\n{said}")
        return said

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


def until(process: subprocess.Popen[str], there: Callable[[str], bool]) -> str:
    """Read lines until one satisfies a condition; return it."""
    said = []
    for line in process.stdout or ():
        said.append(line)
        if there(line):
            return line
    sys.exit("it ended:\n" + "".join(said[-20:]))


def play(guest: Machine, words: Sequence[str]) -> float:
    """
    Join as the page says, and let a bot play in line mode; return the seconds taken.
    """
    begun = time.monotonic()
    player = guest.begin(*words, "--plain", "--name", "ann")

    def type_(line: str) -> None:
        if player.stdin is not None:
            player.stdin.write(f"{line}\n")
            player.stdin.flush()

    until(
        player, lambda line: line.startswith("When you are ready to begin, type ready")
    )
    type_("ready")
    until(player, lambda line: "Choose a side" in line)
    type_("bot")
    until(player, lambda line: line == "The game is over.\n")
    type_("quit")
    player.communicate(timeout=PATIENCE)
    return time.monotonic() - begun


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if len(sys.argv) > 1:
            bundle = Path(sys.argv[1]).absolute()
        else:
            bundle = folder / "bundle"
            command = (Path(sys.executable).with_name("wonders-host"), "bundle", bundle)
            system = FILE.removeprefix("wonders-").removesuffix(".pyz")
            subprocess.run([*command, "--system", system], check=True)
        host, guest = Machine("host", HOST, folder), Machine("guest", GUEST, folder)
        try:
            _try(folder, bundle, host, guest)
        finally:
            host.end()
            guest.end()


def _try(folder: Path, bundle: Path, host: Machine, guest: Machine) -> None:
    time.sleep(0.5)  # until both have their networks
    subprocess.run(
        [
            *(*host.inside, "ip", "link", "add", "cable", "type", "veth"),
            *("peer", "name", "cable", "netns", guest.pid),
        ],
        check=True,
    )
    for machine in (host, guest):
        machine.plug_in("cable")
        if "default" in machine.run("ip", "route"):
            sys.exit("there is a way out")
    program = Path(sys.executable).with_name("wonders-host")
    serving = host.begin(
        *(str(program), "--json", "--players", "3", "--bots", "2"),
        *("--web", str(WEB), "--bundle", str(bundle), "--logs", str(folder / "logs")),
    )
    listening = json.loads(until(serving, lambda line: '"listening"' in line))
    where = json.loads(until(serving, lambda line: '"event": "web"' in line))["at"]
    (at,) = [it for it in where if HOST in it]
    page = guest.run("curl", "--silent", "--show-error", "--location", f"{at}get/")
    (lines,) = [
        html.unescape(it).splitlines()
        for it in re.findall("<pre>(.*?)</pre>", page, re.DOTALL)
        if f"curl -O {at}get/{FILE}\n" in it
    ]
    if str(listening["pin"]) not in page:
        sys.exit("the page doesn't say the pin")

    begun = time.monotonic()
    guest.run("sh", "-c", lines[0].replace("curl", "curl --silent", 1))
    fetched = time.monotonic() - begun
    digest = guest.run("sh", "-c", lines[1]).split()[0]
    if digest != hashlib.sha256((bundle / FILE).read_bytes()).hexdigest():
        sys.exit("it isn't the file")
    if digest not in page:
        sys.exit("the page has another digest")
    print(
        f"fetched {urlsplit(at).netloc}/get/{FILE} in {fetched:.1f} s, {digest[:16]}…"
    )
    for which in ("first", "second"):
        begun = time.monotonic()
        said = guest.run("python3", FILE, "--version").strip()
        print(f"the {which} start of {said}: {time.monotonic() - begun:.1f} s")
    took = play(guest, ("sh", "-c", f'exec {lines[2]} "$@"', "sh"))
    over = json.loads(until(serving, lambda line: '"winners"' in line))
    if over["checked"] is not True:
        sys.exit("not all was checked")
    print(f"a game of three, all of it checked, in {took:.0f} s: {lines[2]}")

    (pip,) = [it for it in re.findall("<pre>(.*?)</pre>", page) if "pip install" in it]
    guest.run("python3", "-m", "venv", "env")
    begun = time.monotonic()
    guest.run(
        "sh", "-c", "env/bin/" + html.unescape(pip).replace("install", "install -q")
    )
    took = time.monotonic() - begun
    print(
        f"pip installed from there in {took:.0f} s: {guest.run('env/bin/wonders', '--version')}",
        end="",
    )

    stick = folder / "stick"
    shutil.copytree(bundle, stick, ignore=shutil.ignore_patterns("wheels", "windows"))
    installed = guest.run("sh", str(stick / "install.sh")).splitlines()
    print(f"from a stick: {' / '.join(installed)}")
    guest.run(str(guest.home / ".local" / "bin" / "wonders-host"), "--version")
    serving.terminate()
    serving.communicate(timeout=PATIENCE)


if __name__ == "__main__":
    main()
