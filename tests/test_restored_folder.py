"""A host's folder, backed up during a game and restored as RECOVERING.md describes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sealed_wonders.net.botlines import memory_folder
from tests.support.integers import account_with_integers
from tests.support.ports import unused_port
from tests.support.programs import RunningProgram, children_of
from tests.support.thorough import only
from tests.support.wholegames import checked_by_accounts

PAGE = Path(__file__).parents[1] / "docs" / "hosting" / "RECOVERING.md"

COMMANDS = re.findall(r"```sh\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)

FOLDER = "sealed-wonders"
"""The host's folder, under the name that the page uses."""

needs_tar = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("tar") is None, reason="needs tar"
)


def typed(commands: str, folder: Path) -> None:
    subprocess.run(["sh", "-e", "-c", commands], cwd=folder, check=True)


BACKUP_BYTES = 20_000
"""Size of the journal at the backup; that of a whole game is five times as large."""


def host(folder: Path, port: int, env: Mapping[str, str]) -> RunningProgram:
    return RunningProgram(
        *(sys.executable, "-m", "sealed_wonders.host", "--json"),
        *("--listen", f"127.0.0.1:{port}", "--logs", FOLDER),
        *("--seats", "2", "--bots", "1", "--game", "architects"),
        cwd=folder,
        env=env,
    )


def wait_for_bytes(journal: Callable[[], Path | None], size: int) -> None:
    """Wait until a journal has at least *size* bytes."""
    for _ in range(3000):
        path = journal()
        if path is not None and path.stat().st_size >= size:
            return
        time.sleep(0.02)
    raise TimeoutError(f"no journal of {size} bytes")


def size(journal: Path | None) -> int:
    assert journal is not None
    return journal.stat().st_size


def kill_with_children(program: RunningProgram) -> None:
    """Kill a program and all its children at once, as a power failure would."""
    for pid in (*children_of(program.process.pid), program.process.pid):
        os.kill(pid, signal.SIGKILL)
    program.process.wait()


@needs_tar
@pytest.mark.parametrize("with_memory", only([False], [False, True]))
def test_a_game_continues_from_a_restored_folder(
    fast_sealing_everywhere: None, with_memory: bool, tmp_path: Path
) -> None:
    """
    Without memory, the folder is restored as the page describes. With memory, the copy
    is of the whole disk, and has memory of bots that should not be restored.
    """
    back_up, restore = COMMANDS
    logs = tmp_path / FOLDER

    def journal() -> Path | None:
        return next(logs.glob("*.journal"), None)

    env = {
        **os.environ,
        "WONDERS_HOME": str(tmp_path / "home"),
        "WONDERS_DISCOVERY": "off",
    }
    with unused_port() as port:
        pass
    with host(tmp_path, port, env) as first:
        first.until_json(lambda row: "listening" in row, "the host")
        player = subprocess.Popen(
            [
                *(sys.executable, "-m", "sealed_wonders.client", "bot"),
                *(f"127.0.0.1:{port}", "--seat-name", "Tim"),
            ],
            env=env,
        )
        try:
            wait_for_bytes(journal, BACKUP_BYTES)
            typed(back_up, tmp_path)
            if with_memory:
                shutil.copytree(memory_folder(logs / "bots"), tmp_path / "memory")
            # The game must get further than the copy, or nothing would be lost.
            wait_for_bytes(journal, size(journal()) + 1)
            kill_with_children(first)
            killed = size(journal())
            shutil.rmtree(logs)
            typed(restore, tmp_path)
            if with_memory:
                shutil.copytree(
                    tmp_path / "memory",
                    memory_folder(logs / "bots"),
                    dirs_exist_ok=True,
                )
            else:
                (left,) = memory_folder(logs / "bots").iterdir()
                assert "CACHEDIR.TAG" == left.name
            assert size(journal()) < killed
            with host(tmp_path, port, env) as second:
                ended = second.until_json(lambda row: "digest" in row, "the end")
                assert 0 == player.wait(60)
        finally:
            player.kill()
            player.wait()
    with account_with_integers():
        game = checked_by_accounts(ended)
    assert not game.fold.left_phases
    assert not list(logs.glob("*.evidence"))
