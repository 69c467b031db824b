"""
The labels of the seat's page, in the language of the program.

The page has no sentences of its own: what its scripts name stands here, and fields in
braces are filled in by them. Sentences that other displays show as well come with the
sections (`seatsections`).
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.words import p_


def words() -> Mapping[str, str]:
    """Return the labels by the names that the page's scripts have for them."""
    return {
        **_general(),
        **_choosing(),
        **_table(),
        **_goods(),
        **_events(),
        **_around(),
        **_drawer(),
    }


def _general() -> Mapping[str, str]:
    return {
        "and": p_("page", "{some} and {last}"),
        "coin": p_("page", "{n} coin"),
        "coins": p_("page", "{n} coins"),
        "with_more": p_("page", "{said} ({more})"),
        "close": p_("page", "Close"),
        "more": p_("page", "More"),
        "bot": p_("page", "bot"),
        "tools": p_("page", "Tools"),
        "starting": p_("page", "No table yet: choose one in the terminal."),
        "ended": p_("page", "The program has ended. You can close this page."),
        "lost": p_(
            "page", "The program doesn't answer. This page comes back by itself."
        ),
        "resting": p_("page", "This page rests while it is hidden."),
        "offline": p_("page", "The host can't be reached at the moment."),
    }


def _choosing() -> Mapping[str, str]:
    return {
        "your_turn": p_("page", "Your turn"),
        "your_choice": p_("page", "Your choice"),
        "hand": p_("page", "Your hand"),
        "choose_card": p_("page", "Choose a card, or drag it onto the table."),
        "choose_one": p_("page", "Choose one, then seal it."),
        "seal": p_("page", "Seal"),
        "take_back": p_("page", "Take back"),
        "next_stage": p_("page", "Next stage: missing"),
        "lacks": p_("page", "missing"),
        "ways": p_("page", "{n} ways"),
        "to_whom": p_("page", "{coins} to {who}"),
        "to_bank": p_("page", "{coins} to the bank"),
        "v.build": p_("page", "Build"),
        "v.pick": p_("page", "Build for free"),
        "v.recruit": p_("page", "Recruit"),
        "v.stage": p_("page", "Build a stage"),
        "v.sell": p_("page", "Sell for 3 coins"),
        "v.keep": p_("page", "Keep"),
        "v.take": p_("page", "Take"),
        "v.search": p_("page", "Look through"),
        "no.already_built": p_("page", "already built"),
        "no.missing_resources": p_("page", "goods missing"),
        "no.too_few_coins": p_("page", "too few coins"),
    }


def _table() -> Mapping[str, str]:
    return {
        "begin": p_("page", "Before the first turn"),
        "turn_only": p_("page", "Turn {turn}"),
        "age_leaders": p_("page", "Age {age}, leaders"),
        "age_turn": p_("page", "Age {age}, turn {turn}"),
        "played": p_("page", "Played"),
        "played_at": p_("page", "Played: {moment}"),
        "nothing_played": p_("page", "Nothing has been played yet."),
        "time_left": p_("page", "{time} left"),
        "chooses": p_("page", "is choosing"),
        "others": p_("page", "Other cities"),
        "show_city": p_("page", "Show the city of {who}"),
        "all_cities": p_("page", "All cities"),
        "board_side": p_("page", "{board} ({side})"),
        "side.day": p_("page", "day side"),
        "side.night": p_("page", "night side"),
        "on_left": p_("page", "left"),
        "on_right": p_("page", "right"),
        "away": p_("page", "away"),
        "gone": p_("page", "left the game"),
        "treasury": p_("page", "coins"),
        "shields": p_("page", "shields"),
        "points": p_("page", "points"),
        "front": p_(
            "page",
            "conflict with {who}: {ours} shields against {theirs}, {worth} points",
        ),
        "wins": p_("page", "from victory tokens"),
        "losses": p_("page", "defeat tokens"),
        "victories": p_("page", "military tokens"),
        "tablet": p_("page", "tablets"),
        "gear": p_("page", "gears"),
        "compass": p_("page", "compasses"),
        "pawns": p_("page", "pawns in edifices"),
        "debts": p_("page", "points of debt"),
        "kept": p_("page", "leaders in hand"),
        "has_cat": p_("page", "has the cat"),
        "makes": p_("page", "Makes"),
        "not_for_sale": p_("page", "{goods} (not for sale)"),
        "chain": p_("page", "chain for a later card"),
        "chains": p_("page", "{n} chain symbols"),
        "stage_built": p_("page", "stage {n}, built"),
        "stage_open": p_("page", "stage {n}"),
        "buried": p_("page", "{card}, face down"),
        "no_cards": p_("page", "Nothing built yet"),
        "edifices": p_("page", "Edifices"),
        "pawns_left": p_("page", "{n} pawns left"),
        "takers": p_("page", "Taking part: {names}"),
        "fate.built": p_("page", "built"),
        "fate.failed": p_("page", "not built"),
        "piles": p_("page", "Piles"),
        "central": p_("page", "the central pile"),
        "open_tokens": p_("page", "Progress tokens"),
        "horns": p_("page", "conflict tokens on their battle side"),
        "tokens_left": p_("page", "progress tokens face down"),
        "curves": p_("page", "Points after each turn"),
        "sheet": p_("page", "Score sheet"),
    }


def _goods() -> Mapping[str, str]:
    return {
        "g.wood": p_("page", "wood"),
        "g.stone": p_("page", "stone"),
        "g.ore": p_("page", "ore"),
        "g.clay": p_("page", "clay"),
        "g.glass": p_("page", "glass"),
        "g.loom": p_("page", "loom"),
        "g.papyrus": p_("page", "papyrus"),
        "c.brown": p_("page", "brown"),
        "c.grey": p_("page", "grey"),
        "c.blue": p_("page", "blue"),
        "c.yellow": p_("page", "yellow"),
        "c.red": p_("page", "red"),
        "c.green": p_("page", "green"),
        "c.purple": p_("page", "purple"),
    }


def _events() -> Mapping[str, str]:
    return {
        "pays": p_("page", "pays {coins} to {who}"),
        "pays_bank": p_("page", "pays {coins} to the bank"),
        "free.chain": p_("page", "free by chain"),
        "free.power": p_("page", "free by a power"),
        "joins": p_("page", "takes part in the edifice"),
        "tokens_of": p_("page", "victory tokens {n}"),
        "e.board": p_("page", "{who} takes {card}"),
        "e.founded": p_("page", "Everybody has a city"),
        "e.dealt": p_("page", "Age {age} is dealt"),
        "e.build": p_("page", "{who} builds {card}"),
        "e.recruit": p_("page", "{who} recruits {card}"),
        "e.stage": p_("page", "{who} builds stage {n}"),
        "e.sell": p_("page", "{who} sells a card"),
        "e.declines": p_("page", "{who} recruits nobody more"),
        "e.drawn": p_("page", "{who} draws {n} leaders"),
        "e.dropped": p_("page", "{who} loses a victory token of {n}"),
        "e.picked": p_("page", "{who} builds {card} from the discard pile"),
        "e.picked_not": p_("page", "{who} takes nothing from the discard pile"),
        "e.edifice": p_("page", "The edifice of age {age} is built"),
        "e.edifice_not": p_("page", "The edifice of age {age} is not built"),
        "e.debt": p_("page", "{who} takes a debt token"),
        "e.penalised": p_("page", "{who} loses {what}"),
        "e.fought": p_("page", "Conflicts of age {age}, left and right"),
        "e.fought_one": p_("page", "{who} {left}/{right}"),
        "e.left": p_("page", "{who} has left the game"),
        "e.copied": p_("page", "{who} copies {card}"),
        "e.taken": p_("page", "{who} takes {card} ({pile})"),
        "e.studied": p_("page", "{who} turns in {n} symbols"),
        "e.token": p_("page", "{who} takes the token {card}"),
        "e.searched": p_("page", "{who} looks through {n} cards"),
        "e.battle": p_("page", "Battle"),
        "e.battle_one": p_("page", "{who} wins {n}"),
    }


def _around() -> Mapping[str, str]:
    return {
        "who_is_here": p_("page", "At the table"),
        "free_seat": p_("page", "free seat"),
        "password": p_("page", "Password"),
        "sit_down": p_("page", "Sit down"),
        "be_ready": p_("page", "I'm ready"),
        "not_ready": p_("page", "Not ready after all"),
        "warnings": p_("page", "Before you are ready"),
        "agreed": p_("page", "What you agree to"),
        "invite": p_("page", "How others can join"),
        "code": p_("page", "Table code"),
        "code_why": p_(
            "page",
            "Read these words aloud. Everybody at the table must have the same ones.",
        ),
        "code_read": p_("page", "We have the same words"),
        "over": p_("page", "Game over"),
        "you_win": p_("page", "You win with {n} points!"),
        "one_wins": p_("page", "{who} wins with {n} points"),
        "they_win": p_("page", "{who} share the victory with {n} points"),
        "rematch": p_("page", "Play again"),
        "watch_again": p_("page", "Watch the next game"),
        "disclose": p_("page", "Show your {n} hidden cards"),
    }


def _drawer() -> Mapping[str, str]:
    return {
        "log": p_("page", "Talk and log"),
        "points_far": p_("page", "Points so far"),
        "cities": p_("page", "Cities"),
        "keys": p_("page", "Keys and actions"),
        "actions": p_("page", "Actions"),
        "this_page": p_("page", "This page"),
        "sound_on": p_("page", "Sound: on"),
        "sound_off": p_("page", "Sound: off"),
        "theme": p_("page", "Light or dark"),
        "say_something": p_("page", "Say something to the table"),
        "say": p_("page", "Say"),
        "type_command": p_("page", "Type a command"),
        "do_it": p_("page", "Do it"),
        "k.number": p_("page", "choose the card with this number"),
        "k.step": p_("page", "move between cards"),
        "k.build": p_("page", "build; again for another way to pay"),
        "k.stage": p_("page", "build a stage; again for another way"),
        "k.sell": p_("page", "sell the card"),
        "k.nothing": p_("page", "take nothing"),
        "k.enter": p_("page", "seal what is laid down"),
        "k.escape": p_("page", "take back, or close"),
        "k.log": p_("page", "talk and log"),
        "k.talk": p_("page", "say something"),
        "k.points": p_("page", "points so far"),
        "k.cities": p_("page", "all cities"),
        "k.command": p_("page", "type a command"),
        "k.help": p_("page", "keys and actions"),
    }
