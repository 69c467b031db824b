"""
What is typed: the words there are, and what is said of others.

The English ones are understood in every language, and are what the program itself calls
them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from sealed_wonders.client.terminal.text.words import (
    LEFT,
    RIGHT,
    left,
    listing,
    quoted,
    right,
    you,
)
from sealed_wonders.client.words import _, p_

_SYNONYMS = (
    "?=help score=scores l=left r=right exit=quit q=quit unready=not last=turn "
    "wait=status story=log memory=hands"
)
"""Other words for commands, each with the command."""


def _commands() -> Mapping[str, str]:
    """Give the commands of the language, by those of the program."""
    return {
        "help": p_("typed", "help"),
        "who": p_("typed", "who"),
        "status": p_("typed", "status"),
        "table": p_("typed", "table"),
        "invite": p_("typed", "invite"),
        "left": p_("typed", "left"),
        "right": p_("typed", "right"),
        "wonder": p_("typed", "wonder"),
        "city": p_("typed", "city"),
        "hand": p_("typed", "hand"),
        "again": p_("typed", "again"),
        "moves": p_("typed", "moves"),
        "leaders": p_("typed", "leaders"),
        "edifices": p_("typed", "edifices"),
        "turn": p_("typed", "turn"),
        "scores": p_("typed", "scores"),
        "discard": p_("typed", "discard"),
        "card": p_("typed", "card"),
        "hands": p_("typed", "hands"),
        "log": p_("typed", "log"),
        "piles": p_("typed", "piles"),
        "tokens": p_("typed", "tokens"),
        "ready": p_("typed", "ready"),
        "not": p_("typed", "not"),
        "trust": p_("typed", "trust"),
        "say": p_("typed", "say"),
        "rematch": p_("typed", "rematch"),
        "undo": p_("typed", "undo"),
        "leave": p_("typed", "leave"),
        "quit": p_("typed", "quit"),
    }


def command_word(command: str) -> str:
    """Give what is typed for a command."""
    return _commands().get(command, command)


def command(word: str) -> str:
    """Understand a word that was typed: give the command it is, or the word."""
    word = word.lower()
    plain = unaccented(word)
    for known, said in _commands().items():
        if word == known or plain == unaccented(said):
            return known
    more = p_("other words typed, each with its English command", "exit=quit")
    rows = dict(row.split("=") for row in f"{more} {_SYNONYMS}".split())
    return rows.get(plain, word)


def unaccented(word: str) -> str:
    """Take the accents from a word, which many keyboards make hard to type."""
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def ready_words() -> tuple[str, str]:
    """Give what is typed to begin, and not to begin yet."""
    return p_("typed", "ready"), p_("typed", "not ready")


def places() -> Mapping[str, str]:
    """Give the words for somebody by their place, with what they are in the program."""
    return {
        LEFT: LEFT,
        RIGHT: RIGHT,
        "you": "you",
        left(): LEFT,
        right(): RIGHT,
        you(): "you",
    }


def yes() -> tuple[str, ...]:
    words = (p_("typed", "yes"), p_("typed", "y"), "yes", "y")
    return tuple(dict.fromkeys(words))


def no() -> tuple[str, ...]:
    words = (p_("typed", "no"), p_("typed", "n"), "no", "n")
    return tuple(dict.fromkeys(words))


def verbs() -> Mapping[str, str]:
    """Give what can be typed before a card, with the letter it stands for."""
    words = {
        "b": p_("typed before a card", "b build p pick"),
        "w": p_("typed before a card", "w stage wonder"),
        "s": p_("typed before a card", "s sell"),
        "r": p_("typed before a card", "r recruit"),
        "k": p_("typed before a card", "k keep"),
        "d": p_("typed before a card", "d drop lose"),
    }
    # The English ones win: they are what the program's own pages teach.
    return {**_by_word(words), **_by_word(_VERBS)}


def _by_word(verbs: Mapping[str, str]) -> Mapping[str, str]:
    return {word: letter for letter, words in verbs.items() for word in words.split()}


_VERBS: Mapping[str, str] = {
    "b": "b build p pick",
    "w": "w stage wonder",
    "s": "s sell",
    "r": "r recruit",
    "k": "k keep",
    "d": "d drop lose",
}


def answers() -> Mapping[str, str]:
    """Give the English words of answers without a card, with those of the language."""
    return {
        "none": p_("typed", "none"),
        "day": p_("typed", "day"),
        "night": p_("typed", "night"),
    }


# What is said of it.


def not_understood(line: str) -> str:
    said = _("I don't understand {line}. Type help for what you can type.")
    return said.format(line=quoted(line))


def not_a_card(line: str) -> str:
    said = _("There is no such card here: {line}. Type hand to hear your cards.")
    return said.format(line=quoted(line))


def board_words() -> tuple[str, ...]:
    """Give what can be typed before a board."""
    return (p_("typed before a board", "board"), "board")


def not_a_board(line: str) -> str:
    said = _("There is no such board here: {line}. Type again to hear which there are.")
    return said.format(line=quoted(line))


def board_taken(name: str) -> str:
    return _("{board} is taken already.").format(board=name)


def not_unique(line: str, names: Sequence[str]) -> str:
    said = _("{line} could be {names}.")
    return said.format(line=quoted(line, 40), names=listing(names, "or"))


def nothing_asked() -> str:
    return _("Nothing is asked of you just now.")


def not_in_lobby() -> str:
    return _("That is for before the game begins.")


def not_in_game() -> str:
    return _("That is for when the game has begun.")


def not_a_choice() -> str:
    return _("That is not among the choices. Type again to hear the question.")


def nothing_sent() -> str:
    return _("Nothing is sent yet; just choose.")


def not_yet() -> str:
    return _("The host hasn't given you a seat yet.")


def already_sent() -> str:
    return _("Your choice is sent, and can't be taken back.")


def yes_or_no() -> str:
    return _("Please answer yes or no.")


def say_what() -> str:
    return _("Say what? Type say and the words.")


def no_rematch() -> str:
    return _("There is no connection to the host any more, so nobody can play again.")


def nobody_hears() -> str:
    return _("Not said: there is no connection just now. Say it again when it is back.")


def city_of_whom() -> str:
    return _("Whose city? Type city and a name, or left or right.")


def nobody(name: str, names: Sequence[str]) -> str:
    said = _("Nobody here is called {name}. There are {names}.")
    return said.format(name=quoted(name, 40), names=listing(names))


def not_a_line() -> str:
    return _("That can't be sent: it is too long, or holds control characters.")


# Help.


def help_lobby() -> Sequence[tuple[str, str]]:
    return (
        (p_("typed", "ready"), _("you want to begin")),
        (p_("typed", "not ready"), _("you don't want to begin yet")),
        (p_("typed", "who"), _("who sits here")),
        (p_("typed", "table"), _("what is played")),
        (p_("typed", "invite"), _("how others come to this table")),
        (p_("typed", "trust NAME"), _("take the new key of somebody you know")),
        (p_("typed", "say WORDS"), _("say something to the table")),
        (p_("typed", "leave"), _("get up and end the program")),
        (p_("typed", "help"), _("this list")),
    )


def help_game(leaders: bool, edifices: bool) -> Sequence[tuple[str, str]]:
    """
    List what can be typed.

    Args:
        leaders, edifices: they are played with.
    """
    return (
        ("3", _("what you can do with card 3")),
        (p_("typed", "b3"), _("build it; b3a, b3b where there are several payments")),
        (p_("typed", "w3"), _("build the next stage of your wonder with it")),
        (p_("typed", "s3"), _("sell it for 3 coins")),
        (
            p_("typed", "altar"),
            _("a card's name, or how it begins, does as well as its number"),
        ),
        *(_help_leaders() if leaders else ()),
        *(_help_edifices() if edifices else ()),
        (p_("typed", "none"), _("take nothing, where you may")),
        (
            p_("typed", "moves"),
            _("all your moves in the notation of records, which you can type too"),
        ),
        (p_("typed", "again"), _("the question again")),
        (p_("typed", "hand"), _("your hand")),
        (p_("typed", "wonder"), _("your city and your wonder")),
        (p_("typed", "left"), _("your left neighbour's city; right for the right one")),
        (p_("typed", "city NAME"), _("anybody's city")),
        (p_("typed", "card NAME"), _("all about any card of the game")),
        (p_("typed", "hands"), _("what you have seen of the hands going round")),
        (p_("typed", "turn"), _("what happened last")),
        (
            p_("typed", "log"),
            _("all that happened; log 3 the last 3 turns, log 2.5 one turn"),
        ),
        (p_("typed", "scores"), _("the points so far")),
        (p_("typed", "discard"), _("how many cards lie there")),
        (p_("typed", "who"), _("who sits where, and for whom we wait")),
        (p_("typed", "status"), _("what the table waits for")),
        (p_("typed", "table"), _("the table code and what is played")),
        (p_("typed", "say WORDS"), _("say something to the table")),
        (p_("typed", "rematch"), _("play again, when the game is over")),
        (p_("typed", "quit"), _("leave; your seat is kept")),
        (p_("typed", "help"), _("this list")),
    )


def _help_leaders() -> Sequence[tuple[str, str]]:
    return (
        (p_("typed", "k3"), _("keep leader 3, before the first age")),
        (p_("typed", "r3"), _("recruit leader 3")),
        (p_("typed", "d3"), _("drop or lose what has number 3, when you must")),
        (p_("typed", "leaders"), _("the leaders in your hand, and everybody's")),
    )


def _help_edifices() -> Sequence[tuple[str, str]]:
    return (
        (
            p_("typed", "w3b"),
            _("build a stage in the way b: taking part, for instance"),
        ),
        (p_("typed", "edifices"), _("the edifices, and who takes part")),
    )


def help_line(word: str, means: str) -> str:
    return _("{word}: {means}.").format(word=word, means=means)


# The prompt.


def prompt_lobby() -> str:
    return _("lobby> ")


def prompt_asked() -> str:
    return _("your choice> ")


def prompt_waiting() -> str:
    return "> "


def prompt_confirm() -> str:
    return _("yes or no> ")
