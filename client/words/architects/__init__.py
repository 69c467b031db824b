"""Sentences about Architects."""
