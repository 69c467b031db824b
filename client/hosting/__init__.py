"""A host of one's own, as a child process, and the games it keeps."""
