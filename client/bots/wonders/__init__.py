"""Bots that play 7 Wonders."""
