"""
Files of games: logs, records and evidence, recognized by their first bytes.

Nothing here needs the protocol, so that records can be read without loading it.
"""

from __future__ import annotations

import codecs
import enum
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

from sealed_wonders.client.program import typed
from sealed_wonders.client.reasons import Problem
from sealed_wonders.core.records.fields import MAX_LINE
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.words import _

MAX_LOG = 64 << 20
"""Maximum bytes of a log; a game of seven takes a hundredth of this."""

LOG = b"SWLOG1\n"
"""The first bytes of a log; see `net.log.file`."""

JOURNAL = b"SWJRN"
"""The first bytes of a journal of any version; see `net.log.journal`."""

EVIDENCE = b"SWTWO1\n"
"""The first bytes of evidence; see `net.log.evidence`."""


class FileKind(enum.Enum):
    LOG = enum.auto()
    RECORD = enum.auto()
    EVIDENCE = enum.auto()
    EMPTY = enum.auto()
    OTHER = enum.auto()


class Unreadable(Problem):
    """A file can't be read; the message names it."""


def read(path: Path) -> bytes:
    """
    Return the contents of a file; a journal is converted to the log of its game so far.

    Raises:
        Unreadable: the file is too long for a log, or can't be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LOG + 1)
    except OSError as problem:
        said = Sentence("{name}: {note}", name=str(path), note=problem)
        raise Unreadable(said) from None
    if len(data) > MAX_LOG:
        raise Unreadable(
            Sentence("{path}: longer than {most} bytes", path=str(path), most=MAX_LOG)
        )
    return _as_log(path, data) if data.startswith(JOURNAL) else data


def _as_log(path: Path, data: bytes) -> bytes:
    # Imported only for journals: records are read without the protocol, which takes a
    # while to load.
    from sealed_wonders.client.logs.journals import as_log

    try:
        return as_log(data)
    except RemoteProtocolError as problem:
        said = Sentence("{name}: {note}", name=str(path), note=sentence_of(problem))
        raise Unreadable(said) from None


def lines_in(file: IO[bytes]) -> Iterator[bytes]:
    """
    Return the lines of a record; a line that is too long is split.
    """
    return iter(partial(file.readline, MAX_LINE + 1), b"")


def kind(data: bytes) -> FileKind:
    """Return what kind of file begins like this."""
    if data.startswith(LOG):
        return FileKind.LOG
    if data.startswith(EVIDENCE):
        return FileKind.EVIDENCE
    text = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if not text:
        return FileKind.EMPTY
    return FileKind.RECORD if text.startswith(b"{") else FileKind.OTHER


def wrong_kind(path: str, data: bytes) -> str:
    """
    Return the sentence that a file is of another kind, and which commands take it.
    """
    match kind(data):
        case FileKind.LOG:
            said = _(
                "{path}: a log; {audit} checks it, {replay} shows it, {export} "
                "converts it to a record"
            )
        case FileKind.RECORD:
            said = _(
                "{path}: a record, which proves nothing; {check} checks it against "
                "the rules, {replay} shows it"
            )
        case FileKind.EVIDENCE:
            said = _("{path}: evidence of fraud; {audit} shows against whom")
        case FileKind.EMPTY:
            said = _("{path}: empty")
        case _:
            said = _("{path}: neither a log nor a record of a game")
    names = ("audit", "check", "export", "replay")
    commands = {name: f"`{typed(name)}`" for name in names}
    return said.format(path=path, **commands)
