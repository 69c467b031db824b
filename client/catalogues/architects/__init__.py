"""The cards and boards of Architects: lists, JSON, and pictures in words."""
