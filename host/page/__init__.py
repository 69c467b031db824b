"""
The page on which a room sees its tables: for a television, and for phones.

Theory of operation
-------------------

The page is read only, and knows what anybody may know who looks on. It has no other source
than that: what a table's log shows to those (`host.delay`), read by a fold of its own without
secrets (`follower`), and what the host tells all who look on besides: lobbies, who is there,
the clock, what is said. A host can't open a card, so nothing in its memory could be let out
either; the exception are openly dealt cards, which only tests have.

What there is to see of a table is a few *sections* (`sections`), each plain data as JSON.
A browser that looks at a table has one connection over which it is sent events
(`streams`): the sections that are new to it. A section is always sent whole, so nothing is
queued for anybody. Whoever is slow, comes late, or comes back after the host was started
again is sent what is so by then, as subscriptions of players are (`host.subscription`).

A table changes within the reactor's turn in which it is published; the page is told of that
by `Board.changed`, looks at it in a turn of its own, and what goes wrong there is told and
stops nothing but what is shown of that table.

All of this is imported only where a host is started with ``--web``, and a table is folded
only as long as somebody looks at it.
"""
