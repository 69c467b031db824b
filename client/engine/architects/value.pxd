cimport cython

from sealed_wonders.client.engine.architects.book cimport Book
from sealed_wonders.client.engine.architects.needs cimport Needs
from sealed_wonders.client.engine.architects.table cimport Table

cdef int CITY, GOODS, MOST_STAGES, ROW, SIZE, WHOLE_AT
cdef double LARGE

cdef class Value:
    cdef readonly Book book
    cdef readonly Needs needs
    cdef readonly int hidden
    cdef double[::1] _numbers
    cdef double[::1] _row
    cdef double[::1] _inner

    # Places as wide as addresses: a narrower one might wrap around, and nothing be done at once.
    @cython.locals(hidden=cython.Py_ssize_t, base=cython.Py_ssize_t, nth=cython.Py_ssize_t, at=cython.Py_ssize_t, number=cython.double, numbers=double[::1], inner=double[::1], total=cython.double)
    cpdef double of(self, Table table, int seat, int drawn)
    @cython.locals(row=double[::1], n=cython.int, at=cython.int, left=cython.int, right=cython.int, mine=cython.int, lack=cython.longlong, lacks=cython.longlong, best=cython.int, strongest=cython.int, most=cython.longlong, least=cython.longlong, other=cython.int, points=cython.int, peace=cython.int, nth=cython.int)
    cpdef void look(self, Table table, int seat, int drawn)
    @cython.locals(row=double[::1], lasting=cython.int, lead=cython.int, near=cython.double)
    cdef void _war(self, Table table, int seat, int other, int at)
    @cython.locals(book=Book, row=double[::1], wonder=cython.int, base=cython.int, lacks=cython.longlong, whole=cython.longlong, some=cython.int, stage=cython.int, left=cython.int, have=cython.int, total=cython.int, kinds=cython.int, most=cython.int, nth=cython.int, count=cython.int, odd=cython.int, mine=cython.int)
    cdef void _city(self, Table table, int seat, int at)
