"""The version says what runs compiled: what was built, and can be loaded, and is right."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from sealed_wonders.net.commandline import compiled as parts
from sealed_wonders.net.commandline.commands import Command
from sealed_wonders.net.sealed import backend
from sealed_wonders.net.sealed.group import IDENTITY, Point
from sealed_wonders.net.sealed.scalars import BadEncoding
from tests.support.crypto import SODIUM

SUFFIX = EXTENSION_SUFFIXES[0]
SUMS = f"sealed_wonders.{parts.PROOFS}"
ENGINE = f"sealed_wonders.{parts.ENGINE}"


def summed(scalars: bytes, points: bytes) -> bytes:
    """Sum as the compiled module does."""
    total = IDENTITY
    for at in range(0, len(scalars), 32):
        by = int.from_bytes(scalars[at : at + 32], "little")
        try:
            product = SODIUM.multiply(by, Point(points[at : at + 32]))
        except BadEncoding:
            raise ValueError("not points") from None
        total = SODIUM.add(total, product)
    return total


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a program whose parts may have been compiled; none of them was."""
    package = tmp_path / "net" / "commandline"
    monkeypatch.setattr(parts, "__file__", str(package / "compiled.py"))
    return tmp_path


@pytest.fixture(autouse=True)
def _loads_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "loaded", backend.load)


def build(root: Path, module: str) -> None:
    path = root.joinpath(*module.split("."))
    path.parent.mkdir(parents=True)
    path.with_name(f"{path.name}{SUFFIX}").touch()


def sums(combine: object) -> ModuleType:
    module = ModuleType(SUMS)
    module.combine = combine  # type: ignore[attr-defined]
    return module


def test_nothing_is_loaded_where_nothing_was_compiled(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("something was loaded")

    monkeypatch.setattr(parts, "import_module", never)
    monkeypatch.setattr(backend, "loaded", never)
    assert [] == parts.compiled()


def test_a_sum_counts_if_it_is_right(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not one that a compiler's bug has spoilt; nor without the library, for any proof."""
    build(built, parts.PROOFS)
    monkeypatch.setitem(sys.modules, SUMS, sums(summed))
    assert ["proofs"] == parts.compiled()
    wrong = sums(lambda scalars, points: summed(scalars[:32], points[:32]))
    monkeypatch.setitem(sys.modules, SUMS, wrong)
    assert [] == parts.compiled()
    assert not backend.load().has_compiled_sum
    monkeypatch.setitem(sys.modules, SUMS, sums(summed))
    monkeypatch.setitem(sys.modules, "sealed_wonders.net.sealed.sodium", None)
    assert [] == parts.compiled()


@pytest.mark.parametrize(
    ("part", "name"), [(parts.PROOFS, SUMS), (parts.ENGINE, ENGINE)]
)
def test_a_file_that_can_not_be_loaded_does_not_count(
    part: str, name: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was made on another machine."""
    build(built, part)
    monkeypatch.setitem(sys.modules, name, None)
    assert [] == parts.compiled()


def test_an_engine_counts_if_it_is_the_compiled_one(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(built, parts.ENGINE)
    module = ModuleType(ENGINE)
    monkeypatch.setitem(sys.modules, ENGINE, module)
    assert [] == parts.compiled()
    module.__loader__ = ExtensionFileLoader(ENGINE, "table.so")
    assert ["engine"] == parts.compiled()


@pytest.mark.parametrize(
    ("found", "end"), [([], ""), (["engine", "proofs"], " (compiled: engine, proofs)")]
)
def test_the_version_is_one_line(
    found: list[str], end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sealed_wonders.net.commandline.parameters.compiled", lambda: found
    )

    @click.command(cls=Command)
    def command() -> None:
        raise AssertionError("the command was run")

    done = CliRunner().invoke(command, ["--version"])
    assert 0 == done.exit_code
    assert done.output.startswith("wonders ")
    assert done.output.endswith(f"{end}\n")
    assert 1 == done.output.count("\n")


def test_other_commands_do_not_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> list[str]:
        raise AssertionError("it was asked")

    monkeypatch.setattr("sealed_wonders.net.commandline.parameters.compiled", never)

    @click.command(cls=Command)
    def command() -> None:
        click.echo("run")

    assert "run\n" == CliRunner().invoke(command, []).output
    assert "--version" in CliRunner().invoke(command, ["--help"]).output
