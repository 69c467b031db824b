"""
A table in a single process: everything is real except the network, time and randomness.

There are three kinds of tables, from small to large:

- `folds`: identities, secrets and folds, and nothing else.
- `seats`: a host's fold, and the client's `Seat` for each player.
- `server`: a host's `Server`, and a whole `Session` for each `client`, which exchange
  frames directly instead of over TLS.

At each of them, `followers` are clients that share another client's fold, `players`
answer questions, `threads` replace long-running work, and `chance` replaces randomness.
"""
