"""Lists the games kept on this machine, for commands that were given none."""

from __future__ import annotations

from sealed_wonders.client.logs.kept import LogFileType, folder, newest
from sealed_wonders.client.program import typed
from sealed_wonders.client.tablewords.keptrows import described
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.parameters import argument
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.words import _, marked, n_

LISTED = 20
"""Maximum number of games listed."""

LOG = argument("log", metavar=marked("[LOG]"), required=False, type=LogFileType())
GAME = argument(
    "log", metavar=marked("[LOG|RECORD]"), required=False, type=LogFileType()
)


def list_games(command: str) -> None:
    """Print the games kept here, most recent first, and how to name one."""
    games = newest(folder())
    if not games:
        said = _(
            "No games are stored here yet. To use a log from elsewhere, type: "
            "{command} FILE"
        )
        echo(said.format(command=typed(command)))
        return
    rows = [
        (number, f"{when:%Y-%m-%d %H:%M}", *described(path))
        for number, (path, when) in enumerate(games[:LISTED], start=1)
    ]
    echo("\n".join(columns(rows)))
    if len(games) > LISTED:
        older = len(games) - LISTED
        said = n_(
            "There is {n} older game: number {last}.",
            "There are {n} older games, with numbers up to {last}.",
            older,
        )
        echo(said.format(n=older, last=len(games)))
    said = _("To choose a game, add its number, or `last` for the newest: {command} 1")
    echo(said.format(command=typed(command)))
