"""The questions of 7 Wonders, and answers to them."""
