"""Before the game: who plays, with what options, and the draw nobody can steer."""
