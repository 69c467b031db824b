"""Installing a host as a service: the files, the calls of systemctl, and refusals."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import click
import pytest

from sealed_wonders.host import unit as unit_module
from sealed_wonders.host.commands import install_service as command
from sealed_wonders.host.config import name_in_file
from sealed_wonders.host.hostoptions import host, read_settings
from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.host.unit import CONFIG, STATE, options, unit, unseen
from tests.support.programs import run_to_end


class Machine:
    """The parts of a machine with systemd that the command touches."""

    def __init__(self, folder: Path) -> None:
        self.units = folder / "units"
        self.config = folder / "etc" / "host.toml"
        self.said = folder / "said"
        for made in (self.units, self.config.parent):
            made.mkdir()

    @property
    def unit(self) -> str:
        return (self.units / "wonders-host.service").read_text(encoding="utf-8")

    @property
    def told(self) -> list[str]:
        """Return the arguments of the calls of systemctl."""
        return self.said.read_text().splitlines() if self.said.exists() else []


def systemctl(folder: Path, then: str = "") -> None:
    """Write a program named systemctl that records its arguments."""
    program = folder / "bin" / "systemctl"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\necho "$*" >>"{folder}/said"\n{then}\n')
    program.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return a machine on which the user who runs the tests may install a service."""
    there = Machine(tmp_path)
    systemctl(tmp_path)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", path)
    monkeypatch.setattr(command, "UNITS", there.units)
    monkeypatch.setattr(command, "RUNS", tmp_path)
    monkeypatch.setattr(unit_module, "HIDDEN", ())
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return there


def install(machine: Machine) -> int:
    return run_program(["install-service", "--config", str(machine.config)])


def test_a_service_is_installed_and_started(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    It uses this Python. The configuration file is readable for everybody, and an
    existing one stays.
    """
    assert 0 == install(machine)
    assert unit(machine.config) == machine.unit
    assert options(machine.config) == machine.config.read_text(encoding="utf-8")
    assert 0o644 == machine.config.stat().st_mode & 0o777
    told = ["daemon-reload", "enable wonders-host", "restart wonders-host"]
    assert told == machine.told
    assert "journalctl -u wonders-host" in capsys.readouterr().out
    (start,) = re.findall("^ExecStart=(.*)$", machine.unit, re.MULTILINE)
    words = f"-m sealed_wonders.host --config {machine.config} --logs {STATE}"
    assert f"{sys.executable} {words}" == start
    settings = read_settings(start.split()[3:])
    assert settings is not None
    assert STATE == settings.folder
    machine.config.write_text("players = 5\n")
    (machine.units / "wonders-host.service").write_text("old")
    assert 0 == install(machine)
    assert "players = 5\n" == machine.config.read_text()
    assert unit(machine.config) == machine.unit


def test_print_shows_the_service_without_installing_it(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    ``--print`` works without systemd and without root. With a wrong configuration file,
    nothing is installed.
    """
    machine.config.write_text("players = 40\n")
    assert 2 == install(machine)
    assert "players: must be 2 to 7, or any, not 40" in capsys.readouterr().err
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(command, "RUNS", machine.config)
    assert 0 == run_program(["install-service", "--print"])
    assert (unit(CONFIG), "") == capsys.readouterr()
    assert [] == [*machine.units.iterdir(), *machine.told]


Hindrance = Callable[[Machine, pytest.MonkeyPatch], object]

HINDRANCES: Mapping[str, tuple[Hindrance, str]] = {
    "no systemd": (
        lambda it, patch: patch.setattr(command, "RUNS", it.units / "none"),
        "this machine doesn't use systemd; to see the service",
    ),
    "nobody": (
        lambda _, patch: patch.setattr(os, "geteuid", lambda: 1000),
        "only root can do that: run the command with sudo",
    ),
    "hidden": (
        lambda it, patch: patch.setattr(
            unit_module, "HIDDEN", (it.config.parent.resolve(),)
        ),
        "a service can't see .*host.toml: put it in /opt or /etc, for example",
    ),
    "unreadable": (
        lambda it, _: it.config.touch(0o600),
        r"the service can't read .*: make it readable for others \(chmod o\+r\)",
    ),
    "no folder": (
        lambda it, _: shutil.rmtree(it.config.parent),
        "can't write .*host.toml.*: No such file or directory",
    ),
    "refused": (
        lambda it, _: systemctl(it.units.parent, "echo 'Access denied' >&2; exit 4"),
        "systemctl daemon-reload: Access denied",
    ),
    "no systemctl": (
        lambda it, patch: patch.setenv("PATH", str(it.units)),
        "can't run systemctl: No such file or directory",
    ),
}
"""Functions that cause an obstacle, and the errors as regular expressions."""


@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_an_obstacle_is_reported_in_one_line(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    hindrance: str,
) -> None:
    bring_about, words = HINDRANCES[hindrance]
    bring_about(machine, monkeypatch)
    assert 1 == install(machine)
    out, err = capsys.readouterr()
    assert "" == out
    assert re.fullmatch(f"wonders-host: {words}.*\n", err)


def test_paths_hidden_from_the_service_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may belong to the configuration file or to this Python."""
    for folder in unit_module.HIDDEN:
        config = folder / "ann" / "host.toml"
        assert config == unseen(config)
        python = folder / "ann" / "venv"
        monkeypatch.setattr(sys, "prefix", str(python))
        assert python == unseen(CONFIG)


def test_special_characters_in_paths_are_quoted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some characters have a meaning for systemd."""
    monkeypatch.setattr(sys, "executable", '/opt/50%/our $games/a "b"/python')
    assert 'ExecStart="/opt/50%%/our $$games/a \\"b\\"/python" -m' in unit(CONFIG)


def test_the_commented_options_of_the_new_file_are_valid(tmp_path: Path) -> None:
    """The file is valid as it is, and with all comments turned into options."""
    text = options(CONFIG)
    assert {} == tomllib.loads(text)
    offered = re.findall(r"^# ([a-z-]+ = .*)$", text, re.MULTILINE)
    names = {name_in_file(it) for it in host.params if isinstance(it, click.Option)}
    assert {line.split()[0] for line in offered} <= names
    file = tmp_path / "host.toml"
    file.write_text("\n".join(offered))
    assert read_settings(["--config", str(file)]) is not None


SLOWEST_START = 10
"""Seconds after which a slow machine has found that a port is in use."""


def test_systemd_gives_up_a_host_that_can_t_start(machine: Machine) -> None:
    """
    It does so after a few minutes, even if each start is slow, and at once if the
    options are wrong.
    """
    install(machine)
    lines = re.findall(r"^\[(\w+)\]|^(\w+)=(.*)$", machine.unit, re.MULTILINE)
    found, section = {}, ""
    for heading, key, value in lines:
        section = heading or section
        found[section, key] = value
    assert "on-failure" == found["Service", "Restart"]
    assert "2" == found["Service", "RestartPreventExitStatus"]
    pause = int(found["Service", "RestartSec"])
    tries = int(found["Unit", "StartLimitBurst"])
    interval = int(found["Unit", "StartLimitIntervalSec"])
    assert tries * (pause + SLOWEST_START) < interval
    # This leaves time for a network that comes up late.
    assert tries * pause >= 60


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    """Every line is valid, and the exposure level is at most 2 of 10."""
    file = tmp_path / "wonders-host.service"
    file.write_text(unit(CONFIG))
    verified = run_to_end("systemd-analyze", "verify", file)
    assert "wonders-host.service:" not in verified.stderr
    asked = "systemd-analyze security --offline=true --no-pager"
    analyzed = run_to_end(*asked.split(), file)
    assert not analyzed.returncode
    (exposure,) = re.findall(r"exposure level for .*: ([\d.]+)", analyzed.stdout)
    assert float(exposure) <= 2.0
