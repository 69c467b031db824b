"""
Play sealed games among bots at real hosts, and compare three results of each.

    python scripts/sealed_games.py SEATS[,SEATS...] [OPTION...]

The options are those of ``wonders-host``, for all games. A line describes each game.
The results of the host, of the audit, and of an independent implementation written from
docs/PROTOCOL.md alone have to agree, or the run ends.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.wholegames import play_with_bots


def main() -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("seats", help="of each game, with commas between them")
    options, arguments = parser.parse_known_args()
    if not all(seats.isdecimal() for seats in options.seats.split(",")):
        parser.error(f"not numbers of seats: {options.seats!r:.40}")
    for seats in map(int, options.seats.split(",")):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            game = play_with_bots(Path(folder), seats, *arguments)
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
    sys.exit(main())
