"""
Names that look alike: which of several could be taken for another, and how they are marked.

Two names are alike if they have the same skeleton (UTS #39), as they are written or with small
letters alone. The table is that of one version of Unicode, kept beside this module. Nothing
that programs have to agree on may follow from it: another version of the program may have
another table. Which names are *equal*, and refused in a log, is `lobby.entries.name_key`'s.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources

from sealed_wonders.net.lobby.entries import name_key

SIGN = "≈"
"""Stands behind a name that could be taken for another, perhaps with a number."""

_LIKE_SIGN = frozenset(map(chr, range(0x2240, 0x2250))) | frozenset(
    "\u034c\u2252\u2253\u22cd\u2652\u2a6a\u2a6b\u2a6c\u2a6d\u2a6e\u2a6f\u2a70\u2a73\ufe4c"
)
"""
What a small font draws like the sign: two lines or more, of which one is a wave.

The table of Unicode has none of these: it is about letters.
"""

_WAVES = frozenset("~\u223f\u301c\u3030\ufe4f")
"""Single waves, and what is like them by the table: the sign if it stands where that does."""

_MARK_ENDS = 3
"""Characters at the end of a name among which a mark begins: the sign, and a number."""

_ALPHABETS = frozenset(
    ("ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GEORGIAN", "GREEK", "LATIN")
)
"""
Alphabets whose letters pass for each other's, as the names of letters begin.

No word has letters of two of them but to play with that.
"""


def are_alike(one: str, other: str) -> bool:
    """Tell whether one of two names could be taken for the other."""
    return any(
        mine == theirs for mine, theirs in zip(_keys(one), _keys(other), strict=True)
    )


@lru_cache(256)  # the same few names are drawn again and again
def told_apart(names: tuple[str, ...], beside: tuple[str, ...] = ()) -> tuple[str, ...]:
    """
    Mark names that could be taken for others, each of another person.

    Those that are alike are numbered, by their letters and not by where they stand, so that
    each keeps its number wherever the same people are named. A sign alone is for one name that
    is like one of *beside*, has letters of several alphabets and looks as if it had not, or
    looks marked.

    Args:
        beside: names that are shown as well, and aren't marked here.
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
    """Return the places of names that are alike, group by group."""
    return [group for group in _groups(names) if len(group) > 1]


def _groups(names: Sequence[str]) -> list[list[int]]:
    """Put the places of names that are alike together."""
    group_of: dict[tuple[int, str], list[int]] = {}
    for place, name in enumerate(names):
        mine = [place]
        for key in enumerate(_keys(name)):
            # What is alike by its capitals may be so to others by its small letters.
            joined = group_of.get(key, mine)
            if joined is not mine:
                joined += mine
                for it in [it for it, group in group_of.items() if group is mine]:
                    group_of[it] = joined
                mine = joined
            group_of[key] = mine
    distinct = {id(group): group for group in group_of.values()}
    return list(distinct.values())


@lru_cache(1 << 12)  # somebody may know as many people
def _keys(name: str) -> tuple[str, str]:
    """Return the skeletons of a name: as it is written, and as names are compared."""
    return skeleton(name), skeleton(name_key(name))


def skeleton(text: str) -> str:
    """Return what is the same for all texts that look like this one (UTS #39, 4)."""
    whole = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", whole)


def _misleads(name: str) -> bool:
    """Tell whether a name misleads wherever it stands."""
    return _looks_marked(name) or any(map(_passes, name.split()))


def _looks_marked(name: str) -> bool:
    """Tell whether a name looks as if it had been marked already."""
    if not _LIKE_SIGN.isdisjoint((*name, *skeleton(name))):
        return True
    return any(skeleton(it)[:1] in _WAVES for it in name[-_MARK_ENDS:])


def _passes(word: str) -> bool:
    """Tell whether a word has letters of several alphabets, and looks as if of one."""
    return len(_alphabets(word)) > 1 and len(_alphabets(skeleton(word))) == 1


def _alphabets(word: str) -> set[str]:
    firsts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
    return firsts & _ALPHABETS


@cache
def _prototypes() -> Mapping[int, str]:
    """Read the table, when it is wanted first."""
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
