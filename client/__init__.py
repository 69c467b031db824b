"""The client: a seat at a table, with its keys, its fold of the log and its display."""
