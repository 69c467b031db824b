"""The possible places of cards and leaders in a record that leaves some open."""

from __future__ import annotations

import re

import pytest

from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.copies import Copies, Impossible
from sealed_wonders.core.wonders.leaders.whereabouts import Whereabouts

AGE_1 = "altar altar baths loom_1 press_1 barracks theater"
"""A known hand; all other hands are unknown."""

WITH_WELL = "theater well baths loom_1 press_1 barracks"
GUILDS = tuple(catalog().cards[number].id for number in catalog().guilds)

CARDS = f"""
a card comes from the hand it was dealt in, once, wherever that has been passed
  5 players: {AGE_1}
  use 0 altar
  use 0 altar
  use 0 altar ! altar is not in the hand dealt to seat 0
  use 0 workshop ! workshop is not in the hand

an unknown hand holds what the known ones left: here both altars there are for five
  5 players: {AGE_1}
  use 1 workshop
  use 1 altar ! altar is not among the remaining age 1 cards for 5 players

copies count for the number of players: four have one altar
  4 players
  use 0 altar
  use 3 altar ! for 4 players

a card of another age is in no hand
  3 players
  use 0 palace ! palace is not among the remaining age 1 cards

guilds in known hands count among the five that come up for three
  3 players, age 3: {" ".join(GUILDS[:5])} palace lodge
  use 1 {GUILDS[6]} ! one guild too many
  use 0 {GUILDS[0]}

a hand has seven cards
  3 players: - ! seat 0 has 0 cards, not 7
  3 players: altar baths loom_1 press_1 barracks theater ! seat 0 has 6 cards, not 7
  3 players: {AGE_1} stockade ! seat 0 has 8 cards, not 7

hands hold no more copies than there are
  4 players: {AGE_1} ! in seat 0's hand: altar is not among the remaining

a known card is picked before an unknown one
  4 players
  use 0 altar
  discard 0 altar
  discard 1 ?
  pick altar
  pick altar ! altar can't be in the discard pile

an unknown card can be whatever its hand may still hold
  5 players: {AGE_1}
  discard 0 ?
  use 0 baths
  pick baths ! baths can't be in the discard pile
  use 0 altar

what was picked is in no hand any more: the unknown card turned out to be the theater
  5 players: {AGE_1}
  discard 0 ?
  pick theater
  use 0 theater ! must have been built from the discard
  use 0 baths

a card put under a stage is no part of the discard
  3 players
  use 0 ?
  pick altar ! can't be in the discard
  use 0 altar

a later card may settle which of two unknown ones was picked
  7 players: {WITH_WELL} altar / {WITH_WELL} workshop
  discard 0 ?
  discard 1 ?
  pick theater
  use 0 theater
  use 1 theater ! must have been built from the discard

an unknown card that came later isn't what was picked before
  6 players: {AGE_1}
  discard 0 ?
  pick theater
  discard 1 ?
  use 0 theater ! must have been built from the discard

each pick takes an unknown card of its own
  5 players
  discard 0 ?
  pick altar
  pick baths ! can't be in the discard

an unknown card can be of an earlier age
  3 players
  discard 0 ?
  age 2
  discard 0 ?
  pick school
  pick altar
  pick aqueduct ! can't be in the discard
"""

FIRST = "nero midas plato sappho"

LEADERS = f"""
a hand has four leaders
  3 players: - ! seat 0 has 0 leaders, not 4
  3 players: nero midas plato ! seat 0 has 3 leaders, not 4
  3 players: {FIRST} hiram ! seat 0 has 5 leaders, not 4

there is one of each leader
  3 players: {FIRST} / nero caesar hiram varro ! nero is dealt twice
  3 players: {FIRST} / croesus caesar hiram croesus ! croesus is dealt twice

leaders of an expansion that isn't played are never dealt
  3 players: caligula midas plato sappho ! caligula is never dealt
  3 players
  keep 0 0 caligula ! caligula is never dealt
  all keep
  use 0 caligula ! caligula is never dealt
  draw 0 caligula ! caligula is never dealt

hands go to the right: in round 4, each has its own again
  3 players: {FIRST}
  keep 0 0 nero
  keep 0 2 midas
  keep 0 1 plato
  keep 0 0 sappho
  3 players: {FIRST}
  keep 0 2 hiram ! hiram is not in the hand dealt to seat 0
  3 players: {FIRST}
  keep 1 0 nero ! nero is not in the hand dealt to seat 1

nobody keeps what somebody kept before, whether the hands are known or not
  3 players: {FIRST}
  keep 0 0 nero
  keep 0 2 nero ! seat 0 has already received nero
  3 players
  keep 0 0 nero
  keep 0 2 nero ! seat 0 has already received nero

a leader is played by whoever kept it, and once
  3 players
  all keep 0: nero ? ? ?
  use 1 nero ! nero can't be among seat 1's leaders
  use 0 nero
  use 0 nero ! seat 0 has already played nero
  use 1 nero ! seat 0 has already played nero

a seat gets no more of a known hand than came by: one of four, or two of one's own of three
  4 players: {FIRST}
  all keep
  use 1 nero
  use 1 midas ! midas can't be among seat 1's leaders
  use 2 midas
  3 players: {FIRST}
  all keep
  use 0 nero
  use 0 midas
  use 0 plato ! plato can't be among seat 0's leaders

what is known to be kept leaves less room: the fourth is from the hand that is left
  4 players: {FIRST}
  all keep 0: ? hiram varro caesar
  use 0 croesus ! croesus can't be among seat 0's leaders
  use 0 sappho

an unknown leader that was sold took a place
  4 players
  all keep
  use 0 ?
  use 0 nero
  use 0 midas
  use 0 plato
  use 0 sappho ! sappho can't be among seat 0's leaders

a later leader may settle which one was sold: here Caesar, or the one from seat 0's hand
  4 players: {FIRST}
  all keep 3: caesar ? ? ?
  use 3 ?
  use 3 caesar
  use 3 hiram
  use 3 midas
  4 players: {FIRST}
  all keep 3: caesar ? ? ?
  use 3 ?
  use 3 varro
  use 3 hiram
  use 3 midas
  use 3 caesar ! caesar can't be among seat 3's leaders

leaders are drawn from what nobody was dealt, kept, played or drawn before
  3 players: {FIRST}
  all keep 1: hiram ? ? ?
  use 2 varro
  draw 0 nero ! nero was dealt to seat 0
  draw 0 hiram ! seat 1 has already received hiram
  draw 0 varro ! seat 2 has already played varro
  draw 0 caesar caesar ! seat 0 has already received caesar

what was drawn can be played by who drew it; an unknown one is any that was not dealt
  3 players: {FIRST}
  all keep 0: nero ? ? midas
  use 0 ?
  draw 0 caesar ?
  use 1 caesar ! caesar can't be among seat 1's leaders
  use 0 caesar
  use 0 plato ! plato can't be among seat 0's leaders
  use 0 hiram
  use 0 varro
  use 0 croesus

a leader that was drawn takes no place of one that was kept
  3 players: {FIRST}
  all keep 0: nero ? ? midas
  use 0 ?
  use 0 nero
  draw 0 caesar
  use 0 midas
  use 0 caesar
  use 0 hiram
  use 0 varro ! varro can't be among seat 0's leaders

what was played before a draw was not drawn
  4 players
  all keep
  use 0 ?
  use 0 ?
  draw 0 nero
  use 0 midas
  use 0 plato
  use 0 sappho ! sappho can't be among seat 0's leaders
  use 0 nero
"""


class Told:
    """What a record has said so far, line by line; ``?`` is a card left open."""

    places: Copies | Whereabouts
    players = age = 0

    def __init__(self, of: type[Copies | Whereabouts]) -> None:
        self._of = of

    def tell(self, line: str) -> None:
        if "players" in line:
            table, _, hands = line.partition(": ")
            self.players = int(table[0])
            self.age = int(table[-1]) if "age" in table else 1
            self.places = Copies() if self._of is Copies else Whereabouts(self.players)
            self.deal([tuple(it.strip("-").split()) for it in hands.split("/") if it])
            return
        verb, *words = line.split()
        cards = [None if word == "?" else word for word in words]
        match self.places:
            case Copies() as copies:
                if verb == "age":
                    self.age = int(words[0])
                    self.deal([])
                elif verb == "pick":
                    copies.pick(words[0])
                else:
                    do = copies.use if verb == "use" else copies.discard
                    do(self.age, int(words[0]), cards[1])
            case Whereabouts() as leaders:
                if verb == "all":
                    self.keep(leaders, line.partition("keep ")[2])
                elif verb == "keep":
                    leaders.keep(int(words[0]), int(words[1]), cards[2])
                elif verb == "draw":
                    leaders.draw(int(words[0]), cards[1:])
                else:
                    leaders.use(int(words[0]), cards[1])

    def deal(self, known: list[tuple[str, ...]]) -> None:
        """Deal known hands to the first seats, and unknown hands to the others."""
        hands = [*known, *[None] * (self.players - len(known))]
        if isinstance(self.places, Copies):
            self.places.deal(self.age, hands)
        else:
            self.places.deal(hands)

    def keep(self, leaders: Whereabouts, known: str) -> None:
        """Make all seats keep four leaders, of which only one seat's may be known."""
        seat, _, names = known.partition(": ")
        for nth in range(4):
            for at in range(self.players):
                name = names.split()[nth] if seat == str(at) else "?"
                source = (at + nth) % self.players
                leaders.keep(source, at, None if name == "?" else name)


def stories(text: str) -> dict[str, list[str]]:
    """Return the lines of each story, by its title."""
    found = (story.splitlines() for story in text.strip().split("\n\n"))
    return {name: [line.strip() for line in lines] for name, *lines in found}


@pytest.mark.parametrize(
    ("of", "lines"),
    [
        pytest.param(of, lines, id=name)
        for of, text in ((Copies, CARDS), (Whereabouts, LEADERS))
        for name, lines in stories(text).items()
    ],
)
def test_impossible_cards_are_reported(
    of: type[Copies | Whereabouts], lines: list[str]
) -> None:
    """
    A line with ``!`` is impossible, for the reason after it; all other lines are
    possible.
    """
    told = Told(of)
    for line in lines:
        said, _, why = line.partition(" ! ")
        if why:
            with pytest.raises(Impossible, match=re.escape(why)):
                told.tell(said)
        else:
            told.tell(said)


@pytest.mark.parametrize("players", range(3, 8))
def test_two_more_guilds_than_players_are_in_play(players: int) -> None:
    """Each of them exists once."""
    told = Told(Copies)
    told.tell(f"{players} players, age 3")
    for guild in GUILDS[: players + 2]:
        told.tell(f"use 0 {guild}")
        with pytest.raises(Impossible, match=f"{guild} is not among"):
            told.tell(f"use 1 {guild}")
    if players + 2 < len(GUILDS):
        with pytest.raises(Impossible, match="would be one guild too many"):
            told.tell(f"use 1 {GUILDS[players + 2]}")
