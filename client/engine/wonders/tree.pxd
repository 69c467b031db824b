cimport cython
from libc cimport math

from sealed_wonders.client.engine.wonders.policy cimport Policy
from sealed_wonders.client.engine.wonders.table cimport Table

cdef int BUILD, CARD_AT, PAID_AT, TURN_TASK, CARD, ROOM, WIDTH
cdef long long WAY
cdef double SCALE, WINS, CURIOSITY, SPREAD

cpdef double reward(double lead)
cpdef double won(double lead)

cdef class Tree:
    cdef int seat
    cdef Policy policy
    cdef readonly int size
    cdef long long[::1] _way
    cdef int[::1] _first
    cdef int[::1] _next
    cdef int[::1] _tries
    cdef double[::1] _total
    cdef int _path[64]
    cdef int _length
    cdef bint _growing
    cdef long long _ways[16]
    cdef int _found[16]

    cpdef int plant(self)
    cpdef int tries(self, int node)
    @cython.locals(
        policy=Policy,
        me=cython.int,
        seat=cython.int,
        lead=cython.double,
        came=cython.double,
        nth=cython.int,
        node=cython.int,
    )
    cpdef double play(self, Table table, int root)
    @cython.locals(
        policy=Policy,
        number=cython.int,
        parent=cython.int,
        width=cython.int,
        top=cython.double,
        total=cython.double,
        visits=cython.int,
        nth=cython.int,
        way=cython.longlong,
        child=cython.int,
        before=cython.double,
        more=cython.double,
        best=cython.int,
        most=cython.double,
        tries=cython.int,
        mean=cython.double,
        value=cython.double,
    )
    cdef long long _branch(self, Table table)
    @cython.locals(
        policy=Policy,
        nth=cython.int,
        best=cython.int,
        other=cython.int,
        move=cython.longlong,
        worth=cython.double,
    )
    cdef void _best_first(self, int number, int width)
