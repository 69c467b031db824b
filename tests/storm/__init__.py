"""
The storm: whole tables in one process, in virtual time, and everything that can go wrong.

One seed decides everything, so the same seed does the same again in any process. A host and
its players are the real programs above TLS: `Server` with its `Archive`, `Link` with
`HostEndpoint` and `Session`. Each has a machine with a disk of its own, and there is a
network between them. While they play, connections break, processes are killed, machines
lose power, and people hesitate, vote, leave or cheat. When it is over, nobody may have
signed two versions of anything, been told something false, or be waiting for nothing.

- `chance` draws from the seed; `world` is the time and the machines, `network` and `disk`
  are what they share and keep; `edges` puts all of that in the place of the real things.
- `tests.support.integers` is a group in which a proof costs next to nothing, and is checked
  as always.
- `programs` runs hosts and players on machines, and `people` decides what players do.
- `crooks` are cheats; in `forking`, a host shows two histories; `moving` is a table whose
  host is lost; in `handing`, seats go to spectators.
- `faults` is the list of everything that is to go wrong, made from the seed beforehand;
  `shrink` finds the shortest list that still does harm.
- `table` plays one game, and `judge` says what is wrong with it afterwards.
- `mutations` are faults put into the program by hand, and `hunt` checks that the judge finds
  them.

What can't happen isn't tried: TLS delivers the bytes of a connection once and in order, so
nobody on the way can repeat or reorder messages on one connection. Between connections,
anything may happen. What a client says again after it has come back, it says by itself.
"""
