cimport cython

from sealed_wonders.client.engine.architects.book cimport Book
from sealed_wonders.client.engine.architects.needs cimport Needs
from sealed_wonders.client.engine.architects.table cimport Table

cdef int ANY_PILE, ANY_RESOURCES, BOTH_SIDES, BUILD, CENTRAL_TOP, COIN_AT, DOUBLE_COIN, END
cdef int EXTRA, EXTRA_CARD, FOR_COPIES, FOR_WONDER, GOODS, KEEP, LOOK, MOST_STAGES
cdef int ONE_TOKEN, OVER, PAID_AT, PER_CAT, PER_TOKEN, PER_VICTORY, PILE_AT, PLACE_AT
cdef int ROW, SCIENCE, SEARCH, SEARCHED, SHIELD, SHIELDS, STAGE_AT, TAKE, TOKEN
cdef int TOKEN_AT, TOP, WHOLE_AT
cdef double LEAST, MOST_POWER, NEAR
cdef int WAYS, GREYS, LEADS, MOST_LACKED, STEPS

cdef class Policy:
    cdef readonly Book book
    cdef readonly Needs needs
    cdef bint _exact
    cdef double _pace
    cdef double _horns
    cdef double _useful
    cdef double _extra
    cdef double _chosen
    cdef double _saved
    cdef double _freed
    cdef double _shield
    cdef double _cats
    cdef double _gained
    cdef double _beaten
    cdef double _half
    cdef double _most
    cdef double _peek
    cdef double _rival
    cdef double _doubt
    cdef double _stage
    cdef double _won
    cdef double _lost
    cdef double _any_pile
    cdef double _centre
    cdef double _both
    cdef double _look
    cdef double _shield_stage
    cdef double _token_stage
    cdef double _first
    cdef double _blue
    cdef double _learning
    cdef double _arms
    cdef double _unseen
    cdef double _symbol
    cdef double _denied
    cdef object _weights
    cdef Policy _next
    cdef bint _looked
    cdef double[::1] _odds
    cdef double[::1] _stays
    cdef double _powers[16]
    cdef double _tokens[16]
    cdef double _worths[16]
    cdef int _done
    cdef double _greys[8]
    cdef int _greys_done
    cdef double _turns
    cdef double _battles
    cdef double _token
    cdef double _top
    cdef double _cat
    cdef double _victory
    cdef int _lack
    cdef double _wonder_now
    cdef double _science_now
    cdef double _war_now

    cpdef void play(self, Table table)
    @cython.locals(options=list, move=cython.longlong, best_move=cython.longlong, seat=cython.int, best=cython.double, worth=cython.double, builds=cython.int, takes=cython.int, verb=cython.int)
    cpdef long long choose(self, Table table)
    @cython.locals(move=cython.longlong, least=cython.double, near=cython.int, denies=cython.int, worth=cython.double)
    cdef long long _denying(self, Table table, int seat, double best, long long best_move)
    cpdef double value(self, Table table, int seat, long long move)
    @cython.locals(book=Book, n=cython.int, shortest=cython.int, active=cython.int, other=cython.int, lack=cython.int, cards=cython.int, kind=cython.int, turns=cython.double, useful=cython.double, patience=cython.double, power=cython.double, nth=cython.int, stays=cython.double, mine=cython.int, token=cython.int, row=cython.int)
    cpdef void prepare(self, Table table, int seat)
    @cython.locals(seen=cython.int, best=cython.double, nth=cython.int, token=cython.int, unseen=cython.int, total=cython.double, at=cython.int)
    cdef void _value_tokens(self, Table table, int seat, int cards) noexcept
    @cython.locals(book=Book, ability=cython.int, a=cython.double, turns=cython.double, more=cython.double, mine=cython.int, other=cython.int, bit=cython.int, stages=cython.double, left=cython.double, some=cython.int, kind=cython.int, share=cython.double, times=cython.double, near=cython.double, both=cython.double, nth=cython.int, at=cython.int)
    cdef double _gain(self, Table table, int seat, int token, int cards) noexcept
    @cython.locals(worth=cython.double)
    cpdef double worth(self, Table table, int seat, long long move)
    @cython.locals(verb=cython.int, pile=cython.int, token=cython.int, at=cython.int)
    cdef double _plain(self, Table table, int seat, long long move)
    @cython.locals(at=cython.int, total=cython.double, row=cython.int, kind=cython.int, some=cython.int)
    cdef double _taken(self, Table table, int seat, int pile)
    @cython.locals(pile=cython.int, follower=cython.int)
    cdef bint _denies(self, Table table, int seat, long long move) noexcept
    @cython.locals(follower=cython.int, other=Policy, at=cython.int, top=cython.int, loss=cython.double, rest=cython.int, total=cython.double, kind=cython.int, some=cython.int)
    cdef double _loss(self, Table table, int seat, int pile)
    @cython.locals(book=Book, more=cython.double, token=cython.int)
    cdef double _decorated(self, Table table, int seat) noexcept
    @cython.locals(at=cython.int, top=cython.int, seen=cython.double, some=cython.double, rest=cython.double, total=cython.double, kind=cython.int, left=cython.int, worth=cython.double)
    cdef double _searched(self, Table table, int seat, int pile)
    @cython.locals(book=Book, row=cython.int, stage=cython.int, paid=cython.longlong, before=cython.longlong, nth=cython.int, lacks=cython.longlong, worth=cython.double, wonder=cython.int, where=cython.int)
    cdef double _built(self, Table table, int seat, long long move)
    @cython.locals(book=Book, row=cython.int, one=cython.int, two=cython.int, three=cython.int, left=cython.double)
    cdef double _studied(self, Table table, int seat, int some)
    @cython.locals(bit=cython.int)
    cpdef double card(self, Table table, int seat, int kind)
    @cython.locals(book=Book, row=cython.int, worth=cython.double, mine=cython.int, token=cython.int, horns=cython.int, armed=cython.int, one=cython.int, two=cython.int, three=cython.int, lacks=cython.longlong, allowed=cython.int, count=cython.int, nth=cython.int)
    cdef double _one(self, Table table, int seat, int kind)
    @cython.locals(book=Book, base=cython.int, own=cython.int, stage=cython.int, other=cython.int)
    cdef double _ends(self, Table table, int seat) noexcept
    @cython.locals(book=Book, wonder=cython.int, base=cython.int, built=cython.int, left=cython.int, total=cython.double, stage=cython.int, effect=cython.double, nth=cython.int, some=cython.int, worth=cython.double)
    cdef double _wonder(self, Table table, int seat, long long lacks) noexcept
    cdef double _effect(self, int effect) noexcept
    @cython.locals(sets=cython.int, odd=cython.int, worth=cython.double)
    cdef double _science(self, int one, int two, int three) noexcept
    @cython.locals(conflicts=cython.int, n=cython.int, later=cython.double, left=cython.int, right=cython.int, total=cython.double, rivals=cython.int, soon=cython.double)
    cdef double _war(self, Table table, int seat, int horns, int lasting, int armed) noexcept
    @cython.locals(own=cython.int, theirs=cython.int, even=cython.int, wins=cython.double, loses=cython.double)
    cdef double _clash(self, Table table, int seat, int left, int right, int level, int now) noexcept
