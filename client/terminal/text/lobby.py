"""
Before a game: the host's tables, who sits at ours, and what is played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal.text.words import (
    Who,
    about,
    duration,
    listing,
    other,
    players,
)
from sealed_wonders.client.words import _, n_, p_
from sealed_wonders.core.games import GAMES, TITLES
from sealed_wonders.net.address import in_shell


def at_host(host: str, tables: int) -> str:
    return n_(
        "The host is called {host}, and has {n} table.",
        "The host is called {host}, and has {n} tables.",
        tables,
    ).format(host=host, n=tables)


_TABLE = re.compile(r"table(?:\s+(?=\S)|(?=\d))", re.IGNORECASE)


def after_table(name: str) -> str:
    """Give what is said of a table's name after that very word: 1, of table 1."""
    return _TABLE.sub("", name, count=1) if _TABLE.match(name) else name


def table_line(
    name: str, game: str, state: str, seated: int, seats: int, who: str
) -> str:
    """
    Say how a table of a host's stands.

    Args:
        game: what is played there, as a host says it: ``"wonders+leaders"``.
    """
    states = {
        "lobby": _("not begun"),
        "playing": _("being played"),
        "over": _("over"),
    }
    said = n_("{n} seated", "{n} seated", seated).format(n=seated)
    if seats:
        said = _("{n} of {seats} seated").format(n=seated, seats=seats)
    line = _("Table {name}, {state}, {seated}: {who}.")
    if not who:
        line = _("Table {name}, {state}, {seated}.")
    line = line.format(
        name=after_table(name), state=states.get(state, state), seated=said, who=who
    )
    if expansions := expansions_of(game):
        line = _("{line} Played with {expansions}.").format(
            line=line, expansions=expansions
        )
    if title := other_game(game):
        line = _("{line} The game there is {game}.").format(line=line, game=title)
    return line


def other_game(game: str) -> str:
    """Name what a host says is played; nothing if it is 7 Wonders, the usual one."""
    name = game.split("+")[0]
    return "" if name == GAMES[0] else TITLES.get(name, name)


def expansions_of(game: str) -> str:
    """Name the expansions in what a host says is played; nothing if there are none."""
    return played_with(game.split("+")[1:], "")


def connection(table: str) -> str:
    return _("Your table is called {name}.").format(name=table)


def options(
    players: str,
    expansions: str,
    sides: str,
    turn_time: int,
    others: Sequence[tuple[str, object]],
) -> str:
    """
    Say what is played.

    Args:
        expansions: what it is played with; empty if with nothing.
    """
    time, rest = _time(turn_time), _rest(others)
    said = _("The game is 7 Wonders for {players}; {sides}; {time}{rest}.")
    if expansions:
        said = _(
            "The game is 7 Wonders with {expansions}, for {players}; {sides}; {time}{rest}."
        )
    return said.format(
        players=players, expansions=expansions, sides=sides, time=time, rest=rest
    )


def options_of(
    game: str, players: str, turn_time: int, others: Sequence[tuple[str, object]]
) -> str:
    """Say what is played, of a game that has nothing to be settled but that."""
    said = _("The game is {game}, for {players}; {time}{rest}.")
    time, rest = _time(turn_time), _rest(others)
    title = TITLES.get(game, game)
    return said.format(game=title, players=players, time=time, rest=rest)


def _time(turn_time: int) -> str:
    if turn_time:
        return _("{time} for a turn").format(time=duration(turn_time))
    return _("no limit to a turn")


def _rest(others: Sequence[tuple[str, object]]) -> str:
    return "".join(f", {key} {value}" for key, value in others)


def played_with(expansions: Sequence[str], leaders: str) -> str:
    """Name expansions by their words in the options; nothing if there are none."""
    names = {
        "leaders": _("Leaders"),
        "edifice": _("Edifice"),
    }
    if leaders == "expert":
        names["leaders"] = _("Leaders (expert ones too)")
    return listing([names.get(name, name) for name in expansions])


def players_so_far(players: str) -> str:
    return _("as many as sit down, now {players}").format(players=players)


def side_option(name: str) -> str:
    """Say how sides are settled, by the value of the option."""
    said = {
        "day": _("everybody has the day side"),
        "night": _("everybody has the night side"),
        "choose": _("everybody chooses a side"),
        "random": _("sides are drawn by lot"),
    }
    return said.get(name, name)


def boards_lie(boards: Sequence[str], first: Sequence[str]) -> str:
    """
    Say which boards are on the table.

    Args:
        first: those of them that are of the first edition.
    """
    if not first:
        return _("The boards are {boards}.").format(boards=listing(boards))
    said = _("The boards are {boards}, and of the first edition {first}.")
    if not boards:
        said = _("The boards are those of the first edition: {first}.")
    printed = _("Those of the first edition call their day side A, their night side B.")
    return f"{said.format(boards=listing(boards), first=listing(first))} {printed}"


def boards_chosen() -> str:
    return _(
        "Boards are chosen from the middle, one player after the other, in the order of "
        "the seats."
    )


def wonders_chosen() -> str:
    return _(
        "Wonders are chosen from the middle, one player after the other, in the order of "
        "the seats."
    )


def cards_sealed() -> str:
    return _(
        "Cards are sealed: nobody but you can see your hand, and whatever anybody does "
        "with cards is checked by all."
    )


def piles_sealed() -> str:
    return _(
        "Cards are sealed: nobody knows what lies face down in a pile, the host neither, "
        "and whatever anybody does with cards is checked by all."
    )


def piles_wait() -> str:
    """Say what it costs that nobody can open sealed piles alone."""
    return _(
        "A card is turned up by the programs of all players together, and by no fewer: "
        "whenever somebody's program is away the game waits for it, and it can't go on "
        "without anybody."
    )


def seated(n: int, wanted: int) -> str:
    if wanted:
        said = n_("{n} of {wanted} sit here:", "{n} of {wanted} sit here:", n)
        return said.format(n=n, wanted=wanted)
    return n_("{n} sits here:", "{n} sit here:", n).format(n=n)


def ready() -> str:
    return p_("somebody is", "ready")


def not_ready() -> str:
    return p_("somebody is", "not ready")


def bot_of_nobody() -> str:
    return _("a bot")


def bot_of(owner: Who) -> str:
    return about(owner, _("a bot run by you"), _("a bot run by {who}"))


def bot_of_host() -> str:
    return _("a bot of the host's")


def known_key() -> str:
    return _("known to you")


def own() -> str:
    return other(None)


def new_key(fingerprint: str) -> str:
    return _("new to you, with key {fingerprint}").format(fingerprint=fingerprint)


def lobby_row(name: str, notes: Sequence[str]) -> str:
    return _("{name}: {notes}.").format(name=name, notes=", ".join(notes))


def changed_key(name: str, fingerprint: str) -> str:
    said = _(
        "WARNING! This {name} has another key than the {name} you know. It may be "
        "somebody else. Ask {name}, by voice, whether their key is {fingerprint}; if it "
        "is, type: trust {name}"
    )
    return said.format(name=name, fingerprint=fingerprint)


def still_changed(name: str) -> str:
    said = _(
        "WARNING! {name} plays with another key than the {name} you know. If that is "
        "right, type: trust {name}"
    )
    return said.format(name=name)


def ready_all_the_same() -> str:
    return _(
        "Are you ready all the same, to play with somebody who may be somebody else? "
        "Yes or no?"
    )


def not_ready_then() -> str:
    return _("You are not ready.")


def not_ready_any_more() -> str:
    return _(
        "You were ready before they came, and aren't any more. If you want to begin all "
        "the same, type ready."
    )


def trusted(name: str) -> str:
    return _("{name} is known to you by this key from now on.").format(name=name)


def not_to_trust(name: str) -> str:
    return _("Nobody called {name} sits here with a changed key.").format(name=name)


def sat_down(name: str, notes: Sequence[str]) -> str:
    said = _("{name} sits down: {notes}.")
    return said.format(name=name, notes=", ".join(notes))


def got_up(name: str) -> str:
    return _("{name} gets up.").format(name=name)


def is_ready(who: Who, ready: bool) -> str:
    if ready:
        return about(who, _("You are ready."), _("{who} is ready."))
    return about(who, _("You are not ready."), _("{who} is not ready."))


def is_here(name: str, here: bool) -> str:
    if here:
        return _("{name} is connected again.").format(name=name)
    return _("{name} has lost the connection.").format(name=name)


def another_draw(note: str) -> str:
    return _("Seats are drawn again: {why}.").format(why=retold(note))


def options_changed() -> str:
    return _("What is played has changed, so everybody must be ready again.")


def say_ready() -> str:
    return _("Type ready when you want to begin, and help for what else you can type.")


# When it begins.


def code(words: str) -> str:
    return _("Table code: {words}.").format(words=words)


def begins(words: str) -> str:
    return _("The game begins. {code}").format(code=code(words))


def resumed(words: str) -> str:
    return _("You take your seat again. {code}").format(code=code(words))


def code_means() -> str:
    return _(
        "Everybody reads these words aloud: if all have the same, nobody sits between "
        "you."
    )


def caught_up(age: int, turn: int) -> str:
    said = _("The game has gone on to age {age}, after turn {turn}.")
    return said.format(age=age, turn=turn)


def invitation(address: str) -> str:
    said = _("Others can join with: {command}")
    return said.format(command=join_command(address))


def join_command(address: str) -> str:
    """Give the command by which others come to a host, on machines of their own."""
    return f"wonders join {in_shell(address)}"


def no_invitation() -> str:
    return _("This table has no address that others could use.")


# A host of one's own.


def too_many_bots(bots: int, count: int) -> str:
    more = n_("{n} bot", "{n} bots", bots).format(n=bots)
    said = _("{bots} and you are more than {players}")
    return said.format(bots=more, players=players(count))


def host_ended(why: str) -> str:
    if why:
        return _("The host has ended: {why}.").format(why=why)
    return _("The host has ended.")


def own_game_goes_on(another: str) -> str:
    said = _("Your game goes on. For another one, type: {command}")
    return said.format(command=another)


def log_lies() -> str:
    return _("The log of this game can be turned into a record with")
