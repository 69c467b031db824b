"""The log: one public, signed, hash-chained list of envelopes. The game is its fold."""
