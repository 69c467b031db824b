"""Finding hosts on the network: DNS-SD, what is heard of, and this machine's addresses."""
