/* What a store consists of, and what a propagator may do to it: read a domain, say that one is about to shrink, try out. */
#ifndef KERNEL_STATE_H
#define KERNEL_STATE_H

#include "store.h"

typedef enum {
    ALL_DIFFERENT = 1,
    ELEMENT,
    SELECTION,
    EQUAL,
    BOUNDS,
    SUM,
    UNEQUAL,
    TABLE,
    ONE,
    CLAUSE,
    CONDITIONAL,
    CUMULATIVE,
    CIRCUIT,
    LAST_KIND = CIRCUIT
} Kind;

typedef struct {
    Kind kind;
    bool idempotent; /* what it does itself need not wake it again */
    bool narrow;     /* all its sets are one word */
    int64_t *data;   /* before it stand the cells that wake it, and how many numbers it has */
    int woken;       /* how many cells wake it */
} Propagator;

/* The words of Choose in models/language/model.py, in its order. */
typedef enum {
    FIRST,
    MIN_DOMAIN_SIZE,
    MAX_DOMAIN_SIZE,
    LOWEST_MIN,
    HIGHEST_MAX,
    MAX_REGRET,
    MAX_DEGREE,
    MIN_DOMAIN_MAX_DEGREE,
    MAX_WEIGHTED_DEGREE,
    LAST_CHOOSE = MAX_WEIGHTED_DEGREE
} Choose;

/* The last is no strategy of a model: values by ranks that a search was given. */
typedef enum { MIN_VALUE, MAX_VALUE, MEDIAN_VALUE, LOWER_HALF, UPPER_HALF, RANDOM_VALUE, LAST_SELECT = RANDOM_VALUE, BY_RANK } Select;

/* A cell of a strategy, and what its bits stand for: a table of numbers, or a first number and a step. By rank, where its
 * ranks begin and how many they are. */
typedef struct {
    int64_t cell, is_table, base, step;
} Candidate;

typedef struct {
    Choose choose;
    Select select;
    bool late; /* after the deciding cells */
    int count;
    const Candidate *candidates;
} Strategy;

typedef struct {
    int64_t mark;
    int cell;
    int64_t untried;            /* where its values yet to try begin in point_words */
    const Strategy *strategy;   /* which picks the part that is tried before the rest; NULL: value by value */
    const Candidate *candidate; /* the cell in it; NULL once that part was tried */
} Point;

typedef enum { IDLE, STRUCTURE, GIVENS, SETTLING, ANSWERED } Phase;

/* A literal of a learnt clause: a cell, where the set that makes it true begins in `sets`, and between which of its words
 * that has any. */
typedef struct {
    int64_t cell, set;
    int begin, end;
} SetLiteral;

/* Its literals stand one after the other; the first two are watched. `used` is the conflict that it last helped to explain. */
typedef struct {
    int64_t first, count, used;
} LearntClause;

/* What is known of a search that learns. A clause k is the reason `propagators + k`; it stands in the list of clauses of
 * each of its two watched cells as 2 * k and 2 * k + 1. */
typedef struct {
    bool on;               /* contradictions are explained */
    word *root;            /* the domains at the root */
    word *need;            /* of each cell that is asked for: what it must be within */
    word *before, *kept;   /* room for domains: at the beginning of a level, and while they are relaxed */
    word *gone;            /* what a change took away and was asked to be away */
    bool *asked, *open, *moved;
    int *asking;           /* the cells that were asked for, in order */
    int64_t asking_count, open_count, conflicts, most;
    int64_t left;          /* levels, by all conflicts */
    double *activity, bump; /* of each cell: how often conflicts asked for it, the later the more */
    bool by_activity;      /* this run branches on the most active cell, by halves */
    Strategy halving;
    Candidate *halves;     /* of each cell */
    LearntClause *clauses;
    SetLiteral *literals;
    word *sets;
    int64_t clauses_count, clauses_room, literals_count, literals_room, sets_count, sets_room;
    int64_t *next, *head;  /* lists of watches, -1 at their ends */
    int *changed;          /* a ring of cells */
    bool *is_changed;
    int64_t changed_head, changed_count;
} Learning;

struct Store {
    /* What was handed over, owned by the store. */
    int cells, shown, propagators, deciding_count, others_count;
    int *width;         /* of each cell, in words */
    int64_t *at;        /* where its domain begins */
    int64_t words;
    int64_t *program, *tables;
    Propagator *propagator;
    int *wake_begin, *wake; /* which propagators a cell wakes */
    int *deciding, *others; /* what to branch on, the second only when the first are fixed */
    int strategies;
    Strategy *strategy;
    Candidate *candidates;
    int64_t *failures; /* of each cell: contradictions of what it wakes, in this search */
    int tried;          /* what was branched on last */
    int64_t first_restart, until_restart, restart_after; /* contradictions: before the first, to come, of this run */
    bool may_restart;  /* nothing that was found would be found again */
    bool ordered;      /* strategies say an order in which nothing changes by failures */
    bool learns;       /* it did not show yet that learning does not pay */
    int64_t *best;     /* of each cell its place in the latest answer, which is the best one, where something is optimised */
    int barren_runs;   /* begun since then */
    int last_conflict; /* what was branched on before the latest of them, or -1 */
    bool *is_rest;
    int bound;          /* the propagator that keeps the objective below the best, or -1 */
    uint64_t seed;
    /* The state. */
    word *domains, *trail, *scratch, *point_words;
    int64_t trail_length, trail_room, timestamp, *saved;
    int *queue;         /* a ring with room for every propagator */
    int head, waiting_count;
    bool *waiting;
    bool trial;         /* a relation is only tried out: nobody wakes */
    bool has_highest;
    int64_t highest;
    Point *points;
    int64_t points_count, points_room, point_words_count, point_words_room;
    int64_t *givens, givens_length, swapped; /* up to where the limits in it were swapped with the propagators' */
    int64_t *ranks;     /* of this search: places of values, those to be tried first of each cell; NULL without */
    Candidate *ranked;  /* of each cell */
    Strategy ranking;
    Phase phase;
    bool structure_known, structure_holds, consistent;
    int running;        /* whose doing the next change is: a propagator, a learnt clause after them, or -1: a decision */
    Learning *learning; /* NULL before the first restart */
    uint64_t chance;
    int64_t runs, runs_before, nodes, backtracks, depth;
};

/* Room on the trail for what one propagator does, and for trying out another; false when memory is refused. */
bool reserve_trail(Store *store);

static inline word *domain(const Store *s, int64_t cell) { return s->domains + s->at[cell]; }

/* An entry of the trail is what a domain was, and a word of the cell and of whose doing the change is. */
static inline int64_t cell_of(word last) { return (int64_t)(last & 0xffffffff); }
static inline int reason_of(word last) { return (int)(last >> 32) - 1; }

/* A cell is about to shrink: remember it, once between two marks (there is room for that), and wake who reads it. */
static inline void touch(Store *s, int64_t cell)
{
    if (s->saved[cell] != s->timestamp) {
        const int n = s->width[cell];
        if (n == 1)
            s->trail[s->trail_length] = *domain(s, cell);
        else
            memcpy(s->trail + s->trail_length, domain(s, cell), (size_t)n * sizeof(word));
        s->trail[s->trail_length + n] = (word)cell | (word)(s->running + 1) << 32;
        s->trail_length += n + 1;
        s->saved[cell] = s->timestamp;
    }
    if (s->trial) return;
    Learning *learning = s->learning;
    if (learning && learning->head[cell] >= 0 && !learning->is_changed[cell]) {
        const int64_t place = learning->changed_head + learning->changed_count++;
        learning->changed[place >= s->cells ? place - s->cells : place] = (int)cell;
        learning->is_changed[cell] = true;
    }
    for (int i = s->wake_begin[cell]; i < s->wake_begin[cell + 1]; i++) {
        const int p = s->wake[i];
        if (s->waiting[p]) continue;
        s->waiting[p] = true;
        int place = s->head + s->waiting_count++;
        s->queue[place >= s->propagators ? place - s->propagators : place] = p;
    }
}

/* This moment, to come back to: room for it was made before propagation began, and for a trial within it. */
static inline int64_t mark(Store *s)
{
    s->timestamp++;
    return s->trail_length;
}

static inline void undo(Store *s, int64_t to)
{
    while (s->trail_length > to) {
        const int64_t cell = cell_of(s->trail[s->trail_length - 1]);
        const int n = s->width[cell];
        s->trail_length -= n + 1;
        if (n == 1)
            *domain(s, cell) = s->trail[s->trail_length];
        else
            memcpy(domain(s, cell), s->trail + s->trail_length, (size_t)n * sizeof(word));
    }
    s->timestamp++;
}

#endif
