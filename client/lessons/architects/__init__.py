"""Lessons on Architects."""
