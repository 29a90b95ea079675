/* Dancing links: exact covers where there are too many options for bitsets of them. */
#ifndef KERNEL_LINKS_H
#define KERNEL_LINKS_H

#include "cover.h"

typedef struct Links Links;

Links *links_make(const CoverProblem *problem);
void links_free(Links *links);
void links_begin(Links *links, const int *chosen, int chosen_count, const int *removed, int removed_count);
int links_more(Links *links, int *answers, int width, int64_t most, int64_t most_nodes, int64_t *found);
CoverEffort links_effort(const Links *links);

#endif
