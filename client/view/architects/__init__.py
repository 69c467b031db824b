"""What a seat sees of a game of Architects, and its replays."""
