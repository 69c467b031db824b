"""
``wonders check``: checks records against the rules.

The check itself is in `core/records`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import IO

import click
from click.shell_completion import CompletionItem

from sealed_wonders.client.logs.files import FileKind, kind, lines_in, wrong_kind
from sealed_wonders.client.reasons import retold, why
from sealed_wonders.core.records.checked import Checked
from sealed_wonders.core.records.games import check as replay
from sealed_wonders.core.records.script import RecordFault
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import argument, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED, OK, WRONG_USE
from sealed_wonders.net.words import _, marked


class AnyFile(click.ParamType[str]):
    """A path, or ``-``; the file needn't exist."""

    name = "path"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        return [CompletionItem(incomplete, type="file")]


@command(
    help=marked(
        "Check records against the rules.\n\n"
        "For each record, show the first line that breaks a rule. Unlike a log, "
        "which you can check with `wonders audit`, a record doesn't prove what "
        "happened. `-` stands for standard input."
    ),
)
@argument(
    "records", metavar=marked("RECORD..."), nargs=-1, required=True, type=AnyFile()
)
@option(
    "--lenient",
    is_flag=True,
    help=marked("Accept payments that cover the cost but aren't the cheapest."),
)
@option(
    "--json", "as_json", is_flag=True, help=marked("Print JSON, one line per record.")
)
@click.pass_context
def check(
    ctx: click.Context, records: Sequence[str], lenient: bool, as_json: bool
) -> None:
    status = OK
    for name in records:
        result: Checked | RecordFault
        try:
            with click.open_file(name, "rb") as file:
                result = _replayed(file, lenient)
        except OSError as problem:
            echo(f"wonders check: {name}: {retold(problem)}", err=True)
            status = WRONG_USE
            continue
        except _NoRecord as other:
            echo(f"wonders check: {wrong_kind(name, other.begins)}", err=True)
            status = WRONG_USE
            continue
        if isinstance(result, RecordFault):
            status = max(status, FAILED)
        if as_json:
            click.echo(json.dumps({"record": name, **_described(result)}))
        else:
            for line in _told(result):
                echo(f"{name}{line}")
    ctx.exit(status)


class _NoRecord(Exception):
    """The file isn't a record."""

    def __init__(self, begins: bytes) -> None:
        super().__init__()
        self.begins = begins


def _replayed(file: IO[bytes], lenient: bool) -> Checked | RecordFault:
    # An overlong line is refused for its length before the rest of it is read.
    lines = lines_in(file)
    first = next(lines, b"")
    if kind(first) not in (FileKind.RECORD, FileKind.EMPTY):
        raise _NoRecord(first)
    try:
        return replay(chain((first,), lines), lenient)
    except RecordFault as fault:
        return fault


def _described(result: Checked | RecordFault) -> dict[str, object]:
    if isinstance(result, RecordFault):
        flaw = result.refusal or result.flaw
        place = {"line": result.line, "fault": flaw.name.lower()}
        return {"good": False, **place, "detail": str(result.detail)}
    tolerated = [
        {"line": line, "detail": str(detail)} for line, detail in result.tolerated
    ]
    winners = list(result.sheet.winners)
    return {
        "good": True,
        "lines": result.lines,
        "tolerated": tolerated,
        "winners": winners,
    }


def _told(result: Checked | RecordFault) -> Iterator[str]:
    if isinstance(result, RecordFault):
        yield f":{result.line}: {why(result)}"
        return
    for line, detail in result.tolerated:
        said = _("not the cheapest payment, but accepted: {detail}").format(
            detail=retold(detail)
        )
        yield f":{line}: {said}"
    names, sheet = result.names, result.sheet
    said = _("valid record, {n} lines; won by {winners} with {points} points")
    yield ": " + said.format(
        n=result.lines,
        winners=_(" and ").join(names[seat] for seat in sheet.winners),
        points=sheet.rows[sheet.winners[0]][-1],
    )
