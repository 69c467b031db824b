"""``wonders-host install-service``: starts a host at boot, through systemd."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click

from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.settings import A_FILE
from sealed_wonders.host.unit import CONFIG, NAME, STATE, options, unit, unseen
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.system.accounts import is_root
from sealed_wonders.net.words import marked

UNITS = Path("/etc/systemd/system")
"""Folder for local units."""

RUNS = Path("/run/systemd/system")
"""Folder that exists only on machines that run systemd."""


@command(
    "install-service",
    version_of=HOST,
    help=marked(
        "Start a host whenever this machine starts, as a systemd service.\n\n"
        "The service runs this installation, as a separate user that can't see "
        "anything else on the machine. After an upgrade, run the command again: it "
        "rewrites the service and restarts the host."
    ),
)
@option(
    "--config",
    type=A_FILE,
    default=CONFIG.as_posix(),
    help=marked("The host's configuration file; created if it doesn't exist."),
)
@option(
    "--print",
    "only_print",
    is_flag=True,
    help=marked("Print the service file, without installing it."),
)
def install_service(config: Path, *, only_print: bool) -> int:
    config = config.absolute()
    hidden = unseen(config)
    why = f"a service can't see {hidden}: put it in /opt or /etc, for example"
    if only_print:
        click.echo(unit(config), nl=False)
        if hidden is not None:
            click.echo(f"wonders-host: {why}", err=True)
        return 0
    if not RUNS.is_dir():
        raise click.ClickException(
            "this machine doesn't use systemd; to see the service file, use --print"
        )
    if not is_root():
        raise click.ClickException("only root can do that: run the command with sudo")
    if hidden is not None:
        raise click.ClickException(why)
    try:
        _write(config)
    except OSError as error:
        raise click.ClickException(
            f"can't write {error.filename}: {error.strerror}"
        ) from None
    for words in (("daemon-reload",), ("enable", NAME), ("restart", NAME)):
        _systemctl(*words)
    click.echo(
        f"The host is running, and starts with this machine. Its options are in {config},\n"
        f"its logs and keys in {STATE}. To see its output, type\n"
        f"    journalctl -u {NAME}"
    )
    return 0


def _write(config: Path) -> None:
    """Write the unit, and a configuration file if there is none."""
    from sealed_wonders.net.system.files import write_first, write_whole

    everybody = 0o644
    write_first(config, options(config).encode(), everybody)
    read_settings(["--config", str(config)])
    if not config.stat().st_mode & 0o004:
        raise click.ClickException(
            f"the service can't read {config}: make it readable for others (chmod o+r)"
        )
    write_whole(UNITS / f"{NAME}.service", unit(config).encode(), everybody)


def _systemctl(*words: str) -> None:
    """Run systemctl; raise `click.ClickException` if it fails."""
    try:
        subprocess.run(
            ["systemctl", *words], check=True, capture_output=True, text=True
        )
    except OSError as error:
        raise click.ClickException(f"can't run systemctl: {error.strerror}") from None
    except subprocess.CalledProcessError as failed:
        raise click.ClickException(
            f"systemctl {' '.join(words)}: {failed.stderr}"
        ) from None
