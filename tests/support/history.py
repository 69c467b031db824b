"""Finished games between any players, and folders with their logs."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import strategies as st

from sealed_wonders.client.logs.audit import rules_of
from sealed_wonders.core.games import expansions
from sealed_wonders.net.history.logs import Reader
from sealed_wonders.net.history.played import FinalPlace, PlayedGame, Title
from sealed_wonders.net.suites import OPEN
from tests.support.auditing import whole_game
from tests.support.lobbies import identity_of

READER = Reader(rules_of, expansions)

MORNING = 1_700_000_000
"""When nothing was played yet."""

FORMULAS = ("=1+1", "+1", "-1", "@now", 'a,"b"', "'tis")
"""Names that mean something to programs that read tables."""


def identity(name: str) -> bytes:
    """Return a name's public key."""
    return identity_of(name).public


def final_place(
    name: str, points: int, rank: int, owner: bytes | None = None, key: str = ""
) -> FinalPlace:
    """Return a player's place in the result of a game."""
    return FinalPlace(identity(key or name), name, owner, points, rank)


def finished_game(
    number: int,
    *points: tuple[str, int],
    game: str = "wonders",
    ended: int = 0,
    bots: tuple[str, ...] = (),
) -> PlayedGame:
    """Return a finished game with these players in order; some may be bots."""
    host = identity("host")
    places = tuple(
        # A bot has another key in each game.
        final_place(name, n, rank, host, f"{name}/{number}")
        if name in bots
        else final_place(name, n, rank)
        for rank, (name, n) in enumerate(points, start=1)
    )
    at = ended or MORNING + number
    return PlayedGame(bytes([number] * 32), Title(game), at, f"{number}.swlog", places)


names = st.sampled_from((*FORMULAS, "ann", "bob", "cleo")) | st.text(
    "abc=+-@'\",;|é東", min_size=1, max_size=24
)
keys = st.binary(min_size=32, max_size=32)
places = st.builds(
    FinalPlace,
    keys,
    names,
    st.none() | keys,
    st.integers(-20, 200),
    st.integers(1, 7),
    st.booleans(),
    st.booleans(),
)
some_played = st.lists(
    st.builds(
        PlayedGame,
        keys,
        st.builds(
            Title,
            st.sampled_from(("wonders", "architects")),
            st.sampled_from(((), ("leaders",), ("leaders", "edifice"))),
        ),
        st.integers(0, 2_000_000_000),
        st.text("abcdef0123456789", min_size=1, max_size=16).map(
            lambda stem: f"{stem}.swlog"
        ),
        st.lists(places, min_size=2, max_size=7).map(tuple),
    ),
    max_size=8,
    unique_by=lambda it: it.gid,
)


def keep_log(folder: Path, name: str = "game.swlog", at: int = MORNING) -> Path:
    """Write the log of a whole game into a folder, as if the game had ended then."""
    path = folder / name
    path.write_bytes(whole_game(OPEN).log())
    os.utime(path, (at, at))
    return path
