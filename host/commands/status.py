"""``wonders-host status``: the state of a host that runs on this machine."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sealed_wonders.host.commands.admin import Host, folder, of_folder
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.words import marked


@command(
    version_of=HOST,
    help=marked("Show a running host's tables, people and load."),
)
@of_folder
@option("--json", "as_json", is_flag=True, help=marked("Print one JSON object."))
def status(logs: Path | None, config: Path | None, *, as_json: bool) -> int:
    with Host(folder(logs, config)) as host:
        status, tables, people = map(host.tell, (["status"], ["tables"], ["people"]))
    if as_json:
        whole = {
            **status["data"],
            "at_tables": tables["data"],
            "connected": people["data"],
        }
        click.echo(json.dumps(whole, indent=2))
    else:
        click.echo("\n\n".join(it["text"] for it in (status, tables, people)))
    return 0
