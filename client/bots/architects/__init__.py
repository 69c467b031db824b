"""What bots make of 7 Wonders: Architects."""
