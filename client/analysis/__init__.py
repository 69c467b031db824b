"""What choices of a game that was played were worth: asked once, kept, and told."""
