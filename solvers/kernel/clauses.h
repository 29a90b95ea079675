/* Clauses: conflict-driven clause learning under assumptions, with clauses and variables added at any time.
 *
 * It makes the same search as solvers/backends/sat/cdcl.py, conflict by conflict; that one is the one to read, and names
 * the papers. Literals are as in DIMACS: a variable counted from 1, or its negative. */
#ifndef KERNEL_CLAUSES_H
#define KERNEL_CLAUSES_H

#include "bits.h"

enum { MAX_VARIABLE = (1 << 28) - 1, MAX_LITERALS = 1 << 30 }; /* the latter in one call */

/* What a call comes to. Once memory was refused, every further call is REFUSED too. */
typedef enum { REFUSED = -1, UNDECIDED, SATISFIABLE, CONTRADICTORY } Verdict;

typedef struct Clauses Clauses;

/* NULL when memory is refused; `logging` keeps what is learnt and deleted for clauses_log. */
Clauses *clauses_make(bool logging);
void clauses_free(Clauses *s);

/* Add clauses, each ended by 0; checked. False when memory is refused. */
bool clauses_add(Clauses *s, const int *literals, int64_t length);

/* Take up a question: is there a model in which the assumptions hold? The levels of assumptions that it begins with as the
 * one before stay, and a search that was paused in this very question goes on. False when memory is refused. */
bool clauses_ask(Clauses *s, const int *assumptions, int64_t count);

/* Search for that model, for so many conflicts and propagations. */
Verdict clauses_solve(Clauses *s, int64_t conflicts, int64_t propagations);

/* Unit propagation under assumptions: CONTRADICTORY when it meets a contradiction, else UNDECIDED. */
Verdict clauses_propagate(Clauses *s, const int *assumptions, int64_t count);

/* Literals whose variables take that value when they are first decided. False when memory is refused. */
bool clauses_prefer(Clauses *s, const int *literals, int64_t count);

/* Numbers that the engine lends until the next call. */
typedef struct {
    const int *items;
    int64_t count;
} Lent;

/* The latest model, by variable; the latest core, assumptions that contradict the clauses together; and what the latest
 * propagation found to hold beyond what holds anyway, in its order. */
Lent clauses_model(const Clauses *s);
Lent clauses_core(const Clauses *s);
Lent clauses_implied(const Clauses *s);

/* What was learnt, each clause ended by 0, and what was deleted, INT_MIN before it; clauses_forget_log empties it. */
Lent clauses_log(const Clauses *s);
void clauses_forget_log(Clauses *s);

typedef struct {
    int64_t restarts, conflicts, decisions, propagations;
} ClausesEffort;
ClausesEffort clauses_effort(const Clauses *s);

#endif
