"""
Plays sealed games among bots at real hosts, and holds each against three accounts of it.

    .venv/bin/python -m scripts.sealed_games SEATS[,SEATS...] [OPTION...]

The options are those of ``wonders-host``, for all games. A line says how each went; what
the host says of it, the audit and the account that is written from docs/PROTOCOL.md alone
have to agree, or the run ends there.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.support.bots import bots_play


def main(arguments: list[str]) -> int:
    """Play them; give the exit status."""
    if not arguments or not all(seats.isdecimal() for seats in arguments[0].split(",")):
        sys.stderr.write(
            "usage: python -m scripts.sealed_games SEATS[,SEATS...] [OPTION...]\n"
        )
        return 2
    for seats in map(int, arguments[0].split(",")):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            game = bots_play(Path(folder), seats, *arguments[1:])
        took = time.monotonic() - began
        boards = [
            seat.get("board", seat.get("wonder")) for seat in game.result["seats"]
        ]
        moves = (
            [move for *_, move in game.account.game.moves] if game.account.game else []
        )
        powers = sum(move.endswith(" power=1") for move in moves)
        best = max(seat["score"]["total"] for seat in game.result["seats"])
        print(
            f"{seats} seats: {game.account.entries} entries, {len(game.log):,} bytes, "
            f"{took:.0f} s with three audits; {', '.join(boards)}; best {best}"
            + (f"; {powers} cards free once in an age" if powers else ""),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
