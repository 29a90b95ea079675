/* Propagators: what the numbers of each mean is said in propagators.c. They know the state of a store, not its search. */
#ifndef KERNEL_PROPAGATORS_H
#define KERNEL_PROPAGATORS_H

#include "state.h"

/* Shrink domains as far as the constraint asks; false when it can no longer hold. */
bool propagate(Store *store, const Propagator *propagator);

/* A propagator's numbers from `data` on, or NULL and a complaint; raises `scratch` to the words that it works with. */
const char *check_propagator(const Store *store, Propagator *propagator, const int64_t *end, int64_t tables_length,
                             int64_t *scratch, bool nested);

#endif
