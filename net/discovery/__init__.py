"""
Finding hosts on the network: DNS-SD, the hosts heard of, and this machine's addresses.
"""
