"""Pages of this program in a browser on this machine, for whoever sits at its terminal."""
