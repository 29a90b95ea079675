/* Learning in the store: why it came to a contradiction, as a clause over sets of values, and what such clauses imply. */
#include "learn.h"
#include "propagators.h"

/* A build that checks itself (CI runs one): every explanation is derived again before it is used. */
#ifdef KERNEL_CHECKED
#include <assert.h>
#else
#define assert(holds) ((void)0)
#endif

/* Sets */

static bool within(const word *part, const word *whole, int W)
{
    for (int w = 0; w < W; w++)
        if (part[w] & ~whole[w]) return false;
    return true;
}

static word *own_part(const Store *s, word *of_all, int64_t cell) { return of_all + s->at[cell]; }

static const double DECAY = 0.95, MUCH = 1e100; /* by which activities fade, and at which they are all made smaller */

enum { FIRST_CLAUSES = 4000, MORE_CLAUSES = 500 }; /* clauses that are kept, at first and more at each forgetting */
enum { TRIED = 100, PAYS = 23, PAYS_FOR = 20 }; /* conflicts before it is judged; levels left for so many of them */

/* Making */

bool learn_begin(Store *s)
{
    Learning *l = calloc(1, sizeof *l);
    s->learning = l;
    if (!l) return false;
    const size_t cells = (size_t)s->cells + 1;
    l->root = resized(NULL, s->words, sizeof(word));
    l->need = resized(NULL, s->words, sizeof(word));
    l->before = resized(NULL, s->words, sizeof(word));
    l->kept = resized(NULL, s->words, sizeof(word));
    l->gone = resized(NULL, s->words, sizeof(word));
    l->asked = calloc(cells, sizeof(bool));
    l->open = calloc(cells, sizeof(bool));
    l->moved = calloc(cells, sizeof(bool));
    l->asking = calloc(cells, sizeof(int));
    l->head = calloc(cells, sizeof(int64_t));
    l->changed = calloc(cells, sizeof(int));
    l->is_changed = calloc(cells, sizeof(bool));
    l->activity = calloc(cells, sizeof(double));
    l->halves = calloc(cells, sizeof(Candidate));
    if (!(l->root && l->need && l->before && l->kept && l->gone && l->asked && l->open && l->moved && l->asking && l->head &&
          l->changed && l->is_changed && l->activity && l->halves))
        return false;
    for (int c = 0; c < s->cells; c++) l->head[c] = -1;
    for (int c = 0; c < s->cells; c++) l->halves[c] = (Candidate){c, false, 0, 1};
    l->halving = (Strategy){FIRST, LOWER_HALF, false, 0, NULL};
    l->bump = 1;
    l->on = true;
    l->most = FIRST_CLAUSES;
    learn_root(s);
    return true;
}

void learn_free(Store *s)
{
    Learning *l = s->learning;
    s->learning = NULL;
    if (!l) return;
    free(l->root);
    free(l->need);
    free(l->before);
    free(l->kept);
    free(l->gone);
    free(l->asked);
    free(l->open);
    free(l->moved);
    free(l->asking);
    free(l->clauses);
    free(l->literals);
    free(l->sets);
    free(l->next);
    free(l->head);
    free(l->changed);
    free(l->is_changed);
    free(l->activity);
    free(l->halves);
    free(l);
}

void learn_root(Store *s) { memcpy(s->learning->root, s->domains, (size_t)s->words * sizeof(word)); }

/* Clauses at work */

void learn_drop_changes(Store *s)
{
    Learning *l = s->learning;
    for (; l->changed_count; l->changed_count--) {
        l->is_changed[l->changed[l->changed_head]] = false;
        if (++l->changed_head == s->cells) l->changed_head = 0;
    }
}

static bool is_false(const Store *s, const SetLiteral *m)
{
    return !meet(domain(s, m->cell) + m->begin, s->learning->sets + m->set + m->begin, m->end - m->begin);
}

static bool is_true(const Store *s, const SetLiteral *m)
{
    return within(domain(s, m->cell), s->learning->sets + m->set, s->width[m->cell]);
}

/* Make a literal true that is not false; `k` says so. */
static void assert_literal(Store *s, const SetLiteral *m, int64_t k)
{
    const int W = s->width[m->cell];
    const word *set = s->learning->sets + m->set;
    word *own = domain(s, m->cell);
    s->timestamp++;
    s->running = s->propagators + (int)k;
    touch(s, m->cell);
    for (int w = 0; w < W; w++) own[w] &= set[w];
}

/* Invariant: of each clause, none of the two watched literals is false unless the other is true, or its cell waits. */
Outcome learn_propagate(Store *s, int *reason)
{
    Learning *l = s->learning;
    while (l->changed_count) {
        const int cell = l->changed[l->changed_head];
        l->is_changed[cell] = false;
        if (++l->changed_head == s->cells) l->changed_head = 0;
        l->changed_count--;
        for (int64_t *link = l->head + cell, watch; (watch = *link) >= 0;) {
            const int64_t k = watch / 2;
            SetLiteral *first = l->literals + l->clauses[k].first, *mine = first + watch % 2, *other = first + !(watch % 2);
            const int64_t many = l->clauses[k].count;
            if (!is_false(s, mine) || is_true(s, other)) {
                link = l->next + watch;
                continue;
            }
            int64_t i = 2;
            while (i < many && is_false(s, first + i)) i++;
            if (i < many) {
                const SetLiteral found = first[i];
                first[i] = *mine;
                *mine = found;
                *link = l->next[watch];
                l->next[watch] = l->head[found.cell];
                l->head[found.cell] = watch;
                continue;
            }
            if (is_false(s, other)) {
                *reason = s->propagators + (int)k;
                return REFUTED;
            }
            if (!reserve_trail(s)) return NO_MEMORY;
            assert_literal(s, other, k);
            link = l->next + watch;
        }
    }
    return LEARNT;
}

void learn_count_failure(Store *s, int reason)
{
    const LearntClause *clause = s->learning->clauses + (reason - s->propagators);
    for (int64_t i = 0; i < clause->count; i++) s->failures[s->learning->literals[clause->first + i].cell]++;
}

/* Explaining */

/* Whether what is asked of a cell is not yet so where the level begins. */
static void look_whether_open(const Store *s, int64_t cell)
{
    Learning *l = s->learning;
    const word *before = own_part(s, l->before, cell), *need = own_part(s, l->need, cell);
    const bool open = l->asked[cell] && l->moved[cell] && !within(before, need, s->width[cell]);
    l->open_count += open - l->open[cell];
    l->open[cell] = open;
}

/* Ask that a cell be within a set, unless it is so at the root. */
static void require(const Store *s, int64_t cell, const word *set)
{
    Learning *l = s->learning;
    if (within(own_part(s, l->root, cell), set, s->width[cell])) return;
    word *need = own_part(s, l->need, cell);
    if (l->asked[cell]) {
        for (int w = 0; w < s->width[cell]; w++) need[w] &= set[w];
    } else {
        copy(need, set, s->width[cell]);
        l->asked[cell] = true;
        l->asking[l->asking_count++] = (int)cell;
        l->activity[cell] += l->bump;
    }
    look_whether_open(s, cell);
}

/* Whether a propagator fails where the domains stand, or takes all of `gone` from `cell`. */
static bool derives(Store *s, const Propagator *p, int64_t cell, const word *gone)
{
    const int64_t before = mark(s);
    s->trial = true;
    const bool holds = propagate(s, p), does = !holds || (cell >= 0 && !meet(domain(s, cell), gone, s->width[cell]));
    s->trial = false;
    undo(s, before);
    return does;
}

/* The cell of the rows of a table, which nobody else reads; or -1. */
static int64_t memory_of(const Store *s, const Propagator *p)
{
    if (p->kind == TABLE) return p->data[0];
    if (p->kind != CONDITIONAL) return -1;
    const int64_t *at = p->data + 1;
    for (int64_t i = 0; i < p->data[0]; i++) at += 1 + s->width[at[0]];
    return at[0] == TABLE ? at[1] : -1;
}

/* Put into a domain what lies at the root from one place to another. */
static void put_range(Store *s, int64_t cell, int64_t from, int64_t to)
{
    const word *root = own_part(s, s->learning->root, cell);
    word *own = domain(s, cell);
    for (int w = 0; w < s->width[cell]; w++) {
        const int64_t first = (int64_t)w * BITS;
        word mask = from < first + BITS && to >= first ? ~(word)0 : 0;
        if (from > first && from < first + BITS) mask &= ~(word)0 << (from - first);
        if (to >= first && to < first + BITS - 1) mask &= ((word)1 << (to - first + 1)) - 1;
        own[w] = root[w] & mask;
    }
}

/* Relax a domain as far as the propagator still does it. */
static void relax(Store *s, const Propagator *p, int64_t cell, const word *gone, int64_t relaxed)
{
    const int W = s->width[relaxed];
    const word *root = own_part(s, s->learning->root, relaxed), *kept = own_part(s, s->learning->kept, relaxed);
    word *own = domain(s, relaxed);
    copy(own, root, W);
    if (derives(s, p, cell, gone)) return;
    const int64_t from = first_of(kept), to = last_of(kept, W);
    const int64_t first = first_of(root), last = last_of(root, W);
    if (last - first < 2) {
        copy(own, kept, W);
        return;
    }
    int64_t low = from, high = to;
    put_range(s, relaxed, low, high);
    if ((within(own, kept, W) && within(kept, own, W)) || derives(s, p, cell, gone)) {
        /* Bounds are enough: the weakest of each. */
        int64_t weak = first, strong = low;
        while (weak < strong) {
            const int64_t middle = weak + (strong - weak) / 2;
            put_range(s, relaxed, middle, high);
            if (derives(s, p, cell, gone))
                strong = middle;
            else
                weak = middle + 1;
        }
        low = strong;
        weak = last;
        strong = high;
        while (weak > strong) {
            const int64_t middle = weak - (weak - strong) / 2;
            put_range(s, relaxed, low, middle);
            if (derives(s, p, cell, gone))
                strong = middle;
            else
                weak = middle - 1;
        }
        put_range(s, relaxed, low, strong);
        return;
    }
    copy(own, kept, W);
}

/* Ask for what a propagator needs to fail (cell: -1), or to take `gone` from a cell. Its domains are relaxed one by one, as
 * far as it still does it when it is run again: so every explanation was checked. */
static void explain_propagator(Store *s, const Propagator *p, int64_t cell, const word *gone)
{
    Learning *l = s->learning;
    const int64_t *scope = p->data - 1 - p->woken, memory = memory_of(s, p);
    if (memory >= 0) {
        copy(own_part(s, l->kept, memory), domain(s, memory), s->width[memory]);
        copy(domain(s, memory), own_part(s, l->root, memory), s->width[memory]);
    }
    for (int i = 0; i < p->woken; i++) copy(own_part(s, l->kept, scope[i]), domain(s, scope[i]), s->width[scope[i]]);
    if (derives(s, p, cell, gone)) {
        const int step = p->woken > 12 ? 6 : 1;
        for (int i = 0; i < p->woken; i += step) {
            const int end = i + step < p->woken ? i + step : p->woken;
            if (step > 1) {
                for (int k = i; k < end; k++)
                    if (scope[k] != cell) copy(domain(s, scope[k]), own_part(s, l->root, scope[k]), s->width[scope[k]]);
                if (derives(s, p, cell, gone)) continue;
                for (int k = i; k < end; k++) copy(domain(s, scope[k]), own_part(s, l->kept, scope[k]), s->width[scope[k]]);
            }
            for (int k = i; k < end; k++)
                if (scope[k] != cell && !within(own_part(s, l->root, scope[k]), domain(s, scope[k]), s->width[scope[k]]))
                    relax(s, p, cell, gone, scope[k]);
        }
    }
    assert(derives(s, p, cell, gone));
    for (int i = 0; i < p->woken; i++) {
        const int64_t c = scope[i];
        if (c != cell) require(s, c, domain(s, c));
    }
    for (int i = 0; i < p->woken; i++) copy(domain(s, scope[i]), own_part(s, l->kept, scope[i]), s->width[scope[i]]);
    if (memory >= 0) copy(domain(s, memory), own_part(s, l->kept, memory), s->width[memory]);
}

static void explain(Store *s, int reason, int64_t cell, const word *gone)
{
    Learning *l = s->learning;
    if (reason < s->propagators) {
        explain_propagator(s, s->propagator + reason, cell, gone);
        return;
    }
    LearntClause *clause = l->clauses + (reason - s->propagators);
    clause->used = l->conflicts;
    for (int64_t i = 0; i < clause->count; i++) {
        const SetLiteral *m = l->literals + clause->first + i;
        if (m->cell == cell) continue;
        const word *root = own_part(s, l->root, m->cell), *set = l->sets + m->set;
        word *outside = own_part(s, l->kept, m->cell);
        for (int w = 0; w < s->width[m->cell]; w++) outside[w] = root[w] & ~set[w];
        require(s, m->cell, outside);
    }
}

/* The level that begins here: what its cells were before it, and which of those asked for are open. */
static void look_at_level(Store *s, int64_t begin)
{
    Learning *l = s->learning;
    memset(l->moved, 0, (size_t)s->cells);
    for (int64_t at = s->trail_length; at > begin;) {
        const int64_t cell = cell_of(s->trail[at - 1]);
        at -= s->width[cell] + 1;
        copy(own_part(s, l->before, cell), s->trail + at, s->width[cell]);
        l->moved[cell] = true;
    }
    for (int64_t i = 0; i < l->asking_count; i++) look_whether_open(s, l->asking[i]);
}

/* Room for a clause of what is asked for. */
static bool reserve_clause(Store *s, int64_t many, int64_t words)
{
    Learning *l = s->learning;
    if (l->clauses_count == l->clauses_room) {
        const int64_t room = 2 * l->clauses_room + 64;
        if (room > INT_MAX / 4 - s->propagators) return false;
        LearntClause *clauses = resized(l->clauses, room, sizeof(LearntClause));
        if (clauses) l->clauses = clauses;
        int64_t *next = resized(l->next, 2 * room, sizeof(int64_t));
        if (next) l->next = next;
        if (!clauses || !next) return false;
        l->clauses_room = room;
    }
    if (l->literals_room - l->literals_count < many) {
        const int64_t room = 2 * l->literals_room + many + 256;
        SetLiteral *literals = resized(l->literals, room, sizeof(SetLiteral));
        if (!literals) return false;
        l->literals = literals;
        l->literals_room = room;
    }
    if (l->sets_room - l->sets_count < words) {
        const int64_t room = 2 * l->sets_room + words + 256;
        word *sets = resized(l->sets, room, sizeof(word));
        if (!sets) return false;
        l->sets = sets;
        l->sets_room = room;
    }
    return true;
}

static void add_literal(Store *s, int64_t cell)
{
    Learning *l = s->learning;
    const word *root = own_part(s, l->root, cell), *need = own_part(s, l->need, cell);
    word *set = l->sets + l->sets_count;
    SetLiteral *literal = l->literals + l->literals_count++;
    const int W = s->width[cell];
    *literal = (SetLiteral){cell, l->sets_count, 0, W};
    for (int w = 0; w < W; w++) set[w] = root[w] & ~need[w];
    while (!set[literal->begin]) literal->begin++;
    while (!set[literal->end - 1]) literal->end--;
    l->sets_count += W;
}

/* A clause of one literal holds at the root, where it was asserted: nobody has to watch it. */
static void watch(Learning *l, int64_t k)
{
    for (int64_t i = 0; i < 2 && l->clauses[k].count > 1; i++) {
        int64_t *head = l->head + l->literals[l->clauses[k].first + i].cell;
        l->next[2 * k + i] = *head;
        *head = 2 * k + i;
    }
}

static void forget_questions(Learning *l)
{
    for (int64_t i = 0; i < l->asking_count; i++) l->asked[l->asking[i]] = l->open[l->asking[i]] = false;
    l->asking_count = l->open_count = 0;
}

static int64_t begin_of_level(const Store *s) { return s->points[s->points_count - 1].mark; }

/* Nothing is asked of a cell any more: others keep their order. */
static void stop_asking(Learning *l, int64_t cell)
{
    int64_t i = 0;
    while (l->asking[i] != cell) i++;
    memmove(l->asking + i, l->asking + i + 1, (size_t)(--l->asking_count - i) * sizeof(int));
    l->asked[cell] = false;
}

/* Resolve what was asked for at this level, latest first, until one question is left (the first UIP): its cell. */
static int64_t resolve(Store *s)
{
    Learning *l = s->learning;
    for (;;) {
        const word last = s->trail[s->trail_length - 1];
        const int64_t cell = cell_of(last);
        const int W = s->width[cell];
        const word *earlier = s->trail + s->trail_length - W - 1, *root = own_part(s, l->root, cell);
        word *own = domain(s, cell), *need = own_part(s, l->need, cell), some = 0;
        const bool relevant = l->open[cell] && !within(earlier, need, W);
        if (relevant && l->open_count == 1) return cell;
        s->trail_length -= W + 1;
        s->timestamp++;
        copy(own, s->trail + s->trail_length, W);
        if (!relevant) continue;
        for (int w = 0; w < W; w++) {
            l->gone[w] = own[w] & ~need[w];
            need[w] |= own[w];
            some |= root[w] & ~need[w];
        }
        assert(reason_of(last) >= 0); /* a decision is the only question of its level */
        if (!some) stop_asking(l, cell);
        look_whether_open(s, cell);
        explain(s, reason_of(last), cell, l->gone);
    }
}

/* The latest cell of an earlier level that was asked for, or -1; and how many points there were then. */
static int64_t second_question(const Store *s, int64_t assertion, int64_t *points)
{
    const Learning *l = s->learning;
    *points = 0;
    for (int64_t at = begin_of_level(s); at > 0;) {
        const int64_t cell = cell_of(s->trail[at - 1]);
        at -= s->width[cell] + 1;
        if (cell == assertion || !l->asked[cell] || within(s->trail + at, own_part(s, l->need, cell), s->width[cell])) continue;
        for (*points = s->points_count - 1; s->points[*points - 1].mark > at; --*points) continue;
        return cell;
    }
    return -1;
}

Outcome learn_conflict(Store *s, int reason)
{
    Learning *l = s->learning;
    const int64_t points = s->points_count;
    l->conflicts++;
    l->bump /= DECAY;
    if (l->bump > MUCH) {
        for (int c = 0; c < s->cells; c++) l->activity[c] /= MUCH;
        l->bump /= MUCH;
    }
    if (!points) return REFUTED;
    look_at_level(s, begin_of_level(s));
    explain(s, reason, -1, NULL);
    while (!l->open_count) { /* the conflict does not need the latest levels at all */
        undo(s, begin_of_level(s));
        s->point_words_count = s->points[--s->points_count].untried;
        if (!s->points_count) {
            forget_questions(l);
            return REFUTED;
        }
        look_at_level(s, begin_of_level(s));
    }
    int64_t words = 0, left;
    const int64_t assertion = resolve(s), second = second_question(s, assertion, &left);
    for (int64_t i = 0; i < l->asking_count; i++) words += s->width[l->asking[i]];
    if (!reserve_clause(s, l->asking_count, words)) return NO_MEMORY;
    const int64_t k = l->clauses_count++;
    l->clauses[k] = (LearntClause){l->literals_count, l->asking_count, l->conflicts};
    add_literal(s, assertion);
    if (second >= 0) add_literal(s, second);
    for (int64_t i = 0; i < l->asking_count; i++)
        if (l->asking[i] != assertion && l->asking[i] != second) add_literal(s, l->asking[i]);
    watch(l, k);
    forget_questions(l);
    undo(s, s->points[left].mark);
    s->points_count = left;
    s->point_words_count = s->points[left].untried;
    l->left += points - left;
    assert_literal(s, l->literals + l->clauses[k].first, k);
    return LEARNT;
}

bool learn_pays(const Store *s)
{
    const Learning *l = s->learning;
    return l->conflicts < TRIED || PAYS_FOR * l->left >= PAYS * l->conflicts;
}

int64_t learn_most_active(const Store *s)
{
    const Learning *l = s->learning;
    int64_t best = -1;
    for (int part = 0; part < 2; part++) {
        const int *cells = part ? s->others : s->deciding;
        for (int i = 0, many = part ? s->others_count : s->deciding_count; i < many; i++)
            if (is_open(domain(s, cells[i]), s->width[cells[i]]) && (best < 0 || l->activity[cells[i]] > l->activity[best]))
                best = cells[i];
        if (best >= 0 && s->bound < 0) break; /* what tells answers apart comes before the rest */
    }
    return best;
}

static int by_use(const void *one, const void *other)
{
    const LearntClause *a = one, *b = other;
    const int by = (a->used < b->used) - (a->used > b->used);
    return by ? by : (a->first > b->first) - (a->first < b->first); /* the older one first */
}

bool learn_forget(Store *s)
{
    Learning *l = s->learning;
    if (l->clauses_count <= l->most) return true;
    l->most += MORE_CLAUSES;
    qsort(l->clauses, (size_t)l->clauses_count, sizeof(LearntClause), by_use);
    SetLiteral *literals = resized(NULL, l->literals_count, sizeof(SetLiteral));
    word *sets = resized(NULL, l->sets_count, sizeof(word));
    if (!literals || !sets) {
        free(literals);
        free(sets);
        return false;
    }
    int64_t literals_count = 0, sets_count = 0;
    l->clauses_count /= 2;
    for (int c = 0; c < s->cells; c++) l->head[c] = -1;
    for (int64_t k = 0; k < l->clauses_count; k++) {
        LearntClause *clause = l->clauses + k;
        const SetLiteral *from = l->literals + clause->first;
        clause->first = literals_count;
        for (int64_t i = 0; i < clause->count; i++) {
            copy(sets + sets_count, l->sets + from[i].set, s->width[from[i].cell]);
            literals[literals_count++] = (SetLiteral){from[i].cell, sets_count, from[i].begin, from[i].end};
            sets_count += s->width[from[i].cell];
        }
    }
    free(l->literals);
    free(l->sets);
    l->literals = literals;
    l->sets = sets;
    l->literals_room = l->literals_count;
    l->sets_room = l->sets_count;
    l->literals_count = literals_count;
    l->sets_count = sets_count;
    for (int64_t k = 0; k < l->clauses_count; k++) watch(l, k);
    return true;
}
