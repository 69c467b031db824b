"""``wonders-host status``: how a host that runs here is."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sealed_wonders.host.commands.admin import Host, folder, of_folder


@click.command()
@of_folder
@click.option("--json", "as_json", is_flag=True, help="One object of JSON.")
def status(logs: Path | None, config: Path | None, *, as_json: bool) -> int:
    """Show how a host that runs here is: its tables, its people, what it takes."""
    host = Host(folder(logs, config))
    status, tables, people = (host.tell([it]) for it in ("status", "tables", "people"))
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
