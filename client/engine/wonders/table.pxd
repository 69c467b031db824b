cimport cython

from sealed_wonders.client.engine.wonders.book cimport Book
from sealed_wonders.client.engine.wonders.city cimport City
from sealed_wonders.client.engine.wonders.prices cimport Prices

cdef int AGE_TASK, ALONE, BUILD, BUILT, BURY, BY_POWER, CARD_AT, CHAIN, COINS
cdef int COINS_PER, COMPLETE, COMPLETE_TASK, CONFLICTS_TASK, COPY_GUILD, DEAL_TASK
cdef int DECLINE, DISCARD_RIGHT, DISCARD_TASK, DRAFT_TASK, DRAW, DRAW_RIGHT, DRAW_TASK
cdef int DROP, DROP_DEFEATS, END_TASK, ENLIST_TASK, EXTRA, EXTRA_RIGHT, FAIL_TASK
cdef int FAILED, FIRST_OF_AGE, FIRST_OF_COLOUR, FROM_DISCARD, GUILD_AGAIN, HALF_AT
cdef int IF_MORE, JOIN_AT, KEEP, LAST_OF_AGE, LAST_TASK, LEFTOVERS_TASK, LOSE_CARD
cdef int LOSE_COINS, LOSE_TOKENS, LOSES_COINS, LOSES_TOKENS, MOST_STAGES, NAME_AT
cdef int NEIGHBOURS, ONE_OF_AGE, PAID, PAID_AT, PAIRS, PAWN, PAWN_AT, PER_COINS, PICK
cdef int PLAY_LAST, POINTS, POINTS_PER, POWER_AT, RECRUIT, RECRUIT_TASK, REFUSED, SALE
cdef int SCIENCE, SELF, SELL, SETS, STAGE, STAGE_DISCOUNT, TOKEN, TURN_TASK, UNDEFEATED
cdef int VICTIMS, VICTIMS_RIGHT, VICTIMS_TASK
cdef tuple NONE, NOTHING

@cython.locals(some=cython.int, high=cython.int, low=cython.int)
cdef int goods_of(int bundle) noexcept

@cython.final
cdef class Table:
    cdef readonly Book book
    cdef readonly Prices prices
    cdef readonly int n
    cdef readonly list cities
    cdef public int kind
    cdef public int age
    cdef public int turn
    cdef int agenda[64]
    cdef public int n_agenda
    cdef public int asked
    cdef long long choices[8]
    cdef int decks[160]
    cdef int box[64]
    cdef public int n_box
    cdef int discard[192]
    cdef public int n_discard
    cdef int rights[32]
    cdef public int n_rights
    cdef public int thanked
    cdef public int gone
    cdef int projects[3]
    cdef int pawns[3]
    cdef int takers[3]
    cdef int fates[3]
    cdef long long _moves[512]
    cdef int _n_moves
    cdef int _kinds[192]
    cdef int _n_kinds
    cdef int _ways[256]
    cdef int _n_ways
    cdef long long _paid[128]
    cdef int _n_paid

    @cython.locals(
        seat=cython.int,
        mine=City,
    )
    cpdef void copy_from(self, Table other)
    @cython.locals(
        at=cython.int,
        nth=cython.int,
    )
    cpdef void lay_deck(self, int age, list cards)
    @cython.locals(
        nth=cython.int,
    )
    cpdef void lay_box(self, list cards)
    @cython.locals(
        nth=cython.int,
    )
    cpdef void lay_discard(self, list cards)
    cpdef void lay_project(self, int nth, int block, int pawns, int takers, int fate)
    cpdef list discarded(self)
    cpdef list boxed(self)
    @cython.locals(
        each=cython.int,
    )
    cpdef list deck(self, int age)
    cpdef list tasks(self)
    cpdef void push(self, int kind, int age, int turn) noexcept
    cpdef City city(self, int seat)
    cpdef City right_of(self, int seat)
    cpdef City left_of(self, int seat)
    @cython.locals(
        city=City,
        want=cython.int,
        book=Book,
        left=City,
        right=City,
        not_left=cython.int,
        not_right=cython.int,
        bank=cython.int,
        short=cython.int,
        given=cython.int,
        mask=cython.int,
        symbols=cython.longlong,
    )
    cpdef tuple payments(self, int seat, int goods, int less)
    @cython.locals(
        city=City,
        book=Book,
        free=cython.int,
        colour=cython.int,
        powers=cython.int,
    )
    cpdef int quote(self, int seat, int block)
    @cython.locals(
        city=City,
        book=Book,
        goods=cython.int,
        paid=cython.longlong,
        found=tuple,
    )
    cpdef int cheapest(self, int seat, int block)
    @cython.locals(
        city=City,
        book=Book,
        where=cython.int,
        goods=cython.int,
        paid=cython.longlong,
        found=tuple,
    )
    cpdef int stage_price(self, int seat)
    cpdef int leader_price(self, int seat, int block)
    @cython.locals(
        city=City,
        cost=cython.int,
        left=City,
        right=City,
    )
    cpdef int leader_price_in(self, int seat, int block, int age)
    @cython.locals(
        nth=cython.int,
    )
    cpdef int joining(self, int seat)
    @cython.locals(
        nth=cython.int,
    )
    cpdef list moves(self, int seat)
    @cython.locals(
        city=City,
        kind=cython.int,
        uses=cython.int,
        nth=cython.int,
        block=cython.int,
        price=cython.longlong,
    )
    cpdef int count_moves(self, int seat)
    @cython.locals(
        each=cython.int,
        card=cython.int,
    )
    cpdef long long nth_move(self, int nth)
    cdef void _list(self, long long move) noexcept
    @cython.locals(
        nth=cython.int,
    )
    cdef void _know(self, int block) noexcept
    @cython.locals(
        city=City,
        how=cython.int,
        book=Book,
        move=cython.longlong,
        free=cython.int,
        bank=cython.int,
        coins=cython.int,
        goods=cython.int,
        found=tuple,
        nth=cython.int,
        paid=cython.longlong,
    )
    cdef void _builds(self, int seat, int block) noexcept
    @cython.locals(
        city=City,
        book=Book,
        where=cython.int,
        goods=cython.int,
        bank=cython.int,
        coins=cython.int,
        found=tuple,
        nth=cython.int,
        joining=cython.int,
        half=cython.int,
        block=cython.int,
    )
    cdef void _stages(self, int seat) noexcept
    cdef void _afford(self, long long paid, int coins, int bank, int join) noexcept
    @cython.locals(
        book=Book,
        first=cython.int,
        row=cython.int,
        kind=cython.int,
        last=cython.int,
        nth=cython.int,
        age=cython.int,
        one=cython.int,
    )
    cdef void _ways_of(self, City city, int block, int way) noexcept
    cdef void _way(self, int way) noexcept
    @cython.locals(
        city=City,
    )
    cdef void _drops(self, int seat)
    @cython.locals(
        book=Book,
        city=City,
        nth=cython.int,
        penalty=cython.int,
        amount=cython.int,
        ones=cython.int,
        threes=cython.int,
        fives=cython.int,
        paid=cython.longlong,
    )
    cdef void _losses(self, int seat)
    @cython.locals(
        age=cython.int,
        turn=cython.int,
    )
    cpdef void begin(self)
    @cython.locals(
        task=cython.int,
    )
    cpdef void next(self)
    @cython.locals(
        kind=cython.int,
        n=cython.int,
        seat=cython.int,
        city=City,
        nth=cython.int,
    )
    cpdef bint again(self)
    cpdef void choose(self, int seat, long long move) noexcept
    @cython.locals(
        kind=cython.int,
        seat=cython.int,
        city=City,
    )
    cpdef void resolve(self)
    cdef void _hold(self, City city, int block) noexcept
    @cython.locals(
        age=cython.int,
        turn=cython.int,
    )
    cdef void _begin_age(self) noexcept
    @cython.locals(
        at=cython.int,
        seat=cython.int,
        city=City,
        nth=cython.int,
    )
    cdef void _deal(self) noexcept
    @cython.locals(
        seat=cython.int,
        city=City,
        block=cython.int,
    )
    cdef void _drafted(self) noexcept
    @cython.locals(
        nth=cython.int,
        later=cython.int,
    )
    cdef void _take(self, City city, int block) noexcept
    @cython.locals(
        nth=cython.int,
        later=cython.int,
    )
    cdef void _take_held(self, City city, int block) noexcept
    @cython.locals(
        n=cython.int,
        hands=cython.int[56],
        sizes=cython.int[8],
        seat=cython.int,
        city=City,
        nth=cython.int,
        to=cython.int,
    )
    cdef void _pass(self, int step) noexcept
    cdef void _after_playing(self) noexcept
    @cython.locals(
        seat=cython.int,
        city=City,
        age=cython.int,
        turn=cython.int,
    )
    cdef void _turned(self) noexcept
    @cython.locals(
        book=Book,
        seat=cython.int,
        city=City,
    )
    cdef void _recruited(self) noexcept
    @cython.locals(
        seat=cython.int,
        city=City,
        nth=cython.int,
    )
    cdef void _leave_over(self) noexcept
    cdef void _throw(self, int block) noexcept
    @cython.locals(
        city=City,
    )
    cdef void _gain(self, int seat, int coins) noexcept
    @cython.locals(
        city=City,
        to_left=cython.int,
        to_right=cython.int,
        other=City,
    )
    cdef void _pay(self, int seat, long long paid) noexcept
    @cython.locals(
        city=City,
    )
    cdef void _honour(self, int seat, int tokens) noexcept
    @cython.locals(
        n=cython.int,
        frees=cython.int[8],
        arrivals=cython.int[8],
        gains=cython.int[8],
        joined=cython.int,
        sold=cython.int,
        seat=cython.int,
        move=cython.longlong,
        verb=cython.int,
        block=cython.int,
        city=City,
        half=cython.int,
        nth=cython.int,
    )
    cdef void _carry_out(self) noexcept
    @cython.locals(
        book=Book,
        coins=cython.int,
        row=cython.int,
        kind=cython.int,
    )
    cpdef int coins_at_once(self, int seat, int block)
    @cython.locals(
        total=cython.int,
        city=City,
        left=City,
        right=City,
    )
    cpdef int counted(self, int seat, int things, int scope)
    @cython.locals(
        book=Book,
        city=City,
        earned=cython.int,
        row=cython.int,
        kind=cython.int,
        a=cython.int,
        value=cython.int,
        name=cython.int,
        age=cython.int,
    )
    cdef void _arrive(self, int seat, int block, int coins, int free, long long move) noexcept
    cpdef void owe(self, int what, int order, int seat) noexcept
    @cython.locals(
        best=cython.int,
        nth=cython.int,
    )
    cdef int _right(self, int what)
    @cython.locals(
        best=cython.int,
        nth=cython.int,
        right=cython.int,
        city=City,
    )
    cdef int _enlisting(self)
    cdef void _use_right(self, int nth) noexcept
    @cython.locals(
        nth=cython.int,
    )
    cdef void _drop_rights(self, int what) noexcept
    @cython.locals(
        nth=cython.int,
        seat=cython.int,
        move=cython.longlong,
        block=cython.int,
        where=cython.int,
        city=City,
    )
    cdef void _picked(self) noexcept
    @cython.locals(
        nth=cython.int,
        seat=cython.int,
        city=City,
        book=Book,
        block=cython.int,
        draws=cython.int,
        row=cython.int,
        drawn=cython.int,
        rest=cython.int,
    )
    cdef void _draw(self) noexcept
    @cython.locals(
        nth=cython.int,
        seat=cython.int,
        move=cython.longlong,
        city=City,
    )
    cdef void _enlisted(self) noexcept
    @cython.locals(
        nth=cython.int,
        by=cython.int,
        seat=cython.int,
        city=City,
    )
    cdef void _ask_victims(self) noexcept
    @cython.locals(
        nth=cython.int,
        by=cython.int,
        seat=cython.int,
        city=City,
        value=cython.int,
    )
    cdef void _drop_tokens(self) noexcept
    @cython.locals(
        nth=cython.int,
        block=cython.int,
        seat=cython.int,
        city=City,
    )
    cdef void _reward(self) noexcept
    @cython.locals(
        nth=cython.int,
    )
    cdef void _complete(self) noexcept
    @cython.locals(
        nth=cython.int,
        seat=cython.int,
        city=City,
    )
    cdef void _ask_losers(self)
    @cython.locals(
        nth=cython.int,
        book=Book,
        where=cython.int,
        seat=cython.int,
        city=City,
        move=cython.longlong,
        verb=cython.int,
        block=cython.int,
    )
    cdef void _fail(self)
    @cython.locals(
        n=cython.int,
        age=cython.int,
        won=cython.int[8],
        seat=cython.int,
        city=City,
        side=cython.int,
        to=cython.int,
        other=City,
    )
    cdef void _fight(self) noexcept
    @cython.locals(
        city=City,
        total=cython.int,
        nth=cython.int,
    )
    cpdef int points(self, int seat)
    @cython.locals(
        best=cython.double,
        mine=cython.double,
        other=cython.int,
        city=City,
        points=cython.double,
    )
    cpdef double lead(self, int seat)
    @cython.locals(
        book=Book,
        city=City,
        kind=cython.int,
        a=cython.int,
        b=cython.int,
        least=cython.int,
        colour=cython.int,
        left=City,
        right=City,
        mine=cython.int,
        shown=cython.int,
        nth=cython.int,
    )
    cpdef int points_of(self, int seat, int row)
    @cython.locals(
        book=Book,
        best=cython.int,
        nth=cython.int,
        block=cython.int,
        worth=cython.int,
        row=cython.int,
        city=City,
    )
    cpdef int best_guild(self, int seat, City owner)
