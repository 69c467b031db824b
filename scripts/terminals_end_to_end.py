"""
Play a game on terminals from end to end, at a table hosted from the menu.

Three people use separate machines on an isolated switch (as in
`scripts.networks_end_to_end`, which tests networks more thoroughly). Ann hosts a table
with a bot and a clock, bob finds it in French, and cleo plays in line mode. The hosting
machine's address changes; later its host and the bot are killed and restarted. After
the game they chat and play a rematch, and ann finds the game among her games. The
script prints what it sees, and ends with status 1, and the terminals' contents, if that
is wrong. It requires tmux.

    .venv/bin/python -m scripts.terminals_end_to_end
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from scripts.networks_end_to_end import INSIDE, Machine, go_inside, lay_switch
from tests.support.tmux import Stuck, Terminal

ANN, MOVED = "10.7.0.1", "10.7.0.99"

PATIENCE = 240.0
"""Seconds to wait for a whole game, and for everything else that runs by itself."""

TURN_TIME = 3
"""The number of times that the turn time is raised, to 45 seconds for a choice."""

_BUILT = re.compile(r"^[▸ ] +(\d) .*✓", re.MULTILINE)
"""A card in a hand that can be built."""

_LIES = re.compile(r"Enter seals it|Entrée le scelle")
_SIDES = re.compile(r"Choose a side|Choisis la face")
_ENDED = re.compile(r"r play again|r rejouer")


def main() -> int:
    """Enter an isolated network and play there; return the exit status."""
    if sys.argv[1:] != [INSIDE]:
        return go_inside("scripts.terminals_end_to_end")
    lay_switch()
    machines = [Machine(name) for name in ("ann", "bob", "cleo")]
    for number, machine in enumerate(machines, start=1):
        machine.plug(f"10.7.0.{number}")
    terminals = [
        _terminal(machines[0], (80, 24), "--name", "ann"),
        _terminal(machines[1], (120, 40), "--lang", "fr", "--name", "bob"),
    ]
    try:
        _scenario(machines, terminals)
    except Stuck as stuck:
        print(stuck)
        for terminal in terminals:
            print("-" * 80, terminal.text(), sep="\n")
        return 1
    finally:
        for terminal in terminals:
            terminal.close()
        for machine in machines:
            machine.end()
    return 0


def _terminal(machine: Machine, size: tuple[int, int], *words: str) -> Terminal:
    """Start the program on a machine, with discovery on its network."""
    command = (*machine.inside, sys.executable, "-m", "sealed_wonders.client", *words)
    return Terminal(command, size, {"WONDERS_DISCOVERY": "", "WONDERS_NAME": ""})


def _scenario(machines: Sequence[Machine], people: list[Terminal]) -> None:
    (ann, bob), host_machine = people, machines[0]
    ann.wait_for("Host a table")
    _go(ann, "3")
    ann.wait_for("Open the table")
    _go(ann, "Home", *["Down"] * 6, "Right", *["Down"] * 2, *["Right"] * TURN_TIME)
    ann.wait_for("45 seconds")
    _go(ann, "End", "Up", "Enter")
    ann.wait_for("At a terminal:")
    print("a table is hosted from the menu, and shows its invitation")

    bob.wait_for(ANN)
    _go(bob, "7")
    bob.wait_for("pas commencée")
    _go(bob, "Enter")
    words = ("join", "--plain", "--name", "cleo")
    cleo = _terminal(machines[2], (80, 24), *words)
    people.append(cleo)
    cleo.wait_for(ANN)
    cleo.type("1\n")
    cleo.wait_for("ready")
    _go(ann, "Escape")
    ann.wait_for("cleo")
    cleo.type("ready\n")
    for one in (ann, bob):
        one.look()
        _go(one, "r")
    for one, word in ((ann, "table code"), (bob, "code de la table")):
        one.wait_for(word)
        one.look()
        _go(one, "Enter")
    print("three people and a bot have begun, one in French and one in lines")

    _play(people, lambda: "turn 3 of 6" in ann.text())
    host_machine.move(ANN, MOVED)
    _play(people, lambda: "turn 5 of 6" in ann.text())
    print("they play on after its machine got another address")

    killed = _kill(host_machine)
    ann.wait_for("Press any key")
    _go(ann, "Enter")
    ann.wait_for("Reopen the table that")
    ann.look()
    _go(ann, "Enter")
    _play(people, lambda: "Age 2, turn 1 of 6" in ann.text())
    print(f"the host and its bot, {killed} programs, were killed; all have played on")

    _play(people, lambda: all(_ENDED.search(it.text()) for it in (ann, bob)))
    _go(bob, "t")
    bob.type("merci à tous\n")
    ann.wait_for("merci à tous")
    cleo.wait_for("merci à tous")
    print("the game is over, and they talk")

    ann.look()
    _go(ann, "r")
    _until(bob, lambda: "revanche" in bob.text() and "ann" in bob.text())
    bob.look()
    _go(bob, "r")
    cleo.type("rematch\n")
    cleo.wait_for("ready")
    _until(ann, lambda: bool(_SIDES.search(ann.text())))
    print("they play again at the same table")

    _go(ann, "Enter", "q", "Enter")
    ann.wait_until(lambda seen: "My games" in seen, "the menu")
    ann.look()
    _go(ann, "6")
    ann.wait_for("bob")
    print("the game is among those of ann:")
    print(*(line for line in ann.text().split("\n") if "bob" in line), sep="\n")


def _go(one: Terminal, *keys: str) -> None:
    """Press keys at the pace of a person who looks at the screen in between."""
    for key in keys:
        one.press(key)
        time.sleep(0.25)


def _until(one: Terminal, there: Callable[[], bool]) -> None:
    """Wait for a condition that may take `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > end:
            raise Stuck(f"it never came; there was\n{one.text()}")
        time.sleep(0.2)


def _play(people: Sequence[Terminal], done: Callable[[], bool]) -> None:
    """
    Choose for all: the first card that can be built, or in line mode sell the first.
    """
    ann, bob, cleo = people

    def all_choose() -> bool:
        for one in (ann, bob):
            _choose(one)
        cleo.type("day\n" if "side" in cleo.text()[-400:] else "s1\n")
        return done()

    _until(ann, all_choose)


def _choose(one: Terminal) -> None:
    seen = one.text()
    if _ENDED.search(seen):
        return
    if _LIES.search(seen):
        _go(one, "Enter")
    elif _SIDES.search(seen):
        _go(one, "Enter", "Enter")
    elif found := _BUILT.search(seen):
        _go(one, found[1], "b", "Enter")
    else:
        _go(one, "Enter", "1", "s", "Enter")


def _kill(machine: Machine) -> int:
    """
    Kill the host and the bots of a machine, as a power cut would; return their number.
    """
    target = Path(f"/proc/{machine.inside[-1].partition('=')[2]}/ns/net").readlink()
    killed = 0
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            here = (entry / "ns/net").readlink() == target
        except OSError:
            continue
        if here and not {b"host", b"bot"}.isdisjoint(words):
            os.kill(int(entry.name), signal.SIGKILL)
            killed += 1
    return killed


if __name__ == "__main__":
    sys.exit(main())
