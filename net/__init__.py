"""
The protocol: messages, signatures, the log, and the state that follows from it.

Most modules are sans-I/O. Connections are the business of `sealed_wonders.net.wire` and
`sealed_wonders.net.entrance`; `discovery`, `history` and `system` use the network,
files and the operating system.
"""
