"""
A table in one process: everything is real but the network, the time and the chance.

Three ways to sit at one, each with as much around the game as a test needs:

- `folds`: identities, secrets and folds, and nothing else.
- `seats`: a host's fold, and the client's `Seat` for each player.
- `server`: a host's `Server`, and a whole `Session` for each `client`, with the frames
  that would go through TLS between them.

`followers` are clients that look at another one's fold; `players` answer questions,
`threads` are for work that takes long, and `chance` is the same each time.
"""
