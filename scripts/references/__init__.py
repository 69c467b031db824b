"""
The generators behind scripts/reference.py: the reference in docs, and the manual pages.
"""
