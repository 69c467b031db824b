"""
The sections of a seat's page: what one person sees, as plain data.

Sentences come from the same modules as those of screens and line mode, in the language
of the program; the page adds only the labels of its own parts. Cards are catalogue ids,
whose pictures the page loads. A section is sent again when it has changed, so anything
that changes every second, such as the time left, is given as a moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sealed_wonders.client.browser.pagewords import button
from sealed_wonders.client.lessons import primer
from sealed_wonders.client.logs import kept
from sealed_wonders.client.person import keys
from sealed_wonders.client.person.features import features_of, named_of
from sealed_wonders.client.person.opendialogs import OpenDialog
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.program import ends_at_start, typed
from sealed_wonders.client.questions.dialog import Dialog, Key
from sealed_wonders.client.storage.home import log_name
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import endings, lobby, standings, tablecode, waits
from sealed_wonders.client.view import games, shownnames
from sealed_wonders.client.view.ending import Ending
from sealed_wonders.client.view.menu import Item, Menu, MenuMove
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import lodging, scoresheet, sealedanswer, text
from sealed_wonders.core.definition import Facts
from sealed_wonders.core.games import TITLES, definition
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.words import _, language

LINES = 80
"""Maximum number of lines of the narration that a page gets."""

TABLE, LOBBY, HOST = "table", "lobby", "host"
"""Places a person can be at: a game, a lobby, or a host without a table yet."""


def of_person(person: Person, key: Key, seconds: float) -> dict[str, Facts]:
    """
    Return all sections but those of the game's course, which a chronicle has.

    Args:
        key: Returns the key of an action as displayed.
        seconds: The time on the clock of `TableModel.deadline`.
    """
    known = person.known
    found = {
        "seat": _seat(person),
        "wait": _wait(person, seconds),
        "clock": _clock(known, seconds),
        "log": _log(known),
        "keys": _keys(person, key),
    }
    if known.charter is None and known.news is not None:
        found["lobby"] = _lobby(person, known.news)
    if known.charter is not None:
        found["game"] = _game(known, known.charter)
    if known.sight is not None:
        state, ours = known.sight.state, known.ours
        public = definition(known.game).public
        if ours is not None:
            found["own"] = public.own(state, ours, known.sight.faces)
        found["at"] = {"at": list(public.at(state))}
    if known.menu is not None and person.can_choose:
        found["question"] = _question(known, known.menu)
        if person.lies is not None:
            found["laid"] = {"word": person.lies.word}
    if known.sealed is not None:
        found["sealed"] = {
            "said": sealedanswer.sentence(known.sealed, known.menu),
            "move": known.sealed.move.text,
            "slot": known.sealed.move.slot,
        }
    if known.ending is not None:
        found["end"] = _end(person, known.ending)
    return found


def _seat(person: Person) -> Facts:
    known = person.known
    place = HOST if known.news is None else LOBBY
    return {
        "place": place if known.charter is None else TABLE,
        "language": language(),
        "game": known.game,
        "host": known.host,
        "ours": known.ours,
        "from": known.viewpoint,
        "over": known.ending is not None,
        "offline": known.offline,
        "password": known.password_of,
        "password_why": known.password_why if known.password_of is not None else "",
        "games": list(known.games),
        "typed": person.commands.is_unsure,
        "talks": person.seated and not known.is_among_bots,
        "guest": person.is_guest,
        "autopilot": known.handing.autopilot,
    }


def _game(known: TableModel, charter: Charter) -> Facts:
    options = dict(charter.options)
    expansions = games.expansions(charter.options)
    lodgings = map(lodging.lodgings(known).get, range(len(known.people)))
    return {
        "title": TITLES.get(known.game, ""),
        "code": tablecode.code(charter.gid),
        "other_codes": list(tablecode.in_other_languages(charter.gid)),
        "read_code": tablecode.is_due(known),
        "agreed": lobby.played(charter),
        "expansions": list(expansions),
        "primer": [
            [list(it.signs), it.says] for it in primer.of_game(known.game, expansions)
        ],
        "options": {
            name: it for name, it in options.items() if isinstance(it, str | int)
        },
        "people": list(known.names),
        "bots": [
            it.owner is not None or seat in known.bot_seats
            for seat, it in enumerate(known.people)
        ],
        "lent": [it.whole if it else "" for it in lodgings],
        "here": list(known.here),
        "gone": list(known.gone),
    }


def _wait(person: Person, seconds: float) -> Facts:
    """Return whom or what the table waits for, and the state that lasts, in words."""
    known = person.known
    by_bot = known.handing.autopilot
    if not waits.is_our_turn(known):
        said = waits.line(known, seconds)
    else:
        said = waits.bot_chooses() if by_bot else waits.our_turn()
    named = partial(_button, person)
    features = tuple(features_of(person))
    status = (it.status(person, named) for it in features)
    # The button for it is beside the sentence, so there is nothing to name.
    hints = (it.hint(person, lambda action: "") for it in features)
    return {
        "ours": person.can_choose and not by_bot,
        "said": said,
        "seats": list(known.owing) if known.ending is None else [],
        "closed": "" if person.can_choose else waits.why_not_asked(known),
        "status": [*(it.text for it in status if it is not None), *filter(None, hints)],
    }


def button_or_key(person: Person, action: str, key: Key) -> str:
    """
    Return the label of a feature's button if a page shows it, or else its key.

    A dialog names it; whoever plays on a phone has no keys.
    """
    feature = named_of(person, action)
    shown = feature is not None and feature.key is not None and feature.in_bar(person)
    return _button(person, action) if shown else key(action)


def _button(person: Person, action: str) -> str:
    """Return the label of a feature's button, for sentences that name its key."""
    feature = named_of(person, action)
    if feature is None:
        return ""
    return button(feature.called(person) or keys.short(action))


def _clock(known: TableModel, seconds: float) -> Facts:
    if known.ending is not None or known.time is None:
        return {}
    deadline = known.deadline
    return {
        "left": None if deadline is None else round(deadline - seconds, 1),
        "own": [known.own_time(seat, seconds) for seat in range(len(known.names))],
        "owing": list(known.owing),
    }


def _log(known: TableModel) -> Facts:
    narration = known.narration
    shown = [it for it in narration if it.kind is not LineKind.SHELL]
    return {
        "total": narration.total - len(narration) + len(shown),
        "lines": [
            [it.kind.name.lower(), it.line, list(it.turn or ())]
            for it in shown[-LINES:]
        ],
    }


def _keys(person: Person, key: Key) -> Facts:
    """Return the features whose keys do something now."""
    return {
        "keys": [
            {
                "name": it.name,
                "key": key(it.name),
                "label": it.called(person) or keys.short(it.name),
                "means": keys.long(it.name),
                "first": it.in_bar(person),
            }
            for it in features_of(person)
            if it.key is not None and it.works(person, key)
        ],
        "typed": sorted(it.word() for it in features_of(person) if it.enabled(person)),
    }


def of_course(known: TableModel, found: Mapping[str, Facts]) -> Mapping[str, Facts]:
    """Return the sections of a chronicle, with words for the lines of its sheet."""
    if "points" not in found:
        return found
    points = found["points"]
    return {**found, "points": {**points, **_lines(known.game, points["lines"])}}


def _lines(game: str, names: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return what the lines of a score sheet are called, and what they count."""
    return {
        "heads": [scoresheet.line(game, it) for it in names],
        "counts": [scoresheet.counts(game, it) for it in names],
    }


def of_dialog(top: OpenDialog | None) -> Facts | None:
    """Return the section of an open dialog; None if there is none."""
    dialog = None if top is None else top.ask()
    if top is None or dialog is None:
        return None
    said = {it.text for it in dialog.lines}
    return {
        "ticket": top.ticket,
        "name": top.name,
        "title": dialog.title,
        "lines": [
            {"text": it.text, "style": it.style, "whole": it.is_whole}
            for it in dialog.lines
        ],
        "answers": _answers(dialog),
        "ways": [
            {"key": it.key, "label": it.label, "means": list(it.means)}
            for it in dialog.ways
        ],
        "choose": dialog.choose,
        # A page shows the help below the dialog; a screen shows it in its place.
        "help": [it for it in dialog.help if it not in said],
        "insists": bool(dialog.insists),
        "settles": dialog.settles,
    }


def _answers(dialog: Dialog) -> Sequence[Facts]:
    shown = [it for it in dialog.answers if it.is_shown]
    found = [{"action": it.actions[0], "word": it.word} for it in shown]
    if dialog.any_key and not found:
        return [{"action": "enter", "word": _("close")}]
    return found


def further() -> list[list[str]]:
    """
    Return ways to play again once the program has ended.

    Each has a description and a command line, which is empty if the start screen follows.
    """
    if ends_at_start():
        said = _("In your terminal, the start screen offers other games and lessons.")
        return [[said, ""]]
    return [
        [
            _("To play another game, type in your terminal:"),
            typed("play", "--browser", "--new"),
        ],
        [_("To see its options, such as expansions:"), typed("play", "--help")],
        to_learn(),
    ]


def to_learn() -> list[str]:
    """Return how to play with lessons: what to do, and what to type."""
    return [_("To learn the game step by step:"), typed("learn", "--browser")]


# A question.


def _question(known: TableModel, menu: Menu) -> Facts:
    """Return what is asked; what is laid down changes more often, so it is apart."""
    return {
        "phase": menu.question.phase,
        "title": [it for it in menu.introduction if it],
        "hint": known.face.asker.hint(known, menu.question),
        "items": [_item(known.game, it, menu) for it in menu.items],
        "stage": _stage(getattr(menu, "stage", None)),
        "default": menu.in_words(menu.question.default),
    }


def _stage(stage: Any) -> Facts | None:
    """Return the next stage of a wonder, and why it can't be built; None if there is none."""
    if stage is None:
        return None
    why = stage.quote.why_not
    return {
        "number": stage.number,
        "effect": stage.effect,
        "refusal": "" if why is None else why.name.lower(),
        "why_not": stage.why_not,
        "lacks": stage.quote.lacks,
        "costs": stage.quote.least or min(map(sum, stage.quote.splits), default=0),
    }


def _brings(item: Item) -> Facts | None:
    """Return what a card would bring as the cities stand; None if that is unknown."""
    found = getattr(item, "brings", None)
    return None if found is None else found._asdict()


def _item(game: str, item: Item, menu: Menu) -> Facts:
    return {
        "number": item.number,
        "name": item.name,
        "line": item.line,
        "notes": list(item.notes),
        "slot": item.slot,
        "picture": _picture(game, item, menu),
        "by": getattr(item, "by", ""),
        "refusal": getattr(item, "refusal", ""),
        "lacks": getattr(item, "lacks", {}),
        "costs": getattr(getattr(item, "quote", None), "least", 0),
        "free": getattr(item, "free", ""),
        "copies": getattr(item, "copies", 1),
        "brings": _brings(item),
        "now": getattr(item, "now_in_words", ""),
        "uses": [_use(it) for it in item.uses],
    }


def _picture(game: str, item: Item, menu: Menu) -> str | None:
    """Return the id of an item's picture; None if it has none."""
    pictures = definition(game).pictures()
    names = [it for id in item.ids for it in (id, f"{id}.day", f"back.{id}")]
    sides = [use.play.name for use in item.uses if use.play.verb == "side"]
    if sides and menu.view is not None:
        board = menu.view.boards[menu.view.seat].id
        names = [f"{board}.{side}" for side in sides]
    return next((it for it in names if it in pictures), None)


def _use(use: MenuMove) -> Facts:
    play = use.play
    paid = getattr(play, "paid", None)
    return {
        "word": use.word,
        "verb": play.verb,
        "words": use.words,
        "whole": use.whole,
        "letter": use.letter,
        "side": play.name if play.verb == "side" else "",
        "paid": {} if paid is None else {k: n for k, n in paid._asdict().items() if n},
        "more": _more(play),
    }


def _more(play: Any) -> list[str]:
    """Return what a move settles besides its payment, which a page can't label itself."""
    settled = ("half", "bury", "pawn", "joins", "power")
    return [name for name in settled if getattr(play, name, None)]


# Before and after a game.


def _lobby(person: Person, news: LobbyNews) -> Facts:
    known = person.known
    keyring = known.keyring
    names = {it.identity: known.called(it.identity, it.name) for it in news.people}
    people = [
        {
            "id": it.identity.hex(),
            "name": lodging.with_lodging(known, names[it.identity], it),
            "machine": _machine(it, names),
            "me": it.identity == keyring.me,
            "ready": it.ready,
            "bot": it.owner is not None,
            "notes": list(lobby.notes(it, news, keyring)),
        }
        for it in news.people
    ]
    invited, invitations = lobby.invited(known)
    bots = list(shownnames.bots(news))
    return {
        "where": lobby.where(news, known.host),
        "seated": lobby.seated(news),
        "people": people,
        "bots": bots,
        "to_come": text.bots_to_come(bots) if bots else "",
        "wanted": news.wanted,
        "looks_on": news.looks_on,
        "agreed": list(lobby.terms(news, is_lent=person.is_guest)),
        "warnings": [*lobby.warnings(news, keyring), *lobby.readers(news, keyring)],
        "watching": list(lobby.onlookers(news)),
        "surprises": list(known.surprises),
        "invited": invited,
        "invitations": [[text.invitation(it), it.at] for it in invitations],
    }


def _machine(one: LobbyPerson, names: Mapping[bytes, str]) -> str:
    """Return the key of a machine that lends a seat, if nobody at the table has it."""
    if one.lender is None or one.lender in names:
        return ""
    return lodging.where(one.lender, names, None)


def kept_as(person: Person) -> str:
    """
    Return the name under which a guest can keep the log; empty before the game is over.

    On the player's own machine, the program has kept it.
    """
    known = person.known
    if not person.is_guest or known.ending is None or known.charter is None:
        return ""
    return log_name(known.charter.gid, whole=known.ending.sheet is not None)


def _end(person: Person, ending: Ending) -> Facts:
    known = person.known
    found: dict[str, Any] = {
        "lines": list(endings.lines(ending, known.names, known.ours)),
        "again": person.can_play_again,
        "watch_again": person.can_look_on_again,
        "discloses": len(known.disclosable),
        "standings": list(standings.lines(known)),
        "keeps": kept_as(person),
        "replay": "" if person.is_guest else kept.name_of(ending.log),
    }
    if ending.sheet is not None:
        found["sheet"] = {
            **_lines(known.game, ending.sheet.categories),
            "winners": list(ending.sheet.winners),
            "rows": [list(it) for it in ending.sheet.rows],
        }
        if known.sight is not None:
            found["sheet"]["parts"] = [
                scoresheet.parts(known.sight.state, ending.sheet, seat)
                for seat in range(len(known.names))
            ]
    return found
