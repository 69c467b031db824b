"""The version names the compiled parts that are built, loadable and correct."""

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
    """Sum like the compiled module."""
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
    """Return the root of a program in which no part was compiled."""
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


def test_nothing_is_loaded_if_no_part_was_compiled(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("something was loaded")

    monkeypatch.setattr(parts, "import_module", never)
    monkeypatch.setattr(backend, "loaded", never)
    assert [] == parts.compiled()


def test_a_compiled_sum_counts_only_if_it_is_correct(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A compiler's bug may have spoilt it. It doesn't count without libsodium either,
    since no proof uses it then.
    """
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
def test_a_compiled_part_that_cannot_be_loaded_does_not_count(
    part: str, name: str, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been made on another machine."""
    build(built, part)
    monkeypatch.setitem(sys.modules, name, None)
    assert [] == parts.compiled()


def test_an_engine_counts_only_if_the_compiled_module_is_loaded(
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


def test_only_the_version_option_looks_for_compiled_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never() -> list[str]:
        raise AssertionError("it was asked")

    monkeypatch.setattr("sealed_wonders.net.commandline.parameters.compiled", never)

    @click.command(cls=Command)
    def command() -> None:
        click.echo("run")

    assert "run\n" == CliRunner().invoke(command, []).output
    assert "--version" in CliRunner().invoke(command, ["--help"]).output
