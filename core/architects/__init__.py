"""7 Wonders: Architects (A1 to A7 of docs/RULES.md)."""
