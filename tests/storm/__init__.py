"""
The storm: whole tables in one process, in virtual time, and everything that can go wrong.

One seed decides all of it. A host and its players are the real programs above TLS: `Server`
with its `Archive`, `Link` with `HostEndpoint` and `Session`, each on a machine of its own with
a disk of its own, and a network between them. While they play, connections break, processes
are killed, machines lose their power, people hesitate, vote, leave, or cheat; when it is over
nobody may have signed two versions of anything, been told something false, or wait for
nothing. The same seed does the same again, in any process.

- `chance` draws from the seed; `world` is the time and the machines, `network` and `disk` what
  they share and what they keep; `edges` puts all of that in the place of the real thing.
- `tests.support.integers` is a group in which a proof costs next to nothing, and is checked as
  always.
- `programs` runs hosts and players on machines, `people` decides what players do.
- `crooks` are those who cheat, and in `forking` a host shows two worlds; `moving` is a table
  whose host is lost, and in `handing` seats go to somebody who looks on.
- `faults` is the list of all that is to go wrong, made from the seed beforehand; `shrink`
  finds the shortest one that still does harm.
- `table` plays one game of it, and `judge` says what is wrong with it afterwards.
- `mutations` are faults put into the program by hand, and `hunt` sees that the judge finds them.

What can't happen isn't tried: TLS gives each connection its bytes once and in order, so nobody
on the way can repeat or reorder messages on one; between connections anything goes. What a
client says again after it has come back it says by itself.
"""
