"""
Listening on IPv6 and IPv4 at once, also where sockets take only IPv6 by default.

Only a host that listens on all addresses (``[::]``) then asks for both: see
`host/listening.py`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import ServerFactory

from sealed_wonders.host import listening
from sealed_wonders.host.listening import CantBegin, listen_by_both
from sealed_wonders.net.system.sockets import is_ipv6_only
from tests.host.test_announcing import announced
from tests.support.processreactor import ProcessReactor
from tests.support.programs import run_to_end

IS_THERE = """
import socket, subprocess, sys
host = subprocess.Popen(
    [sys.executable, "-m", "sealed_wonders.host", "--listen", "[::]:7777",
     "--no-announce", "--json", "--logs", sys.argv[1]],
    stdout=subprocess.PIPE, text=True,
)
try:
    print(host.stdout.readline())
    for own in ("127.0.0.1", "::1"):
        socket.create_connection((own, 7777)).close()
        print("reached at", own)
finally:
    host.terminate()
    host.wait()
"""


class AdoptingReactor(ProcessReactor):
    """A reactor that records whether each socket it adopts takes only IPv6."""

    def __init__(self) -> None:
        super().__init__()
        self.alone: list[int] = []

    def adoptStreamPort(self, fileDescriptor: int, *others: Any) -> Any:
        with socket.socket(fileno=os.dup(fileDescriptor)) as one:
            alone = one.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)
        self.alone.append(alone)
        return self.listenTCP(0, others[-1], interface="::")


def test_a_socket_takes_both_whatever_the_default_is() -> None:
    """A second listener on the port is refused."""
    if not socket.has_dualstack_ipv6():
        pytest.skip("no IPv6 here")
    reactor: Any = AdoptingReactor()
    listen_by_both(reactor, 0, ServerFactory())
    assert [0] == reactor.alone
    with socket.create_server(("::", 0), family=socket.AF_INET6) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotListenError):
            listen_by_both(reactor, port, ServerFactory())


@pytest.mark.parametrize("listen", ["[::]:7777", "0.0.0.0:7777", "[::1]:7777"])
def test_both_are_requested_if_a_socket_takes_only_ipv6(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listen: str
) -> None:
    """This applies only to a host on all addresses. Failures are reported."""
    asked: list[int] = []

    def refuse(_reactor: object, port: int, _factory: object) -> None:
        asked.append(port)
        raise CannotListenError("::", port, OSError(98, "Address already in use"))

    monkeypatch.setattr(listening, "is_ipv6_only", lambda: True)
    monkeypatch.setattr(listening, "listen_by_both", refuse)
    if listen == "[::]:7777":
        with pytest.raises(CantBegin, match=r"at \[::\]:7777: Address already"):
            announced(tmp_path, listen)
    else:
        announced(tmp_path, listen)
    assert (listen == "[::]:7777") is bool(asked)


def test_a_real_host_takes_ipv4_where_sockets_take_only_ipv6(tmp_path: Path) -> None:
    """It runs in a network namespace with that default."""
    apart = [shutil.which("unshare") or "unshare", "-Urn", "sh", "-c"]
    set_up = "ip link set lo up && echo 1 > /proc/sys/net/ipv6/bindv6only"
    try:
        subprocess.run([*apart, set_up], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no network of one's own here")
    run = f'{set_up} && exec "$0" "$@"'
    done = run_to_end(*apart, run, sys.executable, "-c", IS_THERE, tmp_path)
    assert "reached at 127.0.0.1\nreached at ::1\n" in done.stdout, done.stderr


def test_the_system_s_default_is_read() -> None:
    setting = Path("/proc/sys/net/ipv6/bindv6only")
    if not setting.exists():
        pytest.skip("not of this system")
    assert is_ipv6_only() is bool(int(setting.read_text()))
