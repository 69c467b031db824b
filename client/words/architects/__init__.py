"""Architects in words and rows of text."""
