"""
The values of settings: what they may be, and where they come from.

What is said on the command line comes first, then the environment, then the file, then
what is usual. A mistake in the file or the environment costs a line and that one setting:
whoever has mistyped something still wants to play.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.reasons import Problem
from sealed_wonders.client.storage.settings import (
    ABOUT,
    FILE_CAP,
    FROM_ENVIRONMENT,
    FROM_FILE,
    FROM_OPTION,
    KEYS,
    NOWHERE,
    REVEAL_CAP,
    SYMBOLS,
    VARIABLES,
    Settings,
    TooLong,
    action_of,
    dotted,
    path,
    read,
)
from sealed_wonders.client.terminal.keys import ACTIONS, is_key
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.words import LANGUAGES

# What each of them may be. A check takes what a file of TOML or a text holds, and gives
# the value; or it raises ValueError with what would be allowed.


def _name(value: object) -> str:
    if value == "":
        return ""
    if isinstance(value, str):
        return typed_name(value)
    raise ValueError(Sentence("a name, in quotation marks"))


def _one_of(*words: str) -> Callable[[object], str]:
    def check(value: object) -> str:
        if not isinstance(value, str) or value not in ("", *words):
            raise ValueError(", ".join(words))
        return value

    return check


_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in (*_YES, *_NO):
        return value.lower() in _YES
    raise ValueError(", ".join((_YES[0], _NO[0])))


def _seconds(value: object) -> float:
    try:
        seconds = -1.0 if isinstance(value, bool) else float(str(value))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= REVEAL_CAP:
        raise ValueError(Sentence("seconds, 0 to {most}", most=f"{REVEAL_CAP:g}"))
    return seconds


def _places(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    some = [one.strip() for one in text.split(",") if one.strip()]
    if some == [NOWHERE]:
        return NOWHERE
    try:
        return ",".join(str(ipaddress.IPv4Address(one)) for one in some)
    except ValueError:
        said = Sentence("addresses of this machine, or {word}", word=NOWHERE)
        raise ValueError(said) from None


def _key(value: object) -> tuple[str, ...]:
    found = tuple(
        one.strip().lower() if len(one.strip()) > 1 else one for one in _texts(value)
    )
    for one in found:
        if not is_key(one):
            raise ValueError(
                Sentence("keys such as b, f2, c-x; {key} is none", key=quoted(one))
            )
    return found


def _texts(value: object) -> list[str]:
    """Return the keys of a list or a text with commas; a comma alone is that key."""
    if isinstance(value, str):
        return [value] if value == "," else value.split(",")
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(Sentence("keys such as b, f2, c-x, in quotation marks"))
    return value


CHECKS: Mapping[str, Callable[[object], Any]] = {
    "name": _name,
    "language": _one_of(*LANGUAGES),
    "symbols": _one_of(*SYMBOLS),
    "plain": _switch,
    "mouse": _switch,
    "bell": _switch,
    "window_title": _switch,
    "confirm": _switch,
    "reveal": _seconds,
    "discovery": _places,
}
"""By name, all but keys."""


class BadSetting(Problem):
    """Something that can't be set so."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and where they come from."""

    settings: Settings
    sources: Mapping[str, str]
    """By name, ``keys.build`` included, for what isn't usual."""
    complaints: tuple[Sentence, ...]
    """What was wrong and is left out, each in a line."""

    def explicit(self, name: str) -> bool | None:
        """Give a switch if somebody has set it; None if it is as usual."""
        if name not in self.sources:
            return None
        return bool(getattr(self.settings, name))


def check(name: str, value: object) -> Any:
    """
    Give a value as it is kept.

    Raises:
        BadSetting: there is no such setting, or it can't be that.
    """
    if name.startswith(f"{KEYS}."):
        action = action_of(name)
        if action not in ACTIONS:
            allowed = ", ".join(word.replace(" ", "_") for word in ACTIONS)
            raise BadSetting(
                Sentence(
                    "{name}: there is no such action; there are {allowed}",
                    name=name,
                    allowed=allowed,
                )
            )
        takes: Callable[[object], Any] = _key
    elif name in CHECKS:
        takes = CHECKS[name]
    else:
        raise BadSetting(
            Sentence(
                "{name}: there is no such setting; there are {allowed}",
                name=_short(name),
                allowed=", ".join((*ABOUT, f"{KEYS}.…")),
            )
        )
    try:
        return takes(value)
    except ValueError as allowed:
        raise BadSetting(
            Sentence(
                "{name}: {value} can't be; allowed: {allowed}",
                name=name,
                value=_short(value),
                allowed=sentence_of(allowed),
            )
        ) from None


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Give settings with other values, which were checked; keys by their dotted names."""
    plain = {name: value for name, value in values.items() if name in ABOUT}
    keys = {
        action_of(name): value for name, value in values.items() if name not in ABOUT
    }
    return replace(settings, **plain, keys={**settings.keys, **keys})


def load(
    options: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] = os.environ,
    file: Path | None = None,
) -> Loaded:
    """
    Find out all settings.

    Args:
        options: those of the command line; None is not given.
    """
    file = file or path()
    in_file, why = read(file)
    given = [
        *(Given(FROM_FILE, str(file), *setting) for setting in in_file.items()),
        *_from_environment(environment),
    ]
    values, sources, wrong = _checked(given)
    typed = {name: it for name, it in (options or {}).items() if it is not None}
    settings = with_values(Settings(), values | typed)
    complaints = [
        *([_about(str(file), unreadable(why))] if why else []),
        *wrong,
        *(_about(str(file), said) for said in _doubles(settings)),
    ]
    sources |= dict.fromkeys(typed, FROM_OPTION)
    return Loaded(settings, sources, tuple(complaints))


class Given(NamedTuple):
    """A value of a setting, before it is checked."""

    source: str
    where: str
    """What a complaint about it names: a file, or a variable."""
    name: str
    value: object


def _checked(
    given: Iterable[Given],
) -> tuple[dict[str, Any], dict[str, str], list[Sentence]]:
    """Return values that can be, where they come from, and what is wrong with others."""
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    complaints: list[Sentence] = []
    for source, where, name, value in given:
        try:
            values[name] = check(name, value)
        except BadSetting as wrong:
            complaints.append(_about(where, sentence_of(wrong)))
        else:
            sources[name] = source
    return values, sources, complaints


def _from_environment(environment: Mapping[str, str]) -> Iterator[Given]:
    """Give what is set there; an empty variable is as none."""
    for name, variable in VARIABLES.items():
        if text := environment.get(variable):
            yield Given(FROM_ENVIRONMENT, variable, name, text)


def _about(where: str, what: Text | OSError) -> Sentence:
    return Sentence("{name}: {note}", name=where, note=what)


def unreadable(why: OSError | ValueError) -> Text | OSError:
    """Say why the file can't be read."""
    if isinstance(why, OSError):
        return why
    if isinstance(why, TooLong):
        return Sentence("more than {most} bytes", most=FILE_CAP)
    return f"{' '.join(str(why).split()):.200}"


def listens_at(discovery: str) -> tuple[str, ...] | None:
    """Give the addresses at which hosts are listened for; None for all of them."""
    if not discovery:
        return None
    return () if discovery == NOWHERE else tuple(discovery.split(","))


def _doubles(settings: Settings) -> list[Sentence]:
    """Say which key was given to two actions."""
    said, taken = list[Sentence](), dict[str, str]()
    for action, keys in settings.keys.items():
        for key in keys:
            if key in taken:
                one, other = map(dotted, (taken[key], action))
                said.append(
                    Sentence(
                        "{key} is set for both {one} and {other}",
                        key=key,
                        one=one,
                        other=other,
                    )
                )
            taken.setdefault(key, action)
    return said


def _short(value: object) -> str:
    return ascii(value)[:40]
