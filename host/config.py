"""
Reads a host's configuration file: the command-line options, as TOML.

The values are checked like those on the command line, and a complaint names the file
and the option. Relative paths start at the file's folder, since a service may be
started anywhere. The options themselves are declared in `settings.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

import click

from sealed_wonders.net.commandline.errors import WrongInput

CONFIG_CAP = 1 << 20
"""Maximum size of the file, in bytes."""

ELSEWHERE = ("config", "ends_with_input", "help", "language", "version")
"""Options that can't be set in the file."""


def read_config(path: Path, ctx: click.Context) -> dict[str, Any]:
    """Return a file's values by parameter name, or raise `WrongInput`."""
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
            raise WrongInput(f"{path}: unknown option {key!r}{_like(key, offered)}")
        try:
            value = _checked(option, value, path.parent)
            option.type_cast_value(ctx, value)
        except click.BadParameter as problem:
            raise WrongInput(f"{path}: {key}: {problem.message}") from None
        values[str(option.name)] = value
    return values


def name_in_file(option: click.Option) -> str:
    """Return the name of an option in the file."""
    return option.opts[-1].removeprefix("--")


def _read(path: Path) -> Mapping[str, Any]:
    try:
        with path.open("rb") as file:
            data = file.read(CONFIG_CAP + 1)
        if len(data) > CONFIG_CAP:
            raise WrongInput(f"{path} is too long: the maximum is {CONFIG_CAP} bytes")
        # Editors on Windows may write a byte order mark.
        return tomllib.loads(data.decode("utf-8-sig"))
    except OSError as error:
        raise WrongInput(f"can't read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WrongInput(f"{path} isn't text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise WrongInput(f"{path} isn't valid TOML: {error or 'too deep'}") from None


_NUMBERS: Mapping[type[click.ParamType[Any]], tuple[type, ...]] = {
    click.types.IntParamType: (int,),
    click.types.FloatParamType: (int, float),
}
"""Types that TOML may have for an option, by its type on the command line."""


def _checked(option: click.Option, value: object, folder: Path) -> object:
    """Convert a value to what the command line passes, or raise `BadParameter`."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise click.BadParameter("must be true or false")
        return value
    if value in getattr(option.type, "words", ()):
        return value
    for kind, accepted in _NUMBERS.items():
        if isinstance(option.type, kind):
            if not isinstance(value, accepted) or isinstance(value, bool):
                raise click.BadParameter("must be a number")
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
        raise click.BadParameter("must be text in quotation marks")
    if isinstance(option.type, click.Path):
        return str(folder / Path(value).expanduser())
    return value


def _like(key: str, offered: Mapping[str, object]) -> str:
    import difflib  # imported only after a mistake

    close = difflib.get_close_matches(key, offered, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(it, str) for it in value)
