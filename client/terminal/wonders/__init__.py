"""7 Wonders, as a terminal shows it."""
