cimport cython

cdef int ANY_BIT, COIN_AT, DOUBLE_BIT, GOODS

cdef class Book:
    cdef readonly int players
    cdef readonly int conflicts
    cdef readonly list wonders
    cdef readonly list kinds
    cdef readonly list tokens
    cdef readonly list piles
    cdef readonly list supply
    cdef readonly dict known
    cdef readonly int n_kinds
    cdef readonly int n_tokens
    cdef readonly int coin
    cdef readonly int[::1] goods
    cdef readonly int[::1] symbols
    cdef readonly int[::1] is_red
    cdef readonly int[::1] points
    cdef readonly int[::1] cat
    cdef readonly int[::1] horns
    cdef readonly int[::1] allows
    cdef readonly int[::1] first
    cdef readonly int[::1] allowing
    cdef readonly int[::1] effect
    cdef readonly int[::1] stages
    cdef readonly int[::1] on
    cdef readonly int[::1] cost
    cdef readonly int[::1] same
    cdef readonly int[::1] stage_points
    cdef readonly int[::1] stage_acts
    cdef readonly int[::1] ability
    cdef readonly int[::1] a
    cdef readonly int[::1] b
    cdef readonly int[::1] copies

    cpdef tuple ways(self, long long key)
    cdef tuple _found(self, object key)
