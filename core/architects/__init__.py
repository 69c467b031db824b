"""
7 Wonders: Architects (A1 to A7 of docs/RULES.md).

The modules lie in layers. Each imports only from its own and those above it, never in a
circle:

1. `abilities`, `war`, `options`, `typed`: what can be worked out without a city.
2. `catalog`: the data, read into records.
3. `city`, `paying`, `science`, `scoring`: cities, and what can be done with their cards.
4. `notation`, `events`: moves as text, and what came of them.
5. `state`: one point in a game, and the base of all tasks.
6. `taking`, `tokens`, `effects`, `turn`, `setup`: the tasks, those that others need first.
7. `ruleset`: the game with its options chosen, made of those tasks.
8. `lines`, `record`, `reading`, `check`, `public`, `pictures`: a game told to
    others, and what they tell checked.
9. `definition`: what everything outside reaches the game by.
"""

TITLE = "7 Wonders: Architects"
"""What the game is called, in every language."""
