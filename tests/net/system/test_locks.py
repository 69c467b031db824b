"""Lock files: the file itself, or one beside it if a locked file couldn't be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sealed_wonders.net.system import locks
from sealed_wonders.net.system.locks import Lock, is_locked
from tests.support.posix import IS_ROOT


@pytest.fixture(params=[False, True], ids=["itself", "beside"])
def beside(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(locks, "_IS_BESIDE", request.param)
    return bool(request.param)


@pytest.mark.usefixtures("beside")
def test_only_one_lock_on_a_file_exists_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "game"
    with pytest.raises(FileNotFoundError):
        Lock(path, makes=False)
    assert [] == [*tmp_path.iterdir()]
    assert not is_locked(path)
    path.write_bytes(b"data")
    first = Lock(path)
    assert is_locked(path)
    with pytest.raises(BlockingIOError):
        Lock(path)
    assert b"data" == path.read_bytes()
    first.release()
    first.release()
    assert not is_locked(path)
    Lock(path).release()
    assert ["game"] == [it.name for it in tmp_path.iterdir()]


HOLDER = """
import sys
from pathlib import Path
from sealed_wonders.net.system import locks
locks._IS_BESIDE = bool(int(sys.argv[2]))
lock = locks.Lock(Path(sys.argv[1]))
print("has it", flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_killed_process_is_released(tmp_path: Path, beside: bool) -> None:
    path = tmp_path / "game"
    path.touch()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path, str(int(beside))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert b"has it" == process.stdout.readline().strip()
        assert is_locked(path)
        process.kill()
    assert not is_locked(path)
    Lock(path).release()


@pytest.mark.skipif(IS_ROOT, reason="root may write everywhere")
def test_a_read_only_file_can_be_locked(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.touch(0o400)
    tmp_path.chmod(0o500)
    Lock(path, makes=False).release()
