"""The view of a game of Architects from one seat, and its replays."""
