"""
Sealed cards: what keeps a face from all but its holder, and proves it to everybody.

Cards are ElGamal ciphertexts over one group of prime order; every step that touches them
comes with a proof that it was done as the rules say and shows nothing else. Pure: no
state, no sockets, and chance is an argument.
"""
