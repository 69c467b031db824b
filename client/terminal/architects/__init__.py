"""7 Wonders: Architects, as a person at a terminal sees it; its lines, and its screens."""
