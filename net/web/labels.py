"""
The labels that several web pages share, in the current language.

They are those that the modules in `data` use; each page adds its own. The scripts fill in
the fields in braces.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.words import p_


def words() -> Mapping[str, str]:
    """Return the labels by the names that scripts have for them."""
    return {
        **_general(),
        **_moments(),
        **_cities(),
        **_goods(),
        **_events(),
        **_points(),
        **_ending(),
        **_of_one(),
    }


def _general() -> Mapping[str, str]:
    return {
        "and": p_("page", "{some} and {last}"),
        "coin": p_("page", "{n} coin"),
        "coins": p_("page", "{n} coins"),
        "with_more": p_("page", "{said} ({more})"),
        "bot": p_("page", "bot"),
        "free_seat": p_("page", "free seat"),
        "code": p_("page", "Table code"),
        "theme": p_("page", "Light or dark"),
        # The name of this language, in itself.
        "language": p_("page", "English"),
    }


def _moments() -> Mapping[str, str]:
    return {
        "begin": p_("page", "Before the first turn"),
        "turn_only": p_("page", "Turn {turn}"),
        "age_only": p_("page", "Age {age}"),
        "age_leaders": p_("page", "Age {age}, leaders"),
        "age_extra": p_("page", "Age {age}, extra card"),
        "age_turn": p_("page", "Age {age}, turn {turn}"),
        "played": p_("page", "Played"),
        "played_at": p_("page", "Played: {moment}"),
        "nothing_played": p_("page", "Nothing has been played yet."),
        "time_left": p_("page", "{time} left"),
    }


def _cities() -> Mapping[str, str]:
    return {
        "chooses": p_("page", "is choosing"),
        "board_side": p_("page", "{board} ({side})"),
        "side.day": p_("page", "day side"),
        "side.night": p_("page", "night side"),
        "away": p_("page", "away"),
        "gone": p_("page", "left the game"),
        "treasury": p_("page", "coins"),
        "shields": p_("page", "shields"),
        "points": p_("page", "points"),
        "score.wonders": p_(
            "page", "points if the game ended now; every 3 coins are 1 point"
        ),
        "score.architects": p_("page", "points if the game ended now"),
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
        "own_goods": p_("page", "goods that aren't for sale"),
        "chain": p_("page", "chain for a later card"),
        "chains": p_("page", "{n} chain symbols"),
        "stages_of": p_("page", "{n} of {m} stages built"),
        "own_time": p_("page", "left for the game"),
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
        "n_to": p_("page", "{n} to {who}"),
        "gains": p_("page", "gets {coins} from the bank"),
        "free.chain": p_("page", "free by chain"),
        "free.power": p_("page", "free thanks to an effect"),
        "joins": p_("page", "takes part in the edifice"),
        "tokens_of": p_("page", "victory tokens worth {n}"),
        "e.missed": p_("page", "Some turns were played too fast to be shown"),
        "e.board": p_("page", "{who} takes {card}"),
        "e.founded": p_("page", "Everybody has a city"),
        "e.dealt": p_("page", "The cards of age {age} are dealt"),
        "e.build": p_("page", "{who} builds {card}"),
        "e.recruit": p_("page", "{who} recruits {card}"),
        "e.stage": p_("page", "{who} builds stage {n}"),
        "e.sell": p_("page", "{who} sells a card"),
        "e.declines": p_("page", "{who} recruits nobody"),
        "e.drawn": p_("page", "{who} draws {n} leaders"),
        "e.dropped": p_("page", "{who} loses a victory token worth {n}"),
        "e.picked": p_("page", "{who} builds {card} from the discard pile"),
        "e.picked_not": p_("page", "{who} takes nothing from the discard pile"),
        "e.edifice": p_("page", "The edifice of age {age} is built"),
        "e.edifice_not": p_("page", "The edifice of age {age} is not built"),
        "e.debt": p_("page", "{who} takes a debt token"),
        "e.penalised": p_("page", "{who} loses {what}"),
        "e.fought": p_("page", "Conflicts of age {age}: {more}"),
        "e.fought_one": p_("page", "{who} beats {whom} ({won}, {lost})"),
        "e.fought_none": p_("page", "no victories"),
        "e.left": p_("page", "{who} has left the game"),
        "e.copied": p_("page", "{who} copies {card}"),
        "e.taken": p_("page", "{who} takes {card} ({pile})"),
        "e.studied": p_("page", "{who} turns in {n} symbols"),
        "e.token": p_("page", "{who} takes the token {card}"),
        "e.searched": p_("page", "{who} looks through {n} cards"),
        "by": p_("page", "thanks to {card}"),
        "cat_comes": p_("page", "gets the cat"),
        "to_battle": p_("page", "conflict tokens flipped: {n}"),
        "e.peeked": p_("page", "{who} looks at the top of the central pile"),
        "e.remixed": p_("page", "A pile is shuffled again"),
        "e.battle": p_("page", "Battle"),
        "e.battle_one": p_("page", "{who} wins {n}"),
    }


def _points() -> Mapping[str, str]:
    return {
        "curves": p_("page", "Points after each turn"),
        "counted": p_("page", "{who}, {line}: {points}"),
        "sheet": p_("page", "Score sheet"),
        "over": p_("page", "Game over"),
        "one_wins": p_("page", "{who} wins with {n} points"),
        "they_win": p_("page", "{who} share the victory with {n} points"),
        "founding": p_("page", "The wonders"),
        "who_pays": p_("page", "Who pays whom"),
        "bank": p_("page", "the bank"),
        "conflicts": p_("page", "Conflicts"),
        "points_far": p_("page", "Points so far"),
    }


def _ending() -> Mapping[str, str]:
    return {
        "l.military": p_("page", "military"),
        "l.treasury": p_("page", "treasury"),
        "l.wonder": p_("page", "wonder"),
        "l.blue": p_("page", "blue"),
        "l.yellow": p_("page", "yellow"),
        "l.green": p_("page", "green"),
        "l.guilds": p_("page", "guilds"),
        "l.leaders": p_("page", "leader cards"),
        "l.edifice": p_("page", "edifices"),
        "l.cat": p_("page", "cat"),
        "l.progress": p_("page", "progress"),
        "l.total": p_("page", "total"),
        "leads_it": p_("page", "leads"),
        "rank": p_("page", "Place {n}"),
        "ahead_by": p_("page", "{who}'s lead over {whom} came mainly from: {some}."),
        "you_ahead_by": p_("page", "Your lead over {whom} came mainly from: {some}."),
        "decisive": p_("page", "Decisive turns"),
        "decisive.leads": p_("page", "{at}: from here on, nobody was ahead of {who}"),
        "decisive.gains": p_("page", "{at}: {who} gained {n} on the others"),
        "tie.coins": p_("page", "Level on points: {who} wins with more coins ({n})"),
        "tie.stages": p_("page", "Level on points: {who} wins with more stages ({n})"),
        "tie.shared.coins": p_("page", "Level on points and on coins"),
        "tie.shared.stages": p_("page", "Level on points and on stages"),
        "opened": p_("page", "Disclosed after the game"),
        "w.sold": p_("page", "sold"),
        "w.stage": p_("page", "under the wonder"),
        "w.last": p_("page", "left over"),
        "w.kept": p_("page", "never recruited"),
        "w.discard": p_("page", "left in the discard pile"),
        "w.held": p_("page", "held"),
        "w.seen": p_("page", "seen in: {pile}"),
    }


def _of_one() -> Mapping[str, str]:
    """Return labels for one of something, where more have another label."""
    return {
        "points.one": p_("page", "point"),
        "shields.one": p_("page", "shield"),
        "treasury.one": p_("page", "coin"),
        "losses.one": p_("page", "defeat token"),
        "victories.one": p_("page", "military token"),
        "tablet.one": p_("page", "tablet"),
        "gear.one": p_("page", "gear"),
        "compass.one": p_("page", "compass"),
        "pawns.one": p_("page", "pawn in edifices"),
        "pawns_left.one": p_("page", "{n} pawn left"),
        "debts.one": p_("page", "point of debt"),
        "kept.one": p_("page", "leader in hand"),
        "chains.one": p_("page", "{n} chain symbol"),
        "tokens_left.one": p_("page", "progress token face down"),
        "one_wins.one": p_("page", "{who} wins with {n} point"),
        "they_win.one": p_("page", "{who} share the victory with {n} point"),
        "tokens_of.one": p_("page", "a victory token worth {n}"),
        "e.drawn.one": p_("page", "{who} draws {n} leader"),
        "e.searched.one": p_("page", "{who} looks through {n} card"),
        "e.studied.one": p_("page", "{who} turns in {n} symbol"),
    }
