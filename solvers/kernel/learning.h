/* What the learning engine consists of: literals, values, watches, an arena of clauses, a trail, a heap of variables. */
#ifndef KERNEL_LEARNING_H
#define KERNEL_LEARNING_H

#include "clauses.h"

/* Inside, a variable counts from 0 and its literals are 2 * variable and, negated, one more. */
static inline int inner(int literal) { return literal > 0 ? 2 * (literal - 1) : 2 * (-literal - 1) + 1; }
static inline int outer(int literal) { return literal & 1 ? -(literal >> 1) - 1 : (literal >> 1) + 1; }

/* A list that grows. */
typedef struct {
    int *items;
    int64_t count, room;
} Ints;

/* A clause of three literals or more that watches a literal, and another literal of it: where that is true, the clause
 * need not be looked at. */
typedef struct {
    uint32_t clause;
    int blocker;
} Watch;

typedef struct {
    Watch *items;
    int count, room;
} Watches;

/* Clauses of two literals: what each says is true once the literal is whose list it is. */
typedef struct {
    int *items;
    int count, room;
} Pairs;

/* Why a variable has its value: nothing (a decision, or it always has), a clause of two literals by its other one, or a
 * longer clause by its place in the arena. Its first literal is then the one that it gave a value. */
typedef uint32_t Reason;
enum { NO_REASON = 0 };
static inline Reason by_pair(int other) { return (Reason)other << 1 | 1; }
static inline Reason by_clause(uint32_t clause) { return clause << 1; }
static inline bool is_pair(Reason reason) { return reason & 1; }
static inline uint32_t clause_of(Reason reason) { return reason >> 1; }

/* In the arena a clause is its size, its state, and its literals; it is watched by the first two of these. Place 0 is
 * nobody's. The state: its LBD (0 where it was not learnt), in how many reductions to come it counts as used, and
 * whether it is dead. */
enum { HEADER = 2, DEAD = 1, USED = 2, USED_MASK = 6, LBD_SHIFT = 3, MAX_LBD = 1 << 24, KEPT_LBD = 2, MIDDLE_LBD = 6 };

/* After how many conflicts a search restarts, times Luby's sequence; and how many learnt clauses it keeps at least, how
 * many more after each reduction. */
enum { RESTART_CONFLICTS = 100, MIN_LEARNT = 100, MORE_LEARNT = 20 };

typedef enum { NEW, SOURCE, REDUNDANT, NEEDED } Mark;

typedef struct {
    int variable, at;
} Frame;

/* A learnt clause that may go. */
typedef struct {
    int lbd, size, place;
} Doomed;

struct Clauses {
    bool logging, broken, refuted;
    int variables, room;
    /* By literal. */
    int8_t *value; /* 1 true, -1 false, 0 open */
    Watches *watches; /* of a literal: the clauses that are looked at when it becomes true, since they watch its negation */
    Pairs *pairs;
    /* By variable. */
    int *level;
    Reason *reason;
    int8_t *phase; /* 1 where it was false when it last had a value, or shall be tried false */
    double *activity;
    uint8_t *mark;
    int *heap, *place, *trail; /* place in the heap, or -1 */
    Frame *frames;
    /* By level; there is one for every assumption, and for every decision. */
    int *limit;     /* where it begins in the trail */
    int64_t *stamp, stamps;
    int64_t levels_room;
    int heap_count, trail_count, head, levels, facts;
    int *arena;
    int64_t arena_count, arena_room;
    Ints asked;  /* the assumptions of the latest question, as inner literals; level i + 1 is that of number i */
    bool paused; /* in the search that it asks for */
    double increment;
    int64_t given; /* clauses that were added, in all */
    int64_t since_restart, restart_after, restarts_here, reductions, reduce_at, simplify_at;
    int simplified; /* how many facts the clauses are free of */
    ClausesEffort effort;
    Doomed *doomed;
    int64_t doomed_room;
    Ints learnt, marked, model, core, implied, log;
};

/* Growing. False, and the engine broken, when memory is refused or more is needed than an index can say. */
bool grow(Clauses *s, void **items, int64_t *room, int64_t need, size_t size);

static inline bool push(Clauses *s, Ints *list, int item)
{
    if (list->count == list->room && !grow(s, (void **)&list->items, &list->room, list->count + 1, sizeof(int))) return false;
    list->items[list->count++] = item;
    return true;
}

/* The literals of a clause that are why `reason` holds; those of a pair are written to `pair`. */
static inline const int *antecedents(const Clauses *s, Reason reason, int *pair, int *count)
{
    if (is_pair(reason)) {
        pair[0] = (int)(reason >> 1);
        *count = 1;
        return pair;
    }
    const int *clause = s->arena + clause_of(reason);
    *count = clause[0] - 1;
    return clause + HEADER + 1;
}

/* The heap of variables: the one of the highest activity is on top, of several the first. */
void heap_insert(Clauses *s, int variable);
int heap_pop(Clauses *s);
void heap_rise(Clauses *s, int variable);
void heap_rebuild(Clauses *s);

/* What became false by `reason` and `literal` (of a pair, its two literals; else the clause alone): a clause in s->learnt
 * that is false too, of which the first literal alone is of this level, the second of the highest other. Returns its LBD;
 * or -1 when memory is refused. */
int analyze(Clauses *s, Reason reason, int literal);

/* The assumptions that make `literal` false, which is one too, to s->core. */
bool analyze_final(Clauses *s, int literal);

#endif
