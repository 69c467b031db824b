"""The entry point of ``wonders-host``, before anything large is imported."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sealed_wonders.host import lean
from sealed_wonders.net import garbage
from sealed_wonders.net.commandline.programs import HOST, is_asked
from sealed_wonders.net.system import console, coredumps


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; wrong usage prints one line and exits with status 2."""
    garbage.begin()
    coredumps.prevent()
    console.open_closed("stdin", "stdout", "stderr")
    console.prepare()
    if is_asked([HOST]):
        sys.exit(_answer())
    lean.begin()
    from sealed_wonders.host.hostprogram import run_program

    sys.exit(run_program(sys.argv[1:] if arguments is None else arguments))


def _answer() -> int:
    """Respond to a shell that asks for completions; return the exit status."""
    from sealed_wonders.host.hostoptions import host
    from sealed_wonders.net.commandline.completion import answer

    return answer([HOST], lambda: host)


if __name__ == "__main__":
    main()
