"""
What stands at the end of a command's help: examples, keys, files, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import click

from sealed_wonders.client.storage.settings import ABOUT, VARIABLES
from sealed_wonders.net.words import _, marked

Entries = Sequence[tuple[str, str]]
"""Words as they are typed, or marked, each with a marked message of what they mean."""


@dataclass(frozen=True, slots=True)
class Page:
    """The end of one help."""

    examples: Entries
    keys: Entries = ()
    files: Entries = ()
    variables: Entries = ()
    statuses: Entries = ()

    def sections(self) -> Iterator[tuple[str, Entries]]:
        """Give what there is to say, each with its heading."""
        yield _("Examples"), self.examples
        yield _("Keys"), self.keys
        yield _("Files"), self.files
        yield _("Environment"), self.variables
        yield _("Exit status"), self.statuses


_KEYS: Entries = (
    (
        marked("arrows, Enter"),
        marked("choose; Enter again seals a choice, Esc takes it back"),
    ),
    ("?", marked("what can be done at this screen, and all keys")),
    ("t", marked("say something to the table; a digit alone is a quick word")),
    ("z", marked("let your bot play for you, or play yourself again")),
    (":", marked("type a command, as in line mode")),
    (",", marked("settings")),
    ("Ctrl-Z", marked("go to the shell; fg brings you back")),
    ("q, Ctrl-C", marked("leave; in a game you are asked first")),
)

_STATUSES: Entries = (
    ("0", marked("you left, or the game is over")),
    ("1", marked("it couldn't be gone on with; a line says why")),
    ("2", marked("wrong use; a line says what is wrong")),
)

PAGES: Mapping[str, Page] = {
    "": Page(
        (
            ("wonders", marked("find a table, on a screen")),
            ("wonders play", marked("play here and now, against bots")),
            ("wonders join 192.168.1.5:7777", marked("sit down at a host's table")),
            ("wonders --lang fr learn", marked("learn to play, in French")),
            ("wonders join --help", marked("all about one command")),
        ),
        files=(
            ("~/.config/sealed-wonders/settings.toml", marked("your settings")),
            (
                "~/.config/sealed-wonders/identity.pem",
                marked("your key; whoever has it can sit down in your place"),
            ),
            (
                "~/.config/sealed-wonders/admin.pem",
                marked("your key for running hosts, made when you type host"),
            ),
            (
                "~/.config/sealed-wonders/hosts, people",
                marked("the keys of those you have met"),
            ),
            (
                "~/.local/state/sealed-wonders/games/",
                marked("what must not be forgotten of games that aren't over"),
            ),
            ("~/.local/state/sealed-wonders/logs/", marked("the logs of games")),
            (
                "~/.local/state/sealed-wonders/crashes/",
                marked("reports of faults of this program, without secrets"),
            ),
        ),
        variables=(
            ("WONDERS_HOME", marked("one folder for all these files")),
            (
                "WONDERS_BELL, …",
                marked("settings, by their names; see wonders settings --help"),
            ),
            (
                "WONDERS_PASSWORD",
                marked("the password of the table that wonders join sits down at"),
            ),
            ("NO_COLOR", marked("if set, nothing is coloured")),
            ("TERM", marked("with dumb, there is no screen but lines")),
        ),
        statuses=(
            ("0", marked("all is well")),
            ("1", marked("something failed, or what was checked is wrong")),
            ("2", marked("wrong use; a line says what is wrong")),
            ("130", marked("ended by Ctrl-C")),
        ),
    ),
    "play": Page(
        (
            ("wonders play", marked("a game of four, three of them bots")),
            ("wonders play --players 7 --turn-time 60", marked("seven, and quickly")),
            (
                "wonders play --players 3 --bots 1",
                marked("a bot, and somebody else who joins by your invitation"),
            ),
            ("wonders play --plain --sides day", marked("in lines, day sides only")),
            ("wonders play --with leaders", marked("with the expansion Leaders")),
            (
                "wonders play --with leaders,edifice --leaders expert",
                marked("with Edifice, too, and all leaders there are"),
            ),
            (
                "wonders play --boards all --draw chosen",
                marked("with Carthage, and everybody chooses a board"),
            ),
        ),
        keys=_KEYS,
        statuses=_STATUSES,
    ),
    "learn": Page(
        (
            ("wonders learn", marked("at the screen")),
            ("wonders learn --plain", marked("in lines")),
            (
                "wonders learn --with leaders,edifice",
                marked("with the expansions, which are explained as well"),
            ),
        ),
        keys=_KEYS,
        statuses=_STATUSES,
    ),
    "join": Page(
        (
            ("wonders join", marked("choose among the hosts there are")),
            ("wonders join 192.168.1.5:7777", marked("at any open table there")),
            (
                "wonders join table.local:7777 --table garden --name ann",
                marked("at one table, which is opened if it isn't there"),
            ),
            (
                f"wonders join 192.168.1.5:7777#{'0123456789abcdef' * 2}",
                marked("by an invitation, at this very host only"),
            ),
            (
                "wonders join 192.168.1.5 --table oak --game architects --bots 2",
                marked("open a table with another game than is usual there"),
            ),
            (
                "wonders join 192.168.1.5 --table garden --look-on",
                marked("look on at a game, for a seat that somebody gives you"),
            ),
            ("wonders join --plain", marked("choose among hosts in lines")),
        ),
        keys=_KEYS,
        statuses=_STATUSES,
    ),
    "rejoin": Page(
        (
            (
                "wonders rejoin 192.168.1.5:7777",
                marked("after which the twelve words are asked for"),
            ),
            (
                "wonders rejoin 192.168.1.5 --password",
                marked("where the table has a password"),
            ),
        ),
        keys=_KEYS,
        files=(
            (
                "~/.local/state/sealed-wonders/rejoined",
                marked("the key of such a seat, as long as its game goes on"),
            ),
        ),
        statuses=_STATUSES,
    ),
    "bot": Page(
        (
            (
                "wonders bot 192.168.1.5:7777 --seat-name Atossa",
                marked("one bot at any open table"),
            ),
            (
                "wonders bot 192.168.1.5:7777 --seat-name A --seat-name B",
                marked("two of them"),
            ),
        ),
        statuses=(
            ("0", marked("all their games have ended")),
            ("1", marked("one didn't get to its end; a line says why")),
        ),
    ),
    "settings": Page(
        (
            ("wonders settings", marked("all of them, and where each comes from")),
            ("wonders settings bell on", marked("ring when it is your turn")),
            ("wonders settings keys.build b,f5", marked("two keys for one action")),
            ("wonders settings bell --reset", marked("as is usual again")),
            ("wonders settings --edit", marked("the file, in your editor")),
        ),
        variables=(
            *((variable, ABOUT[name]) for name, variable in VARIABLES.items()),
            ("VISUAL, EDITOR", marked("the editor for --edit")),
        ),
    ),
    "simulate": Page(
        (
            ("wonders simulate", marked("a game of four")),
            (
                "wonders simulate --game architects --players 2",
                marked("Architects, for two"),
            ),
            (
                "wonders simulate --players 3..7 --games 2 --json",
                marked("two games of each number, in JSON"),
            ),
            (
                "wonders simulate --seed 7 --record records",
                marked("and a record of it, to be checked or read"),
            ),
        ),
    ),
    "arena": Page(
        (
            ("wonders arena random builder", marked("how strong each of two is")),
            (
                "wonders arena random builder --challenger builder --deals 100",
                marked("one alone among others, and never the other way round"),
            ),
            (
                "wonders arena random builder --players 3..7 --jobs all --json",
                marked("for each number of players, by all cores, in JSON"),
            ),
            (
                "wonders arena random builder --with leaders --times",
                marked("with an expansion, and how long choices took"),
            ),
        ),
        statuses=(
            ("0", marked("all games were played")),
            ("130", marked("it was stopped; deals that were whole count")),
        ),
    ),
    "audit": Page(
        (
            ("wonders audit game.swlog", marked("check a whole game")),
            ("wonders audit game.swlog --json", marked("in JSON")),
            ("wonders audit game.swlog theirs.swlog", marked("compare two logs")),
        ),
    ),
    "replay": Page(
        (
            ("wonders replay game.swlog", marked("from its beginning")),
            ("wonders replay game.swlog --turn 2", marked("from the second age on")),
            ("wonders replay game.jsonl", marked("from a record, also one typed in")),
            ("wonders replay game.swlog --web", marked("in your browser")),
        ),
    ),
    "report": Page(
        (
            ("wonders report game.swlog", marked("game.html, to be kept or passed on")),
            ("wonders report game.jsonl -o evening.html", marked("from a record")),
            ("wonders report game.swlog --lang fr", marked("in French")),
        ),
    ),
    "analyse": Page(
        (
            ("wonders analyse game.jsonl", marked("everybody's choices")),
            (
                "wonders analyse game.swlog --seat ann --games 2000 --jobs all",
                marked("hers, more surely, by all cores"),
            ),
            ("wonders analyse game.jsonl --json", marked("in JSON")),
        ),
        statuses=(
            ("0", marked("the choices were judged, as far as they are known")),
            ("1", marked("something in the file is wrong")),
        ),
    ),
    "history": Page(
        (
            ("wonders history", marked("all games, and how all stand")),
            ("wonders history --since evening", marked("this evening's")),
            (
                "wonders history --game wonders --players 4 --csv",
                marked("some of them, for a spreadsheet"),
            ),
        ),
    ),
    "log": Page(
        (
            ("wonders log game.swlog", marked("all entries, a line for each")),
            ("wonders log game.swlog --json", marked("in JSON")),
        ),
    ),
    "export": Page(
        (("wonders export game.swlog", marked("write the record of a game")),),
    ),
    "check": Page(
        (
            ("wonders check game.jsonl", marked("check a record by the rules")),
            ("wonders check game.jsonl --json", marked("in JSON")),
        ),
    ),
    "cards": Page(
        (
            ("wonders cards", marked("all cards and boards")),
            ("wonders cards --lang fr", marked("by their French names")),
            ("wonders cards green 3", marked("what is green and of age III")),
            ("wonders cards --with leaders expert", marked("the leaders for experts")),
            ("wonders cards --html sheet.html", marked("a sheet to be printed")),
        ),
    ),
}
"""By the names of commands; that of them all has none."""


def write(name: str, formatter: click.HelpFormatter) -> None:
    """Write the end of a command's help."""
    page = PAGES.get(name)
    for heading, entries in page.sections() if page else ():
        if entries:
            with formatter.section(heading):
                formatter.write_dl([(_(word), _(means)) for word, means in entries])
