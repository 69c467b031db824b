"""7 Wonders: Architects, as a person at a terminal sees it."""
