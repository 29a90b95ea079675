/* Cover: options such that every primary item is met once and every secondary item at most once. */
#ifndef KERNEL_COVER_H
#define KERNEL_COVER_H

#include "bits.h"

typedef struct Cover Cover;

/* Primary items come first and are numbered from 0. `late` has a byte for each of them that tells whether it is met only
 * once all others are, and then in one way. `list` has each option: a length, then so many items; checked, none twice. */
typedef struct {
    int primary, secondary, options;
    const uint8_t *late;
    const int *list;
    int64_t list_length;
} CoverProblem;

enum { MOST_BITSET_OPTIONS = 8192 };

/* The bytes that a cover would take, or -1 where that is beyond reason. */
int64_t cover_bytes(int64_t primary, int64_t secondary, int64_t options, int64_t cells, bool links);

/* NULL when memory is refused. `links` asks for dancing links instead of bitsets of options. */
Cover *cover_make(const CoverProblem *problem, bool links);
void cover_free(Cover *cover);

/* Begin a search for covers with all the options `chosen` (each once) and none `removed`. False when memory is refused. */
bool cover_begin(Cover *cover, const int *chosen, int chosen_count, const int *removed, int removed_count);

/* Go on until `most_answers` covers are found, `most_nodes` options were tried, or none is left. `answers` may be NULL;
 * else it has room for them: each is how many options, then these, and takes cover_width() ints. */
int cover_more(Cover *cover, int *answers, int64_t most_answers, int64_t most_nodes, int64_t *found);
int cover_width(const Cover *cover);

/* Hand the options yet to be tried at the first branching of one search that has any to another of the very same cover
 * that has nothing left. False when they are not the same, there is no such branching, the other is not done, links dance,
 * or memory is refused. */
bool cover_share(Cover *from, Cover *to);

typedef struct {
    int64_t nodes, updates, dead_ends;
} CoverEffort;
CoverEffort cover_effort(const Cover *cover);

#endif
