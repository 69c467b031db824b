"""A person at a terminal: what is shown of a game, and the questions it asks."""
