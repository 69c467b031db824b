"""
The box about the edifices of a game: rewards, costs and penalties, and who takes part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.signs.draw import Row, Rows, piece, row
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.screens.box import Box, Fact, labelled
from sealed_wonders.client.terminal.wonders.screens.projects import pawns
from sealed_wonders.client.view.wonders.sight import Sight, sight_of
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, look, phrases
from sealed_wonders.core.wonders.state import Project
from sealed_wonders.net.words import _, p_


class EdificesBox(Box):
    """All three edifices, the first age's at the top."""

    widest = 76

    @property
    def title(self) -> str:
        return _("Edifices")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "If you build a stage of your wonder, you may pay extra coins to "
                "help build the edifice of the age, as long as it has pawns left."
            ),
            _(
                "When the last pawn is taken, the edifice is built, and everybody "
                "who has a pawn gets the reward. If it isn't built by the end of the "
                "age, everybody without a pawn pays the penalty, before the conflicts."
            ),
        )

    def rows(self, width: int, height: int) -> Rows:
        sight = sight_of(self.stack.known)
        if sight is None or not sight.state.projects:
            return (row(phrases.no_edifices()),)
        rows: list[Row] = []
        for project in sight.state.projects:
            rows += [()] if rows else []
            rows.append(self._head(project))
            rows += labelled(list(self._lines(sight, project)), width, brief=True)
        return rows

    def _head(self, project: Project) -> Row:
        symbols, edifice = self.stack.symbols, project.edifice
        age = piece(f"  {_('age {age}').format(age=edifice.age)}", "dim")
        fate: Row = ()
        if project.fate == "built":
            fate = (piece(f"  {phrases.edifice_stands()}", "yes"),)
        elif project.fate:
            fate = (piece(f"  {phrases.edifice_failed()}", "no"),)
        return row(*faces.title(edifice, symbols, "title"), age, fate)

    def _lines(self, sight: Sight, project: Project) -> Iterator[Fact]:
        """Yield everything about an edifice: a label, signs and words for each line."""
        symbols, edifice = self.stack.symbols, project.edifice
        names = look.pawn_holders(sight, project)
        if project.fate:
            yield Fact(_("pawns"), (), names or _("nobody"))
        else:
            price = faces.price(edifice, symbols)
            left = row(*price, "  ", pawns(project.pawns, symbols))
            words = phrases.pawns_left(project.pawns)
            if names:
                words = _("{words}; with a pawn: {names}").format(
                    words=words, names=names
                )
            if project.pawns:
                how = text.sentence(describe.joining(edifice))
                words = f"{how} {text.sentence(words)}"
            yield Fact(_("builders"), left, words)
        reward = faces.does(edifice, symbols)
        yield Fact(_("reward"), reward, describe.effects(edifice.reward))
        or_ = piece(f" {p_('edifice', 'or')} ", "dim")
        debt = faces.debt(edifice, symbols)
        lost = row(faces.penalty(edifice.penalty, symbols), or_, debt)
        said = describe.lost_or_debt(edifice)
        yield Fact(p_("of an edifice", "penalty"), lost, said)
