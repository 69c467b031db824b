"""A host's configuration, output and metrics, and a player's settings, as data."""

from __future__ import annotations

import ast
import inspect
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast

import click
from msgspec.structs import replace
from prometheus_client import CollectorRegistry
from prometheus_client.core import Metric
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import Clock

from sealed_wonders.client.storage.settings import ABOUT, VARIABLES, Settings
from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.config import ELSEWHERE, name_in_file
from sealed_wonders.host.figures import Figures
from sealed_wonders.host.hostoptions import host
from sealed_wonders.host.metrics import HostCollector, ReactorTurns
from sealed_wonders.host.news import KINDS, News, json_name
from sealed_wonders.host.settings import AT_THE_START
from sealed_wonders.net.commandline.tableparameters import (
    PlayersParameter,
    WordParameter,
)
from sealed_wonders.net.messages import Hello
from sealed_wonders.net.tableoptions import PLAYERS
from tests.host.test_news import ALL, ENDED


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a configuration file or of the settings."""

    name: str
    kind: str
    default: str
    about: str
    is_reread: bool = False
    """Whether a running host accepts a new value."""
    variable: str = ""
    """The environment variable."""


def config_keys() -> Iterator[Key]:
    """Yield the keys of a host's configuration file."""
    for option in host.params:
        if not isinstance(option, click.Option) or option.hidden:
            continue
        if option.name in ELSEWHERE:
            continue
        name = name_in_file(option)
        yield Key(
            name,
            _kind(option),
            _default(option),
            " ".join((option.help or "").split()),
            is_reread=name not in AT_THE_START,
        )


def _kind(option: click.Option) -> str:
    """Return the TOML type of an option."""
    kind = option.type
    if option.is_flag:
        return "boolean"
    if isinstance(kind, PlayersParameter):
        least, most, other = PLAYERS.least, PLAYERS.most, PLAYERS.any
        return f'integer, {least} to {most}, or `"{other}"`'
    if isinstance(kind, click.IntRange | click.FloatRange):
        number = "integer" if isinstance(kind, click.IntRange) else "number"
        return f"{number}, {kind.min} to {kind.max}"
    if isinstance(kind, WordParameter) and kind.is_open:
        return "string"
    if isinstance(kind, click.Choice):
        return "one of " + ", ".join(f'`"{it}"`' for it in kind.choices)
    if isinstance(kind, click.Path):
        return "path"
    if option.multiple or "[," in (option.metavar or ""):
        return "string, or list of strings"
    return "string"


def _default(option: click.Option) -> str:
    """Return the default value; empty where the help describes it."""
    if option.is_flag and option.default is not None:
        return _value(option.default is True)
    if isinstance(option.show_default, str):
        return option.show_default
    return _value(option.default)


def _value(value: object) -> str:
    """Return a value in TOML; empty for None or an empty text."""
    if isinstance(value, bool | int | float) or (isinstance(value, str) and value):
        return f"`{json.dumps(value)}`"
    return ""


def settings() -> Iterator[Key]:
    """Yield a player's settings, except for keyboard keys."""
    usual = Settings()
    for name, about in ABOUT.items():
        value = getattr(usual, name)
        kind = {bool: "boolean", float: "number"}.get(type(value), "string")
        yield Key(name, kind, _value(value), about, variable=VARIABLES[name])


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: str
    about: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event, as programs read it."""

    name: str
    """Empty for an object without an ``event``."""
    part: str
    levels: Sequence[str]
    is_complaint: bool
    about: str
    fields: Sequence[Field]
    example: str


IN_EVERY_ROW = ("event", "text")
"""Fields that are described once, for all events or all complaints."""

SAMPLES: Sequence[News] = (
    *ALL,
    replace(ENDED, left=(0,), handed=(("dora",), (), ()), is_early=True),
    replace(ENDED, game="architects", standings=({"wonder": "gizah"},) * 3),
)


def events() -> Sequence[Event]:
    """Return all events: ordinary ones, then complaints, then those for debugging."""
    by_event: dict[tuple[str, str], list[News]] = {}
    for sample in sorted(SAMPLES, key=lambda it: KINDS.index(type(it))):
        by_event.setdefault((sample.event, sample.part), []).append(sample)
    found = map(_event, by_event.values())
    return sorted(found, key=lambda it: (it.levels == ["debug"], it.is_complaint))


def _event(some: Sequence[News]) -> Event:
    first, rows = some[0], [it.row() for it in some]
    about = {json_name(name): it for name, it in _docs(type(first)).items()}
    about |= first.made_fields
    values: dict[str, list[object]] = {}
    for row in rows:
        for name, value in _flat(row):
            values.setdefault(name, []).append(value)
    return Event(
        first.event,
        first.part,
        sorted({it.level for it in some}),
        first.is_complaint,
        " ".join((inspect.getdoc(first) or "").split()),
        [
            Field(name, _kinds(found), about.get(name, ""))
            for name, found in values.items()
            if name not in IN_EVERY_ROW
        ],
        json.dumps(rows[0]),
    )


def _flat(row: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    """Yield fields, including those of objects in lists."""
    for name, value in row.items():
        yield before + name, value
        for inner in value if isinstance(value, list | tuple) else ():
            if isinstance(inner, dict):
                yield from _flat(inner, f"{name}[].")


def _kinds(values: Iterable[object]) -> str:
    """Return the JSON types of some values."""
    kinds = {
        str: "string",
        bool: "boolean",
        int: "integer",
        dict: "object",
        list: "array",
        tuple: "array",
        type(None): "null",
    }
    found = list(dict.fromkeys(kinds[type(it)] for it in values))
    return " or ".join(sorted(found, key=lambda it: it == "null"))


def _docs(kind: type) -> Mapping[str, str]:
    """Return the docstrings of a class's attributes, including inherited ones."""
    found: dict[str, str] = {}
    for one in reversed([it for it in kind.__mro__ if issubclass(it, News)]):
        (body,) = ast.parse(inspect.getsource(one)).body
        lines = cast(ast.ClassDef, body).body
        for line, following in pairwise(lines):
            if isinstance(line, ast.AnnAssign) and isinstance(following, ast.Expr):
                said = ast.literal_eval(following.value)
                found[cast(ast.Name, line.target).id] = " ".join(said.split())
    return found


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric as Prometheus sees it."""

    name: str
    kind: str
    labels: Mapping[str, Sequence[str]]
    """For each label all its values, if these are always the same."""
    about: str


class _Idle:
    """A host that does nothing, or has only just started."""

    def __init__(self, *, is_busy: bool) -> None:
        self._is_busy = is_busy

    def figures(self) -> Figures:
        messages, refusals = (
            (Counter({Hello: 1}), Counter({"full": 1}))
            if self._is_busy
            else (Counter[type[Hello]](), Counter[str]())
        )
        return Figures(
            {},
            {},
            people=0,
            bots=BotStatus(0, 0, 0, 0),
            entries=0,
            messages=messages,  # type: ignore[arg-type]
            refusals=refusals,
            news=Counter(),
            checking=0,
            writing=0,
        )


def measures() -> Iterator[Measure]:
    """Yield the metrics of a host, except for those of any process."""
    always = {it.name: _labels(it) for it in _collected(is_busy=False)}
    for metric in _collected(is_busy=True):
        labels = dict.fromkeys(_labels(metric), ()) | always[metric.name]
        total = "_total" if metric.type == "counter" else ""
        yield Measure(metric.name + total, metric.type, labels, metric.documentation)


def _collected(*, is_busy: bool) -> Iterable[Metric]:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(HostCollector(_Idle(is_busy=is_busy).figures, Path()))
    ReactorTurns(cast(IReactorTime, Clock()), registry)
    return list(registry.collect())


def _labels(metric: Metric) -> dict[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for sample in metric.samples:
        for name, value in sample.labels.items():
            if name != "le":  # the bounds of a histogram
                found.setdefault(name, []).append(value)
    return {name: list(dict.fromkeys(values)) for name, values in found.items()}
