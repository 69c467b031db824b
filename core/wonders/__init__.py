"""
7 Wonders, second edition, and its expansions: rules, and cards as data with effects.

The modules form layers. Each module imports only from its own layer and those above it,
and there are no import cycles:

1. `goods`, `science`, `trade`, `options`, `atoms`: what needs no city: calculations, and
   the words in which an effect says what it does.
2. `works`, `model`: cards, boards and cities, and the base class of effects.
3. `city`, `effects`, `leaders.effects`, `edifice.effects`, `scoring`: what cards do.
4. `kinds`, `catalog`, `typed`: reading of the data files and of typed options.
5. `notation`, `choices`, `events`: moves as text, their costs, and their results.
6. `moment`, `state`: one point in a game, and the base class of tasks.
7. `expansion`, `decision`, `treasury`, `projects`: code that several tasks share.
8. `setup`, `play`, `ages`, `leaders.tasks`, `edifice.tasks`: the tasks, in game order.
9. `ruleset`: a game with its options, composed of those tasks.
10. `lines`, `record`, `reading`, `copies`, `leaders.whereabouts`, `check`, `view`,
    `public`, `pictures`: writing a game down, checking what was written, and displaying
    it.
11. `definition`: the entry point for code outside this package.
"""

TITLE = "7 Wonders"
"""The game's title, the same in every language."""
