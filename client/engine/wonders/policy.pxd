cimport cython

from sealed_wonders.client.engine.wonders.book cimport Book
from sealed_wonders.client.engine.wonders.city cimport City
from sealed_wonders.client.engine.wonders.table cimport Table

cdef int BANK, BUILD, BURY, CARD_AT, CHOICE, COINS, COINS_PER, COLOUR_FREE, COMPLETE
cdef int COPY_GUILD, DECLINE, DEFLECT, DISCARD_TASK, DISCOUNT, DRAFT_TASK, DRAW
cdef int DROP_DEFEATS, ENLIST_TASK, EXTRA, FAIL_TASK, FIRST_OF_AGE, FIRST_OF_COLOUR
cdef int FROM_DISCARD, GUILD_AGAIN, HALF_AT, IF_MORE, JOIN_AT, KEEP, LAST_OF_AGE
cdef int LAST_TASK, LEADERS_FREE, LEADERS_LESS, LOSES_COINS, LOSES_TOKENS, MORE
cdef int MOST_STAGES, NAME_AT, NEIGHBOURS, ON_BUILD, ON_CHAIN, ON_GAIN, ON_PURCHASE
cdef int ON_VICTORY, ONE_OF_AGE, PAID, PAID_AT, PAIRS, PAWN, PAWN_AT, PER_COINS
cdef int PER_SCIENCE_SET, PICK, PLAY_LAST, POINTS, POINTS_PER, POWER, POWER_AT, PRICE
cdef int PRODUCE, RECRUIT, RECRUIT_TASK, REFUSED, SALE, SCIENCE, SCORED_COLOURS, SELL
cdef int SETS, SHIELDS, STAGE, STAGE_DISCOUNT, SWAP, TOKEN, TURN_TASK, UNDEFEATED
cdef int VICTIMS, VICTIMS_TASK

cdef double LEAST
cdef int STAGE_THING, VICTORY_THING, COLOUR_THING, COIN_THING
cdef int CHAIN_THING, PURCHASE_THING, SALE_THING

cdef double _ahead(double lead, double drift) noexcept
@cython.locals(won=cython.double, lost=cython.double)
cdef double _turns(int lead, int more, double drift, int value) noexcept

cdef class Policy:
    cdef readonly Book book
    cdef double _coin
    cdef double _ready
    cdef double _enough
    cdef double _given
    cdef double _chain
    cdef double _wanted
    cdef double _stage
    cdef double _unmade
    cdef double _of_best
    cdef double _of_all
    cdef double _believed
    cdef double _free
    cdef double _at_will
    cdef double _copied
    cdef double _extra
    cdef double _from_discard
    cdef double _later
    cdef double _unit_less
    cdef double _colour_free
    cdef double _any_good
    cdef double _replaced
    cdef double _recruit
    cdef double _drawn
    cdef double _recruited
    cdef double _drift
    cdef double _guild
    cdef double _sets
    cdef double _growing
    cdef double _joins
    cdef double _shared
    cdef double _spared
    cdef double _hold
    cdef double _denied
    cdef double _spent
    cdef double[::1] _costs
    cdef double[::1] _savings
    cdef double[::1] _usual
    cdef double _values[16]
    cdef double _time
    cdef double _left
    cdef int _age
    cdef double _other_worth

    @cython.locals(
        seat=cython.int,
    )
    cpdef void play(self, Table table)
    @cython.locals(
        kind=cython.int,
    )
    cpdef long long choose(self, Table table, int seat)
    @cython.locals(
        age=cython.int,
        turn=cython.int,
        left=cython.int,
    )
    cdef void _at(self, Table table)
    @cython.locals(
        city=City,
        best=cython.double,
        move=cython.longlong,
        card=cython.int,
        nth=cython.int,
        block=cython.int,
        how=cython.int,
        paid=cython.longlong,
        value=cython.double,
        by_power=cython.int,
        power=cython.double,
        other=cython.longlong,
    )
    cdef long long _use(self, Table table, int seat, int optional)
    @cython.locals(
        city=City,
        n=cython.int,
        taker=cython.int,
        best=cython.double,
        card=cython.int,
        last=cython.int,
        nth=cython.int,
        block=cython.int,
        value=cython.double,
    )
    cdef long long _spare(self, Table table, int seat)
    @cython.locals(
        city=City,
        to_left=cython.int,
        to_right=cython.int,
        to_bank=cython.int,
        coins=cython.int,
    )
    cdef double _paying(self, Table table, int seat, long long paid, double value)
    @cython.locals(
        before=cython.double,
        after=cython.double,
        enough=cython.double,
        ready=cython.double,
    )
    cdef double _coins(self, City city, int change)
    @cython.locals(
        move=cython.longlong,
        sale=cython.double,
    )
    cdef long long _best_other(self, Table table, int seat)
    @cython.locals(
        city=City,
        book=Book,
        where=cython.int,
        paid=cython.longlong,
        best_move=cython.longlong,
        joining=cython.int,
        spent=cython.double,
        half=cython.int,
        block=cython.int,
        worth=cython.double,
        move=cython.longlong,
        taken=cython.int,
        row=cython.int,
        kind=cython.int,
        buried=cython.int,
        age=cython.int,
        value=cython.double,
        more=cython.longlong,
    )
    cdef long long _best_stage(self, Table table, int seat)
    @cython.locals(
        city=City,
        best=cython.double,
        buried=cython.int,
        nth=cython.int,
        value=cython.double,
    )
    cdef int _to_bury(self, Table table, int seat)
    @cython.locals(
        city=City,
        wanted=cython.int,
        nth=cython.int,
        left=cython.int,
    )
    cdef double _holding(self, Table table, int seat)
    @cython.locals(
        best=cython.double,
        best_age=cython.int,
        age=cython.int,
        value=cython.double,
    )
    cdef int _best_pawn(self, Table table, int seat)
    @cython.locals(
        city=City,
        nth=cython.int,
        block=cython.int,
        reward=cython.double,
        without=cython.double,
        likely=cython.double,
        book=Book,
        where=cython.int,
        penalty=cython.int,
        loss=cython.double,
    )
    cdef double _pawn(self, Table table, int seat, int age, int joins)
    @cython.locals(
        needed=cython.int,
        turns=cython.int,
        others=cython.int,
        book=Book,
        other=cython.int,
        city=City,
        stays=cython.double,
        _=cython.int,
        chance=cython.double,
        total=cython.double,
        some=cython.int,
        part=cython.double,
        one=cython.int,
    )
    cdef double _likely(self, Table table, int seat, int nth, int joined)
    @cython.locals(
        city=City,
        best=cython.double,
        worst=cython.double,
        move=cython.longlong,
        card=cython.int,
        nth=cython.int,
        block=cython.int,
        worth=cython.double,
        price=cython.longlong,
        value=cython.double,
        other=cython.longlong,
    )
    cdef long long _lead(self, Table table, int seat, int optional)
    @cython.locals(
        city=City,
        best=cython.double,
        card=cython.int,
        nth=cython.int,
        block=cython.int,
        value=cython.double,
    )
    cdef long long _draft(self, Table table, int seat)
    @cython.locals(
        city=City,
        best=cython.double,
        move=cython.longlong,
        nth=cython.int,
        block=cython.int,
        value=cython.double,
    )
    cdef long long _pick(self, Table table, int seat)
    @cython.locals(
        first=cython.longlong,
    )
    cdef long long _least(self, Table table, int seat)
    @cython.locals(
        city=City,
        book=Book,
        best=cython.double,
        move=cython.longlong,
        chosen=cython.longlong,
        block=cython.int,
        value=cython.double,
    )
    cdef long long _lose(self, Table table, int seat)
    @cython.locals(
        city=City,
        verb=cython.int,
        card=cython.int,
        paid=cython.longlong,
        value=cython.double,
        taker=cython.int,
        denied=cython.double,
    )
    cpdef double value(self, Table table, int seat, long long move)
    @cython.locals(
        city=City,
        book=Book,
        block=cython.int,
        worth=cython.double,
        buried=cython.int,
        nth=cython.int,
        taken=cython.int,
        row=cython.int,
    )
    cdef double _way_worth(self, Table table, int seat, long long move)
    @cython.locals(
        book=Book,
        city=City,
        worth=cython.double,
        gained=cython.int,
        things=cython.int,
        symbols=cython.longlong,
        wild=cython.int,
        swaps=cython.int,
        more=cython.longlong,
        per_set=cython.int,
        scored=cython.int,
        colour=cython.int,
        chain=cython.longlong,
        row=cython.int,
        kind=cython.int,
        a=cython.int,
        b=cython.int,
        c=cython.int,
        good=cython.int,
        count=cython.int,
        nth=cython.int,
    )
    cpdef double worth(self, Table table, int seat, int block, int what)
    @cython.locals(
        saved=cython.double,
        symbol=cython.int,
    )
    cdef double _saved(self, long long chain)
    @cython.locals(
        age=cython.int,
        total=cython.double,
        later=cython.int,
    )
    cdef double _comes(self, int thing)
    @cython.locals(
        total=cython.double,
        thing=cython.int,
        some=cython.double,
        left=cython.double,
    )
    cdef double _more(self, City city, int things)
    @cython.locals(
        least=cython.double,
        thing=cython.int,
        some=cython.double,
    )
    cdef double _have_sets(self, City city, int things)
    @cython.locals(
        made=cython.double,
    )
    cdef double _makes(self, City city, int good)
    @cython.locals(
        book=Book,
        count=cython.int,
        nth=cython.int,
    )
    cdef int _chosen(self, long long symbols, int good)
    cdef bint _sells(self, City city, int good)
    @cython.locals(
        age=cython.int,
        cards=cython.double,
        later=cython.int,
        book=Book,
        stages=cython.int,
        nth=cython.int,
        goods=cython.int,
        time=cython.double,
    )
    cdef double _needs(self, City city, int good, int units)
    @cython.locals(
        whole=cython.int,
        uses=cython.double,
    )
    cdef double _uses(self, City city, int good, double made)
    @cython.locals(
        city=City,
        price=cython.int,
        made=cython.double,
        uses=cython.double,
        nth=cython.int,
    )
    cdef double _good(self, Table table, int seat, int good, int units)
    @cython.locals(
        best=cython.double,
        total=cython.double,
        good=cython.int,
        one=cython.double,
    )
    cdef double _any_of(self, Table table, int seat, int mask)
    @cython.locals(
        city=City,
        total=cython.double,
        good=cython.int,
        sold=cython.int,
        uses=cython.double,
    )
    cdef double _discount(self, Table table, int seat, int mask, int sides)
    @cython.locals(
        city=City,
        worth=cython.double,
        one=cython.int,
        other=cython.int,
        drift=cython.double,
        age=cython.int,
        value=cython.int,
    )
    cdef double _victories(self, Table table, int seat, int more)
    @cython.locals(
        later=cython.int,
        before=cython.int,
        before_later=cython.int,
        after=cython.int,
        after_later=cython.int,
        now=cython.int,
    )
    cdef double _science(self, City city, long long symbols, int wild, int swaps, int more, int per_set)
    @cython.locals(
        ages=cython.int,
        missing=cython.int,
        colour=cython.int,
        time=cython.double,
    )
    cdef double _power(self, City city, int power)
    @cython.locals(
        later=cython.double,
        best=cython.double,
        thing=cython.int,
    )
    cdef double _seldom(self, Table table, int seat, City city, int kind, int a, int b)
