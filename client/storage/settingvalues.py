"""
The values of settings: which are allowed, and where they come from.

The command line has precedence over the environment, the environment over the file, and
the file over the defaults. A mistake in the environment or the file costs a line of
output and that one setting: you can still play after a typing mistake.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.person.keys import ACTIONS, is_key
from sealed_wonders.client.reasons import Problem
from sealed_wonders.client.storage.settings import (
    ABOUT,
    FILE_CAP,
    FROM_ENVIRONMENT,
    FROM_FILE,
    FROM_OPTION,
    KEYS,
    NOWHERE,
    OFFERED,
    REVEAL_CAP,
    VARIABLES,
    Settings,
    TooLong,
    action_of,
    dotted,
    path,
    read,
)
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.names import typed_name

# Checks. Each takes a value from a TOML file, or text, and returns the setting's value;
# or it raises a ValueError that lists what is allowed.


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
                Sentence("keys such as b, f2, c-x; {key} isn't one", key=quoted(one))
            )
    return found


def _texts(value: object) -> list[str]:
    """Split a list, or a text with commas, into keys; a comma alone is that key."""
    if isinstance(value, str):
        return [value] if value == "," else value.split(",")
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(Sentence("keys such as b, f2, c-x, in quotation marks"))
    return value


CHECKS: Mapping[str, Callable[[object], Any]] = {
    "name": _name,
    **{name: _one_of(*words) for name, words in OFFERED.items()},
    "plain": _switch,
    "browser": _switch,
    "phones": _switch,
    "mouse": _switch,
    "bell": _switch,
    "window_title": _switch,
    "confirm": _switch,
    "reveal": _seconds,
    "discovery": _places,
}
"""Checks by setting, for all settings except keys."""


class BadSetting(Problem):
    """An unknown setting, or a value that it can't have."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and where they come from."""

    settings: Settings
    sources: Mapping[str, str]
    """
    The source of each setting that isn't at its default, including ``keys.build`` etc.
    """
    complaints: tuple[Sentence, ...]
    """One sentence for each value that was ignored."""

    def explicit(self, name: str) -> bool | None:
        """Return the value of a switch; None if it is at its default."""
        if name not in self.sources:
            return None
        return bool(getattr(self.settings, name))


def check(name: str, value: object) -> Any:
    """
    Check a value and convert it to the type that `Settings` uses.

    Raises:
        BadSetting: there is no such setting, or the value isn't allowed.
    """
    if name.startswith(f"{KEYS}."):
        action = action_of(name)
        if action not in ACTIONS:
            allowed = ", ".join(word.replace(" ", "_") for word in ACTIONS)
            raise BadSetting(
                Sentence(
                    "{name}: there is no such action; choose one of {allowed}",
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
                "{name}: there is no such setting; choose one of {allowed}",
                name=_short(name),
                allowed=", ".join((*ABOUT, f"{KEYS}.…")),
            )
        )
    try:
        return takes(value)
    except ValueError as allowed:
        raise BadSetting(
            Sentence(
                "{name} can't be {value}; allowed: {allowed}",
                name=name,
                value=_short(value),
                allowed=sentence_of(allowed),
            )
        ) from None


def with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """
    Return settings with some values replaced.

    Args:
        settings: the settings to start from.
        values: checked values by setting; those of keys by their dotted names.
    """
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
    Load all settings from all sources.

    Args:
        options: values from the command line; None stands for an option not given.
        environment: the environment variables.
        file: the settings file; None for the default.
    """
    file = file or path()
    in_file, why = read(file)
    given = [
        *(
            UncheckedValue(FROM_FILE, str(file), *setting)
            for setting in in_file.items()
        ),
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


class UncheckedValue(NamedTuple):
    """A value of a setting that hasn't been checked."""

    source: str
    where: str
    """What a complaint names as the place: a file or a variable."""
    name: str
    value: object


def _checked(
    given: Iterable[UncheckedValue],
) -> tuple[dict[str, Any], dict[str, str], list[Sentence]]:
    """Return the valid values, their sources, and complaints about the others."""
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


def _from_environment(environment: Mapping[str, str]) -> Iterator[UncheckedValue]:
    """Yield the settings in the environment; an empty variable counts as not set."""
    for name, variable in VARIABLES.items():
        if text := environment.get(variable):
            yield UncheckedValue(FROM_ENVIRONMENT, variable, name, text)


def _about(where: str, what: Text | OSError) -> Sentence:
    return Sentence("{name}: {note}", name=where, note=what)


def unreadable(why: OSError | ValueError) -> Text | OSError:
    """Return why the settings file can't be read."""
    if isinstance(why, OSError):
        return why
    if isinstance(why, TooLong):
        return Sentence("more than {most} bytes", most=FILE_CAP)
    return f"{' '.join(str(why).split()):.200}"


def listens_at(discovery: str) -> tuple[str, ...] | None:
    """Return the addresses at which to listen for hosts; None for all of them."""
    if not discovery:
        return None
    return () if discovery == NOWHERE else tuple(discovery.split(","))


def _doubles(settings: Settings) -> list[Sentence]:
    """Return complaints about keys that are set for two actions."""
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
