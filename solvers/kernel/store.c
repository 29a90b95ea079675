/* The store's queue, and the search: propagate, branch as strategies say or where it failed most, undo. */
#include "learn.h"
#include "propagators.h"

/* Making */

static void *copied(const void *from, int64_t many, size_t size)
{
    void *own = resized(NULL, many, size);
    if (own && many) memcpy(own, from, (size_t)many * size);
    return own;
}

/* The cells that may be branched on, copied; NULL when one is none. */
static int *cells_copied(const Store *s, const int64_t *from, int64_t many)
{
    int *own = resized(NULL, many, sizeof(int));
    for (int64_t i = 0; own && i < many; i++) {
        if (from[i] < 0 || from[i] >= s->cells) {
            free(own);
            return NULL;
        }
        own[i] = (int)from[i];
    }
    return own;
}

/* The first place from `from` on at which a set has a member, or -1; and the last. */
static int64_t place_from(const word *set, int W, int64_t from)
{
    for (int64_t w = from / BITS; w < W; w++) {
        const word rest = w == from / BITS ? set[w] >> (from % BITS) << (from % BITS) : set[w];
        if (rest) return w * BITS + lowest(rest);
    }
    return -1;
}

static int64_t last_place(const word *set, int W)
{
    for (int w = W - 1; w >= 0; w--)
        if (set[w]) return (int64_t)w * BITS + highest(set[w]);
    return -1;
}

static int64_t size_of(const word *set, int W)
{
    int64_t size = 0;
    for (int w = 0; w < W; w++) size += count(set[w]);
    return size;
}

/* Read the strategies: of each how it chooses and selects, whether it comes late, how many candidates, and these. */
static const char *read_strategies(Store *s, const StoreProblem *p)
{
    const int64_t length = p->strategies_length, *from = p->strategies;
    s->strategy = calloc((size_t)length / 4 + 1, sizeof(Strategy));
    s->candidates = calloc((size_t)length / 4 + 1, sizeof(Candidate));
    if (!s->strategy || !s->candidates) return "";
    Candidate *candidate = s->candidates;
    for (int64_t at = 0; at < length;) {
        if (length - at < 4) return "strategies that end early";
        const int64_t choose = from[at], select = from[at + 1], late = from[at + 2], count = from[at + 3];
        at += 4;
        if (choose < 0 || choose > LAST_CHOOSE || select < 0 || select > LAST_SELECT) return "a strategy of no kind";
        if (count < 0 || count > (length - at) / 4) return "strategies that end early";
        s->strategy[s->strategies++] = (Strategy){(Choose)choose, (Select)select, late != 0, (int)count, candidate};
        for (int64_t i = 0; i < count; i++, at += 4) {
            const Candidate c = {from[at], from[at + 1], from[at + 2], from[at + 3]};
            if (c.cell < 0 || c.cell >= s->cells) return "a candidate that is no cell";
            const int64_t bits = (int64_t)s->width[c.cell] * BITS, far = INT64_MAX / 4;
            if (last_place(domain(s, c.cell), s->width[c.cell]) >= p->widths[c.cell]) return "a domain beyond its width";
            if (c.is_table && (c.base < 0 || c.base > p->tables_length - p->widths[c.cell])) return "a table that is none";
            if (!c.is_table && (c.base > far || c.base < -far || c.step < 1 || c.step > far / bits)) return "values out of reach";
            *candidate++ = c;
        }
    }
    return NULL;
}

/* Read the propagators: each is its kind, whether it is idempotent, how many cells wake it, these, how many numbers
 * follow, these. Two rounds, since the wakes are counted before they are written. */
static const char *read_propagators(Store *s, const StoreProblem *p, int64_t *scratch)
{
    int64_t *end = s->program + p->program_length;
    for (int round = 0; round < 2; round++) {
        int64_t *at = s->program;
        for (int i = 0; i < s->propagators; i++) {
            if (end - at < 3) return "a program that ends early";
            const int64_t kind = *at++, idempotent = *at++, woken = *at++;
            if (kind < 1 || kind > LAST_KIND) return "a propagator of no kind";
            if (woken < 0 || woken >= end - at) return "a program that ends early";
            for (int64_t k = 0; k < woken; k++) {
                if (at[k] < 0 || at[k] >= s->cells) return "a propagator that is woken by no cell";
                /* The wakes of a cell stand in the order of the propagators, each once. */
                if (s->saved[at[k]] == i + 1) continue;
                s->saved[at[k]] = i + 1;
                int *last = s->wake_begin + at[k] + 1;
                if (round) s->wake[*last] = i;
                ++*last;
            }
            at += woken;
            const int64_t length = *at++;
            if (length < 0 || length > end - at) return "a program that ends early";
            if (!round) {
                s->propagator[i] = (Propagator){(Kind)kind, idempotent != 0, false, at, (int)woken};
                const char *complaint = check_propagator(s, s->propagator + i, at + length, p->tables_length, scratch, false);
                if (complaint) return complaint;
            }
            at += length;
        }
        if (at != end) return "a program with more than its propagators";
        if (round) break;
        int64_t wakes = 0;
        for (int c = 0; c < s->cells; c++) wakes += s->wake_begin[c + 1];
        if (wakes > INT_MAX - 1) return "too many wakes";
        s->wake = resized(NULL, wakes, sizeof(int));
        if (!s->wake) return NULL;
        /* wake_begin[c + 1] is where the wakes of c begin, and moves to where they end while they are written. */
        int begin = 0;
        for (int c = 0; c < s->cells; c++) {
            const int many = s->wake_begin[c + 1];
            s->wake_begin[c + 1] = begin;
            begin += many;
        }
        memset(s->saved, 0, (size_t)s->cells * sizeof(int64_t));
    }
    memset(s->saved, 0, (size_t)s->cells * sizeof(int64_t));
    return NULL;
}

Store *store_make(const StoreProblem *p, const char **complaint)
{
    const int64_t most = 1 << 27;
    *complaint = "sizes beyond reason";
    if (p->cells < 0 || p->cells > most || p->propagators < 0 || p->propagators > most || p->program_length > most * 8 ||
        p->shown < 0 || p->shown > p->cells || p->bound < -1 || p->bound >= p->propagators || p->deciding_count > most ||
        p->others_count > most || p->strategies_length > most * 8 || p->first_restart < 1 || p->first_restart > most)
        return NULL;
    int64_t words = 0;
    for (int64_t c = 0; c < p->cells; c++) {
        if (p->widths[c] < 1 || p->widths[c] > most * 64) return NULL;
        words += words_for(p->widths[c]);
        if (words > p->domain_words) return NULL;
    }
    if (words != p->domain_words) return NULL;
    *complaint = NULL;
    Store *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->cells = (int)p->cells;
    s->shown = (int)p->shown;
    s->propagators = (int)p->propagators;
    s->words = words;
    s->bound = (int)p->bound;
    s->seed = p->seed;
    s->first_restart = p->first_restart;
    s->deciding_count = (int)p->deciding_count;
    s->others_count = (int)p->others_count;
    const size_t cells = (size_t)p->cells, propagators = (size_t)p->propagators;
    s->width = resized(NULL, p->cells, sizeof(int));
    s->at = resized(NULL, p->cells, sizeof(int64_t));
    s->program = copied(p->program, p->program_length, sizeof(int64_t));
    s->tables = copied(p->tables, p->tables_length, sizeof(int64_t));
    s->propagator = calloc(propagators + 1, sizeof(Propagator));
    s->wake_begin = calloc(cells + 2, sizeof(int));
    s->deciding = cells_copied(s, p->deciding, p->deciding_count);
    s->others = cells_copied(s, p->others, p->others_count);
    s->is_rest = calloc(cells + 1, sizeof(bool));
    s->domains = copied(p->domains, words, sizeof(word));
    s->saved = calloc(cells + 1, sizeof(int64_t));
    s->queue = resized(NULL, p->propagators, sizeof(int));
    s->waiting = calloc(propagators + 1, sizeof(bool));
    s->failures = calloc(cells + 1, sizeof(int64_t));
    s->best = calloc(cells + 1, sizeof(int64_t));
    bool made = s->width && s->at && s->program && s->tables && s->propagator && s->wake_begin && s->is_rest && s->domains &&
                s->saved && s->queue && s->waiting && s->failures && s->best;
    if (made && !(s->deciding && s->others)) {
        made = false;
        *complaint = "a decision that is no cell";
    }
    if (made) {
        int64_t at = 0, scratch = 0;
        for (int c = 0; c < s->cells; c++) {
            s->width[c] = words_for(p->widths[c]);
            s->at[c] = at;
            at += s->width[c];
        }
        for (int64_t i = 0; i < p->others_count; i++) s->is_rest[s->others[i]] = true;
        if (!*complaint) *complaint = read_propagators(s, p, &scratch);
        if (!*complaint) *complaint = read_strategies(s, p);
        if (!*complaint && s->bound >= 0 && s->propagator[s->bound].kind != BOUNDS) *complaint = "a bound that is none";
        s->scratch = resized(NULL, scratch, sizeof(word));
        made = !*complaint && s->scratch && s->wake;
    }
    if (*complaint && !**complaint) *complaint = NULL; /* memory was refused */
    s->timestamp = 1;
    if (made) return s;
    store_free(s);
    return NULL;
}

void store_free(Store *s)
{
    if (!s) return;
    learn_free(s);
    free(s->width);
    free(s->at);
    free(s->program);
    free(s->tables);
    free(s->propagator);
    free(s->wake_begin);
    free(s->wake);
    free(s->deciding);
    free(s->others);
    free(s->is_rest);
    free(s->strategy);
    free(s->candidates);
    free(s->failures);
    free(s->best);
    free(s->domains);
    free(s->trail);
    free(s->scratch);
    free(s->saved);
    free(s->queue);
    free(s->waiting);
    free(s->points);
    free(s->point_words);
    free(s->givens);
    free(s->ranks);
    free(s->ranked);
    free(s);
}

/* The trail. A propagator saves every cell at most once, and so does one that is tried out, and what that tries out. */

bool reserve_trail(Store *s)
{
    const int64_t needed = s->trail_length + 3 * (s->words + s->cells);
    if (needed <= s->trail_room) return true;
    const int64_t room = 2 * needed + 64;
    word *trail = resized(s->trail, room, sizeof(word));
    if (!trail) return false;
    s->trail = trail;
    s->trail_room = room;
    return true;
}

/* The queue */

static void schedule(Store *s, int p)
{
    if (s->waiting[p]) return;
    s->waiting[p] = true;
    const int place = s->head + s->waiting_count++;
    s->queue[place >= s->propagators ? place - s->propagators : place] = p;
}

static void drop_queue(Store *s)
{
    memset(s->waiting, 0, (size_t)s->propagators * sizeof(bool));
    s->head = s->waiting_count = 0;
    if (s->learning) learn_drop_changes(s);
}

/* A propagator came to a contradiction: each cell that wakes it, which it names once, failed once more. */
static void count_failure(Store *s, const Propagator *p)
{
    const int64_t *cells = p->data - 1 - p->woken;
    for (int i = 0; i < p->woken; i++) s->failures[cells[i]]++;
}

/* Run propagators, first come first served, until none waits: FINISHED, with `consistent` set, or PAUSED after *runs of
 * them, or FAILED when memory is refused. */
static int settle(Store *s, int64_t *runs)
{
    s->consistent = true;
    for (;;) {
        if (s->learning) {
            const Outcome came = learn_propagate(s, &s->running);
            if (came == NO_MEMORY) return FAILED;
            if (came == REFUTED) {
                learn_count_failure(s, s->running);
                drop_queue(s);
                s->consistent = false;
                return FINISHED;
            }
        }
        if (!s->waiting_count) return FINISHED;
        if (--*runs < 0) return PAUSED;
        if (!reserve_trail(s)) return FAILED;
        const int number = s->queue[s->head];
        const Propagator *p = s->propagator + number;
        s->runs++;
        /* While an idempotent one runs it still counts as waiting: what it does itself does not wake it. */
        if (!p->idempotent) s->waiting[number] = false;
        if (++s->head == s->propagators) s->head = 0;
        s->waiting_count--;
        s->running = number;
        if (s->learning) s->timestamp++; /* each of its changes is an entry of its own */
        const bool holds = propagate(s, p);
        if (p->idempotent) s->waiting[number] = false;
        if (!holds) {
            count_failure(s, p);
            drop_queue(s);
            s->consistent = false;
            return FINISHED;
        }
    }
}

/* The search */

enum {
    MOST_LEARNT = 2000,  /* contradictions in one order before clauses are forgotten */
    MOST_BARREN_RUNS = 4 /* without a better answer, before what the best one has is no longer tried first */
};

/* Where the restriction after this one begins. */
static int64_t after(const Store *s, int64_t at) { return at + (s->givens[at] < 0 ? 4 : 1 + s->width[s->givens[at]]); }

/* Swap the limits of a propagator with those of the restriction. */
static void swap_limits(Store *s, int64_t at)
{
    int64_t *given = s->givens + at, *data = s->propagator[given[1]].data;
    const int64_t lowest = data[1], highest = data[3];
    data[1] = given[2];
    data[3] = given[3];
    given[2] = lowest;
    given[3] = highest;
}

/* Put everything back, whatever was going on. */
static void reset(Store *s)
{
    undo(s, 0);
    drop_queue(s);
    for (int64_t at = 0; at < s->swapped; at = after(s, at))
        if (s->givens[at] < 0) swap_limits(s, at);
    s->swapped = 0;
    s->points_count = s->point_words_count = 0;
    s->phase = IDLE;
}

const char *store_begin(Store *s, const int64_t *givens, int64_t length)
{
    for (int64_t at = 0, following; at < length; at = following) {
        const bool limits = givens[at] == -1;
        if (!limits && (givens[at] < 0 || givens[at] >= s->cells)) return "a restriction of no cell";
        following = at + (limits ? 4 : 1 + s->width[givens[at]]);
        if (following > length) return "a restriction that ends early";
        if (!limits) continue;
        const int64_t p = givens[at + 1];
        if (p < 0 || p >= s->propagators || s->propagator[p].kind != BOUNDS || p == s->bound) return "limits of no bounds";
        for (int i = 2; i < 4; i++)
            if (givens[at + i] > INT64_MAX / 4 || givens[at + i] < -(INT64_MAX / 4)) return "limits out of reach";
    }
    reset(s);
    learn_free(s);
    free(s->ranks);
    free(s->ranked);
    s->ranks = NULL;
    s->ranked = NULL;
    free(s->givens);
    s->givens = copied(givens, length, sizeof(int64_t));
    if (!s->givens || !reserve_trail(s)) return "";
    s->givens_length = length;
    s->nodes = s->backtracks = s->depth = 0;
    s->runs_before = s->runs;
    s->has_highest = false;
    s->chance = s->seed;
    memset(s->failures, 0, (size_t)s->cells * sizeof(int64_t));
    s->last_conflict = -1;
    s->until_restart = s->restart_after = s->first_restart;
    s->may_restart = s->learns = true;
    s->barren_runs = 0;
    s->ordered = false;
    for (int i = 0; i < s->strategies; i++)
        if (s->strategy[i].choose != MAX_WEIGHTED_DEGREE) s->ordered = true;
    s->phase = STRUCTURE;
    if (!s->structure_known)
        for (int p = 0; p < s->propagators; p++) schedule(s, p);
    return NULL;
}

const char *store_order(Store *s, const int64_t *ranks, int64_t length)
{
    if (s->ranks) return "an order that is given twice";
    for (int64_t at = 0; at < length; at += 2 + ranks[at + 1]) {
        if (length - at < 2 || ranks[at + 1] < 0 || ranks[at + 1] > length - at - 2) return "an order that ends early";
        if (ranks[at] < 0 || ranks[at] >= s->cells) return "an order of no cell";
        for (int64_t i = 0; i < ranks[at + 1]; i++)
            if (ranks[at + 2 + i] < 0 || ranks[at + 2 + i] >= (int64_t)BITS * s->width[ranks[at]]) return "an order of no value";
    }
    s->ranks = copied(ranks, length, sizeof(int64_t));
    s->ranked = calloc((size_t)s->cells + 1, sizeof(Candidate));
    if (!s->ranks || !s->ranked) return "";
    for (int64_t at = 0; at < length; at += 2 + ranks[at + 1])
        s->ranked[ranks[at]] = (Candidate){.cell = ranks[at], .base = at + 2, .step = ranks[at + 1]};
    s->ranking.select = BY_RANK;
    return NULL;
}

/* Of some cells that are open, the one that failed last, else the first with the fewest values for each failure
 * (dom/wdeg); -1 when all are fixed. */
static int most_failing(const Store *s, const int *cells, int many)
{
    int best = -1;
    int64_t least = 0, most = 0;
    for (int i = 0; i < many; i++) {
        const int c = cells[i], W = s->width[c];
        const word *own = domain(s, c);
        if (W == 1 && !(own[0] & (own[0] - 1))) continue;
        const int64_t size = size_of(own, W), weight = 1 + s->failures[c];
        if (size < 2) continue;
        if (c == s->last_conflict) return c;
        if (best < 0 || (__int128)size * most < (__int128)least * weight) best = c, least = size, most = weight;
    }
    return best;
}

/* What a place of a candidate's cell stands for. */
static int64_t value_at(const Store *s, const Candidate *c, int64_t place)
{
    return c->is_table ? s->tables[c->base + place] : c->base + c->step * place;
}

/* The candidate that a strategy branches on: the first of those that come out highest; NULL when all are fixed. */
static const Candidate *chosen(const Store *s, const Strategy *strategy)
{
    const Candidate *best = NULL;
    int64_t most = 0, most_then = 0;
    for (int i = 0; i < strategy->count; i++) {
        const Candidate *c = strategy->candidates + i;
        const int W = s->width[c->cell];
        const word *own = domain(s, c->cell);
        const int64_t size = size_of(own, W), begin = s->wake_begin[c->cell], end = s->wake_begin[c->cell + 1];
        if (size < 2) continue;
        int64_t key = 0, then = 0;
        switch (strategy->choose) {
        case FIRST: return c;
        case MIN_DOMAIN_SIZE: key = -size; break;
        case MAX_DOMAIN_SIZE: key = size; break;
        case LOWEST_MIN: key = -value_at(s, c, place_from(own, W, 0)); break;
        case HIGHEST_MAX: key = value_at(s, c, last_place(own, W)); break;
        case MAX_REGRET: {
            const int64_t least = place_from(own, W, 0);
            key = value_at(s, c, place_from(own, W, least + 1)) - value_at(s, c, least);
            break;
        }
        case MAX_DEGREE: key = end - begin; break;
        case MIN_DOMAIN_MAX_DEGREE: key = -size, then = end - begin; break;
        case MAX_WEIGHTED_DEGREE: /* key / then, which are compared crosswise */
            key = end - begin + s->failures[c->cell];
            then = size;
            break;
        }
        bool better = !best || key > most || (key == most && then > most_then);
        if (best && strategy->choose == MAX_WEIGHTED_DEGREE) better = (__int128)key * most_then > (__int128)most * then;
        if (better) best = c, most = key, most_then = then;
    }
    return best;
}

/* The candidate of the first early or late strategy with one that is open, and that strategy. */
static const Candidate *candidate(const Store *s, bool late, const Strategy **strategy)
{
    for (int i = 0; i < s->strategies; i++) {
        *strategy = s->strategy + i;
        const Candidate *found = (*strategy)->late == late ? chosen(s, *strategy) : NULL;
        if (found) return found;
    }
    return NULL;
}

/* Apply every restriction; false when one is a contradiction at once. */
static bool give(Store *s)
{
    s->running = -1;
    for (int64_t at = 0; at < s->givens_length; at = after(s, at)) {
        const int64_t cell = s->givens[at];
        s->swapped = after(s, at);
        if (cell < 0) {
            swap_limits(s, at);
            schedule(s, (int)s->givens[at + 1]);
            continue;
        }
        const word *mask = (const word *)(s->givens + at + 1);
        word *own = domain(s, cell), kept = 0, lost = 0;
        for (int w = 0; w < s->width[cell]; w++) {
            kept |= own[w] & mask[w];
            lost |= own[w] & ~mask[w];
        }
        if (!kept) return false;
        if (!lost) continue;
        touch(s, cell);
        for (int w = 0; w < s->width[cell]; w++) own[w] &= mask[w];
    }
    return true;
}

static bool push_point(Store *s, int cell, const Strategy *strategy, const Candidate *candidate)
{
    const int W = s->width[cell];
    if (s->points_count == s->points_room) {
        const int64_t room = 2 * s->points_room + 16;
        Point *points = resized(s->points, room, sizeof(Point));
        if (!points) return false;
        s->points = points;
        s->points_room = room;
    }
    if (s->point_words_room - s->point_words_count < W) {
        const int64_t room = 2 * s->point_words_room + W + 16;
        word *words = resized(s->point_words, room, sizeof(word));
        if (!words) return false;
        s->point_words = words;
        s->point_words_room = room;
    }
    memcpy(s->point_words + s->point_words_count, domain(s, cell), (size_t)W * sizeof(word));
    s->points[s->points_count++] = (Point){mark(s), cell, s->point_words_count, strategy, candidate};
    s->point_words_count += W;
    if (s->points_count > s->depth) s->depth = s->points_count;
    return true;
}

static void pop_point(Store *s) { s->point_words_count = s->points[--s->points_count].untried; }

/* The place of the member before which there are so many others. */
static int64_t nth(const word *values, int W, int64_t skip)
{
    for (int w = 0; w < W; w++)
        for (word rest = values[w]; rest; rest &= rest - 1)
            if (!skip--) return (int64_t)w * BITS + lowest(rest);
    return -1;
}

/* The place of any value (splitmix64). */
static int64_t any(Store *s, const word *values, int W)
{
    uint64_t z = s->chance += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return nth(values, W, (int64_t)((z ^ (z >> 31)) % (uint64_t)size_of(values, W)));
}

/* The place of the first value, or with a seed of any. */
static int64_t pick(Store *s, const word *values, int W) { return s->seed ? any(s, values, W) : nth(values, W, 0); }

/* Whether what the best answer has is tried first: while a search that learns has not long been without a better one. */
static bool follows_best(const Store *s) { return s->has_highest && s->learning && s->barren_runs < MOST_BARREN_RUNS; }

/* Leave in a set, of two or more, the part that a strategy tries first. */
static void leave_part(Store *s, const Strategy *strategy, const Candidate *c, word *set)
{
    const int W = s->width[c->cell];
    const int64_t first = place_from(set, W, 0), last = last_place(set, W);
    int64_t from = first, to = first;
    switch (strategy->select) {
    case MIN_VALUE: break;
    case MAX_VALUE: from = to = last; break;
    case MEDIAN_VALUE: from = to = nth(set, W, (size_of(set, W) - 1) / 2); break;
    case RANDOM_VALUE: from = to = any(s, set, W); break;
    case BY_RANK:
        for (int64_t i = c->step - 1; i >= 0; i--)
            if (has(set, s->ranks[c->base + i])) from = to = s->ranks[c->base + i];
        break;
    case LOWER_HALF:
    case UPPER_HALF: {
        /* The first place above the middle; the last is one. */
        const int64_t least = value_at(s, c, first), middle = least + (value_at(s, c, last) - least) / 2;
        int64_t low = first, high = last;
        while (low < high) {
            const int64_t half = low + (high - low) / 2;
            if (value_at(s, c, half) > middle)
                high = half;
            else
                low = half + 1;
        }
        bool lower = strategy->select == LOWER_HALF;
        if (s->learning && strategy == &s->learning->halving && follows_best(s)) lower = s->best[c->cell] < low;
        from = lower ? first : low;
        to = lower ? low - 1 : last;
        break;
    }
    }
    for (int w = 0; w < W; w++) {
        const int64_t begin = (int64_t)w * BITS;
        word kept = from < begin + BITS && to >= begin ? ~(word)0 : 0;
        if (from > begin && from < begin + BITS) kept &= ~(word)0 << (from - begin);
        if (to >= begin && to < begin + BITS - 1) kept &= ((word)1 << (to - begin + 1)) - 1;
        set[w] &= kept;
    }
}

/* From here on the objective has to beat what it comes to now. */
static void demand_better(Store *s)
{
    for (int c = 0; c < s->cells; c++) s->best[c] = first_of(domain(s, c));
    s->barren_runs = 0;
    const int64_t *data = s->propagator[s->bound].data;
    int64_t cost = 0;
    for (int64_t i = 0; i < data[4]; i++) {
        const int64_t *term = data + 5 + 5 * i;
        const int64_t place = pick(&(Store){.seed = 0}, domain(s, term[0]), s->width[term[0]]);
        cost += term[1] ? s->tables[term[2] + place] : term[2] + term[3] * place;
    }
    s->has_highest = true;
    s->highest = cost - 1;
}

/* Begin again from the root, with what was learnt: about failures, and from the first time on in clauses. Runs grow by
 * 1.3 where it learns clauses, which half of the runs follow; else they double. In an order that was asked for it begins
 * again only to learn, and to forget. */
static bool restart(Store *s)
{
    undo(s, s->points[0].mark);
    s->points_count = s->point_words_count = 0;
    if (s->bound >= 0) schedule(s, s->bound);
    s->phase = SETTLING;
    s->barren_runs++;
    bool made = true;
    if (!s->learns) {
        learn_free(s);
    } else if (!s->learning) {
        made = learn_begin(s);
    } else {
        made = learn_forget(s);
        s->learning->by_activity = !s->ordered && !s->learning->by_activity;
    }
    s->restart_after = s->learns ? s->restart_after * 13 / 10 : s->restart_after * 2;
    s->until_restart = !s->ordered ? s->restart_after : s->learns ? MOST_LEARNT : INT64_MAX;
    return made;
}

static int finish(Store *s)
{
    reset(s);
    return FINISHED;
}

/* Invariant between calls: what is still to be found lies below the points, or below the state that is being settled. */
int store_more(Store *s, int *answers, int64_t most, int64_t runs, int64_t *found)
{
    *found = 0;
    for (;;) {
        if (s->phase == IDLE) return FINISHED;
        if (s->phase == STRUCTURE) {
            if (!s->structure_known) {
                const int came = settle(s, &runs);
                if (came != FINISHED) return came;
                s->trail_length = 0; /* this is what a reset comes back to */
                s->timestamp++;
                s->structure_known = true;
                s->structure_holds = s->consistent;
            }
            if (!s->structure_holds || !give(s)) return finish(s);
            s->phase = GIVENS;
        }
        if (s->phase == GIVENS || s->phase == SETTLING) {
            const int came = settle(s, &runs);
            if (came != FINISHED) return came;
            if (s->learning && s->consistent && !s->points_count) learn_root(s);
            if (s->phase == GIVENS && !s->consistent) return finish(s);
            int cell = -1;
            const Strategy *strategy = NULL;
            const Candidate *best = NULL;
            if (s->consistent && s->learning && s->learning->on && s->learning->by_activity) {
                cell = (int)learn_most_active(s);
                best = cell < 0 ? NULL : s->learning->halves + cell;
                strategy = &s->learning->halving;
            } else if (s->consistent) {
                best = candidate(s, false, &strategy);
                if (!best) cell = most_failing(s, s->deciding, s->deciding_count);
                if (!best && cell < 0) best = candidate(s, true, &strategy);
                if (best) cell = (int)best->cell;
                if (cell < 0) cell = most_failing(s, s->others, s->others_count);
                if (cell >= 0 && s->ranked && s->ranked[cell].step) {
                    best = s->ranked + cell;
                    strategy = &s->ranking;
                }
            }
            if (cell >= 0) {
                if (!push_point(s, cell, best ? strategy : NULL, best)) return FAILED;
            } else if (s->consistent) {
                for (int i = 0; answers && i < s->shown; i++)
                    answers[*found * s->shown + i] = (int)pick(&(Store){.seed = 0}, domain(s, i), s->width[i]);
                if (s->bound >= 0) {
                    demand_better(s);
                } else {
                    s->may_restart = false;
                    if (s->learning) s->learning->on = false; /* what follows another answer is tried value by value */
                }
                s->phase = ANSWERED;
                if (++*found >= most) return PAUSED;
            } else {
                s->backtracks++;
                s->last_conflict = s->tried;
                const bool learns = s->learning && s->learning->on;
                if (learns) {
                    const Outcome came = learn_conflict(s, s->running);
                    if (came == NO_MEMORY) return FAILED;
                    if (came == REFUTED) return finish(s);
                    if (s->bound >= 0) schedule(s, s->bound);
                    s->learns = learn_pays(s);
                    if (!s->learns) s->until_restart = 0;
                }
                if (--s->until_restart < 0 && s->may_restart && s->points_count) {
                    if (!restart(s)) return FAILED;
                    continue;
                }
                if (learns) {
                    s->phase = SETTLING;
                    continue;
                }
            }
        }
        if (s->phase == ANSWERED && s->learning && s->learning->on) {
            schedule(s, s->bound);
            s->phase = SETTLING;
            continue;
        }
        if (s->phase == ANSWERED && s->bound < 0)
            /* These decisions are answered; other values of the rest would answer them again. */
            while (s->points_count && s->is_rest[s->points[s->points_count - 1].cell]) pop_point(s);
        if (!s->points_count) return finish(s);
        /* Take back what followed the latest point and try its next value. */
        Point *point = s->points + s->points_count - 1;
        const int tried = s->tried = point->cell, W = s->width[tried];
        word *untried = s->point_words + point->untried, *own = domain(s, tried);
        undo(s, point->mark);
        if (!reserve_trail(s)) return FAILED;
        s->running = -1;
        touch(s, tried);
        if (point->candidate) {
            leave_part(s, point->strategy, point->candidate, own);
            for (int w = 0; w < W; w++) untried[w] &= ~own[w];
            point->candidate = NULL;
        } else if (point->strategy) {
            memcpy(own, untried, (size_t)W * sizeof(word));
            pop_point(s);
        } else {
            word left = 0;
            const bool follows = follows_best(s) && has(untried, s->best[tried]);
            const int64_t place = follows ? s->best[tried] : pick(s, untried, W);
            drop(untried, place);
            for (int w = 0; w < W; w++) left |= untried[w];
            if (!left) pop_point(s);
            memset(own, 0, (size_t)W * sizeof(word));
            put(own, place);
        }
        if (s->bound >= 0) schedule(s, s->bound);
        s->nodes++;
        s->phase = SETTLING;
    }
}

int store_shown(const Store *s) { return s->shown; }

StoreEffort store_effort(const Store *s)
{
    return (StoreEffort){s->nodes, s->runs - s->runs_before, s->backtracks, s->depth};
}
