"""
The file of a host: options under their own names, as TOML.

Its values are what the command line would take, so they are checked by the same rules, and
a complaint names the file and the option. Paths in it begin at the folder it lies in, since
nobody can tell from where a service is started.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

import click

CONFIG_CAP = 1 << 20
"""Bytes that a file of options may have."""

ELSEWHERE = ("config", "ends_with_input", "help", "language", "version")
"""Options that a file hasn't."""


class BadConfig(Exception):
    """The file can't be read, or says what no host takes; the message is one line."""


def read_config(path: Path, ctx: click.Context) -> dict[str, Any]:
    """
    Read a file; return its values by the names of the command's parameters.

    Raises:
        BadConfig: it can't be read, or something in it is wrong.
    """
    offered = {
        name_in_file(it): it
        for it in ctx.command.params
        if isinstance(it, click.Option) and it.name not in ELSEWHERE
    }
    former = {
        word.removeprefix("--"): it
        for it in offered.values()
        for word in getattr(it, "former", ())
    }
    values: dict[str, Any] = {}
    for key, value in _read(path).items():
        name = key.replace("_", "-")
        option = offered.get(name) or former.get(name)
        if option is None:
            raise BadConfig(f"{path}: unknown option {key!r}{_like(key, offered)}")
        try:
            value = _checked(option, value, path.parent)
            option.type_cast_value(ctx, value)
        except click.BadParameter as problem:
            raise BadConfig(f"{path}: {key}: {problem.message}") from None
        values[str(option.name)] = value
    return values


def name_in_file(option: click.Option) -> str:
    """Return under which name an option stands in a file."""
    return option.opts[-1].removeprefix("--")


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(CONFIG_CAP + 1)
        if len(data) > CONFIG_CAP:
            raise BadConfig(f"{path} is too long: it may have {CONFIG_CAP} bytes")
        # Editors of Windows put a mark before a text.
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise BadConfig(f"can't read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{path} is no text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadConfig(f"{path} is no TOML: {error or 'too deep'}") from None


_NUMBERS: Mapping[type[click.ParamType[Any]], tuple[type, ...]] = {
    click.types.IntParamType: (int,),
    click.types.FloatParamType: (int, float),
}
"""What TOML may have for an option, by its type on the command line."""


def _checked(option: click.Option, value: object, folder: Path) -> object:
    """
    Return a value as the command line would have it.

    Raises:
        click.BadParameter: it isn't of the option's type, which the command line can't say.
    """
    if option.is_flag:
        if not isinstance(value, bool):
            raise click.BadParameter("it is true or false")
        return value
    if value in getattr(option.type, "words", ()):
        return value
    for kind, accepted in _NUMBERS.items():
        if isinstance(option.type, kind):
            if not isinstance(value, accepted) or isinstance(value, bool):
                raise click.BadParameter("it is a number")
            return value
    return _checked_text(option, value, folder)


def _checked_text(option: click.Option, value: object, folder: Path) -> object:
    if _are_texts(value):
        if option.multiple:
            return value
        value = ",".join(value)
    elif option.multiple and isinstance(value, str):
        return [value]
    if not isinstance(value, str):
        raise click.BadParameter("it is a text, in quotation marks")
    if isinstance(option.type, click.Path):
        return str(folder / Path(value).expanduser())
    return value


def _like(key: str, offered: Mapping[str, object]) -> str:
    import difflib  # for whoever mistypes

    close = difflib.get_close_matches(key, offered, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(it, str) for it in value)
