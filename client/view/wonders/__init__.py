"""What a seat sees of a game of 7 Wonders, and its replays."""
