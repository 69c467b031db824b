/*
 * One sum of many multiples of ristretto255 points, for checking proofs.
 *
 *     combine(scalars, points) -> bytes
 *
 * Both are 32 bytes each, one after the other: scalars below 2^253, least significant byte
 * first, and encoded points (RFC 9496). The result is the encoded sum of all products. A
 * ValueError says that one of the points is none.
 *
 * Everything here is public: its time depends on all numbers, so it must never see a secret.
 * It returns the same bytes as libsodium and as curve.py, the two that it is tested against.
 *
 * The method is Pippenger's (1976; Bernstein, Doumen, Lange & Oosterwijk 2012, section 4).
 * Each scalar is written in signed digits. For each place of the digits, from the highest, all
 * points with the same digit are added up in one bucket; then the buckets are added, each as
 * often as its digit says.
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

typedef unsigned __int128 wide;

/* Numbers modulo p = 2^255 - 19: five limbs of 51 bits, and a few bits of carry. */

typedef struct {
    uint64_t v[5];
} fe;

#define MASK ((1ULL << 51) - 1)

static const fe ZERO = {{0, 0, 0, 0, 0}};
static const fe ONE = {{1, 0, 0, 0, 0}};
static fe D, D2, ROOT, INVSQRT_A_MINUS_D; /* set by constants() */

static uint64_t load(const unsigned char *data)
{
    uint64_t result = 0;
    for (int i = 7; i >= 0; i--)
        result = result << 8 | data[i];
    return result;
}

/* Ignores the highest bit. The result may be p or more. */
static fe from_bytes(const unsigned char *data)
{
    fe a = {{
        load(data) & MASK,
        load(data + 6) >> 3 & MASK,
        load(data + 12) >> 6 & MASK,
        load(data + 19) >> 1 & MASK,
        load(data + 24) >> 12 & MASK,
    }};
    return a;
}

static fe carried(fe a)
{
    for (int i = 0; i < 4; i++) {
        a.v[i + 1] += a.v[i] >> 51;
        a.v[i] &= MASK;
    }
    a.v[0] += 19 * (a.v[4] >> 51);
    a.v[4] &= MASK;
    return a;
}

static void to_bytes(unsigned char *data, fe a)
{
    a = carried(carried(a));
    /* Now a is below 2^255 + 19 * 2^13, so it is at least p at most once. */
    uint64_t over = (a.v[0] + 19) >> 51;
    for (int i = 1; i < 5; i++)
        over = (a.v[i] + over) >> 51;
    a.v[0] += 19 * over;
    for (int i = 0; i < 4; i++) {
        a.v[i + 1] += a.v[i] >> 51;
        a.v[i] &= MASK;
    }
    a.v[4] &= MASK;
    uint64_t words[4] = {
        a.v[0] | a.v[1] << 51,
        a.v[1] >> 13 | a.v[2] << 38,
        a.v[2] >> 26 | a.v[3] << 25,
        a.v[3] >> 39 | a.v[4] << 12,
    };
    for (int i = 0; i < 32; i++)
        data[i] = (unsigned char)(words[i / 8] >> i % 8 * 8);
}

/*
 * Sums and differences aren't carried. What `times` returns is tight: below 2^51 + 2^13. The
 * sum of two such is below 2^53, and so are all subtrahends. Then a difference is below 2^54,
 * and the limbs of two factors have 108 bits together at most, as `times` needs.
 */
static fe plus(fe a, fe b)
{
    for (int i = 0; i < 5; i++)
        a.v[i] += b.v[i];
    return a;
}

/* Adds 4p, to stay above zero. */
static fe minus(fe a, fe b)
{
    a.v[0] += (MASK - 18) * 4 - b.v[0];
    for (int i = 1; i < 5; i++)
        a.v[i] += MASK * 4 - b.v[i];
    return a;
}

/* The limbs of a product, each in 51 bits or a little more. */
static inline fe reduced(wide r0, wide r1, wide r2, wide r3, wide r4)
{
    fe r;
    r1 += (uint64_t)(r0 >> 51);
    r2 += (uint64_t)(r1 >> 51);
    r3 += (uint64_t)(r2 >> 51);
    r4 += (uint64_t)(r3 >> 51);
    r.v[0] = ((uint64_t)r0 & MASK) + 19 * (uint64_t)(r4 >> 51);
    r.v[1] = ((uint64_t)r1 & MASK) + (r.v[0] >> 51);
    r.v[0] &= MASK;
    r.v[2] = (uint64_t)r2 & MASK;
    r.v[3] = (uint64_t)r3 & MASK;
    r.v[4] = (uint64_t)r4 & MASK;
    return r;
}

static fe times(fe a, fe b)
{
    const uint64_t *x = a.v, *y = b.v;
    uint64_t y1 = 19 * y[1], y2 = 19 * y[2], y3 = 19 * y[3], y4 = 19 * y[4];
    wide r0 = (wide)x[0] * y[0] + (wide)x[1] * y4 + (wide)x[2] * y3 + (wide)x[3] * y2 +
              (wide)x[4] * y1;
    wide r1 = (wide)x[0] * y[1] + (wide)x[1] * y[0] + (wide)x[2] * y4 + (wide)x[3] * y3 +
              (wide)x[4] * y2;
    wide r2 = (wide)x[0] * y[2] + (wide)x[1] * y[1] + (wide)x[2] * y[0] + (wide)x[3] * y4 +
              (wide)x[4] * y3;
    wide r3 = (wide)x[0] * y[3] + (wide)x[1] * y[2] + (wide)x[2] * y[1] + (wide)x[3] * y[0] +
              (wide)x[4] * y4;
    wide r4 = (wide)x[0] * y[4] + (wide)x[1] * y[3] + (wide)x[2] * y[2] + (wide)x[3] * y[1] +
              (wide)x[4] * y[0];
    return reduced(r0, r1, r2, r3, r4);
}

static fe squared(fe a)
{
    const uint64_t *x = a.v;
    uint64_t x0 = 2 * x[0], x1 = 2 * x[1], x3 = 19 * x[3], x4 = 19 * x[4];
    wide r0 = (wide)x[0] * x[0] + (wide)x1 * x4 + (wide)(2 * x[2]) * x3;
    wide r1 = (wide)x0 * x[1] + (wide)(2 * x[2]) * x4 + (wide)x[3] * x3;
    wide r2 = (wide)x0 * x[2] + (wide)x[1] * x[1] + (wide)(2 * x[3]) * x4;
    wide r3 = (wide)x0 * x[3] + (wide)x1 * x[2] + (wide)x[4] * x4;
    wide r4 = (wide)x0 * x[4] + (wide)x1 * x[3] + (wide)x[2] * x[2];
    return reduced(r0, r1, r2, r3, r4);
}

static fe squared_often(fe a, int count)
{
    while (count--)
        a = squared(a);
    return a;
}

/* a^((p-5)/8) = a^(2^252 - 3). The names say how many ones the exponent so far has. */
static fe to_the_252(fe a)
{
    fe a2 = times(squared(a), a);
    fe a4 = times(squared_often(a2, 2), a2);
    fe a5 = times(squared(a4), a);
    fe a10 = times(squared_often(a5, 5), a5);
    fe a20 = times(squared_often(a10, 10), a10);
    fe a40 = times(squared_often(a20, 20), a20);
    fe a50 = times(squared_often(a40, 10), a10);
    fe a100 = times(squared_often(a50, 50), a50);
    fe a200 = times(squared_often(a100, 100), a100);
    fe a250 = times(squared_often(a200, 50), a50);
    return times(squared_often(a250, 2), a);
}

static int equal(fe a, fe b)
{
    unsigned char one[32], other[32];
    to_bytes(one, a);
    to_bytes(other, b);
    return memcmp(one, other, 32) == 0;
}

static int is_negative(fe a)
{
    unsigned char data[32];
    to_bytes(data, a);
    return data[0] & 1;
}

static fe absolute(fe a)
{
    return is_negative(a) ? carried(minus(ZERO, a)) : a;
}

/* SQRT_RATIO_M1 of RFC 9496, section 4.2: whether u/v is a square. */
static int root_of_ratio(fe *root, fe u, fe v)
{
    fe v3 = times(squared(v), v), v7 = times(squared(v3), v);
    fe r = times(times(u, v3), to_the_252(times(u, v7)));
    fe check = times(v, squared(r)), negative = minus(ZERO, u);
    int correct = equal(check, u), flipped = equal(check, negative);
    if (flipped || equal(check, times(negative, ROOT)))
        r = times(r, ROOT);
    *root = absolute(r);
    return correct || flipped;
}

static void constants(void)
{
    static const unsigned char d[32] = {
        0xa3, 0x78, 0x59, 0x13, 0xca, 0x4d, 0xeb, 0x75, 0xab, 0xd8, 0x41, 0x41, 0x4d, 0x0a,
        0x70, 0x00, 0x98, 0xe8, 0x79, 0x77, 0x79, 0x40, 0xc7, 0x8c, 0x73, 0xfe, 0x6f, 0x2b,
        0xee, 0x6c, 0x03, 0x52};
    static const unsigned char root[32] = {
        0xb0, 0xa0, 0x0e, 0x4a, 0x27, 0x1b, 0xee, 0xc4, 0x78, 0xe4, 0x2f, 0xad, 0x06, 0x18,
        0x43, 0x2f, 0xa7, 0xd7, 0xfb, 0x3d, 0x99, 0x00, 0x4d, 0x2b, 0x0b, 0xdf, 0xc1, 0x4f,
        0x80, 0x24, 0x83, 0x2b};
    D = from_bytes(d);
    D2 = carried(plus(D, D));
    ROOT = from_bytes(root);
    root_of_ratio(&INVSQRT_A_MINUS_D, ONE, minus(minus(ZERO, ONE), D));
}

/* Points of edwards25519, in extended coordinates (Hisil, Wong, Carter & Dawson 2008). */

typedef struct {
    fe x, y, z, t;
} point;

/* A point with z = 1, to be added: y - x, y + x and 2dt. */
typedef struct {
    fe less, more, t2d;
} addend;

static const point NOTHING = {{{0}}, {{1}}, {{1}}, {{0}}};

static point completed(fe e, fe f, fe g, fe h)
{
    point sum = {times(e, f), times(g, h), times(f, g), times(e, h)};
    return sum;
}

static point doubled(point a)
{
    fe xx = squared(a.x), yy = squared(a.y), zz = squared(a.z);
    fe h = plus(xx, yy);
    fe e = minus(h, squared(plus(a.x, a.y)));
    fe g = minus(xx, yy);
    fe f = plus(g, plus(zz, zz));
    return completed(e, f, g, h);
}

/* The sum of any point and an addend, or its inverse. */
static point with(point a, const addend *b, int negated)
{
    fe m = times(minus(a.y, a.x), negated ? b->more : b->less);
    fe n = times(plus(a.y, a.x), negated ? b->less : b->more);
    fe c = times(a.t, b->t2d), d = plus(a.z, a.z);
    fe less = minus(d, c), more = plus(d, c);
    return negated ? completed(minus(n, m), more, less, plus(n, m))
                   : completed(minus(n, m), less, more, plus(n, m));
}

static point sum(point a, point b)
{
    fe m = times(minus(a.y, a.x), minus(b.y, b.x));
    fe n = times(plus(a.y, a.x), plus(b.y, b.x));
    fe c = times(times(a.t, D2), b.t), zz = times(a.z, b.z), d = plus(zz, zz);
    return completed(minus(n, m), minus(d, c), plus(d, c), plus(n, m));
}

/* RFC 9496, section 4.3.1: whether 32 bytes encode a point. */
static int decode(addend *a, const unsigned char *data)
{
    unsigned char again[32];
    fe s = from_bytes(data), root;
    to_bytes(again, s);
    if (memcmp(again, data, 32) != 0 || data[0] & 1)
        return 0;
    fe ss = squared(s), u1 = minus(ONE, ss), u2 = plus(ONE, ss), u22 = squared(u2);
    fe v = carried(minus(minus(ZERO, times(D, squared(u1))), u22));
    int is_square = root_of_ratio(&root, ONE, times(v, u22));
    fe den = times(root, u2);
    fe x = absolute(times(plus(s, s), den));
    fe y = times(u1, times(times(root, den), v));
    fe t = times(x, y);
    if (!is_square || is_negative(t) || equal(y, ZERO))
        return 0;
    a->less = carried(minus(y, x));
    a->more = carried(plus(y, x));
    a->t2d = times(t, D2);
    return 1;
}

/* RFC 9496, section 4.3.2. */
static void encode(unsigned char *data, point a)
{
    fe u1 = times(plus(a.z, a.y), minus(a.z, a.y)), u2 = times(a.x, a.y), root;
    root_of_ratio(&root, ONE, times(u1, squared(u2)));
    fe den1 = times(root, u1), den2 = times(root, u2), x = a.x, y = a.y;
    fe inverse = times(times(den1, den2), a.t);
    if (is_negative(times(a.t, inverse))) {
        x = times(a.y, ROOT);
        y = times(a.x, ROOT);
        den2 = times(den1, INVSQRT_A_MINUS_D);
    }
    if (is_negative(times(x, inverse)))
        y = carried(minus(ZERO, y));
    to_bytes(data, absolute(times(den2, minus(a.z, y))));
}

/* Sums. */

#define MOST 12 /* bits of a digit, at most */

/* The digits that need the fewest additions for so many points. */
static int bits_for(Py_ssize_t count)
{
    int best = 2;
    double least = 0;
    for (int bits = 2; bits <= MOST; bits++) {
        double work = (double)(254 / bits + 1) * ((double)count + (double)(1 << bits));
        if (bits == 2 || work < least) {
            best = bits;
            least = work;
        }
    }
    return best;
}

/* Write a scalar as signed digits, from -2^(bits-1) to 2^(bits-1), the lowest first. */
static void write_digits(int16_t *digits, const unsigned char *scalar, int bits, int places)
{
    unsigned char padded[36] = {0};
    int carry = 0;
    memcpy(padded, scalar, 32);
    for (int place = 0; place < places; place++) {
        int from = place * bits;
        const unsigned char *at = padded + from / 8;
        int three = at[0] | at[1] << 8 | at[2] << 16;
        int digit = carry + (three >> from % 8 & ((1 << bits) - 1));
        carry = digit > 1 << (bits - 1);
        digits[place] = (int16_t)(digit - (carry << bits));
    }
}

/* The sum of all buckets, the first once, the second twice, and so on. */
static point emptied(const point *buckets, const unsigned char *used, int count)
{
    point running = NOTHING, total = NOTHING;
    int begun = 0;
    for (int i = count - 1; i >= 0; i--) {
        if (used[i])
            running = sum(running, buckets[i]);
        begun |= used[i];
        if (begun)
            total = sum(total, running);
    }
    return total;
}

static point added_up(const addend *points, const int16_t *digits, Py_ssize_t count, int bits,
                      int places, point *buckets)
{
    unsigned char used[1 << (MOST - 1)];
    point total = NOTHING;
    for (int place = places - 1; place >= 0; place--) {
        for (int i = 0; i < bits; i++)
            total = doubled(total);
        memset(used, 0, sizeof used);
        for (Py_ssize_t i = 0; i < count; i++) {
            int digit = digits[i * places + place], at = (digit < 0 ? -digit : digit) - 1;
            if (digit == 0)
                continue;
            buckets[at] = with(used[at] ? buckets[at] : NOTHING, &points[i], digit < 0);
            used[at] = 1;
        }
        total = sum(total, emptied(buckets, used, 1 << (bits - 1)));
    }
    return total;
}

static PyObject *combine(PyObject *module, PyObject *args)
{
    (void)module;
    Py_buffer scalars, points;
    if (!PyArg_ParseTuple(args, "y*y*", &scalars, &points))
        return NULL;
    Py_ssize_t count = points.len / 32;
    int bits = bits_for(count), places = 254 / bits + 1, is_right = 0;
    PyObject *result = NULL;
    addend *decoded = PyMem_Malloc((size_t)(count + 1) * sizeof *decoded);
    int16_t *digits = PyMem_Malloc((size_t)(count + 1) * (size_t)places * sizeof *digits);
    point *buckets = PyMem_Malloc(((size_t)1 << (bits - 1)) * sizeof *buckets);
    if (points.len % 32 || scalars.len != points.len) {
        PyErr_SetString(PyExc_ValueError, "not as many scalars as points");
    } else if (decoded == NULL || digits == NULL || buckets == NULL) {
        PyErr_NoMemory();
    } else {
        unsigned char encoded[32];
        Py_BEGIN_ALLOW_THREADS
        is_right = 1;
        for (Py_ssize_t i = 0; i < count && is_right; i++) {
            const unsigned char *scalar = (const unsigned char *)scalars.buf + 32 * i;
            is_right = scalar[31] < 32 &&
                       decode(&decoded[i], (const unsigned char *)points.buf + 32 * i);
            write_digits(digits + i * places, scalar, bits, places);
        }
        if (is_right)
            encode(encoded, added_up(decoded, digits, count, bits, places, buckets));
        Py_END_ALLOW_THREADS
        if (is_right)
            result = PyBytes_FromStringAndSize((const char *)encoded, 32);
        else
            PyErr_SetString(PyExc_ValueError, "not points of ristretto255 and scalars");
    }
    PyMem_Free(decoded);
    PyMem_Free(digits);
    PyMem_Free(buckets);
    PyBuffer_Release(&scalars);
    PyBuffer_Release(&points);
    return result;
}

static PyMethodDef METHODS[] = {
    {"combine", combine, METH_VARARGS, "Return the sum of all points, each times its scalar."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef MODULE = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_pippenger",
    .m_doc = "Sums of multiples of points.",
    .m_size = -1,
    .m_methods = METHODS,
};

PyMODINIT_FUNC PyInit__pippenger(void)
{
    constants();
    return PyModule_Create(&MODULE);
}
