"""
Many games between bots: in this process, in several, or on several machines.

`botgame` plays one game, described entirely by its task. An `executor` runs tasks; results
are identical wherever they run.
"""
