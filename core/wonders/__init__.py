"""7 Wonders, base game, second edition: its rules as data and as effects of cards."""
