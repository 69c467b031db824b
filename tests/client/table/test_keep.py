"""The files that bots keep of their games, and how they resume from them."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.table.keep import TAG, TAG_TEXT, BotFolder
from sealed_wonders.client.table.link import LinkBroken
from sealed_wonders.client.table.memory import HOME, Memory, OnDisk, unsigned
from sealed_wonders.client.table.taking import TAKEN
from sealed_wonders.net.botlines import memory_folder
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Wire

TABLE = bytes(range(32))
MEMORY = Memory(3, Wire(b"envelope", bytes(64)))


def store_of(keep: BotFolder) -> OnDisk:
    """Open the store of a game, which is a file."""
    store = keep.store_of(TABLE)
    assert isinstance(store, OnDisk)
    return store


@pytest.mark.parametrize("has_drawn", [False, True])
def test_a_bot_without_a_game_leaves_no_files(tmp_path: Path, has_drawn: bool) -> None:
    """Neither if it finds no table, nor if its draw failed."""
    keep = BotFolder(tmp_path, Identity.generate())
    if has_drawn:
        store_of(keep).discard()
    keep.clear(over=False)
    assert [] == list(tmp_path.iterdir())


def test_a_restarted_bot_has_its_key_and_its_entries(tmp_path: Path) -> None:
    """Nobody else can read the files."""
    folder = tmp_path / "bots"
    keep = BotFolder(folder, Identity.generate())
    store = store_of(keep)
    store.remember(MEMORY)
    store.close()
    keep.clear(over=False)
    again = BotFolder.found(folder, keep.identity.public)
    assert keep.identity.public == again.identity.public
    store = store_of(again)
    assert MEMORY == store.recall(3)
    store.close()
    for path in tmp_path.rglob("*"):
        assert 0 == stat.S_IMODE(path.stat().st_mode) & 0o077, path
    again.clear(over=True)  # nobody resumes a game that was stopped
    assert not list(folder.iterdir())


def test_a_bots_signed_entries_are_excluded_from_backups(tmp_path: Path) -> None:
    """
    Its key, the seed and the secrets that others sent are included. With these, it can
    resume, but must ask the others what it signed.
    """
    folder = tmp_path / "bots"
    keep = BotFolder(folder, Identity.generate())
    store = store_of(keep)
    told = unsigned(2, f"{TAKEN}1", nonce=b"told")
    home = unsigned(0, HOME, nonce=b"home")
    for memory in (told, home, MEMORY):
        store.remember(memory)
    seed = store.seed
    store.close()
    signed = memory_folder(folder)
    assert signed != folder
    assert TAG_TEXT == (signed / TAG).read_bytes()
    assert TAG_TEXT.startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")
    again = store_of(BotFolder.found(folder, keep.identity.public))
    assert not again.is_shared
    assert MEMORY == again.recall(3)
    again.close()

    shutil.rmtree(signed)
    found = BotFolder.found(folder, keep.identity.public)
    assert found.was_kept
    assert found.has_taken
    for _ in range(2):  # the same after another restart
        store = store_of(found)
        assert (True, None, False) == (store.is_shared, store.compared, store.is_new)
        assert (seed, None) == (store.seed, store.recall(3))
        assert [told] == list(store.memories())
        assert home == store.recall(0, HOME)
        store.close()
    found.clear(over=True)
    assert [TAG] == [path.name for path in signed.iterdir()]
    assert not list(folder.iterdir())


def test_two_processes_cannot_play_one_bot(tmp_path: Path) -> None:
    """They would sign two entries for one position."""
    keep = BotFolder(tmp_path, Identity.generate())
    store = store_of(keep)
    with pytest.raises(LinkBroken, match="another window"):
        BotFolder.found(tmp_path, keep.identity.public).store_of(TABLE)
    store.close()


def test_a_bot_is_found_by_host_table_and_name(tmp_path: Path) -> None:
    """But not while a process is playing it."""
    place = ("salon:7777", "", "Tim")
    keep = BotFolder.at(tmp_path, place)
    store = store_of(keep)
    store.remember(MEMORY)
    store.close()
    assert keep.identity.public != BotFolder.at(tmp_path, place).identity.public
    keep.clear(over=False)  # as at the end of a process
    other = BotFolder.at(tmp_path, ("salon:7777", "oak", "Tim"))
    again = BotFolder.at(tmp_path, place)
    assert keep.identity.public != other.identity.public
    assert keep.identity.public == again.identity.public
    assert keep.identity.public != BotFolder.at(tmp_path, place).identity.public
    assert not again.has_taken


def test_an_unknown_bot_is_an_error_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that contains another bot's key is an error, too."""
    public = Identity.generate().public
    command = ["bot", "127.0.0.1:1", "--seat-name=Ada", f"--keep={tmp_path}"]
    assert 1 == run([*command, f"--identity={public.hex()}"])
    said = capsys.readouterr().err
    path = tmp_path / public.hex()
    assert f"wonders: {path}: no state of this bot is stored here\n" == said
    path.mkdir()
    (path / "identity.pem").write_bytes(Identity.generate().to_pem())
    with pytest.raises(DamagedFile, match="the key belongs to another bot"):
        BotFolder.found(tmp_path, public)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--identity=00"], "64 hexadecimal digits"),
        ([f"--identity={'00' * 32}"], "for a single bot only"),
        (
            [f"--identity={'00' * 32}", "--keep=x", "--seat-name=Bo"],
            "needs --keep, and works",
        ),
        (["--owner=xy"], "an owner's identity must be 64 hexadecimal"),
    ],
)
def test_wrong_options_are_an_error_in_one_line(
    more: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run(["bot", "127.0.0.1:1", "--seat-name=Ada", *more])
    said = capsys.readouterr().err
    assert 1 == said.count("\n")
    assert words in said
