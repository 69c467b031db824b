"""Game records: what those of all games have in common, and which game one is of."""
