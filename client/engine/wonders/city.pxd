cimport cython

from sealed_wonders.client.engine.wonders.book cimport Book

cdef int BANK, BITS, CHOICE, COLOUR_FREE, DEFLECT, DISCOUNT, LEADERS_FREE
cdef int LEADERS_LESS, MORE, MOST_STAGES, ON_BUILD, ON_CHAIN, ON_GAIN, ON_PURCHASE
cdef int ON_VICTORY, PER_SCIENCE_SET, POINTS, POWER, PRICE, PRODUCE, SCIENCE
cdef int SCORED_COLOURS, SHIELDS, SPARE, SWAP

cdef int plus(int bundle, int more) noexcept
cdef int minus(int bundle, int less) noexcept
cdef int symbol_worth(int a, int b, int c) noexcept
cdef int science_worth(int a, int b, int c, int wild) noexcept

@cython.final
cdef class City:
    cdef readonly Book book
    cdef public int side
    cdef public int coins
    cdef public int seen
    cdef public int spent
    cdef public int ones
    cdef public int threes
    cdef public int fives
    cdef public int defeats
    cdef public int debts
    cdef public int pawns
    cdef public int stages
    cdef int halves[5]
    cdef int cards[48]
    cdef public int n_cards
    cdef int leaders[16]
    cdef int leader_ages[16]
    cdef int buried[16]
    cdef public int n_leaders
    cdef int edifices[3]
    cdef public int n_edifices
    cdef int hand[8]
    cdef public int n_hand
    cdef int held[16]
    cdef public int n_held
    cdef public int fixed
    cdef public long long symbols
    cdef public int symbols_give
    cdef public int sells
    cdef public long long sells_symbols
    cdef public int sold_give
    cdef public int cheap
    cdef public int shields
    cdef public int tablets
    cdef public int gears
    cdef public int compasses
    cdef public int wild
    cdef public long long chains
    cdef public long long built_low
    cdef public long long built_high
    cdef int counts[7]
    cdef public int powers
    cdef public int bank
    cdef int discounts[8]
    cdef public int free_colours
    cdef public int leaders_free
    cdef public int leaders_less
    cdef public int neighbours_less
    cdef int on_build[7]
    cdef public int on_chain
    cdef public int on_victory
    cdef public int on_purchase
    cdef public int on_top
    cdef public int deflects
    cdef public int swaps
    cdef public int more
    cdef public int per_set
    cdef public int flat
    cdef int open[48]
    cdef public int n_open

    cdef void _clear(self) noexcept
    cpdef void copy_from(self, City other) noexcept
    @cython.locals(nth=cython.int)
    cpdef void lay_hand(self, list cards)
    @cython.locals(nth=cython.int)
    cpdef void lay_held(self, list cards)
    cpdef void found(self, int side, int coins) noexcept
    @cython.locals(book=Book, colour=cython.int)
    cpdef void build(self, int block) noexcept
    @cython.locals(book=Book, colour=cython.int, twin=cython.int)
    cdef void _stand(self, int block) noexcept
    @cython.locals(twin=cython.int)
    cpdef bint has(self, int block)
    cpdef int lacks(self, int goods)
    cpdef int withholds(self, int goods)
    cpdef int next_block(self, int half)
    @cython.locals(block=cython.int)
    cpdef void build_stage(self, int half) noexcept
    @cython.locals(nth=cython.int)
    cpdef void recruit(self, int block, int age) noexcept
    cpdef void reward(self, int block) noexcept
    @cython.locals(nth=cython.int)
    cpdef bint has_edifice(self, int block)
    @cython.locals(nth=cython.int)
    cpdef void bury(self, int block) noexcept
    @cython.locals(nth=cython.int, later=cython.int)
    cpdef void lose(self, int block) noexcept
    @cython.locals(cost=cython.int)
    cpdef int price_of(self, int nth)
    @cython.locals(book=Book, nth=cython.int, where=cython.int)
    cpdef void reckon(self) noexcept
    @cython.locals(book=Book, row=cython.int, kind=cython.int, a=cython.int, b=cython.int)
    cdef void _place(self, int block, int scored) noexcept
    cpdef int science(self, int wild)
    cpdef void learn(self, int symbols, int wild, int swaps, int more, int per_set, int times) noexcept
    cdef int _solved(self, int wild)
    cpdef int victories(self)
    @cython.locals(total=cython.int, colour=cython.int)
    cpdef int count(self, int things)
