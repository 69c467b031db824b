"""Seats that this machine lends to people who have only a phone with a browser."""
