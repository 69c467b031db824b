"""Reads a game from a log or a record, for the commands that show one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sealed_wonders.client.commands.progress import progress_of
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.files import (
    FileKind,
    Unreadable,
    kind,
    read,
    wrong_kind,
)
from sealed_wonders.client.logs.replaying import Replay, own_keys
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.replay import Unknown, together
from sealed_wonders.net.sealed.backend import UnusableLibrary
from sealed_wonders.net.words import _, marked

LONG = 1 << 19
"""Size in bytes from which reading a log takes noticeable time, even without proofs."""

own_hand_option = option(
    "--own-hand",
    is_flag=True,
    help=marked("Show your own hand in an unfinished game; don't share the result."),
)


def read_played(
    log: Path, *, checked: bool, own_hand: bool, remembers: bool = False
) -> Replay:
    """
    Read a game from a log or a record, showing a progress bar if that may take long.

    Args:
        log: the path of the file.
        checked: whether to check every proof.
        own_hand: whether to use the keys that this machine has for the game.
        remembers: whether to use what our own seat saw in a finished game.

    Raises:
        WrongInput: the file isn't a log or record, or can't be read or judged.
        click.ClickException: the requested keys can't be read.
    """
    try:
        keys = own_keys(own_hand=own_hand, remembers=remembers)
        data = read(log)
        if kind(data) is FileKind.RECORD:
            return replaying.replay_record(data)
        if kind(data) is not FileKind.LOG:
            raise WrongInput(wrong_kind(str(log), data))
        long = checked or len(data) > LONG
        shown = long and sys.stderr is not None and sys.stderr.isatty()
        with together() as check, progress_of(log.name, shown) as progress:
            return replaying.replay(
                data, checked=checked, check=check, progress=progress, keys=keys
            )
    except DamagedFile as problem:
        raise click.ClickException(retold(problem)) from None
    except (Unreadable, UnusableLibrary) as problem:
        raise WrongInput(retold(problem)) from None
    except Unknown as unknown:
        said = _("{file}: this log can't be checked: {why}")
        raise WrongInput(said.format(file=log, why=retold(unknown.reason))) from None
    except RemoteProtocolError as problem:
        raise WrongInput(f"{log}: {retold(problem)}") from None
