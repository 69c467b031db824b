"""
The labels of the seat's page, in the language of the program.

The page has no sentences of its own: what its scripts name stands here, and fields in
braces are filled in by them. Sentences that other displays show as well come with the
sections (`seatsections`).
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.web.labels import words as shared
from sealed_wonders.net.words import p_


def words() -> Mapping[str, str]:
    """Return the labels by the names that the page's scripts have for them."""
    return {
        **shared(),
        **_general(),
        **_choosing(),
        **_table(),
        **_around(),
        **_lessons(),
        **_drawer(),
        **_tools(),
        **_signs(),
        **_of_one(),
    }


PARTS: Mapping[str, str] = {
    **{it: f"v.{it}" for it in ("build", "recruit", "stage", "sell", "keep")},
    "enter": "seal",
    "back": "take_back",
    "scores": "tool.points",
    "cities": "tool.cities",
    "log": "tool.log",
    "help": "tool.help",
    "replay": "replay",
}
"""Labels of buttons, by the actions that they do."""


def parts(stage: int | None = None) -> Mapping[str, str]:
    """
    Return the labels of buttons by their actions, for sentences that name them.

    Args:
        stage: the number of the next stage, which its button shows; None if unknown.
    """
    known = words()
    found = {action: button(known[label]) for action, label in PARTS.items()}
    if stage is not None:
        label = known["stage_n"].format(n=stage).rstrip(": \u00a0\u202f")
        found["stage"] = button(label)
    return found


def button(label: str) -> str:
    """Return a button's label as sentences name it."""
    return p_("page", "“{label}”").format(label=label)


def _general() -> Mapping[str, str]:
    return {
        "close": p_("page", "Close"),
        "more": p_("page", "More"),
        "less": p_("page", "Less"),
        "tools": p_("page", "Tools"),
        "starting": p_("page", "No table yet: choose one in the terminal."),
        "ended": p_("page", "The program has ended. You can close this page."),
        "left": p_("page", "You have left the table. You can close this page."),
        "lost": p_(
            "page", "The program isn't responding. This page will reconnect by itself."
        ),
        "lost_guest": p_(
            "page",
            "The lender's program isn't responding. Are you on its Wi-Fi? This page "
            "will reconnect by itself.",
        ),
        "resting": p_("page", "This page is paused while it is hidden."),
        "offline": p_("page", "The host can't be reached at the moment."),
    }


def _choosing() -> Mapping[str, str]:
    return {
        "your_turn": p_("page", "Your turn"),
        "your_choice": p_("page", "Your choice"),
        "hand": p_("page", "Your hand"),
        "choose_card": p_("page", "Choose a card, or drag it onto the table."),
        "choose_over": p_("page", "Choose a card to take over again."),
        "choose_one": p_("page", "Choose one, then confirm."),
        "seal": p_("page", "Confirm"),
        "take_back": p_("page", "Change my mind"),
        "unsealed": p_("page", "Not played yet: confirm it."),
        "stage_n": p_("page", "Stage {n}:"),
        "stage_ready": p_("page", "Stage {n} can be built."),
        "wonder_complete": p_("page", "Wonder complete"),
        "other_ways": p_("page", "Ways to pay"),
        "lacks": p_("page", "missing"),
        "to_pay": p_("page", "to pay:"),
        "copies": p_("page", "You have {n}"),
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
        "v.choose": p_("page", "Choose {what}"),
        "v.search": p_("page", "Look through"),
        "no.already_built": p_("page", "already built"),
        "no.missing_resources": p_("page", "missing resources"),
        "no.too_few_coins": p_("page", "too few coins"),
    }


def _table() -> Mapping[str, str]:
    return {
        "others": p_("page", "Other cities"),
        "show_city": p_("page", "Show the city of {who}"),
        "all_cities": p_("page", "All cities"),
        "on_left": p_("page", "left"),
        "on_right": p_("page", "right"),
        "worth": p_("page", "{n} points"),
        "front": p_(
            "page",
            "Conflict with {who}, shields {ours} to {theirs}: {worth} if the age ended "
            "now.",
        ),
        "front_wins": p_("page", "ahead"),
        "front_loses": p_("page", "behind"),
        "front_level": p_("page", "level"),
        "if_ended": p_("page", "if the age ended now:"),
    }


def _around() -> Mapping[str, str]:
    return {
        "who_is_here": p_("page", "At the table"),
        "password": p_("page", "Password"),
        "has_password": p_("page", "This table has a password."),
        "sit_down": p_("page", "Sit down"),
        "be_ready": p_("page", "I'm ready"),
        "not_ready": p_("page", "Not ready after all"),
        "warnings": p_("page", "Check before you say you're ready"),
        "which_machine": p_("page", "On which machine?"),
        "agreed": p_("page", "What you agree to"),
        "invite": p_("page", "How others can join"),
        "code_why": p_(
            "page",
            "Read these words aloud. Everybody at the table must have the same ones.",
        ),
        "code_read": p_("page", "We have the same words"),
        "you_win": p_("page", "You win with {n} points!"),
        "nth": p_("page", "{n}. {who}: {points}"),
        "n_points": p_("page", "{n} points"),
        "tap_number": p_("page", "Tap a number to see what it counts."),
        "rematch": p_("page", "Play again"),
        "start_this": p_("page", "Start this game"),
        "other_options": p_("page", "Another game or expansions"),
        "keep_game": p_("page", "Keep this game"),
        "keep_log": p_("page", "Log, for checking"),
        "log_for": p_(
            "page",
            "The log is a file. On a computer, this program can use it to check and "
            "replay the game.",
        ),
        "keeping": p_("page", "Just a moment …"),
        "not_kept": p_("page", "That didn't work. Try again in a moment."),
        "kept_page": p_(
            "page",
            "{name} is in your downloads. Any browser opens it, and you can send it to "
            "anybody.",
        ),
        "kept_log": p_(
            "page",
            "{name} is in your downloads. Only this program can read it: on a "
            "computer, it checks and replays the game.",
        ),
        "leave_unkept": p_(
            "page", "Leave the table? After that, you can't keep this game any more."
        ),
        "watch_again": p_("page", "Watch the next game"),
        "disclose": p_("page", "Show my {n} hidden cards"),
    }


def _lessons() -> Mapping[str, str]:
    return {
        "lesson": p_("page", "Lesson: {title}"),
        "lesson_back": p_("page", "Back"),
        "lesson_next": p_("page", "Next"),
        "lesson_quiet": p_("page", "Turn off lessons"),
    }


def _drawer() -> Mapping[str, str]:
    return {
        "log": p_("page", "Messages and log"),
        "cities": p_("page", "Cities"),
        "held": p_("page", "Leaders in your hand"),
        "games": p_("page", "My games"),
        "no_games": p_("page", "No games are kept on this machine yet."),
        "settings": p_("page", "Settings"),
        "settings_when": p_(
            "page",
            "A change is saved at once, and applies when the program next starts.",
        ),
        "unset": p_("page", "automatic"),
        "reading": p_("page", "Reading …"),
        "replay": p_("page", "Watch the replay"),
        "primer": p_("page", "How it goes, and how to score"),
        "experts": p_("page", "For experts"),
        "keys": p_("page", "Keys"),
        "actions": p_("page", "Actions"),
        "this_page": p_("page", "This page"),
        "sound_on": p_("page", "Sound: on"),
        "sound_off": p_("page", "Sound: off"),
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
        "k.enter": p_("page", "confirm your choice"),
        "k.escape": p_("page", "take back, or close"),
        "k.log": p_("page", "messages and log"),
        "k.talk": p_("page", "say something"),
        "k.points": p_("page", "points so far"),
        "k.cities": p_("page", "all cities"),
        "k.command": p_("page", "type a command"),
        "k.help": p_("page", "help: the game, signs, actions and keys"),
    }


def _tools() -> Mapping[str, str]:
    """Return the words beside the icons of the tools."""
    return {
        "tool.points": p_("page", "Points"),
        "tool.cities": p_("page", "Cities"),
        "tool.log": p_("page", "Log"),
        "tool.help": p_("page", "Help"),
    }


def _signs() -> Mapping[str, str]:
    """Return what the signs on the table mean."""
    return {
        "signs": p_("page", "Signs"),
        "sign.front": p_(
            "page",
            "The conflict with your left neighbour if the age ended now: your shields, "
            "theirs, and the points you would get.",
        ),
        "sign.won": p_("page", "Points from the conflicts you have won."),
        "sign.lost": p_("page", "Conflicts you have lost: −1 point each."),
        "sign.shield": p_("page", "Shields: they count in the conflicts."),
        "sign.stage": p_("page", "Stages of the wonder."),
        "sign.own": p_(
            "page",
            "A dashed frame: the city makes one of these, but its neighbours can't buy "
            "it.",
        ),
        "sign.chain": p_(
            "page", "A chain: a later card with the same sign is free for this city."
        ),
        "sign.lacks": p_(
            "page",
            "You can't build this card: these resources are missing. If you have too "
            "few coins, the price is shown here.",
        ),
        "sign.free": p_(
            "page",
            "You can build this card for free, thanks to a chain, another "
            "card or your wonder.",
        ),
        "sign.pays": p_("page", "What a card costs you, and whom you pay."),
        "sign.brings": p_(
            "page",
            "Below a card: the points and coins that it would bring as the cities "
            "stand now, not counting conflicts.",
        ),
        "sign.score.wonders": p_(
            "page", "A city's points if the game ended now; every 3 coins are 1 point."
        ),
        "sign.score.architects": p_("page", "A city's points if the game ended now."),
        "sign.military": p_("page", "Military tokens, won in battles: 3 points each."),
        "sign.cat": p_(
            "page",
            "The cat: its owner sees the top of the central pile before taking a card.",
        ),
        "sign.horn": p_(
            "page",
            "Conflict tokens that show their battle side, out of the total. Once all "
            "of them do, a battle follows.",
        ),
        "sign.progress": p_("page", "Progress tokens that still lie face down."),
        "sign.pile": p_("page", "A pile, and how many cards it still has."),
        "sign.copies": p_("page", "How many copies of this card the city has."),
    }


def _of_one() -> Mapping[str, str]:
    """Return labels for one of something, where more have another label."""
    return {
        "worth.one": p_("page", "{n} point"),
        "n_points.one": p_("page", "{n} point"),
        "you_win.one": p_("page", "You win with {n} point!"),
        "disclose.one": p_("page", "Show my hidden card"),
    }
