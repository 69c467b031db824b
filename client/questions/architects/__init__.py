"""The questions of Architects, and answers to them."""
