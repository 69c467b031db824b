"""The view of a game of 7 Wonders from one seat, and its replays."""
