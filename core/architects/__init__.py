"""
7 Wonders: Architects (A1 to A7 of docs/RULES.md).

The modules form layers. Each module imports only from its own layer and those above it,
and there are no import cycles:

1. `abilities`, `war`, `options`, `typed`: calculations that need no city.
2. `catalog`: reading of the data files into records.
3. `city`, `paying`, `science`, `scoring`: cities, and the uses of their cards.
4. `notation`, `events`: moves as text, and their results.
5. `state`: one point in a game, and the base class of tasks.
6. `taking`, `tokens`, `effects`, `turn`, `setup`: the tasks, each after those it uses.
7. `ruleset`: a game with its options, composed of those tasks.
8. `lines`, `record`, `reading`, `check`, `public`, `pictures`: writing a game down,
   checking what was written, and displaying it.
9. `definition`: the entry point for code outside this package.
"""

TITLE = "7 Wonders: Architects"
"""The game's title, the same in every language."""
