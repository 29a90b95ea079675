/* What a conflict teaches: the first UIP, minimisation, activities, and which assumptions are to blame in the end. */
#include "learning.h"

/* The heap */

static bool before(const Clauses *s, int one, int other)
{
    return s->activity[one] > s->activity[other] || (s->activity[one] == s->activity[other] && one < other);
}

static void put_at(Clauses *s, int place, int variable)
{
    s->heap[place] = variable;
    s->place[variable] = place;
}

static void rise(Clauses *s, int place)
{
    const int variable = s->heap[place];
    while (place > 0) {
        const int above = (place - 1) >> 1;
        if (!before(s, variable, s->heap[above])) break;
        put_at(s, place, s->heap[above]);
        place = above;
    }
    put_at(s, place, variable);
}

static void sink(Clauses *s, int place)
{
    const int variable = s->heap[place];
    for (;;) {
        int below = 2 * place + 1;
        if (below >= s->heap_count) break;
        if (below + 1 < s->heap_count && before(s, s->heap[below + 1], s->heap[below])) below++;
        if (!before(s, s->heap[below], variable)) break;
        put_at(s, place, s->heap[below]);
        place = below;
    }
    put_at(s, place, variable);
}

void heap_insert(Clauses *s, int variable)
{
    if (s->place[variable] >= 0) return;
    put_at(s, s->heap_count++, variable);
    rise(s, s->heap_count - 1);
}

int heap_pop(Clauses *s)
{
    const int top = s->heap[0], last = s->heap[--s->heap_count];
    s->place[top] = -1;
    if (s->heap_count) {
        put_at(s, 0, last);
        sink(s, 0);
    }
    return top;
}

void heap_rise(Clauses *s, int variable)
{
    if (s->place[variable] >= 0) rise(s, s->place[variable]);
}

void heap_rebuild(Clauses *s)
{
    for (int place = s->heap_count / 2 - 1; place >= 0; place--) sink(s, place);
}

/* Activities are kept within what a double can say. Very small ones may become equal, which changes the order. */
static void bump(Clauses *s, int variable)
{
    if ((s->activity[variable] += s->increment) > 1e100) {
        for (int v = 0; v < s->variables; v++) s->activity[v] *= 1e-100;
        s->increment *= 1e-100;
        heap_rebuild(s);
    } else
        heap_rise(s, variable);
}

/* Analysis */

/* A clause that was learnt is of use: it stays for a while, and its LBD may be lower now. */
static void use(Clauses *s, int *clause)
{
    const int size = clause[0];
    int lbd = clause[1] >> LBD_SHIFT;
    if (lbd <= KEPT_LBD) return;
    int levels = 0;
    s->stamps++;
    for (int i = 0; i < size && levels < lbd; i++) {
        int64_t *stamp = s->stamp + s->level[clause[HEADER + i] >> 1];
        levels += *stamp != s->stamps;
        *stamp = s->stamps;
    }
    if (levels < lbd) lbd = levels;
    clause[1] = lbd << LBD_SHIFT | (lbd <= MIDDLE_LBD ? 2 * USED : USED);
}

static bool mark(Clauses *s, int variable, Mark as)
{
    s->mark[variable] = (uint8_t)as;
    return push(s, &s->marked, variable);
}

static void unmark(Clauses *s)
{
    for (int64_t i = 0; i < s->marked.count; i++) s->mark[s->marked.items[i]] = NEW;
    s->marked.count = 0;
}

/* Whether a literal follows from the negations of others of the clause (SOURCE), at levels that are stamped: depth first
 * through the reasons. There is room in `frames` for every variable, and none stands there twice. */
static bool is_redundant(Clauses *s, int variable)
{
    int depth = 0;
    s->frames[0] = (Frame){variable, 0};
    while (depth >= 0) {
        Frame *frame = s->frames + depth;
        int pair[1], count;
        const int *of = antecedents(s, s->reason[frame->variable], pair, &count);
        if (frame->at == count) {
            if (s->mark[frame->variable] == NEW && !mark(s, frame->variable, REDUNDANT)) return false;
            depth--;
            continue;
        }
        const int next = of[frame->at++] >> 1;
        if (!s->level[next] || s->mark[next] == SOURCE || s->mark[next] == REDUNDANT) continue;
        if (!s->reason[next] || s->mark[next] == NEEDED || s->stamp[s->level[next]] != s->stamps) {
            for (; depth >= 0; depth--)
                if (s->mark[s->frames[depth].variable] == NEW && !mark(s, s->frames[depth].variable, NEEDED)) break;
            return false;
        }
        s->frames[++depth] = (Frame){next, 0};
    }
    return true;
}

int analyze(Clauses *s, Reason reason, int literal)
{
    Ints *learnt = &s->learnt;
    learnt->count = 0;
    if (!push(s, learnt, 0)) return -1;
    int pair[2] = {(int)(reason >> 1), literal}, count = 2, open = 0, at = s->trail_count;
    const int *of = pair;
    if (!is_pair(reason)) {
        of = s->arena + clause_of(reason) + HEADER;
        count = of[-HEADER];
    }
    for (;;) {
        if (!is_pair(reason)) use(s, s->arena + clause_of(reason));
        for (int i = 0; i < count; i++) {
            const int v = of[i] >> 1;
            if (s->mark[v] || !s->level[v]) continue;
            bump(s, v);
            if (!mark(s, v, SOURCE)) return -1;
            if (s->level[v] == s->levels)
                open++;
            else if (!push(s, learnt, of[i]))
                return -1;
        }
        while (!s->mark[s->trail[--at] >> 1]) {}
        if (!--open) break;
        reason = s->reason[s->trail[at] >> 1];
        of = antecedents(s, reason, pair, &count);
    }
    learnt->items[0] = s->trail[at] ^ 1;
    int lbd = 1; /* this level, and the others */
    s->stamps++;
    for (int64_t i = 1; i < learnt->count; i++) {
        int64_t *stamp = s->stamp + s->level[learnt->items[i] >> 1];
        lbd += *stamp != s->stamps;
        *stamp = s->stamps;
    }
    int64_t kept = 1, second = 1;
    for (int64_t i = 1; i < learnt->count; i++) {
        const int other = learnt->items[i];
        if (s->reason[other >> 1] && is_redundant(s, other >> 1)) continue;
        if (s->level[other >> 1] > s->level[learnt->items[second] >> 1]) second = kept;
        learnt->items[kept++] = other;
    }
    learnt->count = kept;
    if (kept > 1) {
        const int highest = learnt->items[second];
        learnt->items[second] = learnt->items[1];
        learnt->items[1] = highest;
    }
    unmark(s);
    s->increment /= 0.95;
    return s->broken ? -1 : lbd > MAX_LBD ? MAX_LBD : lbd;
}

bool analyze_final(Clauses *s, int literal)
{
    s->core.count = 0;
    if (!push(s, &s->core, outer(literal))) return false;
    if (!s->levels) return true;
    if (!mark(s, literal >> 1, SOURCE)) return false;
    for (int at = s->trail_count; at > s->limit[0]; at--) {
        const int true_one = s->trail[at - 1], v = true_one >> 1;
        if (!s->mark[v]) continue;
        if (!s->reason[v]) {
            if (!push(s, &s->core, outer(true_one))) return false;
            continue;
        }
        int pair[1], count;
        const int *of = antecedents(s, s->reason[v], pair, &count);
        for (int i = 0; i < count; i++)
            if (s->level[of[i] >> 1] && !s->mark[of[i] >> 1] && !mark(s, of[i] >> 1, SOURCE)) return false;
    }
    unmark(s);
    return true;
}
