cimport cython

from sealed_wonders.client.engine.wonders.book cimport Book
from sealed_wonders.client.engine.wonders.city cimport City
from sealed_wonders.client.engine.wonders.table cimport Table
from sealed_wonders.client.engine.wonders.worth cimport Worth

cdef int BUILD, BURY, CARD_AT, DECLINE, DISCARD_TASK, DRAFT_TASK, DROP, ENLIST_TASK
cdef int EXTRA, FAIL_TASK, HALF_AT, JOIN_AT, KEEP, LAST_TASK, LOSE_CARD, LOSE_TOKENS
cdef int MOST_STAGES, NAME_AT, ONE_OF_AGE, PAID, PAID_AT, PAWN, PAWN_AT, PICK
cdef int PLAY_LAST, POWER_AT, RECRUIT, RECRUIT_TASK, REFUSED, SALE, SELL, STAGE
cdef int STAGE_DISCOUNT, TURN_TASK, VICTIMS_TASK, _AGAIN
cdef double LEAST, DENIED_AT_MOST, UNDER, UNIT

@cython.locals(step=cython.int, taker=cython.int)
cdef int _taker(Table table, int seat)

cdef class Policy:
    cdef readonly Book book
    cdef double _denied
    cdef double _kept
    cdef double _spent
    cdef double _leader_later
    cdef double _leader_spare
    cdef Worth _mine
    cdef Worth _next
    cdef Worth _soon
    cdef int[::1] _rank
    cdef double _values[200]
    cdef long long _ways[200]
    cdef long long option[16]
    cdef double option_worth[16]
    cdef double _later[16]
    cdef double _price
    cdef double _top
    cdef double _second
    cdef int _top_at
    cdef int _recruits
    cdef int _times
    cdef double _least_later
    cdef double _stage_value
    cdef long long _stage_move

    @cython.locals(
        seat=cython.int,
    )
    cpdef void play(self, Table table)
    @cython.locals(
        seat=cython.int,
    )
    cpdef void play_as(self, Table table, int me, Policy others)
    @cython.locals(
        kind=cython.int,
    )
    cpdef long long choose(self, Table table, int seat)
    @cython.locals(
        mine=Worth,
        book=Book,
        city=City,
        total=cython.double,
        nth=cython.int,
        goods=cython.int,
        units=cython.int,
        good=cython.int,
        best=cython.double,
        best_half=cython.int,
        half=cython.int,
        block=cython.int,
        worth=cython.double,
    )
    cpdef double wonder(self, Table table, int seat, int begins)
    @cython.locals(
        book=Book,
        worth=cython.double,
        row=cython.int,
        best=cython.double,
        age=cython.int,
    )
    cdef double _pawns(self, Table table, int block)
    @cython.locals(
        mine=Worth,
        city=City,
        n=cython.int,
        sale=cython.double,
        kept=cython.double,
        passes=cython.int,
        other=cython.double,
        floor=cython.double,
        best=cython.double,
        move=cython.longlong,
        best_card=cython.double,
        rank=cython.int,
        card=cython.int,
        best_other=cython.double,
        other_card=cython.int,
        aimed=cython.int,
        nth=cython.int,
        block=cython.int,
        besides=cython.double,
        value=cython.double,
    )
    cdef long long _use(self, Table table, int seat, int optional)
    @cython.locals(
        chosen=cython.longlong,
        number=cython.int,
        city=City,
        kept=cython.double,
        passes=cython.int,
        top=cython.double,
        best_other=cython.double,
        other_card=cython.int,
        nth=cython.int,
        block=cython.int,
        besides=cython.double,
        value=cython.double,
        move=cython.longlong,
    )
    cpdef int options(self, Table table, int seat)
    @cython.locals(
        mine=Worth,
        city=City,
        sale=cython.double,
        top=cython.double,
        second=cython.double,
        top_at=cython.int,
        nth=cython.int,
        block=cython.int,
        before=cython.int,
        value=cython.double,
    )
    cdef void _weigh(self, Table table, int seat)
    @cython.locals(
        value=cython.double,
    )
    cdef double _others(self, int nth)
    @cython.locals(
        city=City,
    )
    cdef double _keeping(self, Table table, int seat)
    @cython.locals(
        taker=cython.int,
        how=cython.int,
        paid=cython.longlong,
        city=City,
    )
    cdef double _denial(self, Table table, int seat, int block)
    @cython.locals(
        how=cython.int,
        book=Book,
        city=City,
        paid=cython.longlong,
        bank=cython.int,
        worth=cython.double,
        less=cython.int,
    )
    cdef void _weigh_card(self, Table table, int seat, int nth, int block)
    @cython.locals(
        book=Book,
        city=City,
        free=cython.int,
        by_chain=cython.int,
        mine=Worth,
        worth=cython.double,
    )
    cdef double _building(self, Table table, int seat, int block)
    @cython.locals(
        city=City,
        mine=Worth,
        purse=cython.int,
        found=tuple,
        paid=cython.longlong,
        best=cython.longlong,
        least=cython.double,
        nth=cython.int,
        price=cython.double,
    )
    cdef long long _payment(self, Table table, int seat, int goods, int bank, int less)
    @cython.locals(
        city=City,
        book=Book,
        mine=Worth,
        where=cython.int,
        goods=cython.int,
        bank=cython.int,
        less=cython.int,
        paid=cython.longlong,
        price=cython.double,
        joined=cython.longlong,
        joined_price=cython.double,
        joining=cython.int,
        half=cython.int,
        block=cython.int,
        buries=cython.int,
        first=cython.int,
        last=cython.int,
        row=cython.int,
        nth=cython.int,
        way=cython.longlong,
        taken=cython.int,
        worth=cython.double,
        move=cython.longlong,
        value=cython.double,
        brought=cython.double,
    )
    cdef void _weigh_stages(self, Table table, int seat)
    @cython.locals(
        kept=cython.double,
        best=cython.double,
        move=cython.longlong,
        rank=cython.int,
        nth=cython.int,
        block=cython.int,
        value=cython.double,
    )
    cdef long long _pick(self, Table table, int seat)
    @cython.locals(
        mine=Worth,
        book=Book,
        city=City,
        top=cython.double,
        second=cython.double,
        top_at=cython.int,
        nth=cython.int,
        block=cython.int,
        again=cython.int,
        before=cython.int,
        worth=cython.double,
    )
    cdef void _weigh_discard(self, Table table, int seat)
    @cython.locals(
        mine=Worth,
        city=City,
        best=cython.double,
        move=cython.longlong,
        rank=cython.int,
        other=cython.double,
        card=cython.int,
        nth=cython.int,
        sale=cython.double,
        block=cython.int,
        rest=cython.double,
        value=cython.double,
    )
    cdef long long _lead(self, Table table, int seat, int optional)
    @cython.locals(
        mine=Worth,
        city=City,
        nth=cython.int,
        block=cython.int,
        price=cython.longlong,
        worth=cython.double,
    )
    cdef void _weigh_leaders(self, Table table, int seat)
    @cython.locals(
        book=Book,
        later=Worth,
        city=City,
        extra=cython.int,
        nth=cython.int,
        age=cython.int,
        block=cython.int,
        row=cython.int,
        price=cython.longlong,
        worth=cython.double,
    )
    cdef void _weigh_later(self, Table table, int seat, int first, int* cards, int number)
    @cython.locals(
        some=cython.double,
        others=cython.double,
        number=cython.int,
        taken=cython.int,
        left=cython.int,
        best=cython.double,
        best_at=cython.int,
        nth=cython.int,
        value=cython.double,
    )
    cdef double _hand(self, City city, int without)
    @cython.locals(
        city=City,
        best=cython.double,
        card=cython.int,
        nth=cython.int,
    )
    cdef long long _draft(self, Table table, int seat)
    @cython.locals(
        mine=Worth,
        city=City,
        best=cython.double,
        move=cython.longlong,
        value=cython.double,
    )
    cdef long long _drop(self, Table table, int seat)
    @cython.locals(
        mine=Worth,
        moves=list,
        best=cython.double,
        move=cython.longlong,
        rank=cython.int,
        one=cython.longlong,
        block=cython.int,
        value=cython.double,
        paid=cython.longlong,
    )
    cdef long long _lose(self, Table table, int seat)
    @cython.locals(
        kind=cython.int,
        card=cython.int,
        city=City,
        nth=cython.int,
        value=cython.double,
    )
    cpdef double value(self, Table table, int seat, long long move)
    @cython.locals(
        mine=Worth,
        book=Book,
        verb=cython.int,
        card=cython.int,
        price=cython.double,
        city=City,
        half=cython.int,
        block=cython.int,
        buried=cython.int,
        worth=cython.double,
        value=cython.double,
        taken=cython.int,
        row=cython.int,
        joins=cython.int,
    )
    cdef double _of(self, Table table, int seat, long long move)
