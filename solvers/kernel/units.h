/* Units: variables of which each list, a unit, takes values that are all different. */
#ifndef KERNEL_UNITS_H
#define KERNEL_UNITS_H

#include "bits.h"

enum { MOST_VALUES = 64, MOST_FIXED_WORDS = 4 };

/* What a value has to look at: the units that must hold it, and pairs of units that share several variables.
 * Word w of the i-th set stands at w * stride + i, so that a loop over the sets runs through memory in order. */
typedef struct {
    int units, pairs, ways;          /* how many of each */
    int unit_stride, pair_stride, way_stride;
    word *unit;                      /* units that must hold the value */
    word *left, *right;              /* the rests of two such units: a value absent from one leaves the other */
    word *from, *to;                 /* one such unit and another that need not hold it: absent from `from` leaves `to` */
} Holds;

typedef struct {
    int variables, values, words, units;
    word *all;                       /* every variable */
    word *start;                     /* values x words: which variables may take each value, before any given */
    word *clear;                     /* variables x words: all variables but those that share a unit with this one */
    int kinds;
    Holds *kind;                     /* values that the same units must hold share one */
    int kind_of[MOST_VALUES];
    int *list;                       /* the units as they were given: a length, then as many variables; for the judge */
    int64_t list_length;
    bool hopeless;                   /* more variables in a unit than values */
    /* The search: a stack of states, each values x words of planes, the variables settled, and the values to look at. */
    int state_words;
    word *states, *scratch;
    int64_t depth, room;
    bool many;                       /* answers abound: no looking ahead */
    int64_t nodes, answers;
    uint32_t *weight;                /* for each variable, how often it had no value left, or a decision about it failed */
    int64_t decided, failed;         /* the variable of the last decision, and of the last one that failed, or -1 */
} Units;

/* The bytes that `units_make` would take, or -1 where that is beyond reason. */
int64_t units_bytes(int64_t variables, int64_t values, int64_t units);

/* NULL when memory is refused. `domains` has a word for each variable, `list` the units: lengths and members, checked. */
Units *units_make(int variables, int values, const word *domains, const int *list, int64_t list_length, int units);
void units_free(Units *units);

/* Begin a search: `allowed` has a set of values for each variable. False when memory is refused. */
bool units_begin(Units *units, const word *allowed);

/* The same with values that are given: for each variable 0, or its value counted from 1, checked. */
bool units_begin_given(Units *units, const uint8_t *givens);

/* Go on until `most_answers` are found, `most_nodes` states were propagated, or there is nothing left. `answers` may be
 * NULL: then they are only counted; else it has room for them, each `variables` bytes and `stride` from the last. */
int units_more(Units *units, uint8_t *answers, int64_t stride, int64_t most_answers, int64_t most_nodes, int64_t *found);

/* Hand the older half of what one search has still to look at to another of the very same units that has nothing left.
 * False when they are not the same, there is less than two, the other is not done, or memory is refused. */
bool units_share(Units *from, Units *to);

/* Whether `answer` gives every variable a value of its domain, keeps the givens and all units; written apart (judge.c). */
bool judge_units(int variables, int values, const word *domains, const int *list, int64_t list_length,
                 const uint8_t *givens, const uint8_t *answer);

#endif
