"""The files that bots keep of their games, and resuming from them."""

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


def of_disk(keep: BotFolder) -> OnDisk:
    """Open the store of a game, which is a file."""
    store = keep.store_of(TABLE)
    assert isinstance(store, OnDisk)
    return store


@pytest.mark.parametrize("has_drawn", [False, True])
def test_without_a_game_nothing_is_kept(tmp_path: Path, has_drawn: bool) -> None:
    """A bot that finds no table leaves nothing behind, nor one whose draw was void."""
    keep = BotFolder(tmp_path, Identity.generate())
    if has_drawn:
        of_disk(keep).discard()
    keep.clear(over=False)
    assert [] == list(tmp_path.iterdir())


def test_a_bot_is_the_same_when_it_is_started_again(tmp_path: Path) -> None:
    """Its key and all it has said; and nobody else can read them."""
    folder = tmp_path / "bots"
    keep = BotFolder(folder, Identity.generate())
    store = of_disk(keep)
    store.remember(MEMORY)
    store.close()
    keep.clear(over=False)
    again = BotFolder.found(folder, keep.identity.public)
    assert keep.identity.public == again.identity.public
    store = of_disk(again)
    assert MEMORY == store.recall(3)
    store.close()
    for path in tmp_path.rglob("*"):
        assert 0 == stat.S_IMODE(path.stat().st_mode) & 0o077, path
    again.clear(over=True)  # nobody goes on with a game that was stopped
    assert not list(folder.iterdir())


def test_what_a_bot_has_signed_is_no_part_of_a_backup(tmp_path: Path) -> None:
    """Its key is, the seed, and what others have told it: with these it goes on, unsure."""
    folder = tmp_path / "bots"
    keep = BotFolder(folder, Identity.generate())
    store = of_disk(keep)
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
    again = of_disk(BotFolder.found(folder, keep.identity.public))
    assert not again.is_shared
    assert MEMORY == again.recall(3)
    again.close()

    shutil.rmtree(signed)
    found = BotFolder.found(folder, keep.identity.public)
    assert found.was_kept
    assert found.has_taken
    for _ in range(2):  # and still so when it is started once more
        store = of_disk(found)
        assert (True, None, False) == (store.is_shared, store.compared, store.is_new)
        assert (seed, None) == (store.seed, store.recall(3))
        assert [told] == list(store.memories())
        assert home == store.recall(0, HOME)
        store.close()
    found.clear(over=True)
    assert [TAG] == [path.name for path in signed.iterdir()]
    assert not list(folder.iterdir())


def test_two_processes_don_t_play_one_bot(tmp_path: Path) -> None:
    """They would sign two things for one place; the second ends in one line."""
    keep = BotFolder(tmp_path, Identity.generate())
    store = of_disk(keep)
    with pytest.raises(LinkBroken, match="another window"):
        BotFolder.found(tmp_path, keep.identity.public).store_of(TABLE)
    store.close()


def test_a_bot_is_known_by_where_it_was_sent(tmp_path: Path) -> None:
    """Not to another table, nor as another; and not while somebody is it."""
    place = ("salon:7777", "", "Tim")
    keep = BotFolder.at(tmp_path, place)
    store = of_disk(keep)
    store.remember(MEMORY)
    store.close()
    assert keep.identity.public != BotFolder.at(tmp_path, place).identity.public
    keep.clear(over=False)  # as a process that ends
    other = BotFolder.at(tmp_path, ("salon:7777", "oak", "Tim"))
    again = BotFolder.at(tmp_path, place)
    assert keep.identity.public != other.identity.public
    assert keep.identity.public == again.identity.public
    assert keep.identity.public != BotFolder.at(tmp_path, place).identity.public
    assert not again.has_taken


def test_an_unknown_bot_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And so is a folder in which another bot's key lies."""
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
def test_wrong_use_is_one_line(
    more: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what is wrong in it."""
    assert 2 == run(["bot", "127.0.0.1:1", "--seat-name=Ada", *more])
    said = capsys.readouterr().err
    assert 1 == said.count("\n")
    assert words in said
