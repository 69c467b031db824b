"""A host run as a child process on the player's own machine, and the games it keeps."""
