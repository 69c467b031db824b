"""
Sealed cards: only the holder of a card sees its face, and everybody can check that.

Cards are ElGamal ciphertexts over one group of prime order. Every step with them comes
with a proof that it follows the rules, which reveals nothing else. The code is pure: no
state, no sockets, and randomness is an argument.
"""
