cimport cython

from sealed_wonders.client.engine.architects.book cimport Book
from sealed_wonders.client.engine.architects.table cimport Table

cdef int ANY_RESOURCES, DOUBLE_COIN, GOODS, MOST_STAGES, ROW
cdef int COUNTED, MOST_CARDS, COINS_AT, BUILT_AT, WONDER_AT, FREE_AT, TWICE_AT, WHOLE_AT

cdef class Needs:
    cdef readonly Book book
    cdef dict _known
    cdef long long[::1] _ones

    @cython.locals(found=cython.longlong)
    cpdef long long of(self, Table table, int seat)
    @cython.locals(book=Book, row=cython.int, key=cython.longlong, above=cython.longlong, count=cython.int, nth=cython.int, mine=cython.int, token=cython.int)
    cpdef long long key(self, Table table, int seat)
    cpdef long long known(self, long long key)
