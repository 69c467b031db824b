cimport cython

from sealed_wonders.client.engine.architects.book cimport Book

cdef int ACT_TASK, ANY_BIT, ANY_PILE, ANY_RESOURCES, ANY_TASK, BOTH_SIDES, BUILD
cdef int CENTRAL_TOP, COIN_AT, DEEP, DOUBLE_BIT, DOUBLE_COIN, END, EXTRA, FOR_COPIES
cdef int FOR_WONDER, GOODS, KEEP, KEEP_TASK, LOOK, MOST_STAGES, NEVER, ONE_TOKEN, OPEN
cdef int OVER, PAID_AT, PER_CAT, PER_TOKEN, PER_VICTORY, PILE_AT, PLACE_AT, ROW
cdef int SCIENCE, SEARCH, SEARCH_TASK, SEARCHED, SHIELD, SHIELDS, STAGE_AT, TAKE
cdef int TAKE_TASK, TOKEN, TOKEN_AT, TOKEN_TASK, TOP

cdef class Table:
    cdef readonly Book book
    cdef readonly int n
    cdef readonly int conflicts
    cdef readonly int task
    cdef readonly list options
    cdef readonly int seat
    cdef readonly int turn
    cdef public int horns
    cdef public int cat
    cdef public int gone
    cdef public int saw
    cdef readonly int used
    cdef readonly int due
    cdef public int searched
    cdef readonly int finished
    cdef public long long dice
    cdef int cards[512]
    cdef int at[8]
    cdef int end[8]
    cdef int left[128]
    cdef int all_left[16]
    cdef int n_left
    cdef int supply[16]
    cdef int supply_at
    cdef int supply_end
    cdef int open[3]
    cdef int n_open
    cdef int wonder[8]
    cdef int have[128]
    cdef int built[8]
    cdef int stages[8]
    cdef int tokens[8]
    cdef int twice[8]
    cdef int n_tokens[8]
    cdef int victories[8]
    cdef int shields[8]
    cdef int armed[8]
    cdef int cats[8]
    cdef int scored[8]
    cdef long long chains[8]

    cpdef void copy_from(self, Table other)
    @cython.locals(at=cython.int, card=cython.int, kind=cython.int)
    cpdef void lay_pile(self, int pile, list cards)
    @cython.locals(nth=cython.int)
    cpdef void lay_supply(self, list tokens)
    cpdef void lay_open(self, list tokens)
    cpdef void found(self, int seat, int wonder)
    cpdef void lay_city(self, int seat, list have, list built, list tokens, int victories)
    cpdef void lay_turn(self, int task, int seat, int turn, int used, int due)
    cpdef list pile(self, int pile)
    cpdef list supplied(self)
    cpdef list opened(self)
    cpdef list city(self, int seat)
    cpdef tuple standing(self, int seat)
    cpdef list counted(self, int pile)
    cpdef int strength(self, int seat) noexcept
    cpdef void begin(self, int first)
    cpdef void play(self, long long move)
    @cython.locals(some=cython.int, pile=cython.int)
    cpdef void settle(self)
    @cython.locals(verb=cython.int, pile=cython.int, bit=cython.int)
    cdef void _do(self, long long move)
    @cython.locals(task=cython.int, seat=cython.int, n=cython.int, some=cython.int, pile=cython.int, nth=cython.int, move=cython.longlong, right=cython.int, seen=cython.int, at=cython.int, place=cython.int, bit=cython.int)
    cdef list _found(self)
    @cython.locals(right=cython.int)
    cdef void _reach(self, int seat, long long base, list moves)
    @cython.locals(book=Book, row=cython.int, goods=cython.longlong, coins=cython.int, total=cython.int, nth=cython.int, count=cython.longlong, powers=cython.int, base=cython.int, built=cython.int, stage=cython.int, cost=cython.int, above=cython.longlong, paid=cython.longlong)
    cdef void _builds(self, int seat, list moves)
    @cython.locals(book=Book, mine=cython.int, powers=cython.int, token=cython.int)
    cdef int _powers(self, int seat) noexcept
    @cython.locals(book=Book, row=cython.int, one=cython.int, two=cython.int, three=cython.int)
    cdef void _sets(self, int seat, list moves)
    @cython.locals(token=cython.int)
    cdef void _extras(self, int seat, list moves)
    @cython.locals(book=Book)
    cdef void _lay(self, int seat, int kind) noexcept
    @cython.locals(book=Book, where=cython.int)
    cdef void _raise(self, int seat, int stage) noexcept
    @cython.locals(bit=cython.int)
    cdef void _own(self, int seat, int token) noexcept
    @cython.locals(mine=cython.int)
    cdef void _allow(self, int what) noexcept
    @cython.locals(at=cython.int, kind=cython.int)
    cdef void _draw(self, int pile) noexcept
    @cython.locals(book=Book)
    cdef void _taken(self, int pile, int kind) noexcept
    @cython.locals(book=Book, seat=cython.int, row=cython.int, stage=cython.int, paid=cython.longlong, nth=cython.int, token=cython.int, ability=cython.int, effect=cython.int)
    cdef void _build(self, long long move)
    @cython.locals(book=Book, row=cython.int, nth=cython.int)
    cdef void _study(self, int some)
    @cython.locals(nth=cython.int, later=cython.int)
    cdef void _take_token(self, int token)
    cpdef void refill(self) noexcept
    @cython.locals(pile=cython.int, at=cython.int, kind=cython.int, nth=cython.int)
    cdef void _keep(self, int place)
    @cython.locals(first=cython.int, left=cython.int, other=cython.int, last=cython.int, card=cython.int)
    cpdef void mix(self, int pile, int seen) noexcept
    @cython.locals(first=cython.int, left=cython.int, other=cython.int, card=cython.int, nth=cython.int)
    cpdef void stir(self, int pile, int seen) noexcept
    @cython.locals(top=cython.int, at=cython.int)
    cpdef void put_up(self, int pile, int kind) noexcept
    @cython.locals(top=cython.int, at=cython.int)
    cpdef void put_token(self, int token) noexcept
    @cython.locals(left=cython.int, other=cython.int, last=cython.int, token=cython.int)
    cpdef void mix_supply(self) noexcept
    @cython.locals(seat=cython.int)
    cdef void _end_turn(self)
    @cython.locals(seat=cython.int, right=cython.int)
    cdef bint _is_bare(self) noexcept
    @cython.locals(n=cython.int, own=cython.int, left=cython.int, right=cython.int, other=cython.int, gained=cython.int)
    cpdef int gains(self, int seat) noexcept
    @cython.locals(book=Book, seat=cython.int, kind=cython.int)
    cdef void _fight(self) noexcept
    @cython.locals(total=cython.int)
    cpdef int points(self, int seat) noexcept
    @cython.locals(book=Book, mine=cython.int, total=cython.int, token=cython.int, ability=cython.int)
    cpdef int progress(self, int seat) noexcept
    @cython.locals(best=cython.double, mine=cython.double, other=cython.int, points=cython.double)
    cpdef double lead(self, int seat) noexcept
