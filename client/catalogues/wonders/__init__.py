"""The cards and boards of 7 Wonders: lists, JSON, and pictures in words."""
