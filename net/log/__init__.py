"""The log: one public, signed, hash-chained list of envelopes; the game is its fold."""
