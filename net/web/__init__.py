"""What web pages of the host and of players' programs share: streams and pictures."""
