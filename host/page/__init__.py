"""
The web page that shows a room its tables, on a television and on phones.

Theory of operation
-------------------

The page is read-only, and knows only what any spectator may know. It has no other
sources than these: as much of a table's log as spectators see (`host.delay`), read by a
fold of its own without secrets (`follower`), and what the host tells spectators
besides, that is, lobbies, presence, the clock and the chat. A host can't open a card,
so its memory contains no card that could leak either. The exception are openly dealt
cards, which only tests use.

The page's view of a table is divided into a few *sections* (`sections`), each plain
data as JSON. A browser that watches a table has one connection, on which
it is sent events (`streams`) with the sections that have changed. A section is always
sent whole, so nothing is ever queued. A browser that is slow, comes late, or reconnects
after a restart of the host is sent the current sections, like the subscriptions of
players (`host.subscription`).

A table changes within the reactor's turn in which it is published. The page is notified
by `TableStreams.changed`, and reads the table in a later turn. An error there is
reported, and affects only the page's view of that table.

All of these modules are imported only if the host is started with ``--web``, and a
table is folded only as long as somebody watches it.
"""
