"""Lessons on 7 Wonders."""
