"""
Faults put into the program by hand, to see that the storm finds them.

Each is a text that is replaced in one file of a copy of the program; the copy is then played
with, from one seed after the other, until something is wrong.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent

ROOMS = ("core", "net", "client", "host")

SEEDS = 300
"""Seeds after which a mutation counts as not found."""


class Mutation(NamedTuple):
    """A change for the worse."""

    what: str
    path: str
    old: str
    new: str


MUTATIONS = (
    Mutation(
        "what a seat signs isn't synced",
        "client/table/memory.py",
        "                data, end = data[written:], end + written\n"
        "            os.fsync(self._file)\n",
        "                data, end = data[written:], end + written\n",
    ),
    Mutation(
        "the folder of a seat's file isn't synced",
        "client/table/memory.py",
        "            sync_folder(self._path.parent)\n",
        "",
    ),
    Mutation(
        "what a seat signs isn't written down",
        "client/table/signed.py",
        "        self._store.remember(memory)\n",
        "",
    ),
    Mutation(
        "a record that was cut off is damage",
        "client/table/memory.py",
        "        if end > len(view) or not any(view[end - _SUM :]):\n"
        "            return\n",
        "        if end > len(view) or not any(view[end - _SUM :]):\n"
        "            raise damage\n",
    ),
    Mutation(
        "zeros behind the last record are damage",
        "client/table/memory.py",
        "while at + _HEAD <= len(view) and any(view[at:]):",
        "while at + _HEAD <= len(view):",
    ),
    Mutation(
        "half a record stays where the disk was full",
        "client/table/memory.py",
        "            os.ftruncate(self._file, self._end)\n            raise\n"
        "        self._end = end\n",
        "            self._end = end\n            raise\n        self._end = end\n",
    ),
    Mutation(
        "a seat speaks before it has read the log",
        "client/table/seat.py",
        "            or self.position < self.silent_until\n"
        "            or not self._signed.may_go_on(self.fold)\n"
        "            or self.needs_parts\n"
        "        ):\n            return\n",
        "            or not self._signed.may_go_on(self.fold)\n"
        "            or self.needs_parts\n"
        "        ):\n            return\n",
    ),
    Mutation(
        "what was said in a phase is drawn anew after a crash",
        "client/table/seat.py",
        "        memory = self._signed.recall(number)\n"
        "        if memory is not None:\n",
        "        memory = None\n        if memory is not None:\n",
    ),
    Mutation(
        "what a thread made for a phase that was left ends the program",
        "client/table/seat.py",
        "                if number != self.fold.phase.number:\n"
        "                    # A thread came",
        "                if False:\n                    # A thread came",
    ),
    Mutation(
        "a ballot on a phase that was left isn't answered while one's own is open",
        "client/table/seat.py",
        "if self._may_vote_on(phase) and ballot in self.unanswered",
        "if self.may_vote and ballot in self.unanswered",
    ),
    Mutation(
        "a yes to a ballot holds nobody back",
        "client/table/signed.py",
        "        return may_sign_beyond(self._yeses, fold, phase)\n",
        "        return True\n",
    ),
    Mutation(
        "a yes is said to a ballot on a phase that one is beyond",
        "client/table/seat.py",
        "        return phase == self.voted_on and self._signed.may_say_yes(phase)\n",
        "        return True\n",
    ),
    Mutation(
        "a phase is left though a ballot on it is open",
        "net/log/ballots.py",
        "        it.status is Status.OPEN and (best is None or it.rank > best.rank)\n",
        "        it.status is Status.OPEN and best is not None and it.rank > best.rank\n",
    ),
    Mutation(
        "half of a table may put out the other",
        "net/log/electorate.py",
        "        return 2 * count > len(self.seats)\n",
        "        return 2 * count >= len(self.seats)\n",
    ),
    Mutation(
        "more than half isn't enough",
        "net/log/electorate.py",
        "        return 2 * count > len(self.seats)\n",
        "        return count == len(self.seats)\n",
    ),
    Mutation(
        "what wasn't heard isn't said again on a new connection",
        "client/table/session.py",
        "                self._post(seat.unheard())\n            had =",
        "                pass\n            had =",
    ),
    Mutation(
        "the log isn't asked for on a new connection",
        "client/table/session.py",
        "            self._ask_for_log(seat.position)\n            if not self._is_idle",
        "            if not self._is_idle",
    ),
    Mutation(
        "a gap in the log is taken for none",
        "client/table/session.py",
        "        if message.entry > position:\n",
        "        if message.entry > position + 1:\n",
    ),
    Mutation(
        "a client doesn't notice that a connection is dead",
        "net/wire.py",
        "                self._when_silent(self._patience, self._is_gone)\n",
        "",
    ),
    Mutation(
        "a connection that was refused isn't tried again",
        "client/table/endpoint.py",
        "            self._later(address, self._endpoint.again_after(tries))\n",
        "",
    ),
    Mutation(
        "a lost connection is kept from the session",
        "client/table/link.py",
        "                self.session.lost()\n",
        "                pass\n",
    ),
    Mutation(
        "a host doesn't write its journal",
        "host/tablerecord.py",
        "            self.journal.append(wires_of(new))\n",
        "            self.journal.position += len(new)\n",
    ),
    Mutation(
        "a host tells what it couldn't write down",
        "host/tablerecord.py",
        "            self.halted = make_line(error.strerror or str(error))\n",
        "            self.halted = ''\n",
    ),
    Mutation(
        "a host leaves half an entry in its journal where the disk was full",
        "host/journal.py",
        "            self._file.truncate()\n",
        "",
    ),
    Mutation(
        "a host never tries again to write",
        "host/tablerecord.py",
        "            self.retry_at = now + RETRY_PATIENCE\n",
        "            self.retry_at = None\n",
    ),
    Mutation(
        "a host doesn't tell who is away",
        "host/server.py",
        "                record.table.went(peer.identity)\n",
        "                pass\n",
    ),
    Mutation(
        "a signature isn't looked at",
        "net/log/phases.py",
        "        if not entry.is_signed_by(self._keys[envelope.seat]):\n",
        "        if False:\n",
    ),
    Mutation(
        "the proof of a mix isn't looked at",
        "net/sealed/shuffle.py",
        '    if c != hash_to_scalar(b"shuf-c", seed, *chain, *announced):\n',
        "    if False:\n",
    ),
    Mutation(
        "other proofs aren't, either",
        "net/sealed/proofs.py",
        '        raise BadProof(Sentence("{what}: the proof doesn\'t hold", what=what))\n',
        "        pass\n",
    ),
    Mutation(
        "a card's secret goes out with a log that is kept",
        "client/storage/home.py",
        "        write(path, log)\n        return path\n",
        "        write(path, log + b''.join(p.read_bytes() for p in"
        " (self.state / 'games').glob('*')))\n        return path\n",
    ),
)


def _copy(mutation: Mutation, folder: Path) -> None:
    """Make a tree of links to the program, but for the file that is changed."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            to = folder / "sealed_wonders" / path.relative_to(ROOT)
            if path.is_file() and path.suffix != ".pyc":
                to.parent.mkdir(parents=True, exist_ok=True)
                to.symlink_to(path)
    spoilt = folder / "sealed_wonders" / mutation.path
    text = (ROOT / mutation.path).read_text("utf-8")
    if text.count(mutation.old) != 1:
        raise ValueError(f"{mutation.what}: it isn't once in {mutation.path}")
    spoilt.unlink()
    spoilt.write_text(text.replace(mutation.old, mutation.new), "utf-8")


def found(mutation: Mutation) -> int | None:
    """Give the first seed that finds a mutation."""
    with tempfile.TemporaryDirectory() as name:
        _copy(mutation, Path(name))
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "scripts.storming", "--first"),
                *("--seeds", f"1..{SEEDS}", "--game", "short"),
            ],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": name,
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        shutil.rmtree(Path(name) / "sealed_wonders")
    words = ran.stdout.split()
    if ran.returncode not in (0, 1):
        raise RuntimeError(ran.stderr)
    return int(words[1].rstrip(":")) if words[:1] == ["seed"] else None


def hunt(jobs: int) -> Iterator[tuple[str, int | None]]:
    """Give each mutation with the first seed that finds it."""
    with ThreadPoolExecutor(jobs) as pool:
        names = (mutation.what for mutation in MUTATIONS)
        yield from zip(names, pool.map(found, MUTATIONS), strict=True)
