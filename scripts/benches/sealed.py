"""
Sealed cards: the cost of making and checking proofs, a seat's work in an age, an audit.

A seat makes its own entries, and checks all entries, including its own, as the program
does.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from unittest import mock

from scripts.benches._measure import RUNS, at_most, best_of
from scripts.benches._sealed_game import SealedGame, Times
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.replay import read_log, together
from sealed_wonders.net.sealed import backend
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.bodies import OpenedBody, Proven
from sealed_wonders.net.sealed.elgamal import known, write_ciphertexts
from sealed_wonders.net.sealed.equations import hold
from sealed_wonders.net.sealed.group import Group, card_point
from sealed_wonders.net.sealed.proofs import (
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
)
from sealed_wonders.net.sealed.scalars import random_order
from sealed_wonders.net.sealed.shuffle import (
    mix,
    prove_shuffle,
    read_shuffle,
)
from sealed_wonders.net.sealed.sodium import compiled
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from sealed_wonders.net.sealed.verifier import Verifier
from tests.support.crypto import Counting

DECKS = (7, 21, 35, 49)
MAKE, CHECK, CHAIN = 30.0, 18.0, 90.0
"""
Milliseconds for the largest deck: a shuffle with its proof, the verification, and that
of a chain of seven shuffles.
"""
FACTORS = 400, 260, 900
"""Points that are multiplied for the same, whatever the machine."""
AUDIT_FACTORS = 9800
"""Points that are multiplied for an audit."""

TABLES = (3, 5, 7)
TURNS = 6
"""The turns of an age, with hands of seven to two cards."""
START, TURN = 200.0, 40.0
"""Milliseconds of one of seven seats: all mixes and the deal of an age; a turn."""
LOG, AUDIT = 0.6, 1.0
"""Megabytes of the log of a game of seven; seconds to audit it."""

CTX = bytes(120)
"""As long as the context of a proof in the log."""
SECRET = 2**251 + 3**157
KEY = GROUP.multiply_base(SECRET)
OTHER = GROUP.multiply_base(3**158)
CHECKS = Verifier()


def run() -> bool:
    sums = "compiled" if compiled() else "not compiled"
    print(f"best of {RUNS}, by process time, {GROUP.name}, {sums}; milliseconds")
    _key()
    _opening()
    for count in (1, 6, 7):
        _transfer(count)
    made = checked = 0.0
    for count in DECKS:
        made, checked = _shuffle(count)
    chain = _chain(DECKS[-1], TABLES[-1])
    start = turn = 0.0
    for players in TABLES:
        start, turn = _age(players)
    size, audit, factors = _game(TABLES[-1])
    deck, seats = DECKS[-1], TABLES[-1]
    return all(
        (
            at_most(f"{deck} cards, mixed and proven", made, MAKE, "ms"),
            at_most(f"{deck} cards, read and verified", checked, CHECK, "ms"),
            at_most(f"{seats} times {deck} cards, verified", chain, CHAIN, "ms"),
            *_factors(deck, seats),
            at_most(f"mixes and deal of {seats}, a seat's part", start, START, "ms"),
            at_most(f"a turn of {seats}, a seat's part", turn, TURN, "ms"),
            at_most(f"the log of a game of {seats}", size, LOG, "MB"),
            at_most(f"its audit, {os.cpu_count()} cores", audit, AUDIT, "s"),
            at_most("its audit", factors, AUDIT_FACTORS, "multiplications"),
        )
    )


def _age(players: int) -> tuple[float, float]:
    """
    Return a seat's milliseconds for an age's start without guilds, and for a turn.
    """
    runs = [_first_age(players, str(run)) for run in range(RUNS)]
    print(f"{players} seats, a seat's part")
    steps = {"KEY": ("KEY",), "MIX": ("MIX",), "DEAL": ("DEAL",)}
    figures = {
        what: _part(what, runs, kinds, players, 1) for what, kinds in steps.items()
    }
    turn = _part("a turn", runs, ("PICK", "REVEAL"), players, TURNS)
    sizes = [sum(times.size.values()) for times in runs]
    print(f"  {'the age':14} {min(sizes) / 1000:.0f} to {max(sizes) / 1000:.0f} kB")
    return figures["MIX"] + figures["DEAL"], turn


def _first_age(players: int, seed: str) -> Times:
    game = SealedGame(players, seed)
    game.play_until("KEY", "age1")
    game.times = Times()
    game.play_until("KEY", "age2")
    return game.times


def _part(
    what: str, runs: Sequence[Times], kinds: Sequence[str], players: int, times: int
) -> float:
    """
    Print the best milliseconds of one seat; return those for making plus checking.
    """

    def best(seconds: Callable[[Times], float]) -> float:
        return min(map(seconds, runs)) * 1000 / times

    made = best(lambda run: sum(run.made[kind] for kind in kinds) / players)
    checked = best(lambda run: sum(run.checked[kind] for kind in kinds))
    size = min(sum(run.size[kind] for kind in kinds) for run in runs) / times
    print(
        f"  {what:14} make {made:6.2f}   check all {checked:6.2f}   {size / 1000:5.1f} kB"
    )
    return made + checked


def _game(players: int) -> tuple[float, float, int]:
    """
    Return the megabytes of a whole game's log, the seconds of an audit, and the number of
    points that it multiplies.

    The shortest of some games counts: if somebody looks through the discard pile, it is
    mixed once more, which adds a quarter.
    """
    log = min((_log(players, str(run)) for run in range(RUNS)), key=len)

    def audited() -> None:
        with together() as check:
            if not read_log(log, lambda _: Wonders(players, "day"), check=check).over:
                raise RuntimeError("the audit didn't come to the end")

    started = time.perf_counter()
    audited()
    seconds = time.perf_counter() - started
    group = Counting()
    with mock.patch.object(backend, "loaded", return_value=group):
        return len(log) / 1e6, seconds, group.counted(audited)


def _log(players: int, seed: str) -> bytes:
    game = SealedGame(players, seed)
    game.play_until("")
    return game.fold.log()


def _key() -> None:
    proof = prove_knowledge(CTX, SECRET, KEY)
    _line(
        "a key",
        lambda: prove_knowledge(CTX, SECRET, KEY),
        lambda: CHECKS.key(CTX, Proven(KEY, proof)),
        len(proof),
    )


def _opening() -> None:
    card = mix([known(0, KEY)], KEY, (0,)).after[0]
    result = GROUP.subtract(card.b, card_point(0))
    stated = Unsealing(CTX, "age1", KEY, card)
    proof = prove_equality(stated, SECRET, result)
    _line(
        "an opening",
        lambda: prove_equality(stated, SECRET, result),
        lambda: CHECKS.opened(stated, OpenedBody(0, proof)),
        len(proof),
    )


def _transfer(count: int) -> None:
    cards = [known(card, KEY) for card in range(count)]
    points = tuple(card.a for card in mix(cards, KEY, range(count)).after)
    stated = Handing(CTX, "age1", KEY, OTHER, points)
    made = transfer(stated, SECRET)
    given = write_ciphertexts(made.given)
    proof = prove_transfer(stated, SECRET, made)

    def make() -> None:
        prove_transfer(stated, SECRET, transfer(stated, SECRET))

    _line(
        f"{count} handed over",
        make,
        lambda: CHECKS.handed(stated, Proven(given, proof)),
        len(given) + len(proof),
    )


def _shuffle(count: int) -> tuple[float, float]:
    """
    Return the milliseconds to make and to check a shuffle.

    It isn't the first shuffle of the cards, which is easier.
    """
    fresh = [known(card, KEY) for card in range(count)]
    before = mix(fresh, KEY, random_order(count)).after
    stated = Mixing(CTX, KEY, before)
    mixed = mix(before, KEY, random_order(count))
    after = write_ciphertexts(mixed.after)
    proof = prove_shuffle(stated, mixed)

    def make() -> None:
        prove_shuffle(stated, mix(before, KEY, random_order(count)))

    return _line(
        f"{count} mixed",
        make,
        lambda: CHECKS.mixed(stated, Proven(after, proof)),
        len(after) + len(proof),
    )


Link = tuple[Mixing, bytes, bytes]
"""A shuffle, the cards after it, and the proof."""


def _links(count: int, seats: int) -> list[Link]:
    before = mix(
        [known(it, KEY) for it in range(count)], KEY, random_order(count)
    ).after
    links = []
    for _ in range(seats):
        mixed = mix(before, KEY, random_order(count))
        stated = Mixing(CTX, KEY, before)
        proof = prove_shuffle(stated, mixed)
        links.append((stated, write_ciphertexts(mixed.after), proof))
        before = mixed.after
    return links


def _check_chain(links: Sequence[Link], group: Group = GROUP) -> None:
    """Check shuffles that follow each other, all at once."""
    read = [read_shuffle(*link, group=group)[1] for link in links]
    if not hold([it for some in read for it in some], group=group):
        raise RuntimeError("a good chain doesn't hold")


def _chain(count: int, seats: int) -> float:
    """Return the milliseconds to check a shuffle by each of some seats."""
    links = _links(count, seats)
    checked = best_of(lambda: _check_chain(links)) * 1000
    print(f"{count} mixed by {seats:2}                  check {checked:6.2f}")
    return checked


def _factors(count: int, seats: int) -> Iterator[bool]:
    """Compare the multiplications, which no other program on the machine changes."""
    group, links = Counting(), _links(count, seats)
    stated, after, proof = links[0]

    def make() -> None:
        mixed = mix(stated.before, KEY, random_order(count), group=group)
        prove_shuffle(stated, mixed, group=group)

    works: tuple[tuple[str, Callable[[], object]], ...] = (
        (f"{count} cards, mixed and proven", make),
        (
            f"{count} cards, verified",
            lambda: Verifier(group).mixed(stated, Proven(after, proof)),
        ),
        (f"{seats} times {count}, verified", lambda: _check_chain(links, group)),
    )
    for (what, work), most in zip(works, FACTORS, strict=True):
        yield at_most(what, group.counted(work), most, "multiplications")


def _line(
    what: str, make: Callable[[], object], check: Callable[[], object], size: int
) -> tuple[float, float]:
    made, checked = best_of(make) * 1000, best_of(check) * 1000
    print(f"{what:16} make {made:6.2f}   check {checked:6.2f}   {size:5} bytes")
    return made, checked
