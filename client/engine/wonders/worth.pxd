cimport cython

from sealed_wonders.client.engine.wonders.book cimport Book
from sealed_wonders.client.engine.wonders.city cimport City
from sealed_wonders.client.engine.wonders.table cimport Table

cdef int ALONE, BANK, BURY, CHOICE, COIN_BIT, COINS, COINS_PER, COLOUR_BIT, COLOUR_FREE
cdef int COPY_GUILD, DEFLECT, DISCOUNT, DRAW, DROP_DEFEATS, EXTRA, FIRST_OF_AGE
cdef int FIRST_OF_COLOUR, FROM_DISCARD, GUILD_AGAIN, IF_MORE, LAST_OF_AGE
cdef int LEADERS_FREE, LEADERS_LESS, LOSES_COINS, LOSES_TOKENS, MORE, MOST_STAGES
cdef int NEIGHBOURS, ON_BUILD, ON_CHAIN, ON_GAIN, ON_PURCHASE, ON_VICTORY, PAIRS
cdef int PER_COINS, PER_SCIENCE_SET, PLAY_LAST, POINTS, POINTS_PER, POWER, PRICE
cdef int PRODUCE, SCIENCE, SCORED_COLOURS, SELF, SETS, SHIELDS, STAGE_DISCOUNT, SWAP
cdef int TOKEN, UNDEFEATED, VICTIMS, VICTORY_BIT, CHAIN_THING, COMING
cdef int PURCHASE_THING, SALE_THING, SETS_AT_MOST, STAGE_THING, BUILDING, STAGED
cdef int LEADER, EDIFICE, _SCIENCE, _VICTORIES, _OPEN
cdef double BURIED, EVEN

cdef int _lowest(City city)
@cython.locals(chance=cython.double)
cdef double _chance(int lead, double drift) noexcept

cdef class Worth:
    cdef readonly Book book
    cdef double _base_coin
    cdef double _ready
    cdef double _enough
    cdef double _given
    cdef double _chain
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
    cdef double _alone
    cdef double _treasury
    cdef double _joins
    cdef double _poor
    cdef double _shared
    cdef double _spared
    cdef double _hold
    cdef double[::1] _needed
    cdef double[::1] _coming
    cdef double[::1] _at_least
    cdef double[::1] _saved
    cdef int[::1] _symbol
    cdef int[::1] _wilds
    cdef int _first_lasting
    cdef int _last_lasting
    cdef Table _table
    cdef City _scratch
    cdef readonly City city
    cdef City _left_city
    cdef City _right_city
    cdef int _seat
    cdef int _age
    cdef int _turn
    cdef int _moment
    cdef double _left
    cdef double _time
    cdef double _coin
    cdef int _known
    cdef int _science_now
    cdef int _science_later
    cdef double _victories_now
    cdef double _open_now
    cdef int _gained
    cdef int _pawns_known
    cdef double _pawns[8]

    cpdef void aim(self, Table table, int seat, int age, int turn)
    @cython.locals(
        table=Table,
        book=Book,
        seat=cython.int,
        city=City,
        more=cython.double,
        nth=cython.int,
        block=cython.int,
        row=cython.int,
    )
    cdef void _stand(self)
    @cython.locals(
        city=City,
        earned=cython.int,
    )
    cpdef double building(self, int block, int by_chain)
    @cython.locals(
        book=Book,
        block=cython.int,
        worth=cython.double,
        row=cython.int,
    )
    cpdef double start(self)
    cpdef double stage(self, int block)
    cpdef double leader(self, int block)
    cpdef double edifice(self, int block)
    @cython.locals(
        city=City,
        table=Table,
        scratch=City,
        worth=cython.double,
    )
    cpdef double standing(self, int block)
    @cython.locals(
        city=City,
        table=Table,
        book=Book,
        seat=cython.int,
        block=cython.int,
        worth=cython.double,
        row=cython.int,
        now=cython.int,
        later=cython.int,
        scratch=City,
        gained=cython.int,
    )
    cpdef double burying(self, int half, int leader)
    @cython.locals(
        city=City,
        before=cython.int,
        after=cython.int,
    )
    cpdef double without_tokens(self, int ones, int threes, int fives)
    @cython.locals(
        to_left=cython.int,
        to_right=cython.int,
        coins=cython.int,
        city=City,
    )
    cpdef double price(self, long long paid)
    @cython.locals(
        before=cython.double,
        enough=cython.double,
        ready=cython.double,
    )
    cpdef double coins(self, int change)
    @cython.locals(
        worth=cython.double,
        book=Book,
        chains=cython.longlong,
        saved=cython.int,
        nth=cython.int,
        symbol=cython.int,
    )
    cdef double _chains(self, int block)
    @cython.locals(
        book=Book,
        city=City,
        first=cython.int,
        last=cython.int,
        scored=cython.int,
        points=cython.int,
        counted=cython.int,
        scientific=cython.int,
        symbols=cython.int,
        wild=cython.int,
        swaps=cython.int,
        more=cython.int,
        per_set=cython.int,
        gained=cython.int,
        row=cython.int,
        hoped=cython.double,
        brought=cython.double,
        worth=cython.double,
        kind=cython.int,
        now=cython.int,
        later=cython.int,
    )
    cdef double _with(self, int block, int what, int at_once, int earned)
    @cython.locals(
        book=Book,
        city=City,
        table=Table,
        seat=cython.int,
        ones=cython.int,
        threes=cython.int,
        fives=cython.int,
        defeats=cython.int,
        shields=cython.int,
        worth=cython.double,
        gained=cython.int,
        row=cython.int,
        kind=cython.int,
        value=cython.int,
    )
    cdef double _brought(self, int block, int what, int at_once, int scored)
    @cython.locals(
        city=City,
        total=cython.double,
        nth=cython.int,
    )
    cdef double _open(self)
    @cython.locals(
        city=City,
        total=cython.double,
        nth=cython.int,
        row=cython.int,
    )
    cdef double _lasting(self)
    @cython.locals(
        book=Book,
        kind=cython.int,
    )
    cdef double _row(self, int row)
    @cython.locals(
        city=City,
        total=cython.double,
        size=cython.int,
        likely=cython.double,
        colour=cython.int,
        missing=cython.int,
        at=cython.int,
    )
    cdef double _sets(self, int things)
    @cython.locals(
        mine=cython.int,
        lead=cython.int,
        other=cython.int,
        drift=cython.double,
        thing=cython.int,
    )
    cdef double _leads(self, int things)
    @cython.locals(
        safe=cython.double,
        drift=cython.double,
        one=cython.int,
        other=cython.int,
        age=cython.int,
    )
    cdef double _safe(self)
    @cython.locals(
        book=Book,
        kind=cython.int,
        a=cython.int,
        b=cython.int,
        worth=cython.double,
        good=cython.int,
        c=cython.int,
        cities=cython.int,
        units=cython.int,
    )
    cdef double _prospect(self, int row, int grows)
    cdef double _comes(self, int thing)
    @cython.locals(
        city=City,
        total=cython.double,
        thing=cython.int,
        missing=cython.int,
        colour=cython.int,
    )
    cdef double _more(self, int things)
    @cython.locals(
        city=City,
        left=cython.double,
    )
    cdef double _stages_to_come(self)
    @cython.locals(
        total=cython.double,
        drift=cython.double,
        one=cython.int,
        other=cython.int,
        age=cython.int,
    )
    cdef double _decided(self, int side)
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
        city=City,
        book=Book,
        stages=cython.int,
        nth=cython.int,
        cards=cython.double,
        goods=cython.int,
    )
    cdef double _needs(self, int good, int units)
    @cython.locals(
        whole=cython.int,
        uses=cython.double,
    )
    cdef double _uses(self, int good, double made)
    @cython.locals(
        city=City,
        price=cython.int,
        made=cython.double,
        uses=cython.double,
        nth=cython.int,
    )
    cdef double _good(self, int good, int units)
    @cython.locals(
        best=cython.double,
        total=cython.double,
        good=cython.int,
        one=cython.double,
    )
    cdef double _any_of(self, int mask)
    @cython.locals(
        city=City,
        total=cython.double,
        side=cython.int,
        seller=City,
        good=cython.int,
        uses=cython.double,
    )
    cdef double _discount(self, int mask, int sides)
    @cython.locals(
        worth=cython.double,
        mine=cython.int,
        one=cython.int,
        other=cython.int,
        drift=cython.double,
        age=cython.int,
        value=cython.int,
    )
    cdef double _victories(self, int more)
    @cython.locals(
        ages=cython.int,
        city=City,
        missing=cython.int,
        colour=cython.int,
    )
    cdef double _power(self, int power)
    @cython.locals(
        city=City,
        table=Table,
        later=cython.double,
        recruits=cython.int,
        best=cython.int,
        some=cython.double,
    )
    cdef double _seldom(self, int kind, int a, int b)
    @cython.locals(
        total=cython.double,
        drift=cython.double,
        one=cython.int,
        other=cython.int,
        age=cython.int,
    )
    cdef double _pairs(self)
    @cython.locals(
        worth=cython.double,
    )
    cpdef double brought(self, int taken, int joins)
    @cython.locals(
        table=Table,
        city=City,
        wanted=cython.int,
        age=cython.int,
        left=cython.int,
    )
    cpdef double spent(self, int joins)
    @cython.locals(
        table=Table,
        book=Book,
        city=City,
        nth=cython.int,
        where=cython.int,
        colour=cython.int,
        failing=cython.double,
    )
    cpdef double at_risk(self, int block, double worth)
    @cython.locals(
        table=Table,
        city=City,
        nth=cython.int,
        fate=cython.int,
        at=cython.int,
        worth=cython.double,
        without=cython.double,
        likely=cython.double,
        loss=cython.double,
    )
    cpdef double pawn(self, int age, int joins)
    @cython.locals(
        book=Book,
        city=City,
        where=cython.int,
        penalty=cython.int,
        amount=cython.int,
        loss=cython.double,
        ones=cython.int,
        threes=cython.int,
        nth=cython.int,
        block=cython.int,
    )
    cdef double _loss(self, int edifice)
    @cython.locals(
        table=Table,
        book=Book,
        needed=cython.int,
        turns=cython.int,
        edifice=cython.int,
        cost=cython.int,
        others=cython.int,
        total=cython.double,
        other=cython.int,
        mean=cython.double,
        likely=cython.double,
        some=cython.int,
        city=City,
        part=cython.double,
        one=cython.int,
        _=cython.int,
        stays=cython.double,
        each=cython.double,
    )
    cpdef double odds(self, int nth, int joined)
