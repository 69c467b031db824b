"""
Shell completion: the answers to a shell's queries, and the scripts that it needs.

A shell queries a program by setting an environment variable; the program then only
answers. The scripts here are shorter than click's, cover all names of both programs,
and complete addresses, although bash splits ``host:7777`` into three words.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    split_arg_string,
)

from sealed_wonders.net.commandline.commands import (
    CommandGroup,
    CommandSummary,
    command,
)
from sealed_wonders.net.commandline.parameters import argument
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.programs import HOST, PLAYERS, variable_of
from sealed_wonders.net.commandline.statuses import FAILED, OK, WRONG_USE
from sealed_wonders.net.words import _, marked

NAMES = (*PLAYERS, HOST)

_BASH = """\
_sealed_wonders() {
    local reply variable=${1##*/}
    variable=${variable^^}
    while IFS= read -r reply; do
        case $reply in
        dir,*) compopt -o dirnames ;;
        file,*) compopt -o default ;;
        plain,*) COMPREPLY+=("${reply#*,}") ;;
        esac
    done < <(env "COMP_WORDS=${COMP_LINE:0:COMP_POINT}" \\
        "_${variable//-/_}_COMPLETE=bash_complete" "$1" 2>/dev/null)
}
complete -o nosort -F _sealed_wonders %(names)s
"""

_ZSH = """\
#compdef %(names)s
_sealed_wonders() {
    local kind value help name=${${(U)words[1]:t}//-/_}
    local -a plain described
    env "COMP_WORDS=${words[*]}" COMP_CWORD=$((CURRENT - 1)) \\
        "_${name}_COMPLETE=zsh_complete" ${~words[1]} 2>/dev/null |
    while IFS= read -r kind && IFS= read -r value && IFS= read -r help; do
        case $kind in
        dir) _path_files -/ ;;
        file) _path_files -f ;;
        plain)
            if [[ $help == _ ]]; then plain+=("$value"); else described+=("$value:$help"); fi
            ;;
        esac
    done
    if (( $#described )); then _describe -V wonders described -U; fi
    if (( $#plain )); then compadd -U -V wonders -a plain; fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _sealed_wonders "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _sealed_wonders %(names)s
fi
"""


class _Bash(BashComplete):
    """Completion of the line up to the cursor, which bash hasn't split at colons."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)
        is_begun = bool(words) and not line[-1].isspace()
        self._current = words.pop() if is_begun else ""
        return words[1:], self._current

    def format_completion(self, item: CompletionItem[str]) -> str:
        # Bash replaces only the part after the last colon.
        cut = self._current.rfind(":") + 1
        if item.type == "plain" and item.value.startswith(self._current[:cut]):
            return f"{item.type},{shlex.quote(item.value[cut:])}"
        return super().format_completion(item)


class _Zsh(ZshComplete):
    source_template = _ZSH


SHELLS: Mapping[str, type[ShellComplete]] = {
    "bash": _Bash,
    "zsh": _Zsh,
    "fish": FishComplete,
}


def answer(names: Sequence[str], program: Callable[[], click.Command]) -> int:
    """
    Answer a shell's query, and return the exit status.

    Args:
        names: all names of the program.
        program: import and return the program.
    """
    name = next(it for it in names if os.environ.get(variable_of(it)))
    return _answer(name, os.environ[variable_of(name)], program)


def _answer(name: str, asked: str, program: Callable[[], click.Command]) -> int:
    shell, _line, what = asked.partition("_")
    if shell not in SHELLS or what not in ("source", "complete"):
        from sealed_wonders.core.quoting import shown  # keeps ``--version`` fast

        known = ", ".join(f"{it}_source, {it}_complete" for it in SHELLS)
        why = _("{variable} is {value}, which isn't one of {known}").format(
            variable=variable_of(name), value=shown(asked), known=known
        )
        echo(f"{name}: {why}", err=True)
        return WRONG_USE
    if what == "source":
        click.echo(script(shell), nl=False)
        return OK
    try:
        asks = SHELLS[shell](program(), {}, name, variable_of(name))
        click.echo(asks.complete())
    except KeyError as missing:
        echo(f"{name}: {missing.args[0]} isn't set", err=True)
        return WRONG_USE
    except Exception:  # noqa: BLE001  anything else would be written into a prompt
        return FAILED
    return OK


def script(shell: str) -> str:
    """Return the script that completes both programs under all names."""
    made = SHELLS[shell]
    if made is FishComplete:
        each = (made(_NONE, {}, name, variable_of(name)).source() for name in NAMES)
        return "\n".join(each)
    return made.source_template % {"names": " ".join(NAMES)}


_NONE = click.Command("none")


# The command.


class _Group(CommandGroup):
    entries: ClassVar[Mapping[str, CommandSummary]] = {
        "install": CommandSummary(marked("Set up completion for your account.")),
        "show": CommandSummary(marked("Print the script that `install` writes.")),
    }

    def load(self, name: str) -> click.Command:
        return {"install": install, "show": show}[name]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        # As in most programs, ``completion bash`` prints the script.
        return super().resolve_command(
            ctx, ["show", *args] if args[0] in SHELLS else args
        )


@click.group(
    cls=_Group,
    help=marked("Complete commands, options and games with the Tab key."),
)
def completion() -> None: ...


shell_argument = argument(
    "shell",
    required=False,
    type=click.Choice(list(SHELLS)),
    metavar="[bash|zsh|fish]",
)


@command(
    help=marked(
        "Set up completion of both programs, for your account only.\n\n"
        "Without SHELL, use your login shell. For bash and zsh, the command adds a "
        "line to the start-up file, which reads a script from your configuration "
        "folder; fish finds its scripts by itself."
    )
)
@shell_argument
def install(shell: str | None) -> None:
    """Write the script, and make the shell read it."""
    shell = _chosen(shell)
    for path in _files(shell):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script(shell), "utf-8", newline="\n")
        echo(_("{path} has been written").format(path=path))
    start = _start_up_file(shell)
    if start is not None:
        line = f". {shlex.quote(str(_files(shell)[0]))}".encode()
        before = start.read_bytes() if start.exists() else b""
        if line not in before.splitlines():
            gap = b"\n" if before and not before.endswith(b"\n") else b""
            with start.open("ab") as file:
                file.write(gap + line + b"\n")
        echo(_("A line in {path} reads this script").format(path=start))
    echo(_("Open a new shell, and press Tab after `wonders`."))


@command(
    help=marked(
        "Print the script that completes both programs.\n\n"
        "Without SHELL, use your login shell. To set up completion for all users "
        "of a machine, a package can put the script where shells look for such "
        "scripts."
    )
)
@shell_argument
def show(shell: str | None) -> None:
    click.echo(script(_chosen(shell)), nl=False)


def _chosen(shell: str | None) -> str:
    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in SHELLS:
        said = _("Say which shell you use: {shells}.")
        raise click.UsageError(said.format(shells=", ".join(SHELLS)))
    return name


def _files(shell: str) -> Sequence[Path]:
    """Return the paths of the script; fish needs one per program name."""
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    if shell == "fish":
        return [config / "fish" / "completions" / f"{name}.fish" for name in NAMES]
    return [config / "sealed-wonders" / f"completion.{shell}"]


def _start_up_file(shell: str) -> Path | None:
    """Return the shell's start-up file, or None if it needs no line there."""
    match shell:
        case "bash":
            return Path.home() / ".bashrc"
        case "zsh":
            return Path(os.environ.get("ZDOTDIR") or Path.home()) / ".zshrc"
    return None
