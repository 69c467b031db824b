"""A player at the table: its keys, its fold of the log, and how it is shown."""
