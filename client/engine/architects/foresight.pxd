cimport cython

from sealed_wonders.client.engine.architects.policy cimport Policy
from sealed_wonders.client.engine.architects.table cimport Table
from sealed_wonders.client.engine.architects.value cimport Value

cdef int ANY_TASK, EXTRA, KEEP_TASK, OVER, PILE_AT, ROW, TAKE, TAKE_TASK, TOKEN
cdef int TOKEN_AT, TOKEN_TASK, TOP

cdef class Foresight:
    cdef readonly Value _value
    cdef readonly Policy _policy
    cdef Table _table
    cdef Table _before
    cdef long long _dice

    @cython.locals(options=list, move=cython.longlong, best_move=cython.longlong, best=cython.double, worth=cython.double)
    cpdef long long choose(self, Table table)
    @cython.locals(verb=cython.int, pile=cython.int, n=cython.int, total=cython.double, some=cython.int, kind=cython.int, left=cython.int, at=cython.int, token=cython.int)
    cpdef double worth(self, Table table, long long move)
    @cython.locals(before=Table)
    cpdef double ahead(self, Table table, int seat, Policy others, int turns)
    @cython.locals(it=Table, n=cython.int, seat=cython.int, turn=cython.int, known=cython.int, pile=cython.int)
    cdef double _after(self, Table table, long long move, int kind, int token)
    @cython.locals(lead=cython.double)
    cpdef double end(self, Table it, Table before, int seat)
    @cython.locals(drawn=cython.int, pile=cython.int)
    cpdef int drawn(self, Table it, Table before)
