"""Lessons for a first game, and how each game goes in a few lines."""
