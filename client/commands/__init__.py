"""The commands of ``wonders``, one module per command, and what they share."""
