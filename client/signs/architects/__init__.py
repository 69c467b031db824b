"""Architects in signs."""
