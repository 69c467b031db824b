"""Sentences about 7 Wonders."""
