"""
What a bot must not forget of its game, in a folder that has its identity for a name.

It is a home like a person's, with the key and the file of one game. So a bot goes on where
it was when it is started again, as people do.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from sealed_wonders.client.storage.home import Damaged, Home, write
from sealed_wonders.client.table.link import Broken
from sealed_wonders.client.table.memory import Store
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.identity import Identity


class Keep:
    """
    One bot's folder, which is made when its game begins.

    Attributes:
        identity: the bot's.
    """

    def __init__(self, folder: Path, identity: Identity) -> None:
        """
        Keep a bot's things; nothing is written yet.

        Args:
            folder: that of all bots.
        """
        self.identity = identity
        self._path = folder / identity.public.hex()
        self._home = Home(self._path, self._path)

    @classmethod
    def found(cls, folder: Path, public: bytes) -> Keep:
        """
        Give what is kept of a bot.

        Raises:
            Damaged: there is nothing of it, or it can't be used.
        """
        path = folder / public.hex()
        if not path.is_dir():
            raise Damaged(path, Sentence("nothing is kept here of a bot"))
        keep = cls(folder, Home(path, path).identity())
        if keep.identity.public != public:
            raise Damaged(path, Sentence("the key of another bot"))
        return keep

    def store_of(self, table: bytes) -> Store:
        """
        Give the store for a game.

        Raises:
            Broken: it can't be written, or another process has it.
        """
        try:
            key = self._path / "identity.pem"
            if not key.exists():
                _make(self._path.parent)
                write(key, self.identity.to_pem(), os.link)
            return self._home.memories(table)
        except Damaged as damaged:
            raise Broken(sentence_of(damaged)) from None

    def clear(self, *, over: bool) -> None:
        """
        Remove the folder if nothing in it is worth being kept.

        Args:
            over: the game is over, so nobody goes on with it.
        """
        if over or not any(self._path.glob("games/*.seat")):
            shutil.rmtree(self._path, ignore_errors=True)


def _make(folder: Path) -> None:
    """
    Make the folder of all bots, for its owner alone.

    Raises:
        Damaged: it can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise Damaged(folder, problem) from None
