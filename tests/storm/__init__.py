"""
The storm: whole tables in one process, in virtual time, and everything that can go
wrong.

One seed decides everything, so the same seed does the same again in any process. A host
and its players are the real programs above TLS: `Server` with its `Archive`, `Link`
with `HostEndpoint` and `Session`. Each has a machine with a disk of its own, and there
is a network between them. While they play, connections break, processes are killed,
machines lose power, and people hesitate, vote, leave or cheat. At the end, nobody may
have signed two versions of anything, have received false information, or be waiting in
vain.

- `chance` draws from the seed. `world` contains the time and the machines, `network` and
  `disk` what they share and keep. `edges` replaces the real things by all of these.
- `tests.support.integers` is a group in which proofs cost next to nothing, but are still
  checked.
- `programs` runs hosts and players on machines, and `people` decides what players do.
- `crooks` are cheats. In `forking`, a host shows two histories. `moving` is a table whose
  host is lost. In `handing`, spectators take over seats.
- `faults` is the list of everything that is to go wrong, drawn from the seed beforehand.
  `shrink` finds the shortest list that still does harm.
- `table` plays one game, and `judge` finds what is wrong with it afterwards.
- `mutations` are faults put into the program by hand, and `hunt` checks that the judge finds
  them.

Impossible things aren't tried: TLS delivers the bytes of a connection once and in
order, so nobody on the way can repeat or reorder messages on one connection. Between
connections, anything may happen. Messages that a client repeats after reconnecting, it
repeats by itself.
"""
