"""File operations that differ between systems, each also as the other kind behaves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.net.system import files
from tests.support.posix import posix_only


@pytest.fixture(params=["nt", *(("posix",) if os.name == "posix" else ())])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Behave like one kind of system."""
    monkeypatch.setattr(files, "_IS_HELD", request.param == "nt")
    monkeypatch.setattr(files, "PAUSE", 0.0)
    return str(request.param)


@posix_only
def test_private_files_are_accessible_only_to_their_owner(tmp_path: Path) -> None:
    path = tmp_path / "key"
    file = files.open_private(path, os.O_RDWR | os.O_CREAT)
    assert not path.stat().st_mode & 0o077
    path.chmod(0o644)
    files.make_private(file)
    os.close(file)
    assert not path.stat().st_mode & 0o077


@pytest.mark.parametrize("has_pwrite", [True, False])
def test_write_at_writes_at_the_given_offset(
    has_pwrite: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_pwrite:
        monkeypatch.delattr(os, "pwrite", raising=False)
    file = files.open_private(tmp_path / "some", os.O_RDWR | os.O_CREAT)
    assert 6 == files.write_at(file, b"abcdef", 0)
    assert 2 == files.write_at(file, b"XY", 2)
    os.close(file)
    assert b"abXYef" == (tmp_path / "some").read_bytes()


@pytest.mark.usefixtures("system")
def test_replace_and_remove_leave_no_other_files(tmp_path: Path) -> None:
    new, path = tmp_path / "new", tmp_path / "path"
    path.write_text("old", "utf-8")
    new.write_text("new", "utf-8")
    files.replace(new, path)
    files.sync_folder(tmp_path)
    assert ["path"] == [it.name for it in tmp_path.iterdir()]
    assert "new" == path.read_text("utf-8")
    files.remove(path)
    files.remove(path)
    assert [] == [*tmp_path.iterdir()]


def test_put_first_does_not_overwrite_a_file(tmp_path: Path) -> None:
    for text in ("first", "second"):
        new = tmp_path / "new"
        new.write_text(text, "utf-8")
        if text == "first":
            files.put_first(new, tmp_path / "path")
        else:
            with pytest.raises(FileExistsError):
                files.put_first(new, tmp_path / "path")
    assert "first" == (tmp_path / "path").read_text("utf-8")


def test_removing_a_file_in_use_is_retried_on_windows(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A virus scanner may be reading it; there, an open file can't be removed."""
    path, unlink = tmp_path / "path", Path.unlink
    path.touch()
    tries: list[Path] = []

    def held(path: Path, **options: bool) -> None:
        tries.append(path)
        if len(tries) < 3:
            raise PermissionError("somebody has it open")
        unlink(path, **options)

    monkeypatch.setattr(Path, "unlink", held)
    if system == "posix":
        with pytest.raises(PermissionError):
            files.remove(path)
        return
    files.remove(path)
    assert not path.exists()


def test_replacing_a_file_in_use_fails_after_some_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_IS_HELD", True)
    monkeypatch.setattr(files, "PAUSE", 0.0)
    tries: list[Path] = []

    def held(path: Path, target: Path) -> None:
        tries.append(path)
        raise PermissionError("somebody has it open")

    monkeypatch.setattr(Path, "replace", held)
    with pytest.raises(PermissionError):
        files.replace(tmp_path / "new", tmp_path / "path")
    assert files.TRIES == len(tries)


def test_a_file_written_twice_at_the_same_time_is_complete(tmp_path: Path) -> None:
    """Threads may do this, or containers, whose process ids may be the same."""
    path = tmp_path / "path"

    def parts() -> Iterator[bytes]:
        yield b"first "
        files.write_whole(path, b"other")
        assert b"other" == path.read_bytes()
        yield b"second"

    files.write_whole(path, parts())
    assert b"first second" == path.read_bytes()
    assert ["path"] == [it.name for it in tmp_path.iterdir()]
