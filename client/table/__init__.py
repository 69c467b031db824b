"""A place at a table: the seat's fold and keys, the session with a host, its connection."""
