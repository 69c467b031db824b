"""
Options and arguments whose texts are translated when they are shown.

They are created when a module is imported, before the language is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import click
from click.types import OptionHelpExtra

from sealed_wonders.net.commandline.compiled import compiled
from sealed_wonders.net.words import LANGUAGES, _, marked

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

LANGUAGE = "--lang"
VERSION = "--version"
HELP = ("-h", "--help")

OTHERS = marked("Other options")
"""Heading of the options that every command has."""

NUMBER = "N"
"""Placeholder for a number without another name."""


class File(click.Path):
    """Path of a file or folder, with a translated name."""

    @property
    def name(self) -> str:
        if self.file_okay == self.dir_okay:
            return _("path")
        return _("file") if self.file_okay else _("directory")

    @name.setter
    def name(self, name: str) -> None:
        """Ignore the name that click sets."""


class _WithinLimits(click.ParamType[Any]):
    min: Any
    max: Any

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        """Convert what was typed; if it doesn't fit, name the limits in words."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            if self.max is None:
                said = _("must be at least {least}, not {value}")
            else:
                said = _("must be {least} to {most}, not {value}")
            value = f"{str(value)!r:.40}"
            fields = {"least": self.min, "most": self.max, "value": value}
            return self.fail(said.format(**fields), param, ctx)


class WholeParameter(_WithinLimits, click.IntRange):
    """A whole number between two limits, or with only a lower one."""


class DecimalParameter(_WithinLimits, click.FloatRange):
    """A decimal number between two limits."""


class _Parameter(click.Parameter):
    _metavar: str | None = None

    @property
    def metavar(self) -> str | None:
        return _(self._metavar) if self._metavar else None

    @metavar.setter
    def metavar(self, metavar: str | None) -> None:
        self._metavar = metavar


class Argument(_Parameter, click.Argument):
    pass


class TranslatedOption(_Parameter, click.Option):
    """
    An option with translated texts.

    Attributes:
        heading: the heading of its group in the help; empty for none.
        former: former names, which are accepted but not shown.
        fields: values for the placeholders in the help.
    """

    _help: str | None = None

    def __init__(
        self,
        *args: Any,
        heading: str = "",
        former: Sequence[str] = (),
        fields: Mapping[str, str] | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(*args, **attributes)
        self.heading = heading
        self.former = former
        self.fields = fields

    @property
    def help(self) -> str | None:
        if not self._help:
            return None
        return _(self._help).format(**self.fields) if self.fields else _(self._help)

    @help.setter
    def help(self, help: str | None) -> None:
        self._help = help

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        super().add_to_parser(parser, ctx)
        if self.former:
            words, self.opts = self.opts, list(self.former)
            try:
                super().add_to_parser(parser, ctx)
            finally:
                self.opts = words

    def make_metavar(self, ctx: click.Context) -> str:
        kind = self.type
        if self.metavar is None and not isinstance(kind, click.Choice):
            if isinstance(kind, click.types.IntParamType):
                return NUMBER
            name = kind.name.upper()
            return _(name)
        return super().make_metavar(ctx)

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        extra = super().get_help_extra(ctx)
        # The error for a value out of range shows the range, so the help needn't.
        extra.pop("range", None)
        if self.default == "" and not self.show_default:
            extra.pop("default", None)
        if isinstance(self.show_default, str):
            extra["default"] = _(self.show_default)
        return extra


def option(*words: str, **attributes: Any) -> Callable[[Decorated], Decorated]:
    """
    Add an `TranslatedOption` to a command; takes the arguments of `TranslatedOption` and `click.option`.
    """
    return click.option(*words, cls=TranslatedOption, **attributes)


def with_options(
    command: Decorated, *options: Callable[[Decorated], Decorated]
) -> Decorated:
    """Add options to a command in the order of its help."""
    for each in reversed(options):
        command = each(command)
    return command


def argument(*words: str, **attributes: Any) -> Callable[[Decorated], Decorated]:
    """Add an `Argument` to a command; takes the arguments of `click.argument`."""
    return click.argument(*words, cls=Argument, **attributes)


def everywhere(has: Collection[str], version_of: str) -> Iterator[TranslatedOption]:
    """
    Yield the options that every command has, so that they may follow its name.

    Args:
        has: the options that the command has already.
        version_of: the name of the program.
    """
    if LANGUAGE not in has:
        yield TranslatedOption(
            [LANGUAGE, "language"],
            type=click.Choice(LANGUAGES),
            expose_value=False,  # it was applied before parsing
            show_default=marked("the system's"),
            heading=OTHERS,
            help=marked("Language to use."),
        )

    yield TranslatedOption(
        [VERSION],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=partial(_show_version, version_of),
        heading=OTHERS,
        help=marked("Show the version and exit."),
    )


def _show_version(
    program: str, context: click.Context, option: click.Parameter, is_asked: bool
) -> None:
    if not is_asked or context.resilient_parsing:
        return
    from importlib.metadata import version

    parts = compiled()
    how = f" (compiled: {', '.join(parts)})" if parts else ""
    click.echo(f"{program} {version('sealed-wonders')}{how}")
    context.exit()
