/* Learning in the store: why it came to a contradiction, as a clause over sets of values, and what such clauses imply.
 *
 * What solvers/backends/backtracking/learning.py does, conflict by conflict; that is the one to read. */
#ifndef KERNEL_LEARN_H
#define KERNEL_LEARN_H

#include "state.h"

/* Begin to learn, at the root and with nothing left to run; false when memory is refused. */
bool learn_begin(Store *store);
void learn_free(Store *store);

/* The domains at the root, where they shrank; no point is left. */
void learn_root(Store *store);

typedef enum { LEARNT, REFUTED, NO_MEMORY } Outcome;

/* Let the clauses that read changed cells narrow others, until none can: LEARNT, or REFUTED with the reason. */
Outcome learn_propagate(Store *store, int *reason);

/* Learn from the conflict that `reason` came to: a clause is kept and the points that it does not need are left. Its one
 * open literal is then made true. REFUTED: it needs no point at all. */
Outcome learn_conflict(Store *store, int reason);

/* Whether its clauses leave enough levels behind, once it was tried: 1.15 for each conflict. */
bool learn_pays(const Store *store);

/* The open cell that conflicts asked for most of late, or -1. */
int64_t learn_most_active(const Store *store);

/* At the root: forget the half of the clauses that was of use longest ago, when there are many. */
bool learn_forget(Store *store);

/* Nothing waits any more. */
void learn_drop_changes(Store *store);

/* The failures of the cells that a clause reads, when it came to a contradiction. */
void learn_count_failure(Store *store, int reason);

#endif
