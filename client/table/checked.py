"""
The entries of a log that an earlier process of this program has checked.

Checking all proofs of a long game takes seconds, and a program that returns has done it
before. Whether a claim is right depends only on its envelope, which names the digest of
everything before it. A program that signed something in a phase had checked all claims
of the phases before, and signed their digest. So what this program has signed and
stored shows how far it got.

An entry is known to be right if

- it is identical to one that was kept of the log
  (`sealed_wonders.client.storage.gamelog`);
- its phase is before the last one in which we have signed something that was also kept
  of the log: everything that we had received before was kept by then;
- there is no ballot on its phase. Without a ballot, a phase closes only if everything in
  it is right. A ballot can close a phase that contains a fraud, even one that the ballot
  doesn't name.

Another history, which nobody has checked, can consist of such entries only as far as
its digests are ours. The seat checks that (`sealed_wonders.client.table.seat`): it
compares the digests where we have signed something, and signs nothing new before the
last such phase.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence

from sealed_wonders.client.table.memory import MemoryStore
from sealed_wonders.core.game import Ruleset
from sealed_wonders.net.claims import IsKnown
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Entry, Wire, parse
from sealed_wonders.net.log.lanes import BALLOTS, MAIN, phase_of
from sealed_wonders.net.replay import ReplayFault, replay
from sealed_wonders.net.suites import begin


def checked_before(store: MemoryStore, heard: Collection[Wire]) -> IsKnown:
    """
    Return a function that tells whether an entry's claim is known to be right.

    Args:
        store: what this program has signed.
        heard: the entries that were kept of the log.
    """
    wires = frozenset(heard)
    said = (it for it in store.memories() if it.lane == MAIN and it.wire in wires)
    # A store that was rebuilt may contain entries that another machine has signed.
    before = 0 if store.is_shared else max((it.phase for it in said), default=0)
    doubted = frozenset(map(_phase_of_ballot, wires)) if before else frozenset()

    def is_known(entry: Entry) -> bool:
        phase = entry.envelope.phase
        return phase < before and phase not in doubted and entry.wire in wires

    return is_known


def or_made(is_known: IsKnown, made: Container[bytes]) -> IsKnown:
    """
    Return a function that also trusts what seats of this process have made.

    Args:
        made: digests of entries, as in `Environment.made`.
    """
    return lambda entry: is_known(entry) or entry_digest(entry.wire.env) in made


def read_again(fold: Fold, wires: Sequence[Wire]) -> Fold | None:
    """
    Fold wires of our game in another order; return None if they don't follow.

    Claims that our fold has found to be right aren't checked again.

    Args:
        fold: ours, with all claims judged.
    """
    closed = (it for it in fold.closed_phases if it.ballot is None)
    right = {entry.wire for phase in closed for entry in phase.counted}

    def begin_again(charter: Charter, ruleset: Ruleset) -> Fold:
        return begin(charter, ruleset, lambda entry: entry.wire in right)

    try:
        return replay(wires, lambda charter: fold.ruleset, begin=begin_again)
    except ReplayFault:
        return None


def _phase_of_ballot(wire: Wire) -> int | None:
    """
    Return the phase of the ballot that a wire belongs to; None if it belongs to none.
    """
    if BALLOTS.encode() not in wire.env:
        return None  # a quick test that settles nearly all of them
    try:
        envelope = parse(wire.env)
    except RemoteProtocolError:
        return None
    return phase_of(envelope.body) if envelope.lane.startswith(BALLOTS) else None
