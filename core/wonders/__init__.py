"""
7 Wonders, second edition, and its expansions: rules as data and as effects of cards.

The modules lie in layers. Each imports only from its own and those above it, never in a
circle:

1. `goods`, `science`, `trade`, `options`: what can be worked out without a city.
2. `works`, `model`: the things of the game, and the base of all effects.
3. `city`, `effects`, `leaders.effects`, `edifice.effects`, `scoring`: what cards do.
4. `kinds`, `catalog`, `typed`: the data, read into those things.
5. `notation`, `choices`, `events`: moves as text, what they cost, what came of them.
6. `moment`, `state`: one point in a game, and the base of all tasks.
7. `expansion`, `decision`, `treasury`, `projects`: what several tasks share.
8. `setup`, `play`, `ages`, `leaders.tasks`, `edifice.tasks`: the tasks, in their order.
9. `ruleset`: the game with its options chosen, made of those tasks.
10. `lines`, `record`, `reading`, `copies`, `leaders.whereabouts`, `check`, `view`, `public`,
    `pictures`: a game told to others, and what they tell checked.
11. `definition`: what everything outside reaches the game by.
"""

TITLE = "7 Wonders"
"""What the game is called, in every language."""
