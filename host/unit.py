"""
A host as a systemd service: its unit and its initial configuration file.

The service runs as a user that exists only while it runs (`DynamicUser`), so no user
has to be created or is left behind; its folder is kept between starts. The service sees
nothing of the machine but what it needs. The bots are its child processes, so all of
this holds for them as well.
"""

from __future__ import annotations

import sys
from pathlib import Path

import sealed_wonders.host

NAME = "wonders-host"

STATE = Path("/var/lib") / NAME
"""The service's persistent folder."""

CONFIG = Path("/etc") / f"{NAME}.toml"
"""Default path of its configuration file."""

HIDDEN = tuple(map(Path, ("/home", "/root", "/run/user", "/tmp", "/var/tmp")))
"""Folders that the service can't see, or has its own instances of."""

_UNIT = """\
# Written by `wonders-host install-service`, which overwrites this file.
# To change anything, use `systemctl edit wonders-host`.

[Unit]
Description=7 Wonders for this network
After=network-online.target
Wants=network-online.target
# If the host can't start, systemd keeps trying for some minutes: the network may come up late.
StartLimitIntervalSec=600
StartLimitBurst=40

[Service]
Type=notify
ExecStart={python} -m sealed_wonders.host --config {config} --logs {state}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=2
WatchdogSec=60

# A separate user, and a folder that only this user can read.
DynamicUser=yes
User={name}
StateDirectory={name}
StateDirectoryMode=0700
UMask=0077

# The host, and its bots with their --bot-memory.
MemoryMax=1G
TasksMax=64
LimitCORE=0

# No access to anything else on this machine.
AmbientCapabilities=
CapabilityBoundingSet=
DevicePolicy=closed
KeyringMode=private
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# Not MemoryDenyWriteExecute: what calls back from OpenSSL into Python is made as it runs.

[Install]
WantedBy=multi-user.target
"""

OPTIONS = """\
# Options for this machine's host; `wonders-host --help` lists them all.
#
#     wonders-host check-config {config}
#     systemctl reload {name}
#
# check this file, and make the host read it again. Options that can't change while the host
# runs take effect after `systemctl restart {name}`.
# Logs and keys are always in {state}. The host must be able to read
# all files that are named here; that folder is a good place for them.

# name = "Kitchen table"
# players = 5
# bots = 2
# with = ["leaders", "edifice"]
# turn-time = 90
# allow = "{state}/friends.txt"
# password-file = "{state}/password.txt"
# metrics = 9777
# web = 8080
"""


def unit(config: Path) -> str:
    """Return the unit of a host that is run by this Python."""
    return _UNIT.format(
        name=NAME,
        python=_quoted(Path(sys.executable)),
        config=_quoted(config),
        state=_quoted(STATE),
    )


def options(config: Path) -> str:
    """Return a configuration file with all options commented out."""
    return OPTIONS.format(name=NAME, config=config, state=STATE)


def unseen(config: Path) -> Path | None:
    """Return a path that the service would need but couldn't see, if there is one."""
    installed = (sys.prefix, sys.base_prefix, *sealed_wonders.host.__path__)
    for needed in (config, *map(Path, installed)):
        if any(needed.resolve().is_relative_to(it) for it in HIDDEN):
            return needed
    return None


def _quoted(path: Path) -> str:
    """Quote a path as a word of a unit."""
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    text = text.replace("%", "%%").replace("$", "$$")
    return f'"{text}"' if " " in text or text != str(path) else text
