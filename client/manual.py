"""
Pages of the manual: examples, keys, files and environment variables per command.

The summaries are in `client/__main__.py`, and the options are in each command's module.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.storage.settings import ABOUT, VARIABLES
from sealed_wonders.net.commandline.pages import Entries, Page
from sealed_wonders.net.words import marked

_KEYS: Entries = (
    (
        marked("arrows, Enter"),
        marked("choose; Enter again seals a choice, Esc takes it back"),
    ),
    ("?", marked("show what you can do here, and all keys")),
    ("t", marked("chat; a single digit sends a ready-made phrase")),
    ("z", marked("let a bot play for you, or take over again")),
    (":", marked("type a command, as in line mode")),
    (",", marked("change settings")),
    ("Ctrl-Z", marked("go to the shell; fg brings you back")),
    ("q, Ctrl-C", marked("leave; during a game, you have to confirm this")),
)

PAGES: Mapping[str, Page] = {
    "": Page(
        (
            ("wonders", marked("find a table")),
            ("wonders play", marked("play against three bots")),
            ("wonders join 192.168.1.5:7777", marked("join a table on this host")),
            ("wonders --lang fr learn", marked("learn to play, in French")),
            ("wonders join --help", marked("show the options of a command")),
        ),
        files=(
            ("~/.config/sealed-wonders/settings.toml", marked("your settings")),
            (
                "~/.config/sealed-wonders/identity.pem",
                marked("your identity; anybody who has it can take your seat"),
            ),
            (
                "~/.config/sealed-wonders/admin.pem",
                marked("your admin key for hosts, created when you first type host"),
            ),
            (
                "~/.config/sealed-wonders/hosts, people",
                marked("keys of the hosts and people you have met"),
            ),
            (
                "~/.local/state/sealed-wonders/games/",
                marked("state of unfinished games"),
            ),
            ("~/.local/state/sealed-wonders/logs/", marked("logs of games")),
            (
                "~/.local/state/sealed-wonders/crashes/",
                marked("crash reports, without secrets"),
            ),
        ),
        variables=(
            ("WONDERS_HOME", marked("one folder for all these files")),
            (
                "WONDERS_BELL, …",
                marked("the setting with this name; see wonders settings --help"),
            ),
            (
                "WONDERS_PASSWORD",
                marked("the table's password, for wonders join"),
            ),
            (
                "WONDERS_EVENTS",
                marked("file in which to record the program's events, for bug reports"),
            ),
            ("NO_COLOR", marked("if set, use no colours")),
            ("TERM", marked("if dumb, use line mode")),
        ),
    ),
    "play": Page(
        (
            ("wonders play", marked("play against three bots")),
            (
                "wonders play --players 7 --turn-time 60",
                marked("play against six bots, with a minute for each choice"),
            ),
            (
                "wonders play --players 3 --bots 1",
                marked("play with a friend and a bot"),
            ),
            (
                "wonders play --plain --sides day",
                marked("play in line mode, with day sides only"),
            ),
            ("wonders play --with leaders", marked("play with the Leaders expansion")),
            (
                "wonders play --with leaders,edifice --leaders expert",
                marked("play with both expansions and the expert leaders"),
            ),
            (
                "wonders play --boards all --draw chosen",
                marked("play with Carthage; everybody chooses a board"),
            ),
        ),
        keys=_KEYS,
    ),
    "learn": Page(
        (
            ("wonders learn", marked("play a first game")),
            ("wonders learn --plain", marked("play in line mode")),
            (
                "wonders learn --with leaders,edifice",
                marked("play with the expansions, which are explained as well"),
            ),
        ),
        keys=_KEYS,
    ),
    "join": Page(
        (
            ("wonders join", marked("choose a host")),
            (
                "wonders join 192.168.1.5:7777",
                marked("join any open table on this host"),
            ),
            (
                "wonders join table.local:7777 --table garden --name ann",
                marked("join the table named garden, or open it"),
            ),
            (
                f"wonders join 192.168.1.5:7777#{'0123456789abcdef' * 2}",
                marked("follow an invitation, and accept no other host"),
            ),
            (
                "wonders join 192.168.1.5 --table oak --game architects --bots 2",
                marked("open a table with your own options"),
            ),
            (
                "wonders join 192.168.1.5 --table garden --spectate",
                marked("watch the game at the table named garden"),
            ),
            ("wonders join --plain", marked("play in line mode")),
        ),
        keys=_KEYS,
    ),
    "lend": Page(
        (
            ("wonders lend 192.168.1.5:7777", marked("lend seats at any open table")),
            (
                "wonders lend 192.168.1.5 --table Kitchen --seats 2",
                marked("lend two seats at a certain table"),
            ),
        ),
        keys=(
            (
                marked("Enter"),
                marked("show the code, or lend a seat to the one waiting phone"),
            ),
            ("help", marked("list everything that you can type")),
            ("Ctrl-C", marked("stop; you can resume the seats later")),
        ),
        files=(
            (
                "~/.local/state/sealed-wonders/lent/",
                marked("keys, unfinished games and logs of the seats that you lend"),
            ),
        ),
    ),
    "rejoin": Page(
        (
            ("wonders rejoin 192.168.1.5:7777", marked("take your seat back")),
            (
                "wonders rejoin 192.168.1.5 --password",
                marked("take your seat back at a table with a password"),
            ),
        ),
        keys=_KEYS,
        files=(
            (
                "~/.local/state/sealed-wonders/rejoined",
                marked("key of a seat that you took back, kept until its game is over"),
            ),
        ),
    ),
    "bot": Page(
        (
            (
                "wonders bot 192.168.1.5:7777 --seat-name Atossa",
                marked("seat a bot at any open table"),
            ),
            (
                "wonders bot 192.168.1.5:7777 --seat-name A --seat-name B",
                marked("seat two bots"),
            ),
        ),
    ),
    "settings": Page(
        (
            ("wonders settings", marked("show all settings")),
            ("wonders settings bell on", marked("ring the bell when it is your turn")),
            ("wonders settings keys.build b,f5", marked("set two keys for an action")),
            ("wonders settings bell --reset", marked("restore the default")),
            ("wonders settings --edit", marked("open the file in your editor")),
        ),
        variables=(
            *((variable, ABOUT[name]) for name, variable in VARIABLES.items()),
            ("VISUAL, EDITOR", marked("the editor for --edit")),
        ),
    ),
    "simulate": Page(
        (
            ("wonders simulate", marked("one game with four bots")),
            (
                "wonders simulate --game architects --players 2",
                marked("play Architects with two bots"),
            ),
            (
                "wonders simulate --players 3..7 --games 2 --json",
                marked("play two games for each number of players, and print JSON"),
            ),
            (
                "wonders simulate --seed 7 --record records",
                marked("play one game, and write its record"),
            ),
        ),
    ),
    "arena": Page(
        (
            ("wonders arena random builder", marked("compare two strategies")),
            (
                "wonders arena random builder --challenger builder --deals 100",
                marked("play only the matches with a single builder"),
            ),
            (
                "wonders arena random builder --players 3..7 --jobs all --json",
                marked("play with 3 to 7 players on all cores, and print JSON"),
            ),
            (
                "wonders arena random builder --with leaders --times",
                marked("play with Leaders, and show times"),
            ),
        ),
    ),
    "audit": Page(
        (
            ("wonders audit last", marked("check your last game")),
            ("wonders audit game.swlog --json", marked("check a log, and print JSON")),
            ("wonders audit game.swlog theirs.swlog", marked("compare two logs")),
        ),
    ),
    "replay": Page(
        (
            ("wonders replay last", marked("look through your last game")),
            ("wonders replay last --turn 2", marked("start at the second age")),
            ("wonders replay game.jsonl", marked("look through a record")),
            (
                "wonders replay game.swlog --browser",
                marked("show a game in your browser"),
            ),
        ),
    ),
    "report": Page(
        (
            ("wonders report last", marked("write a page about your last game")),
            (
                "wonders report game.jsonl -o evening.html",
                marked("write evening.html from a record"),
            ),
            ("wonders report game.swlog --lang fr", marked("write the page in French")),
        ),
    ),
    "analyse": Page(
        (
            ("wonders analyse last", marked("analyse your own choices")),
            (
                "wonders analyse game.swlog --seat ann --games 2000 --jobs all",
                marked("analyse Ann's choices with more games, on all cores"),
            ),
            ("wonders analyse game.jsonl --json", marked("print JSON")),
        ),
    ),
    "history": Page(
        (
            ("wonders history", marked("show all games and standings")),
            ("wonders history --since evening", marked("show only tonight's games")),
            (
                "wonders history --game wonders --players 4 --csv",
                marked("write some of the games as CSV, for a spreadsheet"),
            ),
        ),
    ),
    "log": Page(
        (
            ("wonders log last", marked("show the log of your last game")),
            ("wonders log game.swlog --json", marked("print JSON")),
        ),
    ),
    "export": Page(
        (
            (
                "wonders export game.swlog > game.jsonl",
                marked("write the record to a file"),
            ),
        ),
    ),
    "check": Page(
        (
            ("wonders check game.jsonl", marked("check a record")),
            ("wonders check game.jsonl --json", marked("print JSON")),
        ),
    ),
    "cards": Page(
        (
            ("wonders cards", marked("show all cards and boards")),
            (
                "wonders cards --lang fr",
                marked("show all cards and boards with French names"),
            ),
            ("wonders cards green 3", marked("show green cards of age III")),
            ("wonders cards --with leaders expert", marked("show the expert leaders")),
            ("wonders cards --html sheet.html", marked("write a page to print")),
            (
                "wonders cards --cut-outs cards.html --players 4",
                marked("write cards for four players, to cut out"),
            ),
        ),
    ),
    "completion": Page(
        (
            ("wonders completion install", marked("set up completion for your shell")),
            ("wonders completion zsh", marked("print the script for zsh")),
        ),
    ),
}
"""Manual pages by command name; the empty name is for the whole program."""
