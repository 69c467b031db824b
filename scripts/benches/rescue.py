"""
The cost of letting the others hand a seat over: keys with parts, the log, a handover.

For each key, each seat splits its secrets into parts for all others, and everybody
checks that these add up. The substitute for a seat collects the parts from all others,
and recovers the sealed choice by trying all moves.
"""

from __future__ import annotations

import time
from functools import partial

from scripts.benches._measure import RUNS, at_most, best_of
from scripts.benches._sealed_game import SealedGame
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.log.envelopes import pack_body
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.suites import secrets_of

TABLES = (3, 5, 7)
KEYS = 20.0
"""
Milliseconds for one of seven seats: to make a key, and to check those of all seven.
"""

LOG, MORE = 50.0, 10.0
"""
Kilobytes of parts in the log of a game of seven; the percentage that they add to it.
"""

FOUND = 100.0
"""Milliseconds for trying all moves of a choice."""

GIVEN = 2.0
"""
Seconds of one core from the last yes until one of seven seats' substitute can play.
"""

BOTH = Wonders(TABLES[-1], "day", ("leaders", "edifice"))


def run() -> bool:
    print(f"best of {RUNS}, by process time, {GROUP.name}; milliseconds")
    keys = size = parts = 0.0
    for players in TABLES:
        plain = _key(players, rescues=False)
        keys = _key(players, rescues=True)
        print(f"  {keys / plain:.1f} times as long for a seat, which checks all")
    for players in (TABLES[0], TABLES[-1]):
        size, parts = _log(players)
        print(f"{players} seats: a log of {size} bytes, {parts} of them parts")
    seats = TABLES[-1]
    return all(
        (
            at_most(f"a key of {seats} made, and all checked", keys, KEYS, "ms"),
            at_most(f"parts in the log of a game of {seats}", parts / 1000, LOG, "kB"),
            at_most("which is larger by", 100 * parts / (size - parts), MORE, "%"),
            _found(),
            _given(),
        )
    )


def _key(players: int, *, rescues: bool) -> float:
    """Return a seat's milliseconds for making a key, and for checking everybody's."""
    game = SealedGame(players, "keys", rescues=rescues)
    game.play_until("KEY", "age1")
    fold, task = game.fold, game.fold.task
    made = best_of(lambda: game.secrets[0].speak(task)) * 1000
    body = game.secrets[0].speak(task).body
    checked = best_of(lambda: fold.cards.check(task, 0, body)) * 1000
    size = len(pack_body(body))
    what = f"a key of {players}, {'with parts' if rescues else 'plain'}"
    print(f"{what:24} make {made:6.2f}   check {checked:6.2f}   {size:5} bytes")
    return made + players * checked


def _log(players: int) -> tuple[int, int]:
    """Return the bytes of a whole game's log, and the bytes of parts among them."""
    game = SealedGame(players, "a whole game", rescues=True)
    game.play_until("")
    bodies = [
        entry.envelope.body
        for entry in game.fold.entries()
        if entry.envelope.kind == "KEY"
    ]
    parts = sum(len(pack_body(body)) - len(pack_body(body[:4])) for body in bodies)
    return len(game.fold.log()), parts


def _found() -> bool:
    """Try the most moves that a seat has in a game of seven, without success."""
    most, seconds = 0, 0.0
    game = SealedGame(TABLES[-1], "found", BOTH, rescues=True)
    while not game.fold.over:
        for seat in game.fold.missing if game.fold.phase.kind == "REVEAL" else ():
            count = _go_through(game, seat)
            if count > most:
                most, seconds = count, best_of(partial(_go_through, game, seat))
        game.phase()
    return at_most(f"{most} moves gone through", seconds * 1000, FOUND, "ms")


def _given() -> bool:
    """
    Hand over a seat with a sealed choice in the last age, and recover that choice.
    """
    game = SealedGame(TABLES[-1], "given", BOTH, rescues=True)
    game.play_until("REVEAL", "age3")
    fold, gone = game.fold, 0
    others = range(1, TABLES[-1])
    game.speak(others)
    keys = fold.keys_in_use
    started = time.process_time()
    after = secrets_of(fold, gone)
    for other in others:
        for part in game.secrets[other].parts_of(gone, keys):
            after.gather(other, part)
    after.check(keys)
    found = False
    for move in fold.state.moves(gone, after.hand(fold.task)):
        nonce = after.nonce(fold.task, fold.context_of(gone), move.text.encode())
        found |= nonce is not None and fold.opens(gone, move.text, nonce)
    seconds = time.process_time() - started
    if not found:
        raise RuntimeError("what was sealed for the seat wasn't found")
    what = f"a seat of {TABLES[-1]} given away, {len(keys)} keys"
    return at_most(what, seconds, GIVEN, "s")


def _go_through(game: SealedGame, seat: Seat) -> int:
    """Try all moves of a seat; return their number."""
    fold, task, secrets = game.fold, game.fold.task, game.secrets[seat]
    ctx = fold.context_of(seat)
    moves = fold.state.moves(seat, secrets.hand(task))
    for move in moves:
        nonce = secrets.nonce(task, ctx, move.text.encode())
        fold.opens(seat, move.text, nonce or b"")
    return len(moves)
