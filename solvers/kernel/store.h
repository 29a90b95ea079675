/* Store: domains of any width, the trail that undoes their changes, propagators, and a search over all of it.
 *
 * It does what solvers/backends/backtracking does, propagator by propagator and in the same order, so that nodes and
 * propagations are equal; that engine is the one to read. */
#ifndef KERNEL_STORE_H
#define KERNEL_STORE_H

#include "bits.h"

typedef struct Store Store;

/* The numbers of a model, and how many there are of each; nothing of it is trusted. */
typedef struct {
    const int64_t *widths;  /* bits of each cell */
    const word *domains;    /* their domains one after the other, each in whole words */
    const int64_t *program, *tables, *deciding, *others;
    const int64_t *strategies; /* of each choose, select, late, count, and four numbers for each candidate */
    int64_t cells, domain_words, program_length, tables_length, deciding_count, others_count, strategies_length;
    int64_t propagators, shown, bound;
    uint64_t seed;
    int64_t first_restart; /* contradictions before a search begins again for the first time */
} StoreProblem;

/* NULL with a complaint when something does not fit together, or without one when memory is refused. */
Store *store_make(const StoreProblem *problem, const char **complaint);
void store_free(Store *store);

/* Begin a search under restrictions: each is a cell and the set it is narrowed to; or -1, a propagator of bounds, and the
 * lowest and the highest sum it allows meanwhile. NULL, or a complaint; an empty one when memory is refused. */
const char *store_begin(Store *store, const int64_t *givens, int64_t length);

/* Right after the beginning: cells, for each how many ranks and the places of values that are tried first, in this search.
 * NULL, or a complaint, as above. */
const char *store_order(Store *store, const int64_t *ranks, int64_t length);

/* Go on until `most_answers` are found, `most_runs` propagators ran, or there is nothing left. `answers` may be NULL; else
 * it has room for them, `shown` ints each: the places of the values of the first cells. */
int store_more(Store *store, int *answers, int64_t most_answers, int64_t most_runs, int64_t *found);

/* How many ints an answer takes. */
int store_shown(const Store *store);

typedef struct {
    int64_t nodes, propagations, backtracks, depth;
} StoreEffort;
StoreEffort store_effort(const Store *store);

#endif
