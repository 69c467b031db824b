"""
An independent account of a game of 7 Wonders, kept from its news and the raw data.

It shares no rule with `sealed_wonders.core`: what it says of coins, shields, tokens,
cards, leaders, edifices and points is computed in the plainest way from the data files,
and compared with what the state says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from sealed_wonders.core.game import Card, Choose, Over, Seat
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    Fought,
    Founded,
    GameEnded,
    GuildCopied,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.state import State
from tests.support.accounts import Account, Accounts, Led
from tests.support.games import wonders
from tests.support.places import Places, check
from tests.support.prices import price
from tests.support.printed import COLOURS, Record, data, ids

LINES = ("military", "treasury", "wonder", "blue", "yellow", "green", "guilds")

PAWNS = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}
"""On each edifice, by the number of players (E1.1)."""

SAMPLE = 3
"""One payment of so many is looked for by trying everything, which takes its time."""


class Project:
    """An edifice on the table."""

    def __init__(self, name: str, pawns: int) -> None:
        self.name = name
        self.printed = data("edifice")[name]
        self.pawns = pawns
        self.takers: list[Seat] = []
        self.fate = ""


class Ledger:
    """
    The accounts of one game; `post` is called after each answer that was told.

    Attributes:
        uses: how often cards were used how, and other things that happened.
    """

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self._rules = self.state.rules
        self._names = ids(self._rules.expansions, self._rules.boards)
        self._accounts = Accounts()
        self._places = Places(dealer, self._names)
        self._projects: list[Project] = []
        self._copies: dict[Seat, str] = {}
        """The guilds that are copied, by who copies them (W8.3)."""
        self._taken: list[str] = []
        """The boards that were chosen, by seat."""
        self._owed_tokens: set[Seat] = set()
        """Who is still to drop a victory token (L2.8)."""
        self._owed_cards: list[tuple[int, Seat, str]] = []
        """Who is still to build from the discard, in what order (W4.4)."""
        self._owed_leaders: list[Seat] = []
        """Who is still to recruit one more leader (L3.2)."""
        self._owed_draws: list[Seat] = []
        self._owed_losses: list[Seat] = []
        """Who is still to pay a penalty (E1.5)."""
        self._turn_at = (0, -1)
        self._turns: list[tuple[int, int]] = []
        self._extra: tuple[Seat, ...] = ()
        """Who is asked for a seventh card just now."""
        self._paid = 0
        """How often goods were."""
        self._ended = False
        self._compared: object = None
        self.uses: Counter[str] = Counter()

    @property
    def state(self) -> State:
        return wonders(self._dealer.state)

    def post(self) -> None:
        """Account for what the last answer brought about."""
        if self._extra and self.state.task.name != "last_card":
            # Seats may have declined, all of them: it was a turn nevertheless.
            self._begin((self._turn_at[0], 7), self._extra)
        self._extra = ()
        if self.state.task.name == "last_card" and isinstance(self.state.ask, Choose):
            self._extra = tuple(self.state.ask.offers)
        for kind, news in groupby(self.state.news, _together):
            batch = list(news)
            if kind == "Played":
                self._turn([it for it in batch if isinstance(it, Played)])
            elif batch and isinstance(batch[0], Drafted):
                self._places.draft([(it.seat, it.slot) for it in batch])  # type: ignore[union-attr]
            else:
                for event in batch:
                    self._event(event)
        self._places.compare(bool(self.state.news))
        check(isinstance(self.state.ask, Over) == self._ended, "the end")
        if self.state.cities is not self._compared or self.state.news:
            self._compare()
            self._compared = self.state.cities

    # Coins.

    def _begin(self, turn: tuple[int, int], seats: Iterable[Seat]) -> None:
        """Begin a turn, which is one for these (L2.6)."""
        if turn != self._turn_at:
            self._turn_at = turn
            for seat in seats:
                self._accounts[seat].thanked = False

    def _take(self, seat: Seat, coins: int) -> None:
        """Take coins from the bank, and once a turn one on top (L2.6)."""
        account = self._accounts[seat]
        if coins and account.has("coin_on_bank_gain") and not account.thanked:
            account.thanked = True
            coins += 1
            self.uses["thanked"] += 1
        account.coins += coins

    def _watched(self, seat: Seat, kind: str, times: int = 1, **where: str) -> None:
        """Take what effects of a kind bring, one after the other."""
        for effect in self._accounts[seat].of_kind(kind) if times else ():
            if all(effect[key] == value for key, value in where.items()):
                self.uses[kind] += 1
                self._take(seat, effect["amount"] * times)

    # Turns.

    def _turn(self, played: Sequence[Played]) -> None:
        """Account for all that was played at once (W4.1)."""
        self._begin((played[0].age, played[0].turn), range(len(self._accounts)))
        accounts = self._accounts
        for event in played:
            check(accounts[event.seat].coins >= sum(event.paid) >= 0, event)
            self._check_price(event)
        for event in played:
            seat, (left, right, _) = event.seat, event.paid
            accounts[seat].coins -= sum(event.paid)
            accounts[(seat + 1) % len(accounts)].coins += left
            accounts[seat - 1].coins += right
        for event in played:
            self.uses[event.use] += 1
            self.uses[f"free by {event.free}"] += event.free is not None
            self.uses["extra"] += event.turn == 7
            if event.use == "sell":
                self._take(event.seat, 3)
            bought = sum(coins > 0 for coins in event.paid[:2])
            self._watched(event.seat, "coins_on_purchase", bought)
        pawns = [project.pawns for project in self._projects]
        gains = [(event, self._put(event)) for event in played if event.use != "sell"]
        for (age, project), before in zip(
            enumerate(self._projects, 1), pawns, strict=True
        ):
            joined = [e.seat for e in played if e.joins and e.age == age]
            check(before > 0 or not joined, played)
            project.takers += joined
            project.pawns = max(0, before - len(joined))
        for event, effects in gains:
            self._gain(event.seat, effects, event.age, event.card)
            if event.use == "build":
                colour = self._printed(event.card)["colour"]
                self._watched(event.seat, "coins_on_build", colour=colour)
                if event.free == "chain":
                    self._watched(event.seat, "coins_on_chain_build")
        self._reward()
        if not self._bare():
            self._settle_victims()
        self._places.played(played, self._keeps_leaders)

    def _settle_victims(self) -> None:
        """Spare those who have no token now, with what they gained (W4.3, L2.8)."""
        victims = self._owed_tokens
        self._owed_tokens = {it for it in victims if self._accounts[it].victories()}

    def _keeps_leaders(self, seat: Seat) -> bool:
        """Tell whether a side's stages let it recruit more in age III (L1.5)."""
        return any(
            effect["kind"] == "recruit_extra_leader"
            for stage in self._accounts[seat].side["stages"]
            for effect in stage.get("effects", ())
        )

    def _printed(self, card: Card | None) -> Record:
        if card is None:
            raise AssertionError("a card nobody sees")
        name = self._names[card]
        return data("card").get(name) or data("leader")[name]

    def _put(self, event: Played) -> Iterable[Record]:
        """Put a card where it was played; give the effects that came with it."""
        if event.use == "stage":
            return self._stage(event)
        if event.use == "recruit":
            return self._recruit(event.seat, event.card, event.age)
        return self._build(event.seat, event.card)

    def _stage(self, event: Played) -> Iterable[Record]:
        account = self._accounts[event.seat]
        stages = account.side["stages"]
        check(len(account.halves) < len(stages) and event.card is None, event)
        stage = stages[len(account.halves)]
        halves = dict(zip(("left", "right"), stage.get("halves", ()), strict=False))
        check(event.half in (halves or ("",)), event)
        effects: list[Record] = halves.get(event.half) or stage["effects"]
        account.halves.append(event.half)
        kinds = {effect["kind"]: effect for effect in effects}
        shown = [led.name for led in account.leaders if not led.buried]
        if "bury_recruited_leader" in kinds and shown:
            check(event.bury in shown, event)
            account.leaders = [
                led._replace(buried=led.buried or led.name == event.bury)
                for led in account.leaders
            ]
            self.uses["bury"] += 1
        else:
            check(event.bury == "", event)
        if "take_pawn_from_box" in kinds:
            age = kinds["take_pawn_from_box"]["age"]
            check(event.pawn in ((1, 2, 3) if age == 0 else (0, age)), event)
            account.pawns.append(age or event.pawn)
            self.uses["pawn"] += 1
        else:
            check(event.pawn == 0, event)
        if event.joins:
            account.pawns.append(event.age)
            self.uses["joins"] += 1
        return effects

    def _build(self, seat: Seat, card: Card | None) -> Iterable[Record]:
        record = self._printed(card)
        account = self._accounts[seat]
        name = record["id"]
        names = [data("card")[c].get("building", c) for c in account.cards]
        check(record.get("building", name) not in names, f"{name} twice")
        account.cards.append(name)
        account.colours.add(record["colour"])
        return record["effects"]  # type: ignore[no-any-return]

    def _recruit(self, seat: Seat, card: Card | None, age: int) -> Iterable[Record]:
        record = self._printed(card)
        account = self._accounts[seat]
        check(record["id"] not in [led.name for led in account.leaders], record)
        known = (
            ("standard", "expert") if self._rules.leaders == "expert" else "standard"
        )
        check(record.get("set", "standard") in known, record)
        account.leaders.append(Led(record["id"], age))
        self.uses[f"leader {record['id']}"] += 1
        return record["effects"]  # type: ignore[no-any-return]

    def _gain(
        self, seat: Seat, effects: Iterable[Record], age: int, card: Card | None = None
    ) -> None:
        """Take what effects bring at once, and note what they let one do."""
        effects = list(effects)
        account = self._accounts[seat]
        self._take(seat, self._accounts.coins(seat, effects))
        for effect in effects:
            match effect["kind"]:
                case "gain_victory_token":
                    account.tokens.append(effect["value"] or (1, 3, 5)[age - 1])
                    self._watched(seat, "coins_on_victory_token")
                case "discard_own_defeat_tokens":
                    account.tokens = account.victories()
                case "others_discard_victory_token":
                    self._owed_tokens = set(self.state.active) - {seat}
                case "build_one_from_discard_free":
                    by = account.board if card is None else self._names[card]
                    self._owed_cards.append((effect["order"], seat, by))
                    self._owed_cards.sort()
                case "draw_leaders_from_box":
                    self._owed_draws.append(seat)
                case "recruit_extra_leader":
                    self._owed_leaders.append(seat)

    def _reward(self) -> None:
        """Give rewards of what is built to all who have a pawn and not those (E1.4)."""
        for age, project in enumerate(self._projects, 1):
            for seat in self._holders(age):
                account = self._accounts[seat]
                if project.fate == "built" and project.name not in account.rewards:
                    account.rewards.append(project.name)
                    self._gain(seat, project.printed["reward"], age)
                    self.uses[f"reward {project.name}"] += 1

    def _holders(self, age: int) -> list[Seat]:
        """Give who has a pawn; who left has no more to gain by it."""
        active = self.state.active
        return [seat for seat in active if age in self._accounts[seat].pawns]

    # Prices.

    def _check_price(self, event: Played) -> None:
        """Check what the bank got, and what is called free."""
        account = self._accounts[event.seat]
        if event.use == "sell":
            check(sum(event.paid) == 0 and event.free is None, event)
            return
        if event.use == "recruit":
            self._check_leader(event.seat, event.card, event.age, event.paid)
            return
        cost: Record
        if event.use == "stage":
            cost = account.side["stages"][len(account.halves)]["cost"]
            check(event.free is None, event)
        else:
            printed = self._printed(event.card)
            check(printed["age"] == event.age, event)
            cost = printed.get("cost", {})
            free = self._free(account, event, printed)
            if event.free == "power" and free is None:
                self._spend(event, printed)
            else:
                check(event.free == free, event)
        goods = sum(units for good, units in cost.items() if good != "coins")
        bank = 0 if event.free else cost.get("coins", 0)
        if event.joins:
            project = self._projects[event.age - 1]
            check(event.use == "stage" and project.pawns > 0, event)
            check(event.seat not in project.takers, event)
            bank += project.printed["cost"]["coins"]
        if event.free or not goods:
            check(event.paid == (0, 0, bank), event)
            return
        self._paid += 1
        if self._paid % SAMPLE == 0:
            printed = self._printed(event.card) if event.card is not None else {}
            what = printed.get("colour", "wonder_stage")
            more = bank - cost.get("coins", 0)
            legal = price(self._accounts, event.seat, cost, what, more).legal
            check(event.paid in legal, (event, legal))
            self.uses["priced"] += 1
        more = event.paid.bank - bank
        check(more == 0 or more == 1 and account.has("buy_from_bank"), event)
        self.uses["from the bank"] += more

    def _spend(self, event: Played, record: Record) -> None:
        """Let a city use up what makes one building of the age free (W8.2)."""
        account = self._accounts[event.seat]
        check(account.has("one_card_of_each_age_free"), event)
        check(account.spent != event.age, event)
        legal = price(self._accounts, event.seat, record["cost"], record["colour"])
        check((0, 0, 0) not in legal.legal, (event, legal))
        account.spent = event.age
        self.uses["spent"] += 1

    def _check_leader(
        self, seat: Seat, card: Card | None, age: int, paid: Sequence[int]
    ) -> None:
        account = self._accounts[seat]
        less = sum(e["own"] for e in account.of_kind("leader_cost_reduction"))
        for other in self._accounts.around(seat, "neighbours"):
            reductions = other.of_kind("leader_cost_reduction")
            less += sum(e["neighbours"] for e in reductions)
        price = 0
        if not account.has("recruit_leaders_free"):
            price = max(0, Led(self._printed(card)["id"], age).price - less)
        check(paid == (0, 0, price) and account.coins >= price, (card, paid))

    def _free(self, account: Account, event: Played, record: Record) -> str | None:
        if not record.get("cost"):
            return None
        chains = {
            c for card in account.cards for c in data("card")[card].get("chain", ())
        }
        if record.get("free_with") in chains:
            return "chain"
        by_power = (
            account.has("first_card_of_each_colour_free")
            and record["colour"] not in account.colours
            or account.has("first_card_of_each_age_free")
            and event.turn == 1
            or account.has("last_card_of_each_age_free")
            and event.turn == 6
            or any(
                effect["colour"] == record["colour"]
                for effect in account.of_kind("build_colour_free")
            )
        )
        return "power" if by_power else None

    # Everything else that happens.

    def _event(self, event: Event) -> None:
        check(not self._ended, event)
        bare = self._bare()
        check(not bare or isinstance(event, EdificeEnded), (event, bare))
        match event:
            case Founded():
                self._found(event)
            case LeadersDealt(hands):
                self._places.deal_leaders(hands, self._rules.leaders)
            case HandsDealt(age, hands):
                check([age, 6] > [*(self._turns or [(0, 0)])[-1]], event)
                self._places.deal(age, hands)
            case EdificeEnded():
                self._edifice(event)
            case TurnEnded():
                self._end_turn(event)
            case Fought(age, tokens, deflected):
                check(not self._owed_losses, (event, self._owed_losses))
                check(all(p.fate for p in self._projects[:age]), event)
                self._fight(age, tokens, deflected)
            case SeatsLeft(seats):
                self._places.leave(seats)
                self.uses["left"] += len(seats)
                self._forget(seats)
            case GameEnded(sheet):
                self._ended = True
                self._compare_copies()
                check(sheet == self.state.score(), event)
            case _:
                self._act(event)

    def _act(self, event: Event) -> None:
        """Account for what one seat did."""
        match event:
            case BoardTaken(seat, board):
                check(self._rules.draw == "chosen", event)
                check(seat == len(self._taken) and board not in self._taken, event)
                self._taken.append(board)
            case LeftOver(_, _, seat, slot):
                self.uses["left over"] += 1
                self._places.left_over(seat, slot)
            case Picked():
                self._pick(event)
            case Drawn(_, _, seat, slots):
                check(self._owed_draws[:1] == [seat], event)
                self._owed_draws.pop(0)
                self.uses["drawn"] += len(slots)
                self._places.draw(seat, slots)
            case Enlisted():
                self._enlist(event)
            case TokenDropped(_, _, seat, value):
                check(seat in self._owed_tokens and value > 0, event)
                self._owed_tokens.remove(seat)
                self._accounts[seat].tokens.remove(value)
                self.uses["token dropped"] += 1
            case Penalised():
                self._penalty(event)
            case GuildCopied(seat, guild):
                check(seat not in self._copies, event)
                self._copies[seat] = guild

    def _found(self, event: Founded) -> None:
        boards, sides, edifices = event.boards, event.sides, event.edifices
        check(not self._accounts and len(set(boards)) == len(boards), event)
        needs = {data("board")[board].get("needs") for board in boards}
        check(needs <= {None, *self._rules.expansions}, event)
        check({*boards} <= {*self._names}, event)
        drawn = self._rules.draw == "lot"
        check([*boards] == self._taken or drawn, (event, self._taken))
        coins = 6 if "leaders" in self._rules.expansions else 3
        self._accounts += [
            Account(board, side, coins)
            for board, side in zip(boards, sides, strict=True)
        ]
        ages = [data("edifice")[name]["age"] for name in edifices]
        check(ages == [1, 2, 3] * ("edifice" in self._rules.expansions), event)
        pawns = PAWNS[len(boards)]
        self._projects = [Project(name, pawns) for name in edifices]

    def _pick(self, event: Picked) -> None:
        age, seat, card, by = event.age, event.seat, event.card, event.by
        self.uses["picked" if card is not None else "not picked"] += 1
        due = [it for it in self._owed_cards if it[1] not in self.state.gone]
        check(due[:1] != [] and due[0][1:] == (seat, by), (event, due))
        self._owed_cards = due[1:]
        if card is not None:
            self.uses[f"picked by {by}"] += 1
            record = self._printed(card)
            self._gain(seat, self._build(seat, card), age)
            self._watched(seat, "coins_on_build", colour=record["colour"])
            self._places.picked(seat, card)

    def _enlist(self, event: Enlisted) -> None:
        age, seat, card = event.age, event.seat, event.card
        check(seat in self._owed_leaders, event)
        self._owed_leaders.remove(seat)
        self.uses["enlisted" if card is not None else "not enlisted"] += 1
        if card is not None:
            self._check_leader(seat, card, age, event.paid)
            self._accounts[seat].coins -= sum(event.paid)
            self._gain(seat, self._recruit(seat, card, age), age, card)
            self._settle_victims()
            self._places.recruit(seat, card)

    def _forget(self, seats: tuple[Seat, ...]) -> None:
        """Ask nothing any more of those who left, nor of others for their sake."""
        names = [led.name for seat in seats for led in self._accounts_of(seat)]
        effects = [e["kind"] for name in names for e in data("leader")[name]["effects"]]
        if "others_discard_victory_token" in effects:
            self._owed_tokens = set()
        self._owed_tokens -= set(seats)
        self._owed_leaders = [it for it in self._owed_leaders if it not in seats]
        self._owed_draws = [it for it in self._owed_draws if it not in seats]
        self._owed_cards = [it for it in self._owed_cards if it[1] not in seats]

    def _accounts_of(self, seat: Seat) -> list[Led]:
        return self._accounts[seat].leaders if self._accounts else []

    def _end_turn(self, event: TurnEnded) -> None:
        accounts, turn = self._accounts, (event.age, event.turn)
        check(
            event.coins == tuple(account.coins for account in accounts),
            f"{event}: {[account.coins for account in accounts]}",
        )
        check(event.shields == tuple(a.shields() for a in accounts), event)
        check(turn > (self._turns or [(0, -1)])[-1], event)
        self._turns.append(turn)
        check(not self._owed_tokens, (event, self._owed_tokens))
        kept = [seat for seat in self._owed_leaders if self._places.kept[seat]]
        check(not kept, (event, kept))
        self._owed_leaders = []
        check(not self._owed_draws or not self._places.box, event)
        self._owed_draws = []
        if self.state.task.name == "last_card":
            return
        check(not self._owed_cards or not self._places.discard, self._owed_cards)
        self._owed_cards = []

    def _bare(self) -> list[Project]:
        """List the edifices that are to be built before anything else (E1.4)."""
        return [it for it in self._projects if not (it.pawns or it.fate)]

    def _edifice(self, event: EdificeEnded) -> None:
        project = self._projects[event.age - 1]
        holders = set(self._holders(event.age))
        check(not project.fate and (project.pawns == 0) == event.built, event)
        project.fate = "built" if event.built else "failed"
        self.uses[f"edifice {project.fate}"] += 1
        if event.built:
            check(set(event.seats) == holders, event)
            self._reward()
            self._settle_victims()
        else:
            check(set(event.seats) == set(self.state.active) - holders, event)
            check((event.age, 6) <= self._turns[-1], event)
            self._owed_losses = list(event.seats)

    def _penalty(self, event: Penalised) -> None:
        """Let one pay the whole penalty, or take the debt if it can't (E1.5)."""
        project = self._projects[event.age - 1].printed
        penalty = project["penalty"]
        check(event.seat in self._owed_losses, event)
        self._owed_losses.remove(event.seat)
        account = self._accounts[event.seat]
        lost = {"card": event.card, "coins": event.coins, "tokens": event.tokens}
        what = [name for name, it in lost.items() if it]
        self.uses[f"penalty {(what or ['debt'])[0]}"] += 1
        match penalty["kind"]:
            case "lose_coins":
                able = account.coins >= int(penalty["amount"])
                check(event.coins == penalty["amount"] * able, event)
                account.coins -= event.coins
            case "lose_victory_tokens":
                able = len(account.victories()) >= penalty["amount"]
                check(len(event.tokens) == penalty["amount"] * able, event)
                for token in event.tokens:
                    check(token > 0, event)
                    account.tokens.remove(token)
            case _:
                able = account.count(penalty["colour"]) > 0
                check((event.card != "") == able, event)
                if able:
                    record = data("card")[event.card]
                    check(record["colour"] == penalty["colour"], event)
                    self._places.lose(event.seat, account.cards.index(event.card))
                    account.cards.remove(event.card)
        check(len(what) == able, event)
        if not able:
            account.debts.append(project["debt"])

    def _fight(
        self,
        age: int,
        told: Sequence[tuple[int, int]],
        deflected: Sequence[tuple[Seat, Seat]],
    ) -> None:
        """Compare shields with both neighbours (W6.1, L2.9)."""
        accounts = self._accounts
        strength = [account.shields() for account in accounts]
        worth = (1, 3, 5)[age - 1]
        turned = []
        rows = []
        for seat, mine in enumerate(strength):
            row = []
            for other in ((seat + 1) % len(strength), (seat - 1) % len(strength)):
                won, lost = mine > strength[other], mine < strength[other]
                if lost and accounts[seat].has("deflect_defeat_tokens"):
                    turned.append((seat, other))
                    lost = False
                row.append(worth * won - lost)
            rows.append(tuple(row))
        check(tuple(rows) == tuple(told), (rows, told))
        check(sorted(turned) == sorted(deflected), (turned, deflected))
        self.uses["deflected"] += len(turned)
        for account, gained in zip(accounts, rows, strict=True):
            account.tokens += [token for token in gained if token]
        for _, winner in turned:
            accounts[winner].tokens.append(-1)
        for seat, gained in enumerate(rows):
            victories = sum(token > 0 for token in gained)
            self._watched(seat, "coins_on_victory_token", victories)

    # What the state says.

    def _compare(self) -> None:
        """Compare the state with the accounts."""
        state = self.state
        for city, account in zip(state.cities, self._accounts, strict=True):
            check(city.coins == account.coins >= 0, (city, account.coins))
            check([b.id for b in city.buildings] == account.cards, city)
            check([stage.half for stage in city.stages] == account.halves, city)
            check(list(city.tokens) == account.tokens, (city, account.tokens))
            check(city.works.shields == account.shields(), city)
            check(list(city.works.counts) == [*map(account.count, COLOURS)], city)
            led = [(it.leader.id, it.age, it.buried) for it in city.leaders]
            check(led == account.leaders, (city, account.leaders))
            check(sorted(city.pawns) == sorted(account.pawns), city)
            check([it.id for it in city.edifices] == account.rewards, city)
            check(list(city.debts) == account.debts, city)
        for lying, project in zip(state.projects, self._projects, strict=False):
            seen = (lying.edifice.id, lying.pawns, lying.fate)
            check(seen == (project.name, project.pawns, project.fate), lying)
            check(list(lying.takers) == project.takers, lying)
        self._compare_sheet()

    def _compare_copies(self) -> None:
        """Each who can copies a guild that none brings more than (W8.3)."""
        due = set()
        for seat, account in enumerate(self._accounts):
            kinds = [effect["kind"] for effect in account.stage_effects()]
            worths = self._accounts.copies(seat)
            if "copy_neighbour_guild" in kinds and worths:
                due.add(seat)
                copied = self._copies.get(seat, "")
                check(worths.get(copied) == max(worths.values()), (copied, worths))
                self.uses["copied"] += 1
        check(due == set(self._copies), (due, self._copies))

    def _compare_sheet(self) -> None:
        sheet = self.state.score()
        names = [*LINES, *self._rules.expansions]
        check(sheet.lines == (*names, "total"), sheet.lines)
        rows = []
        for seat in range(len(self._accounts)):
            points = self._accounts.points(seat)
            row = [points[name] for name in names]
            check(sum(points.values()) == sum(row), points)
            rows.append((*row, sum(row)))
        check(tuple(rows) == sheet.rows or not rows, (rows, sheet.rows))
        ranks = dict.fromkeys(self.state.active, (0, 0))
        for seat in ranks if rows else ():
            ranks[seat] = (rows[seat][-1], self._accounts[seat].coins)
        best = max(ranks.values(), default=None)
        winners = tuple(seat for seat, rank in ranks.items() if rank == best)
        check(sheet.winners == winners, sheet)


def _together(event: Event) -> object:
    """Give what events have in common that came about at once."""
    match event:
        case Played():
            return "Played"
        case Drafted(number):
            return number
    return id(event)
