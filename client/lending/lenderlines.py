"""
What a lender sees and types: the code that phones scan, who asks, and who has a seat.

The same lines go through a pipe where a host has started this program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sealed_wonders.client.lending.guestbook import LentSeat
from sealed_wonders.client.lending.lending import Lending
from sealed_wonders.client.lines.line import Terminal
from sealed_wonders.client.questions.addresses import address_in
from sealed_wonders.net.words import _, n_, p_


class LenderLines:
    """Shows the lender lines, and carries out what they type."""

    prompt = ""
    secret = False

    def __init__(
        self,
        terminal: Terminal,
        scanned: Callable[[], Sequence[str]],
        end: Callable[[], object],
        *,
        draws: Callable[[str], Iterable[str]] = lambda url: (),
        ends_with_input: bool = True,
        report: Callable[[str], object] | None = None,
    ) -> None:
        """
        Start with nobody.

        Args:
            scanned: Returns the addresses for phones, with the current code.
            end: Ends the program.
            draws: Draws an address for a camera.
            report: Reports who asks, comes and leaves; None for the terminal.
            ends_with_input: Whether the end of input ends the program, too.
        """
        self.lending: Lending
        """What is lent; set before anybody comes."""
        self._terminal = terminal
        self._scanned = scanned
        self._end = end
        self._draws = draws
        self._report = report or terminal.show
        self._ends_with_input = ends_with_input
        self._code = ""
        """The code that was shown last."""
        self._shown = ""
        """The words that Enter alone seats; empty if they aren't the only ones."""

    # The lender's view, for `Lending`.

    def asked(self, words: str, name: str, before: LentSeat | None) -> None:
        self._report(asking(words, name, before))
        self._terminal.bell()
        waiting = [it.words for it in self.lending.admission.waiting]
        self._shown = words if waiting == [words] else ""
        if self._shown:
            self._terminal.show(
                _("If the phone shows these two words, press Enter to lend the seat.")
            )
        else:
            self._terminal.show(_several())

    def expired(self) -> None:
        """Show the current code; once, since the code that is shown works from then on."""
        if self._code and not self.lending.admission.code.is_valid(self._code):
            self._terminal.show(_("A phone tried a code that no longer works."))
            self._terminal.bell()
            self.show_code()

    def seated(self, seat: LentSeat) -> None:
        self._report(has_come(seat))

    def left(self, seat: LentSeat, why: str) -> None:
        self._report(has_left(seat))
        if why:
            self._report(why)

    # What the lender types, for `Terminal`.

    def words(self) -> Iterable[str]:
        """Complete the commands; the words have to come from a phone."""
        lost, no = p_("typed", "lost"), p_("typed", "refuse")
        yield from (p_("typed", "seats"), p_("typed", "code"), p_("typed", "help"))
        yield from (f"{lost} {it.name}" for it in self.lending.book)
        yield from (f"{no} {it.words}" for it in self.lending.admission.waiting)

    def touched(self) -> None:
        """Do nothing, because the seats are others'."""

    def typed(self, line: str) -> None:
        """Carry out a line: a command, the words of a phone, or Enter alone."""
        typed = " ".join(line.split())
        line = typed.lower()
        word, _space, rest = line.partition(" ")
        commands: Mapping[str, Callable[[str], None]] = {
            p_("typed", "code"): lambda rest: self.show_code(),
            p_("typed", "seats"): lambda rest: self._guests(),
            p_("typed", "help"): lambda rest: self._help(),
            p_("typed", "lost"): self._lost,
            p_("typed", "refuse"): self._refuse,
            p_("typed", "there"): lambda rest: self._lead(typed),
        }
        if do := commands.get(word):
            do(rest)
        elif line:
            self._seat(line)
        else:
            self._enter()

    def interrupted(self) -> None:
        self._end()

    def hung_up(self) -> None:
        if self._ends_with_input:
            self._end()

    def _enter(self) -> None:
        waiting = [it.words for it in self.lending.admission.waiting]
        if not waiting:
            self.show_code()
        elif waiting == [self._shown]:
            self._seat(self._shown)
        else:
            self._terminal.show(_several())

    def _seat(self, words: str) -> None:
        admission = self.lending.admission
        if all(it.words != words for it in admission.waiting):
            self._terminal.show(_("No waiting phone shows these words."))
        elif admission.admit(words) is None:
            self._terminal.show(all_lent())

    def _refuse(self, words: str) -> None:
        if self.lending.admission.refuse(words):
            self._terminal.show(_("The phone was sent away."))
        else:
            self._terminal.show(_("No waiting phone shows these words."))

    def _lost(self, who: str) -> None:
        seat = self.lending.book.called(who)
        if seat is None:
            self._terminal.show(_("No seat is lent to {name}.").format(name=who))
            return
        code = self.lending.admission.start_move(seat)
        said = _(
            "To move {name}'s seat, type {code} on the other phone within two "
            "minutes. The old phone then loses the seat."
        )
        self._terminal.show(said.format(name=seat.name, code=code))

    def _lead(self, typed: str) -> None:
        at = address_in(typed)
        if at is None:
            said = _("To move the seats to another host, type: {word}")
            self._terminal.show(said.format(word=p_("typed", "there INVITATION")))
            return
        seats = self.lending.lead_to(at)
        said = n_(
            "{n} seat is looking for its game on {host}.",
            "{n} seats are looking for their game on {host}.",
            seats,
        )
        self._terminal.show(
            said.format(n=seats, host=f"{at.host}:{at.port}")
            if seats
            else _("No seat has lost its host.")
        )

    def _guests(self) -> None:
        for one in self.lending.admission.waiting:
            said = _("{words}: {name} (waiting)")
            self._terminal.show(said.format(words=one.words, name=one.note))
        for id, guest in self.lending.guests.items():
            seat = self.lending.book.by_id(id) or guest.seat
            said = _("{words}: {name}") if guest.face.is_looked_at else away()
            self._terminal.show(said.format(words=seat.words, name=seat.name))
        self._terminal.show(seats_left(self.lending))

    def _help(self) -> None:
        rows = (
            (_("Enter"), _("show the code, or lend a seat to the one waiting phone")),
            (_("TWO WORDS"), _("lend a seat to the phone that shows these words")),
            (p_("typed", "refuse TWO WORDS"), _("send that phone away")),
            (p_("typed", "seats"), _("list who is waiting, and who has a seat")),
            (
                p_("typed", "lost NAME"),
                _("move a seat to another phone, because the first one is lost"),
            ),
            (
                p_("typed", "there INVITATION"),
                _("if seats have lost their host, move them to another"),
            ),
            (_("Ctrl-C"), _("stop; you can resume the seats later")),
        )
        for word, means in rows:
            self._terminal.show(f"  {word}: {means}")

    def show_code(self) -> None:
        """Show the addresses with the current code."""
        urls = self._scanned()
        if not urls:
            self._terminal.show(on_no_network())
        code = self._code = self.lending.admission.code.current
        for url in urls:
            for row in self._draws(url):
                self._terminal.show(row)
            self._terminal.show(url)
        if urls:
            said = _("Code: {code} (works for at least two minutes)")
            self._terminal.show(said.format(code=code))


def _several() -> str:
    return _(
        "Several phones are waiting. Type the two words shown on the phone that you "
        "want to lend a seat to."
    )


def asking(words: str, name: str, before: LentSeat | None) -> str:
    """
    Return who asks, by the words that their phone shows.

    Args:
        before: The seat that they claim to have had, if they do.
    """
    said = _("{words}: {name}").format(words=words, name=name)
    if before is None:
        return said
    return f"{said}, {_('wants the seat of {other}').format(other=named(before))}"


def named(seat: LentSeat) -> str:
    return f"{seat.name} ({seat.words})"


def has_come(seat: LentSeat) -> str:
    said = _("{name} has a seat ({words}).")
    return said.format(name=seat.name, words=seat.words)


def has_left(seat: LentSeat) -> str:
    said = _("{name} has left ({words}).")
    return said.format(name=seat.name, words=seat.words)


def seats_left(lending: Lending) -> str:
    """Return how many seats can still be lent."""
    free = max(0, lending.most - len(lending.book))
    said = n_("{n} seat can still be lent.", "{n} seats can still be lent.", free)
    return said.format(n=free)


def all_lent() -> str:
    return _("All seats are lent.")


def on_no_network() -> str:
    return _("This machine is on no network that phones can use.")


def away() -> str:
    return _("{words}: {name} (the page is closed)")


def lender_reads() -> str:
    """Return what the lender should know who has a certificate."""
    return _("Your machine can see the cards of the seats that it lends.")


def who_reads() -> str:
    """Return what the lender should know before anybody comes."""
    return _(
        "Your machine can see the cards of the seats that it lends. On the Wi-Fi they "
        "are encrypted: nobody else can see them, unless somebody on the network tampers "
        "with the phone's page."
    )
