"""Games that were played, as pages for a browser: each one file that needs nothing else."""
