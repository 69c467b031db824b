"""Conversion of hosts' journals to logs, for games that aren't over."""

from __future__ import annotations

from sealed_wonders.client.logs.audit import rules_of
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log import file, journal
from sealed_wonders.net.replay import ReplayFault, replay
from sealed_wonders.net.suites import begin_relayed


def as_log(data: bytes) -> bytes:
    """
    Return a journal as a log file, with its entries in log order as far as they follow.

    Anything after that is appended unchanged, so that reading the log reports it.

    Raises:
        RemoteProtocolError: the data isn't a journal.
    """
    kept = journal.read(data)
    fold = _folded(kept)
    damaged = data[kept.ends[-1] :] if kept.damage else b""
    if fold is None:
        return file.write(kept.wires) + damaged
    return fold.log() + journal.pack(kept.wires[fold.position :]) + damaged


def fold_of(data: bytes) -> Fold | None:
    """
    Return the game in a journal as far as its entries follow; None if there is none.

    Raises:
        RemoteProtocolError: the data isn't a journal.
    """
    return _folded(journal.read(data))


def _folded(kept: journal.KeptJournal) -> Fold | None:
    try:
        return replay(kept.wires, rules_of, begin=begin_relayed)
    except ReplayFault as fault:
        return fault.fold
