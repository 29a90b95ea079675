/* Bitsets: arrays of 64-bit words, element i in bit i % 64 of word i / 64. */
#ifndef KERNEL_BITS_H
#define KERNEL_BITS_H

#include <limits.h> /* the first header, so that glibc has said what it is */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t word;

enum { BITS = 64 };

#if !defined(__GNUC__)
#error "the kernel is written for gcc and clang; without it the Python engines answer"
#endif

#define ALWAYS static inline __attribute__((always_inline))

/* The places of the lowest and the highest bit of a word that is not 0, and how many bits it has. */
static inline int lowest(word w) { return __builtin_ctzll(w); }
static inline int highest(word w) { return 63 - __builtin_clzll(w); }
static inline int count(word w) { return __builtin_popcountll(w); }

/* CLONES: one portable binary with wider instructions inside where the machine has them. KERNEL_PLAIN turns it off. */
#if defined(__x86_64__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__GLIBC__) && \
    !defined(KERNEL_PLAIN)
#define CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define CLONES
#endif

static inline int words_for(int64_t elements) { return (int)((elements + BITS - 1) / BITS); }
static inline bool has(const word *set, int64_t i) { return set[i / BITS] >> (i % BITS) & 1; }
static inline void put(word *set, int64_t i) { set[i / BITS] |= (word)1 << (i % BITS); }
static inline void drop(word *set, int64_t i) { set[i / BITS] &= ~((word)1 << (i % BITS)); }

/* Sets of W words */

ALWAYS bool is_empty(const word *a, int W)
{
    word any = 0;
    for (int w = 0; w < W; w++) any |= a[w];
    return !any;
}

ALWAYS bool is_same(const word *a, const word *b, int W)
{
    word differ = 0;
    for (int w = 0; w < W; w++) differ |= a[w] ^ b[w];
    return !differ;
}

ALWAYS bool meet(const word *a, const word *b, int W)
{
    word any = 0;
    for (int w = 0; w < W; w++) any |= a[w] & b[w];
    return any != 0;
}

/* Whether a set that is not empty has more than one element. */
ALWAYS bool is_open(const word *a, int W)
{
    word earlier = 0;
    for (int w = 0; w < W; w++) {
        if (a[w] & (a[w] - 1)) return true;
        if (a[w] && earlier) return true;
        earlier |= a[w];
    }
    return false;
}

ALWAYS int64_t first_of(const word *a)
{
    int w = 0;
    while (!a[w]) w++;
    return (int64_t)w * BITS + lowest(a[w]);
}

ALWAYS int64_t last_of(const word *a, int W)
{
    int w = W - 1;
    while (!a[w]) w--;
    return (int64_t)w * BITS + highest(a[w]);
}

ALWAYS void copy(word *to, const word *from, int W)
{
    for (int w = 0; w < W; w++) to[w] = from[w];
}

ALWAYS void clear(word *a, int W)
{
    for (int w = 0; w < W; w++) a[w] = 0;
}

/* Memory for so many items in place of `old`, or of NULL: NULL when it is refused, or when they have more bytes than any
 * object can. Where size_t has 32 bits too, a product of sizes is refused and never cut off. */
static inline void *resized(void *old, int64_t many, size_t size)
{
    if (many < 0 || (uint64_t)many >= PTRDIFF_MAX / size) return NULL;
    return realloc(old, (size_t)many * size + 1);
}

/* What an engine says of a run that was asked for some answers within some steps. */
enum { FAILED = -1, PAUSED = 0, FINISHED = 1 };

#endif
