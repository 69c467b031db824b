"""What is printed of 7 Wonders: lists, JSON, and pictures in words."""
