cdef class Book:
    cdef readonly int players
    cdef readonly int with_leaders
    cdef readonly int with_edifice
    cdef readonly int n_masks
    cdef readonly int[::1] mask
    cdef readonly list names
    cdef readonly list masks
    cdef readonly list sides
    cdef readonly list decks
    cdef readonly int buildings
    cdef readonly int first_leader
    cdef readonly int first_edifice
    cdef readonly dict by_name
    cdef readonly dict by_side
    cdef readonly long long[::1] bits
    cdef readonly int[::1] colour
    cdef readonly int[::1] goods
    cdef readonly int[::1] bank
    cdef readonly int[::1] twin
    cdef readonly int[::1] free
    cdef readonly int[::1] age
    cdef readonly long long[::1] chain
    cdef readonly int[::1] leader_cost
    cdef readonly int[::1] edifice_cost
    cdef readonly int[::1] penalty
    cdef readonly int[::1] amount
    cdef readonly int[::1] debt
    cdef readonly int[::1] start
    cdef readonly int[::1] stages
    cdef readonly int[::1] stage_goods
    cdef readonly int[::1] stage_bank
    cdef readonly int[::1] stage_block
    cdef readonly int[::1] keeps_leaders
    cdef readonly int[::1] first
    cdef readonly int[::1] last
    cdef readonly int[::1] kind
    cdef readonly int[::1] a
    cdef readonly int[::1] b
    cdef readonly int[::1] c
    cdef readonly int[::1] is_open
    cdef readonly long long[::1] symbols
    cdef readonly int[::1] block_of_card
