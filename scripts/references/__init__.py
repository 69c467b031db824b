"""What scripts/reference.py writes: the reference in docs, and the manual pages."""
