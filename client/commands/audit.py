"""
``wonders audit``: what the log of a game proves, without trusting anybody.

This module reads the files, writes evidence and puts the results together. The audit is
in `client/logs/audit.py`, and its wording in `client/tablewords/verdicts.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from sealed_wonders.client.commands.keptgames import list_games
from sealed_wonders.client.commands.progress import progress_of
from sealed_wonders.client.logs.audit import Report, Verdict, remembering
from sealed_wonders.client.logs.audit import audit as audited
from sealed_wonders.client.logs.files import (
    FileKind,
    Unreadable,
    kind,
    read,
    wrong_kind,
)
from sealed_wonders.client.logs.kept import LogFileType
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.tablewords import tablecode, verdicts
from sealed_wonders.core.game import Seat
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.parameters import File, argument, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.comparison import compare
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.replay import Check, Unknown, together
from sealed_wonders.net.sealed.backend import UnusableLibrary
from sealed_wonders.net.words import _, marked

LONG = 10
"""Lines of a result from which its first line is repeated below it."""


class AuditedLog(NamedTuple):
    """A log that was audited."""

    path: Path
    report: Report

    @property
    def fold(self) -> Fold | None:
        """The fold of the log; None if the log has no game."""
        return self.report.fold

    @property
    def is_right(self) -> bool:
        """Whether everything in the log is valid, even if the log is incomplete."""
        return self.report.verdict is not Verdict.FAULT


class Proof(NamedTuple):
    """A valid file of evidence."""

    path: Path
    case: Equivocation


@command(
    help=marked(
        "Check every signature, proof and move of a game, from its log alone.\n\n"
        "Without a log, list the logs kept here; `last` stands for the newest "
        "log.\n\n"
        "If anything is wrong, show the first wrong entry and whose fault it is. If "
        "you also give OTHER, somebody else's log of the same game, the two logs "
        "are compared. If a player has signed two versions of an entry, this "
        "comparison proves it, and the evidence is written to a file. You can audit "
        "this file as well."
    ),
)
@argument(
    "files",
    metavar=marked("[LOG [OTHER]]"),
    nargs=-1,
    type=LogFileType(),
)
@option(
    "--evidence",
    "to",
    type=File(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    show_default=marked("next to LOG"),
    help=marked("File for evidence, if there is any."),
)
@option("--json", "as_json", is_flag=True, help=marked("Print one JSON object."))
@click.pass_context
def audit(
    ctx: click.Context, files: Sequence[Path], to: Path | None, as_json: bool
) -> None:
    if not files and not as_json:
        return list_games("audit")
    if not 1 <= len(files) <= 2:
        raise click.UsageError(_("give one or two log files"))
    shown = not as_json and sys.stderr is not None and sys.stderr.isatty()
    with together() as checking:
        check = remembering(checking) if len(files) > 1 else checking
        found = [_opened(path, check, shown) for path in files]
    told = _judged(found, to)
    at_terminal = sys.stdout is not None and sys.stdout.isatty()
    write = click.echo if as_json else echo
    for line in told.printed(as_json=as_json, at_terminal=at_terminal):
        write(line)
    if not told.is_right:
        ctx.exit(FAILED)


def _judged(found: Sequence[AuditedLog | Proof], to: Path | None) -> AuditResult:
    """Compose the result for one or two files: logs, or evidence with its log."""
    match sorted(found, key=lambda each: isinstance(each, Proof)):
        case [AuditedLog() as log]:
            return _one(log, to)
        case [AuditedLog() as one, AuditedLog() as other]:
            return _two(one, other, to)
        case [Proof() as proof]:
            return _convict(proof)
        case [AuditedLog() as log, Proof() as proof]:
            return _convict(proof, log)
    raise click.UsageError(_("put evidence after the log it belongs to"))


class AuditResult(NamedTuple):
    """A result, as JSON and as lines of text."""

    row: Mapping[str, object]
    lines: Sequence[str]
    is_right: bool

    def printed(self, *, as_json: bool, at_terminal: bool) -> Sequence[str]:
        """
        Return what to print.

        A terminal shows the end of a long result, so the verdict is there as well.
        """
        if as_json:
            return [json.dumps(self.row, ensure_ascii=False)]
        is_long = at_terminal and len(self.lines) > LONG
        return [*self.lines, "", self.lines[0]] if is_long else self.lines


def _opened(path: Path, check: Check, shown: bool) -> AuditedLog | Proof:
    """Read and audit one file of any kind."""
    try:
        data = read(path)
        match kind(data):
            case FileKind.LOG:
                pass
            case FileKind.EVIDENCE:
                return Proof(path, Equivocation.from_bytes(data))
            case _:
                raise WrongInput(wrong_kind(str(path), data))
        with progress_of(path.name, shown) as progress:
            return AuditedLog(path, audited(data, check, progress))
    except (Unreadable, UnusableLibrary) as problem:
        raise WrongInput(retold(problem)) from None
    except Unknown as unknown:
        reason = _("this log can't be checked: {why}").format(
            why=retold(unknown.reason)
        )
        raise WrongInput(f"{path}: {reason}") from None
    except RemoteProtocolError as problem:
        raise WrongInput(f"{path}: {retold(problem)}") from None


def _one(log: AuditedLog, to: Path | None) -> AuditResult:
    report = log.report
    written = _written(log, report.evidence, to)
    row = verdicts.described(report, log.path)
    row["guilty"] = _guilty(log, report.evidence, written)
    lines = [_line(log), *_accusations(log, report.evidence, written)]
    if report.fold is not None:
        lines += ["", *verdicts.told(report)]
    return AuditResult(row, lines, log.is_right)


def _two(one: AuditedLog, other: AuditedLog, to: Path | None) -> AuditResult:
    mine, theirs = one.report.fold, other.report.fold
    logs = [verdicts.described(log.report, log.path) for log in (one, other)]
    lines = [_line(one), _line(other)]
    is_right = one.is_right and other.is_right
    if mine is None or theirs is None:
        nothing = {"logs": logs, "comparison": None, "guilty": []}
        lines.append(
            _("there is nothing to compare: at least one log has no game in it yet")
        )
        return AuditResult(nothing, lines, is_right)
    if mine.charter.gid != theirs.charter.gid:
        codes = [tablecode.code(fold.charter.gid) for fold in (mine, theirs)]
        said = _(
            "{one} and {other} are logs of different games, with the table codes "
            "'{code}' and '{another}'"
        )
        paths = {"one": one.path, "other": other.path}
        raise WrongInput(said.format(**paths, code=codes[0], another=codes[1]))
    found = compare(mine, theirs)
    cases = {**theirs.evidence, **mine.evidence, **found.evidence}
    written = _written(one, cases, to)
    row: dict[str, object] = {
        "logs": logs,
        "comparison": verdicts.described_comparison(found),
        "guilty": _guilty(one, cases, written),
    }
    lines.append(verdicts.compared(found, mine, one.path, other.path))
    return AuditResult(
        row, [*lines, *_accusations(one, cases, written)], is_right and not cases
    )


def _convict(proof: Proof, *logs: AuditedLog) -> AuditResult:
    fold = next((log.fold for log in logs), None)
    lines = [
        *map(_line, logs),
        f"{proof.path}: {verdicts.convicted(proof.case, fold)}",
    ]
    row = verdicts.described_evidence(proof.case, proof.path, fold)
    row["log"] = next((verdicts.described(x.report, x.path) for x in logs), None)
    return AuditResult(row, lines, is_right=False)


def _line(log: AuditedLog) -> str:
    return f"{log.path}: {verdicts.verdict(log.report)}"


Written = Mapping[Seat, Path | None]
"""File with the evidence against each seat; None if it couldn't be written."""


def _written(
    log: AuditedLog, cases: Mapping[Seat, Equivocation], to: Path | None
) -> Written:
    """Write the evidence next to the log, or to the given file."""
    written: dict[Seat, Path | None] = {}
    for seat, case in cases.items():
        path = to or log.path.with_suffix(".evidence")
        if to is None or len(cases) > 1:
            path = path.with_suffix(f".seat{seat}{path.suffix}")
        try:
            _write(path, case.to_bytes())
            written[seat] = path
        except OSError as problem:
            echo(f"wonders audit: {path}: {retold(problem)}", err=True)
            written[seat] = None
    return written


def _write(path: Path, data: bytes) -> None:
    """Create a file; accept an existing file that has the same contents."""
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        if path.read_bytes() != data:
            raise


def _guilty(
    log: AuditedLog, cases: Mapping[Seat, Equivocation], written: Written
) -> list[dict[str, object]]:
    if log.fold is None:
        return []
    return [
        verdicts.described_person(seat, _culprit(log.fold, cases[seat], seat))
        | {"evidence": None if path is None else str(path)}
        for seat, path in written.items()
    ]


def _accusations(
    log: AuditedLog, cases: Mapping[Seat, Equivocation], written: Written
) -> Iterator[str]:
    for seat, path in written.items():
        if path is not None and log.fold is not None:
            people = list(log.fold.people)
            people[seat] = _culprit(log.fold, cases[seat], seat)
            said = _("{path}: evidence against {who}")
            yield said.format(path=path, who=verdicts.who(people, seat))


def _culprit(fold: Fold, case: Equivocation, seat: Seat) -> TablePerson:
    """
    Return the person whom evidence convicts.

    If the log lacks a handover of the seat, that is the last person whom the log knows
    in it.
    """
    return verdicts.culprit(fold, case) or fold.people[seat]
