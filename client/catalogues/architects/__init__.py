"""What is printed of Architects: lists, JSON, and pictures in words."""
