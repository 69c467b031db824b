"""A host's keys, which it keeps between starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sealed_wonders.host.files import BadFile, open_folder
from sealed_wonders.host.keys import CERTIFICATE, FILE_CAP, IDENTITY, load_keys
from sealed_wonders.net.certificate import read_certificate, spki_pin
from tests.support.connections import PEM, PIN
from tests.support.posix import posix_only


def test_a_host_keeps_its_identity_and_pin(tmp_path: Path) -> None:
    """An operator's own certificate is used, too."""
    first, second = load_keys(tmp_path), load_keys(tmp_path)
    assert first.identity.public == second.identity.public
    assert first[1:] == second[1:]
    assert spki_pin(read_certificate(first.certificate)[1]) == first.pin
    (tmp_path / CERTIFICATE).write_bytes(PEM)
    assert PIN == load_keys(tmp_path).pin


@posix_only
def test_only_the_owner_can_read_keys_and_their_folder(tmp_path: Path) -> None:
    """Missing parent folders are made, and the path is absolute."""
    folder = open_folder(tmp_path / "some" / "where")
    assert 0o700 == folder.stat().st_mode & 0o777
    assert folder.is_absolute()
    assert folder == open_folder(folder)
    load_keys(folder)
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert {IDENTITY: 0o600, CERTIFICATE: 0o600} == modes


@pytest.mark.parametrize("name", [IDENTITY, CERTIFICATE])
@pytest.mark.parametrize(
    "data",
    [b"", b"rubbish", PEM[: len(PEM) // 2], bytes(FILE_CAP + 1)],
    ids=["empty", "rubbish", "half", "endless"],
)
def test_a_damaged_key_is_reported_and_kept(
    name: str, data: bytes, tmp_path: Path
) -> None:
    """With a new key, guests would take it for another host; the operator decides."""
    if (name, data) == (IDENTITY, PEM[: len(PEM) // 2]):
        data = PEM[:60]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(BadFile) as error:
        load_keys(tmp_path)
    assert str(error.value).startswith(f"{path} is damaged: ")
    assert "\n" not in str(error.value)
    assert data == path.read_bytes()


@posix_only
def test_an_unreadable_key_is_reported(tmp_path: Path) -> None:
    (tmp_path / IDENTITY).mkdir()
    with pytest.raises(BadFile, match=r"host\.pem: Is a directory"):
        load_keys(tmp_path)


def test_a_read_only_folder_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its games can wait. A folder that can't be read or made gets one line."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(
        BadFile, match="can't make the folder .*; name another folder with --logs"
    ):
        open_folder(tmp_path / "file" / "folder")
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert tmp_path == open_folder(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.R_OK)
    with pytest.raises(
        BadFile, match="can't read the folder .*; name another folder with --logs"
    ):
        open_folder(tmp_path)
