/* The passes of a neural network over a factor graph; solvers/network/inference.py is the twin to read. */
#ifndef KERNEL_PASSES_H
#define KERNEL_PASSES_H

#include "bits.h"

typedef struct Passes Passes;

/* Edges join nodes and groups. Those of a group end where those of the next begin, and so for a node. */
typedef struct {
    int nodes, groups;
    int64_t edges;
    const int *members, *first_member; /* the node of each edge, group by group; where those of each group begin, and the end */
    const int *in_groups, *first_group; /* the group of each edge, node by node; likewise */
    const float *spare; /* for each group, 0 where one member is taken, 1 where it may be none */
} FactorGraph;

enum {
    PASSES_WIDTH = 40, /* numbers in the state of a node, as solvers/network/shape.py says */
    PASSES_WEIGHTS = 8 * PASSES_WIDTH * PASSES_WIDTH + 8 * PASSES_WIDTH,
};

/* How many bytes an engine takes. */
int64_t passes_bytes(int64_t nodes, int64_t groups, int64_t edges);

/* Graph and weights are copied. The graph is sound: ends are below their number, beginnings ascend from 0 to `edges`.
   NULL without memory. */
Passes *passes_make(const FactorGraph *graph, const float *weights);
void passes_free(Passes *passes);

/* One pass; afterwards `belief` has how much each node is believed. */
void passes_step(Passes *passes, float *belief);

#endif
