"""
Commands with translated help, and programs that consist of them.

A program imports its commands one at a time, so that ``wonders --version`` doesn't load
the code that plays a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import click
from click.shell_completion import CompletionItem

from sealed_wonders.net.commandline import programs
from sealed_wonders.net.commandline.pages import Page
from sealed_wonders.net.commandline.parameters import (
    HELP,
    LANGUAGE,
    OTHERS,
    VERSION,
    TranslatedOption,
    everywhere,
)
from sealed_wonders.net.commandline.programs import PLAYER
from sealed_wonders.net.commandline.statuses import WRONG_USE
from sealed_wonders.net.words import LANGUAGES, _, lend, marked, use, usual

OPTIONS = marked("Options")
"""Heading of options in a help text without groups."""

COMMANDS = marked("Commands")
"""Heading of commands without a group."""


class _Formatter(click.HelpFormatter):
    """Formatter with translated headings: French has a space before a colon."""

    def write_heading(self, heading: str) -> None:
        said = _("{heading}:").format(heading=heading)
        self.write(f"{'':>{self.current_indent}}{said}\n")


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """
    A command with translated help, and with its options in groups.

    Attributes:
        page: the rest of its manual page.
    """

    context_class = _Context
    _help: str | None = None
    page = Page(())

    def __init__(self, *args: Any, version_of: str = PLAYER, **attributes: Any) -> None:
        attributes["context_settings"] = {
            "help_option_names": list(HELP),
            "show_default": True,
            **attributes.get("context_settings", {}),
        }
        super().__init__(*args, **attributes)
        has = {word for param in self.params for word in param.opts}
        self.params += everywhere(has, version_of)

    @property
    def help(self) -> str | None:
        return _(self._help) if self._help else None

    @help.setter
    def help(self, help: str | None) -> None:
        self._help = help

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        if self._help_option is None:
            made = super().get_help_option(ctx)
            if made is not None:
                self._help_option = TranslatedOption(
                    [*made.opts, made.name or "help"],
                    is_flag=True,
                    is_eager=True,
                    expose_value=False,
                    callback=made.callback,
                    heading=OTHERS,
                    help=marked("Show this message and exit."),
                )
        return self._help_option

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                heading = getattr(param, "heading", "")
                groups.setdefault(heading, []).append(record)
        others = groups.pop(OTHERS, [])
        plain = groups.pop("", [])
        if not groups:
            plain, others = [*plain, *others], []
        _write(formatter, {OPTIONS: plain, **groups, OTHERS: others})

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.page.write(formatter)


def _write(
    formatter: click.HelpFormatter, groups: Mapping[str, Sequence[tuple[str, str]]]
) -> None:
    """Write rows under their headings."""
    for heading, rows in groups.items():
        if rows:
            with formatter.section(_(heading)):
                formatter.write_dl(rows)


class CommandSummary(NamedTuple):
    """Summary of a command, available without importing its module."""

    summary: str
    heading: str = ""
    """Heading of its group in the program's help."""
    is_hidden: bool = False


class CommandGroup(Command, click.Group):
    """
    A command with subcommands, which are imported one at a time.

    Attributes:
        entries: the subcommands, in the order of the help.
        pages: the manual pages of the subcommands by name; "" is the group itself.
    """

    entries: ClassVar[Mapping[str, CommandSummary]] = {}
    pages: ClassVar[Mapping[str, Page]] = {}

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.page = self.pages.get("", self.page)

    def load(self, name: str) -> click.Command:
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.entries:
            return None
        command = self.load(cmd_name)
        if isinstance(command, Command):
            command.page = self.pages.get(cmd_name, command.page)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            # Click would raise an error, which is shown in one line.
            click.echo(ctx.get_help(), err=True)
            ctx.exit(WRONG_USE)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, *rest = args
        if not ctx.resilient_parsing and name not in self.entries:
            if name == _HELP_COMMAND and rest:
                return self.resolve_command(ctx, [*rest, HELP[-1]])
            if name == _HELP_COMMAND:
                click.echo(ctx.get_help())
                ctx.exit()
            import difflib  # only for typos

            shown = (it for it, entry in self.entries.items() if not entry.is_hidden)
            for close in difflib.get_close_matches(name, shown, 1):
                said = _("No such command {name!r}; did you mean {close!r}?")
                ctx.fail(said.format(name=name, close=close))
        return super().resolve_command(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        *pieces, _words = super().collect_usage_pieces(ctx)
        optional = self.invoke_without_command
        return [*pieces, _(_PERHAPS if optional else _COMMAND)]

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[CompletionItem[str]]:
        some = [
            CompletionItem(name, help=_(entry.summary))
            for name, entry in self.entries.items()
            if name.startswith(incomplete) and not entry.is_hidden
        ]
        return [*some, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        self.format_commands(ctx, formatter)
        super().format_options(ctx, formatter)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        widest = max(map(len, self.entries), default=0)
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, entry in self.entries.items():
            if not entry.is_hidden:
                row = f"{name:{widest}}", _(entry.summary)
                groups.setdefault(entry.heading or COMMANDS, []).append(row)
        _write(formatter, groups)


_HELP_COMMAND = "help"
"""Accepted because other programs have it, but not a command itself."""

_COMMAND, _PERHAPS = marked("COMMAND [ARGUMENTS]"), marked("[COMMAND [ARGUMENTS]]")


class Program(CommandGroup):
    """
    A program that uses the language requested on its command line.

    Attributes:
        with_own_language: commands whose option ``--lang`` has another meaning.
    """

    with_own_language: Collection[str] = ()

    def own_language(self) -> str:
        """Return the language that the user has set for this program, or ""."""
        return ""

    def arranged(self, arguments: list[str]) -> list[str]:
        """Return arguments in the order in which to parse them."""
        return arguments

    def speak(self, arguments: Sequence[str]) -> None:
        """Set the language that a command line requests, before parsing it."""
        wanted = _language_in(arguments, self.with_own_language)
        programs.language = wanted if wanted in LANGUAGES else ""
        language = programs.language or self.own_language() or usual()
        use(language)
        lend(language)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        self.speak(args)
        return super().parse_args(ctx, self.arranged(args))


def _language_in(arguments: Sequence[str], unless: Collection[str]) -> str | None:
    """Return the value of the language option anywhere, except after some commands."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == LANGUAGE:
            return value if equals else "".join(arguments[at + 1 : at + 2])
        if argument in ("--", *unless):
            return None
    return None


def behind_command(
    arguments: Sequence[str],
    commands: Collection[str],
    default: str,
    alone: Callable[[], str] = str,
) -> list[str]:
    """
    Move options of a command after its name, if they precede it.

    Arguments that begin with anything else stay unchanged: they are commands or
    mistakes.

    Args:
        default: the command if there are only options.
        alone: returns the command if there are no arguments; an empty string for none.
    """
    head, rest = _split_head(arguments)
    if not rest and (not head or head[0].startswith(LANGUAGE)):
        return [*head, *filter(None, (alone(),))]
    if not rest or not _is_option(rest[0]):
        return [*head, *rest]
    at = next((at for at, word in enumerate(rest) if word in commands), None)
    if at is None:
        return [*head, default, *rest]
    return [*head, rest[at], *rest[:at], *rest[at + 1 :]]


def _split_head(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the leading options of the program itself, and the rest."""
    head: list[str] = []
    rest = list(arguments)
    while rest and rest[0].partition("=")[0] in (LANGUAGE, VERSION, *HELP):
        several = rest[0] == LANGUAGE
        head += rest[: 1 + several]
        del rest[: 1 + several]
    return head, rest


def _is_option(argument: str) -> bool:
    return argument.startswith("-") and argument != "--"


def command(
    name: str | None = None, **attributes: Any
) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a `Command`; takes the arguments of `click.command`."""
    return click.command(name, cls=Command, **attributes)


def called(program: click.Command, name: str, arguments: Sequence[str]) -> object:
    """
    Run a program with arguments, and return its result.

    Click's own `main` would exit with 1 if the reader of the output has gone away.

    Raises:
        click.ClickException: the command fails.
        click.exceptions.Exit: the command has finished early, for example after help.
        BrokenPipeError: the reader of the output has gone away.
    """
    with program.make_context(name, list(arguments)) as context:
        return program.invoke(context)
