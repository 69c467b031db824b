"""``wonders-host admin``: sends commands to the admin socket of a host."""

from __future__ import annotations

import contextlib
import errno
import json
import shlex
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import click

from sealed_wonders.host.files import usual_folder
from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.settings import A_FILE, A_FOLDER
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import argument, option
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.retelling import retold
from sealed_wonders.net.system import console
from sealed_wonders.net.system.sockets import HAS_UNIX, connect_unix
from sealed_wonders.net.words import _, marked

if TYPE_CHECKING:
    from sealed_wonders.host.settings import Settings

PATIENCE = 10.0
"""Seconds to wait for an answer."""

_LEAVES = (["quit"], ["exit"])
"""Words that leave the prompt and aren't sent to the host."""


def of_folder(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that select a host's folder to a command."""
    logs = option(
        "--logs",
        type=A_FOLDER,
        metavar=marked("DIR"),
        show_default=marked("WONDERS_HOME, or your data folder"),
        help=marked("The host's folder."),
    )
    config = option(
        "--config",
        type=A_FILE,
        help=marked("The host's configuration file, which names its folder."),
    )
    return config(logs(command))


def folder(logs: Path | None, config: Path | None) -> Path:
    """Return the folder of the selected host, or raise `click.ClickException`."""
    if logs is None and config is not None:
        return cast("Settings", read_settings(["--config", str(config)])).folder
    return usual_folder() if logs is None else logs


def _to_port(path: Path) -> socket.socket:
    """Connect to the port in a file, and send the secret word that is also in it."""
    from sealed_wonders.host.adminsocket import HERE

    try:
        at = json.loads(path.read_bytes())
        port, word = int(at["port"]), str(at["word"])
    except (ValueError, TypeError, KeyError):
        raise OSError(errno.EINVAL, "it has unexpected contents") from None
    door = socket.create_connection((HERE, port), PATIENCE)
    try:
        door.sendall(word.encode() + b"\n")
    except OSError:
        door.close()
        raise
    return door


class Host:
    """
    A host that runs on this machine, reached through its admin socket.

    It is a context manager, which closes the connection.

    Raises:
        click.ClickException: no host is running there, or it doesn't answer.
    """

    def __init__(self, folder: Path) -> None:
        from sealed_wonders.host.adminsocket import PORT, SOCKET

        path = folder / (SOCKET if HAS_UNIX else PORT)
        try:
            self._socket = (
                connect_unix(str(path), PATIENCE) if HAS_UNIX else _to_port(path)
            )
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            said = _("no host is running with the folder {folder}")
            raise click.ClickException(said.format(folder=folder)) from None
        except OSError as error:
            said = _("can't reach {path}: {why}")
            raise click.ClickException(
                said.format(path=path, why=retold(error))
            ) from None
        self._socket.settimeout(PATIENCE)
        self._file = self._socket.makefile("rwb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # A command that the host never took is still in the buffer.
        with contextlib.suppress(OSError):
            self._file.close()
        self._socket.close()

    def tell(self, words: Sequence[str]) -> Mapping[str, Any]:
        """Send a command; return its answer: `ok`, `text` and `data`."""
        try:
            self._file.write(json.dumps(list(words)).encode() + b"\n")
            self._file.flush()
            line = self._file.readline()
        except TimeoutError:
            raise click.ClickException(_("the host isn't responding")) from None
        except OSError:
            line = b""
        if not line:
            raise click.ClickException(_("the host has stopped"))
        answer: Mapping[str, Any] = json.loads(line)
        return answer


@command(
    version_of=HOST,
    context_settings={"ignore_unknown_options": True},
    help=marked(
        "Send a command to a running host.\n\n"
        "Without a command, prompt for commands, one per line. To leave, "
        "type `quit`; to list all commands, type `help`."
    ),
)
@of_folder
@option("--json", "as_json", is_flag=True, help=marked("Print JSON."))
@argument("words", metavar=marked("[WORD]..."), nargs=-1, type=click.UNPROCESSED)
def admin(
    words: Sequence[str], logs: Path | None, config: Path | None, *, as_json: bool
) -> int:
    with Host(folder(logs, config)) as host:
        if words:
            return _tell(host, words, as_json=as_json)
        return _prompt(host, as_json=as_json)


def _prompt(host: Host, *, as_json: bool) -> int:
    """Send the commands that are typed or piped in; return the last one's exit status."""
    status = 0
    for line in _lines(host):
        try:
            words = shlex.split(line)
        except ValueError as problem:
            click.echo(f"{problem}: {line}", err=True)
            continue
        if words in _LEAVES:
            break
        if words:
            status = _tell(host, words, as_json=as_json)
        if words == ["help"] and not as_json:
            click.echo(_how_to_leave())
    return status


def _how_to_leave() -> str:
    return _("quit, exit or Ctrl-D leaves this prompt; the host keeps running.")


def _tell(host: Host, words: Sequence[str], *, as_json: bool) -> int:
    answer = host.tell(words)
    if as_json:
        click.echo(json.dumps(answer["data"], indent=2))
    else:
        click.echo(answer["text"], err=not answer["ok"])
    return 0 if answer["ok"] else 1


def _lines(host: Host) -> Iterator[str]:
    """Yield the lines that are typed at a prompt, or piped in."""
    if not sys.stdin.isatty():
        yield from sys.stdin
        return
    console.allow_editing()
    click.echo(host.tell(["help"])["text"])
    click.echo(_how_to_leave())
    while True:
        try:
            yield input("host> ")
        except (EOFError, KeyboardInterrupt):
            return
