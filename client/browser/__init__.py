"""Pages served to a browser on this machine, for the person at the terminal."""
