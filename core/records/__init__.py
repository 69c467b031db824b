"""Game records: the parts that all games share, and the choice of the right game."""
