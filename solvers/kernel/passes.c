/* The passes of a neural network over a factor graph: nodes say, groups answer, nodes are moved.

   In a pass every node says a message and a view, both linear in its state. A group sums its members' messages, the first
   half of their numbers as relu, the second through log-sum-exp, and answers by a perceptron. A node sums
   relu(answer + view) over its groups, and a gate says how far its state moves by that.

   Rows of numbers lie one after the other: `said` has a message and a view a node, `both` a state and what was heard. */
#include "passes.h"

#if !defined(__clang__)
#pragma GCC optimize("fp-contract=fast") /* product and sum in one instruction: no other engine is matched bit by bit */
#endif

enum {
    WIDTH = PASSES_WIDTH,
    LANES = 8,               /* of a vector */
    VECTORS = WIDTH / LANES, /* of a state */
    ROWS = 3,                /* a product is computed by tiles of so many rows and a state's vectors, which registers hold */
};

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef float lanes_in_memory __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int32_t places __attribute__((vector_size(4 * LANES)));

struct Passes {
    FactorGraph graph;
    int *numbers;  /* what the graph points to */
    float *floats; /* all arrays below, one after the other */
    float *said_by, *said_bias, *group_by, *group_bias, *answer_by, *answer_bias, *moved_by, *moved_bias, *believed_by;
    float *both, *said, *moved, *pooled, *hidden, *answers, *spare;
};

static int64_t floats_of(int64_t nodes, int64_t groups)
{
    return PASSES_WEIGHTS + 6 * WIDTH * nodes + 3 * WIDTH * groups + groups;
}

int64_t passes_bytes(int64_t nodes, int64_t groups, int64_t edges)
{
    return 4 * (floats_of(nodes, groups) + 2 * edges + nodes + groups + 2);
}

/* The next `many` numbers of the one allocation. */
static float *part(float **rest, int64_t many)
{
    float *found = *rest;
    *rest += many;
    return found;
}

static const int *copied(int **rest, const int *numbers, int64_t many)
{
    int *found = *rest;
    memcpy(found, numbers, (size_t)many * sizeof(int));
    *rest += many;
    return found;
}

Passes *passes_make(const FactorGraph *graph, const float *weights)
{
    const int64_t nodes = graph->nodes, groups = graph->groups;
    Passes *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->graph = *graph;
    p->numbers = malloc((size_t)(2 * graph->edges + nodes + groups + 2) * sizeof(int));
    p->floats = malloc((size_t)floats_of(nodes, groups) * sizeof(float));
    if (!p->numbers || !p->floats) {
        passes_free(p);
        return NULL;
    }
    int *numbers = p->numbers;
    p->graph.members = copied(&numbers, graph->members, graph->edges);
    p->graph.first_member = copied(&numbers, graph->first_member, groups + 1);
    p->graph.in_groups = copied(&numbers, graph->in_groups, graph->edges);
    p->graph.first_group = copied(&numbers, graph->first_group, nodes + 1);

    float *rest = p->floats;
    memcpy(rest, weights, PASSES_WEIGHTS * sizeof(float));
    const float *start = part(&rest, WIDTH); /* in the order in which shape.py names them */
    p->said_by = part(&rest, 2 * WIDTH * WIDTH);
    p->said_bias = part(&rest, 2 * WIDTH);
    p->group_by = part(&rest, WIDTH * WIDTH);
    p->group_bias = part(&rest, WIDTH);
    p->answer_by = part(&rest, WIDTH * WIDTH);
    p->answer_bias = part(&rest, WIDTH);
    p->moved_by = part(&rest, 4 * WIDTH * WIDTH);
    p->moved_bias = part(&rest, 2 * WIDTH);
    p->believed_by = part(&rest, WIDTH);
    p->both = part(&rest, 2 * WIDTH * nodes);
    p->said = part(&rest, 2 * WIDTH * nodes);
    p->moved = part(&rest, 2 * WIDTH * nodes);
    p->pooled = part(&rest, WIDTH * groups);
    p->hidden = part(&rest, WIDTH * groups);
    p->answers = part(&rest, WIDTH * groups);
    p->spare = part(&rest, groups);
    memcpy(p->spare, graph->spare, (size_t)groups * sizeof(float));
    p->graph.spare = p->spare;
    for (int64_t node = 0; node < nodes; node++) {
        memcpy(p->both + 2 * WIDTH * node, start, WIDTH * sizeof(float));
        memset(p->both + 2 * WIDTH * node + WIDTH, 0, WIDTH * sizeof(float));
    }
    return p;
}

void passes_free(Passes *p)
{
    if (!p) return;
    free(p->numbers);
    free(p->floats);
    free(p);
}

/* Functions of each lane */

ALWAYS lanes at(const float *numbers, int vector) { return ((const lanes_in_memory *)numbers)[vector]; }
ALWAYS void set(float *numbers, int vector, lanes to) { ((lanes_in_memory *)numbers)[vector] = to; }
ALWAYS lanes all(float number) { return (lanes){0} + number; }
ALWAYS lanes chosen(places where, lanes one, lanes other) { return (lanes)((where & (places)one) | (~where & (places)other)); }
ALWAYS lanes relu(lanes x) { return chosen(x > 0, x, all(0)); }

/* e^x = 2^n e^r, where r is at most half of log 2: the first terms of its series, which leave 1e-8 of it. */
ALWAYS lanes exp_of(lanes x)
{
    const lanes shift = all(12582912.0f); /* 1.5 * 2^23: a number that is added to it loses what is behind the point */
    x = chosen(x < all(-87), all(-87), chosen(x > all(88), all(88), x));
    const lanes moved = x * 1.44269504f + shift, n = moved - shift;
    const lanes r = (x - n * 0.693359375f) + n * 2.12194440e-4f; /* log 2 in two parts, the first of few digits */
    lanes series = r * (1 / 5040.0f) + 1 / 720.0f;
    series = series * r + 1 / 120.0f;
    series = series * r + 1 / 24.0f;
    series = series * r + 1 / 6.0f;
    series = series * r + 0.5f;
    series = series * r + 1;
    series = series * r + 1;
    return (lanes)((places)series + (((places)moved - (places)shift) << 23));
}

/* log x for x > 0: x is 2^n times a number near 1, whose logarithm is 2 artanh((x - 1) / (x + 1)). */
ALWAYS lanes log_of(lanes x)
{
    const int32_t root_half = 0x3f3504f3; /* the bits of the root of 1/2 */
    const places n = ((places)x - root_half) >> 23;
    const lanes near = (lanes)((places)x - (n << 23)), s = (near - 1) / (near + 1), square = s * s;
    lanes series = square * (1 / 9.0f) + 1 / 7.0f;
    series = series * square + 1 / 5.0f;
    series = series * square + 1 / 3.0f;
    series = series * square + 1;
    return __builtin_convertvector(n, lanes) * 0.693147181f + 2 * s * series;
}

ALWAYS lanes logistic(lanes x) { return 1 / (1 + exp_of(-x)); }
ALWAYS lanes tanh_of(lanes x) { return 1 - 2 / (1 + exp_of(2 * x)); }

/* Products of rows and weights */

/* out = bias + x * weights, for rows of `length` numbers, `stride` apart, and one state's vectors of `across` columns. */
ALWAYS void tile(const float *x, int stride, const int rows, int length, const float *weights, const float *bias, int across,
                 float *out)
{
    lanes sums[ROWS][VECTORS];
#pragma GCC unroll 8
    for (int row = 0; row < rows; row++)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++) sums[row][v] = at(bias, v);
    for (int i = 0; i < length; i++, weights += across)
#pragma GCC unroll 8
        for (int row = 0; row < rows; row++)
#pragma GCC unroll 8
            for (int v = 0; v < VECTORS; v++) sums[row][v] += at(weights, v) * x[stride * row + i];
#pragma GCC unroll 8
    for (int row = 0; row < rows; row++)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++) set(out + across * row, v, sums[row][v]);
}

/* As above for any number of rows and for `across` columns, whole states of them. */
ALWAYS void product(const float *x, int stride, int64_t rows, int length, const float *weights, const float *bias, int across,
                    float *out)
{
    for (int from = 0; from < across; from += WIDTH, weights += WIDTH, bias += WIDTH, out += WIDTH) {
        int64_t row = 0;
        for (; row + ROWS <= rows; row += ROWS)
            tile(x + stride * row, stride, ROWS, length, weights, bias, across, out + across * row);
        for (; row < rows; row++) tile(x + stride * row, stride, 1, length, weights, bias, across, out + across * row);
    }
}

/* What makes up a pass */

/* Which lanes of a state's vector are in its first half. */
ALWAYS places in_first_half(int v) { return (places){0, 1, 2, 3, 4, 5, 6, 7} + LANES * v < WIDTH / 2; }

/* Of a message, the first half as relu and the second as e^x. */
ALWAYS void speak(float *message)
{
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++) {
        const lanes x = at(message, v);
        set(message, v, chosen(in_first_half(v), relu(x), LANES * (v + 1) > WIDTH / 2 ? exp_of(x) : x));
    }
}

/* What a group hears: the sum of its members' messages, the second half as logarithm. */
ALWAYS void pool(const Passes *p, int64_t group)
{
    const FactorGraph *graph = &p->graph;
    lanes sums[VECTORS] = {0};
    for (int edge = graph->first_member[group]; edge < graph->first_member[group + 1]; edge++)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++) sums[v] += at(p->said + 2 * WIDTH * (int64_t)graph->members[edge], v);
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++) {
        const lanes loud = sums[v], soft = LANES * (v + 1) > WIDTH / 2 ? log_of(loud + graph->spare[group]) : loud;
        set(p->pooled + WIDTH * group, v, chosen(in_first_half(v), loud, soft));
    }
}

/* What a node hears: relu(answer + view) of all its groups. */
ALWAYS void hear(const Passes *p, int64_t node)
{
    const FactorGraph *graph = &p->graph;
    const float *view = p->said + 2 * WIDTH * node + WIDTH;
    lanes sums[VECTORS] = {0};
    for (int edge = graph->first_group[node]; edge < graph->first_group[node + 1]; edge++)
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++) sums[v] += relu(at(p->answers + WIDTH * (int64_t)graph->in_groups[edge], v) + at(view, v));
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++) set(p->both + 2 * WIDTH * node + WIDTH, v, sums[v]);
}

/* The state of a node moves towards what it changes to, as far as its gate lets it; how much it is believed. */
ALWAYS float move(const Passes *p, int64_t node)
{
    float *state = p->both + 2 * WIDTH * node;
    const float *moved = p->moved + 2 * WIDTH * node;
    lanes belief = all(0);
    for (int v = 0; v < VECTORS; v++) {
        const lanes before = at(state, v);
        const lanes after = before + (tanh_of(at(moved, VECTORS + v)) - before) * logistic(at(moved, v));
        set(state, v, after);
        belief += after * at(p->believed_by, v);
    }
    float sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += belief[lane];
    return sum;
}

CLONES void passes_step(Passes *p, float *belief)
{
    const int64_t nodes = p->graph.nodes, groups = p->graph.groups;
    product(p->both, 2 * WIDTH, nodes, WIDTH, p->said_by, p->said_bias, 2 * WIDTH, p->said);
    for (int64_t node = 0; node < nodes; node++) speak(p->said + 2 * WIDTH * node);
    for (int64_t group = 0; group < groups; group++) pool(p, group);
    product(p->pooled, WIDTH, groups, WIDTH, p->group_by, p->group_bias, WIDTH, p->hidden);
    for (int64_t i = 0; i < WIDTH * groups; i += LANES) set(p->hidden + i, 0, relu(at(p->hidden + i, 0)));
    product(p->hidden, WIDTH, groups, WIDTH, p->answer_by, p->answer_bias, WIDTH, p->answers);
    for (int64_t node = 0; node < nodes; node++) hear(p, node);
    product(p->both, 2 * WIDTH, nodes, 2 * WIDTH, p->moved_by, p->moved_bias, 2 * WIDTH, p->moved);
    for (int64_t node = 0; node < nodes; node++) belief[node] = move(p, node);
}
