"""The labels that only the page for a room has, in the current language."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.host.bundle.pages import wheel_ways
from sealed_wonders.host.bundle.systems import SYSTEMS
from sealed_wonders.net.web.labels import words as shared
from sealed_wonders.net.words import _, p_


def words() -> Mapping[str, str]:
    """Return the labels by the names that the page's scripts have for them."""
    titles = (*(it.title for it in SYSTEMS), *wheel_ways("", ""))
    return {
        **shared(),
        **{f"system.{it}": _(it) for it in titles},
        # The page.
        "tools": p_("page", "Tools"),
        "keys": p_(
            "page",
            "Keys: l language, t light or dark, a all tables, 1 to 7 cities",
        ),
        "all": p_("page", "All tables"),
        "tables": p_("page", "Tables"),
        "loading": p_("page", "Loading…"),
        "reading": p_("page", "Reading the log…"),
        "no_table": p_("page", "No table is open just now."),
        "lost": p_(
            "page", "The host isn't responding. This page will reconnect by itself."
        ),
        "crowded": p_(
            "page",
            "Too many browsers are watching. This page tries again by itself.",
        ),
        "broken": p_("page", "This table can't be shown."),
        "state.lobby": p_("page", "Lobby"),
        "state.playing": p_("page", "In progress"),
        "state.full": p_("page", "Being checked"),
        "state.over": p_("page", "Over"),
        "state.stopped": p_("page", "Stopped"),
        "stopped": p_("page", "The table was stopped."),
        "with_expansions": p_("page", "{title}, with {names}"),
        "x.leaders": p_("page", "Leaders"),
        "x.edifice": p_("page", "Edifice"),
        "behind": p_("page", "{n} seconds behind, as set for this table"),
        # A lobby.
        "who_is_here": p_("page", "At the table"),
        "ready": p_("page", "ready"),
        "not_ready": p_("page", "not ready yet"),
        "not_here": p_("page", "not connected"),
        "bot_comes": p_("page", "bot, joins when everybody is ready"),
        "begins": p_("page", "The game begins when everybody is ready."),
        "seats_exact": p_("page", "{n} seats"),
        "seats_range": p_("page", "{least} to {most} players"),
        "drawing": p_("page", "Seats are being drawn"),
        "chat": p_("page", "Chat"),
        "line": p_("page", "{who}: {said}"),
        "q.hello": p_("page", "Hello!"),
        "q.well-played": p_("page", "Well played!"),
        "q.hurry-up": p_("page", "Hurry up!"),
        "q.thanks": p_("page", "Thanks!"),
        "q.back-soon": p_("page", "Back soon."),
        "q.good-game": p_("page", "Good game!"),
        "evening": p_("page", "This evening"),
        "evening.games": p_("page", "games"),
        "evening.won": p_("page", "won"),
        "evening.points": p_("page", "points"),
        "evening.average": p_("page", "average"),
        "evening.rating": p_("page", "rating"),
        # How to join.
        "join": p_("page", "Join"),
        "how": p_("page", "How to join"),
        "play_phone": p_("page", "Play on your phone"),
        "play_how": p_("page", "Scan the code, and give your name."),
        "get_at": p_(
            "page",
            "To get the program on a computer, open {at} there and copy the commands.",
        ),
        "play_program": p_("page", "With the program:"),
        "scan": p_("page", "Watch on your phone"),
        "whole": p_("page", "Play with the program"),
        "reach.tunnel": p_("page", "a tunnel, such as a VPN"),
        "reach.disconnected": p_("page", "not connected"),
        "way.python": p_(
            "page", "{system}, with Python 3.11 or newer and Internet access"
        ),
        "way.installed": p_("page", "Once it is installed"),
        "way.start": p_("page", "start wonders"),
        "way.choose": p_("page", "choose this host from the list"),
        "way.type": p_("page", "or type: {line}"),
        # Options.
        "o.sides.day": p_("page", "Everybody has the day side"),
        "o.sides.night": p_("page", "Everybody has the night side"),
        "o.sides.choose": p_("page", "Everybody chooses a side"),
        "o.sides.random": p_("page", "Sides are drawn by lot"),
        "o.expert": p_("page", "Expert leaders"),
        "o.boards": p_("page", "Boards: {names}"),
        "o.chosen": p_("page", "Boards are chosen, one after the other"),
        "o.turn": p_("page", "{time} for each choice"),
        "o.game": p_("page", "{time} each for the whole game"),
        "o.more": p_("page", "plus {n} seconds per choice"),
        "o.behind": p_("page", "This page is {n} seconds behind"),
        # A game.
        "code_why": p_(
            "page",
            "Players read these words aloud. Everybody must have the same ones.",
        ),
        "awaited": p_("page", "Waiting for {names}"),
        "awaited_all": p_("page", "Everybody is choosing"),
        "paused_by": p_("page", "Paused by {name}"),
        "turn_of": p_("page", "{who}'s turn"),
        "cheated": p_("page", "broke the rules"),
        "would_end": p_("page", "wants to end the game"),
        "do.shuffles": p_("page", "Cards are being shuffled"),
        "do.deals": p_("page", "Cards are being dealt"),
        "do.peeks": p_("page", "A player is looking at cards"),
        "do.turns-up": p_("page", "Cards are being turned up"),
        "do.hands-over": p_("page", "A player is being shown the discard pile"),
        "do.passes-on": p_("page", "The hands of those who left are passed on"),
        "do.shows": p_("page", "Choices are being revealed"),
        "do.signs": p_("page", "The result is being signed"),
        # The end of a game.
        "result": p_("page", "Result"),
        "verdict": p_("page", "Was it fair?"),
        "verdict.checked": p_("page", "All proofs were checked, and they are valid."),
        "verdict.unchecked": p_(
            "page",
            "This host hasn't checked the proofs. To check them, use wonders audit.",
        ),
        "verdict.checking": p_("page", "The proofs are being checked…"),
        "verdict.stopped": p_("page", "The table was stopped."),
        "early": p_("page", "Everybody agreed to end it early."),
    }
