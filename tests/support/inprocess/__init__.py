"""
A table in one process: everything real but the network, the time and the chance.

Two ways to sit at one, each with as much around the game as a test needs:

- `folds`: identities, secrets and folds, and nothing else.
- `seats`: a host's fold, and the client's `Seat` for each player.
"""
