cimport cython

cdef long long _LEFT, _RIGHT, _BANK
cdef long long _MIX, _MIX_SOLD, _MIX_OWN, _MIX_LEFTS, _MIX_RIGHTS
cdef int BITS, SLOTS

cpdef int rank_of(int to_left) noexcept
cdef bint _beats(long long one, long long other) noexcept

@cython.final
cdef class Prices:
    cdef long long[::1] _asked
    cdef list _answers
    cdef int _masks[16]
    cdef int _units[32]
    cdef int _n_units
    cdef int _free[32]
    cdef int _n_free
    cdef int _fixed[14]
    cdef int _symbols[64]
    cdef int _n_symbols[2]
    cdef int _cheap
    cdef int _bank
    cdef int _bank_price
    cdef long long _best[64]
    cdef int _n_best

    @cython.locals(bought=cython.longlong, sold=cython.longlong, mixed=cython.longlong, slot=cython.int, at=cython.int, found=tuple)
    cpdef tuple payments(self, long long want, long long own, long long left, long long lefts, long long right, long long rights, long long cheap, long long bank)
    @cython.locals(nth=cython.int, payments=list, least=cython.longlong, paid=cython.longlong, to_left=cython.longlong, to_right=cython.longlong, to_bank=cython.longlong, split=cython.longlong, worth=cython.longlong)
    cdef tuple _found(self)
    @cython.locals(good=cython.int, nth=cython.int, _=cython.int)
    cdef void _lay(self, int want, long long own, int left, long long lefts, int right, long long rights, int cheap, int bank) noexcept
    @cython.locals(last=cython.int, nth=cython.int, _=cython.int)
    cdef void _sell(self, int side, long long symbols) noexcept
    @cython.locals(better=cython.int, bit=cython.int, last=cython.int, one=cython.int, mask=cython.int, side=cython.int)
    cdef void _place(self, int nth, long long paid) noexcept
    @cython.locals(good=cython.int, bit=cython.int, price=cython.longlong, more=cython.longlong, last=cython.int, one=cython.int, mask=cython.int)
    cdef void _buy(self, int nth, long long paid, int side) noexcept
    @cython.locals(kept=cython.int, nth=cython.int, other=cython.longlong)
    cdef void _keep(self, long long paid) noexcept
