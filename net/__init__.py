"""
The protocol: messages, signatures, the log, and the state that follows from it.

docs/PROTOCOL.md describes every byte that is sent, signed or stored in a log, so that
others can write programs from it. Such a byte can't change without the page, and hardly
ever without making older logs or other programs useless. `tests/independent.py` reads
logs by that page alone, and `tests/vectors` has logs and digests to compare with.

Most modules are sans-I/O. Connections are the business of `sealed_wonders.net.wire` and
`sealed_wonders.net.entrance`; `discovery`, `history` and `system` use the network,
files and the operating system.
"""
