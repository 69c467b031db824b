"""
Names that look alike, and marks that tell them apart.

Two names are alike if they have the same skeleton (UTS #39), either as written or in
small letters. The table of one version of Unicode is `data/confusables.txt`, written by
`scripts/confusables.py`. Another version of the program may have another table, so
nothing that programs have to agree on may depend on it. `lobby.entries.name_key`
determines which names are *equal*, and so refused in a log.

Both programs show names with these marks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources

from sealed_wonders.net.lobby.entries import name_key

SIGN = "≈"
"""Sign after a name that could be mistaken for another, perhaps with a number."""

_LIKE_SIGN = frozenset(map(chr, range(0x2240, 0x2250))) | frozenset(
    "\u034c\u2252\u2253\u22cd\u2652\u2a6a\u2a6b\u2a6c\u2a6d\u2a6e\u2a6f\u2a70\u2a73\ufe4c"
)
"""
Characters that look like the sign in a small font: several lines, one of them a wave.

Unicode's table has none of these, since it is about letters.
"""

_WAVES = frozenset("~\u223f\u301c\u3030\ufe4f")
"""Single waves, and what the table considers like them: a sign, if at its place."""

_MARK_ENDS = 3
"""Last characters of a name in which a mark can begin: sign and number."""

_ALPHABETS = frozenset(
    ("ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GEORGIAN", "GREEK", "LATIN")
)
"""
Alphabets whose letters resemble each other's, as the names of letters begin.

A word with letters of two of them is a deliberate imitation.
"""


def are_alike(one: str, other: str) -> bool:
    """Return whether two names could be mistaken for each other."""
    return any(
        mine == theirs for mine, theirs in zip(_keys(one), _keys(other), strict=True)
    )


@lru_cache(256)  # the same few names are drawn repeatedly
def told_apart(names: tuple[str, ...], beside: tuple[str, ...] = ()) -> tuple[str, ...]:
    """
    Mark names that could be mistaken for others, each of another person.

    Names that are alike are numbered by their spelling rather than their position, so
    each keeps its number wherever the same people appear. A sign without a number marks
    a single name. That name is like one of *beside*, imitates one alphabet with letters
    of several, or looks as if it were marked.

    Args:
        beside: names that are also shown, and aren't marked here.
    """
    groups = _groups(names)
    shown = list(names)
    for group in groups:
        ordered = sorted(group, key=lambda place: (names[place], place))
        others = sum(any(are_alike(it, names[at]) for at in group) for it in beside)
        for number, place in enumerate(ordered, start=1 + others):
            name = names[place]
            if len(group) > 1:
                shown[place] = f"{name}{SIGN}{number}"
            elif others or _misleads(name):
                shown[place] = f"{name}{SIGN}"
    return tuple(shown)


def lookalikes(names: Sequence[str]) -> Sequence[Sequence[int]]:
    """Return groups of positions of names that are alike."""
    return [group for group in _groups(names) if len(group) > 1]


def _groups(names: Sequence[str]) -> list[list[int]]:
    group_of: dict[tuple[int, str], list[int]] = {}
    for place, name in enumerate(names):
        mine = [place]
        for key in enumerate(_keys(name)):
            # A name may be like some names in its capitals, and like others in small
            # letters.
            joined = group_of.get(key, mine)
            if joined is not mine:
                joined += mine
                for it in [it for it, group in group_of.items() if group is mine]:
                    group_of[it] = joined
                mine = joined
            group_of[key] = mine
    distinct = {id(group): group for group in group_of.values()}
    return list(distinct.values())


@lru_cache(1 << 12)  # somebody may know that many people
def _keys(name: str) -> tuple[str, str]:
    """Return the skeletons of a name as written, and as names are compared."""
    return skeleton(name), skeleton(name_key(name))


def skeleton(text: str) -> str:
    """Return a text's skeleton, the same for all that look alike (UTS #39, 4)."""
    whole = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", whole)


def _misleads(name: str) -> bool:
    return _looks_marked(name) or any(map(_passes, name.split()))


def _looks_marked(name: str) -> bool:
    """Return whether a name looks as if it were marked already."""
    if not _LIKE_SIGN.isdisjoint((*name, *skeleton(name))):
        return True
    return any(skeleton(it)[:1] in _WAVES for it in name[-_MARK_ENDS:])


def _passes(word: str) -> bool:
    """Return whether a word mixes several alphabets, but looks like one of them."""
    return len(_alphabets(word)) > 1 and len(_alphabets(skeleton(word))) == 1


def _alphabets(word: str) -> set[str]:
    firsts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
    return firsts & _ALPHABETS


@cache
def _prototypes() -> Mapping[int, str]:
    """Read the table when it is first needed."""
    package = __package__ or ""
    text = resources.files(package).joinpath("data/confusables.txt").read_text("utf-8")
    found: dict[int, str] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        prototype, _colon, others = line.partition(":")
        looks = "".join(map(_character, prototype.split()))
        found.update((int(other, 16), looks) for other in others.split())
    return found


def _character(digits: str) -> str:
    return chr(int(digits, 16))
