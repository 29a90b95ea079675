/* Conflict-driven clause learning: clauses and their watches, propagation, the search, and what is thrown away. */
#include "learning.h"

/* Making */

bool grow(Clauses *s, void **items, int64_t *room, int64_t need, size_t size)
{
    int64_t wanted = *room + *room / 2 + 16;
    if (wanted < need) wanted = need;
    void *more = resized(*items, wanted, size);
    if (!more) {
        s->broken = true;
        return false;
    }
    *items = more;
    *room = wanted;
    return true;
}

Clauses *clauses_make(bool logging)
{
    Clauses *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->logging = logging;
    s->increment = 1;
    s->arena_count = 1;
    return s;
}

void clauses_free(Clauses *s)
{
    if (!s) return;
    for (int i = 0; i < 2 * s->room; i++) {
        free(s->watches[i].items);
        free(s->pairs[i].items);
    }
    void *const all[] = {s->value, s->watches, s->pairs, s->level, s->reason, s->phase, s->activity, s->mark, s->heap, s->place,
                         s->trail, s->frames, s->limit, s->stamp, s->arena, s->asked.items,
                         s->learnt.items, s->marked.items, s->model.items, s->core.items, s->implied.items, s->log.items,
                         s->doomed};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free(s);
}

static bool resize(void **items, int64_t count, size_t size)
{
    void *more = resized(*items, count, size);
    if (more) *items = more;
    return more;
}

/* Room for levels: one for each variable and each assumption. Stamps of new ones are old. */
static bool reach_levels(Clauses *s, int64_t levels)
{
    if (levels < s->levels_room) return true;
    levels += levels / 2 + 16;
    if (!resize((void **)&s->limit, levels, sizeof(int)) || !resize((void **)&s->stamp, levels, sizeof(int64_t))) {
        s->broken = true;
        return false;
    }
    memset(s->stamp + s->levels_room, 0, (size_t)(levels - s->levels_room) * sizeof(int64_t));
    s->levels_room = levels;
    return true;
}

/* Let there be so many variables. */
static bool reach(Clauses *s, int variables)
{
    if (variables <= s->variables) return true;
    if (variables > s->room) {
        int64_t room = (int64_t)variables + variables / 2 + 16;
        if (room > MAX_VARIABLE) room = MAX_VARIABLE;
        const bool made = resize((void **)&s->value, 2 * room, 1) && resize((void **)&s->watches, 2 * room, sizeof(Watches)) &&
                          resize((void **)&s->pairs, 2 * room, sizeof(Pairs)) && resize((void **)&s->level, room, sizeof(int)) &&
                          resize((void **)&s->reason, room, sizeof(Reason)) && resize((void **)&s->phase, room, 1) &&
                          resize((void **)&s->activity, room, sizeof(double)) && resize((void **)&s->mark, room, 1) &&
                          resize((void **)&s->heap, room, sizeof(int)) && resize((void **)&s->place, room, sizeof(int)) &&
                          resize((void **)&s->trail, room, sizeof(int)) && resize((void **)&s->frames, room, sizeof(Frame));
        if (!made) {
            s->broken = true;
            return false;
        }
        const size_t from = (size_t)s->room, more = (size_t)room - from;
        memset(s->value + 2 * from, 0, 2 * more);
        memset(s->watches + 2 * from, 0, 2 * more * sizeof(Watches));
        memset(s->pairs + 2 * from, 0, 2 * more * sizeof(Pairs));
        memset(s->mark + from, 0, more);
        memset(s->phase + from, 1, more);
        s->room = (int)room;
    }
    if (!reach_levels(s, (int64_t)variables + s->asked.count)) return false;
    while (s->variables < variables) {
        const int v = s->variables++;
        s->activity[v] = 0;
        s->place[v] = -1;
        heap_insert(s, v);
    }
    return true;
}

static bool reach_literals(Clauses *s, const int *literals, int64_t count)
{
    int top = 0;
    for (int64_t i = 0; i < count; i++) {
        const int variable = literals[i] < 0 ? -literals[i] : literals[i];
        if (variable > top) top = variable;
    }
    return reach(s, top);
}

/* The log */

/* What a checker is told: a clause was learnt, or deleted. */
static bool note(Clauses *s, const int *literals, int64_t count, bool deleted)
{
    if (!s->logging) return true;
    bool noted = !deleted || push(s, &s->log, INT_MIN);
    for (int64_t i = 0; noted && i < count; i++) noted = push(s, &s->log, outer(literals[i]));
    return noted && push(s, &s->log, 0);
}

static void refute(Clauses *s)
{
    if (!s->refuted) note(s, NULL, 0, false);
    s->refuted = true;
    s->core.count = 0;
}

/* Watches */

static bool watch(Clauses *s, int literal, uint32_t clause, int blocker)
{
    Watches *list = s->watches + (literal ^ 1);
    if (list->count == list->room) {
        int64_t room = list->room;
        if (list->count > INT_MAX / 2 || !grow(s, (void **)&list->items, &room, list->count + 1, sizeof(Watch))) {
            s->broken = true;
            return false;
        }
        list->room = (int)room;
    }
    list->items[list->count++] = (Watch){clause, blocker};
    return true;
}

static bool watch_pair(Clauses *s, int literal, int other)
{
    Pairs *list = s->pairs + (literal ^ 1);
    if (list->count == list->room) {
        int64_t room = list->room;
        if (list->count > INT_MAX / 2 || !grow(s, (void **)&list->items, &room, list->count + 1, sizeof(int))) {
            s->broken = true;
            return false;
        }
        list->room = (int)room;
    }
    list->items[list->count++] = other;
    return true;
}

/* A clause of at least two literals, the first two of which are watched: why it gives its first a value, or NO_REASON when
 * memory is refused. */
static Reason attach(Clauses *s, const int *literals, int64_t size, int lbd)
{
    if (!lbd) s->given++;
    if (size == 2)
        return watch_pair(s, literals[0], literals[1]) && watch_pair(s, literals[1], literals[0]) ? by_pair(literals[1]) : NO_REASON;
    const int64_t place = s->arena_count, need = place + HEADER + size;
    if (need > INT_MAX) s->broken = true; /* a reason has 31 bits for a place */
    if (s->broken || (need > s->arena_room && !grow(s, (void **)&s->arena, &s->arena_room, need, sizeof(int)))) return NO_REASON;
    s->arena_count = need;
    int *clause = s->arena + place;
    clause[0] = (int)size;
    clause[1] = lbd << LBD_SHIFT | (lbd ? USED : 0);
    memcpy(clause + HEADER, literals, (size_t)size * sizeof(int));
    const uint32_t at = (uint32_t)place;
    return watch(s, literals[0], at, literals[1]) && watch(s, literals[1], at, literals[0]) ? by_clause(at) : NO_REASON;
}

/* The trail */

static void assign(Clauses *s, int literal, Reason reason)
{
    s->value[literal] = 1;
    s->value[literal ^ 1] = -1;
    s->level[literal >> 1] = s->levels;
    s->reason[literal >> 1] = s->levels ? reason : NO_REASON;
    s->trail[s->trail_count++] = literal;
}

static void begin_level(Clauses *s) { s->limit[s->levels++] = s->trail_count; }

static void backtrack(Clauses *s, int to)
{
    if (s->levels <= to) return;
    const int until = s->limit[to];
    while (s->trail_count > until) {
        const int literal = s->trail[--s->trail_count], v = literal >> 1;
        s->value[literal] = s->value[literal ^ 1] = 0;
        s->phase[v] = literal & 1;
        heap_insert(s, v);
    }
    s->head = until;
    s->levels = to;
}

/* Propagate what is on the trail. True when a clause is false: *reason and *literal are what `analyze` takes. Invariant: of
 * a clause whose first two literals are watched, one is true, or neither is false, but for what is still in the queue. */
static bool propagate(Clauses *s, Reason *reason, int *literal)
{
    int8_t *const value = s->value;
    while (s->head < s->trail_count) {
        const int p = s->trail[s->head++], not_p = p ^ 1;
        s->effort.propagations++;
        const Pairs *pairs = s->pairs + p;
        for (int i = 0; i < pairs->count; i++) {
            const int other = pairs->items[i];
            if (value[other] > 0) continue;
            if (value[other] < 0) {
                *reason = by_pair(other);
                *literal = not_p;
                return true;
            }
            assign(s, other, by_pair(not_p));
        }
        Watches *list = s->watches + p;
        Watch *from = list->items, *to = from, *const end = from + list->count;
        bool failed = false;
        while (from < end) {
            const Watch here = *from++;
            if (value[here.blocker] > 0) {
                *to++ = here;
                continue;
            }
            int *const clause = s->arena + here.clause, *const literals = clause + HEADER;
            if (literals[0] == not_p) {
                literals[0] = literals[1];
                literals[1] = not_p;
            }
            const int first = literals[0];
            const Watch kept = {here.clause, first};
            if (value[first] > 0) {
                *to++ = kept;
                continue;
            }
            const int size = clause[0];
            int i = 2;
            while (i < size && value[literals[i]] < 0) i++;
            if (i < size) {
                literals[1] = literals[i];
                literals[i] = not_p;
                /* Never the list that is being read: its literal is false. */
                if (!watch(s, literals[1], here.clause, first)) {
                    *to++ = kept;
                    break;
                }
                continue;
            }
            *to++ = kept;
            if (value[first] < 0) {
                failed = true;
                *reason = by_clause(here.clause);
                break;
            }
            assign(s, first, by_clause(here.clause));
        }
        while (from < end) *to++ = *from++;
        list->count = (int)(to - list->items);
        if (failed) return true;
        if (s->broken) return false;
    }
    return false;
}

/* Tell a checker what is a fact by now, so that clauses that it came of may go. */
static bool note_facts(Clauses *s)
{
    for (; s->facts < s->trail_count; s->facts++)
        if (!note(s, s->trail + s->facts, 1, false)) return false;
    return true;
}

/* Propagate at level 0: whether there is no contradiction, and no lack of memory. */
static bool settle(Clauses *s)
{
    Reason reason;
    int literal;
    if (!note_facts(s)) return false;
    if (propagate(s, &reason, &literal)) refute(s);
    return !s->refuted && !s->broken && note_facts(s);
}

/* What is thrown away */

static bool is_reason(const Clauses *s, int place)
{
    const int first = s->arena[place + HEADER];
    return s->value[first] > 0 && s->reason[first >> 1] == by_clause((uint32_t)place);
}

static bool is_fact(const Clauses *s, int literal) { return s->value[literal] > 0 && !s->level[literal >> 1]; }

static bool is_satisfied(const Clauses *s, const int *clause)
{
    for (int i = 0; i < clause[0]; i++)
        if (is_fact(s, clause[HEADER + i])) return true;
    return false;
}

static bool kill(Clauses *s, int *clause)
{
    const bool learnt = clause[1] >> LBD_SHIFT;
    clause[1] |= DEAD;
    return !learnt || note(s, clause + HEADER, clause[0], true);
}

/* Close up the arena: dead clauses go, with their watches; the others move, in their order. */
static bool collect(Clauses *s)
{
    int *fresh = resized(NULL, s->arena_count, sizeof(int));
    if (!fresh) {
        s->broken = true;
        return false;
    }
    int64_t count = 1;
    for (int64_t at = 1; at < s->arena_count;) { /* the state in the old place becomes the new place, 0 for the dead */
        int *clause = s->arena + at;
        const int words = HEADER + clause[0];
        if (!(clause[1] & DEAD)) memcpy(fresh + count, clause, (size_t)words * sizeof(int));
        if (clause[1] & DEAD)
            clause[1] = 0;
        else {
            clause[1] = (int)count;
            count += words;
        }
        at += words;
    }
    for (int literal = 0; literal < 2 * s->variables; literal++) {
        Watches *list = s->watches + literal;
        int kept = 0;
        for (int i = 0; i < list->count; i++) {
            const int place = s->arena[list->items[i].clause + 1];
            if (place) list->items[kept++] = (Watch){(uint32_t)place, list->items[i].blocker};
        }
        list->count = kept;
    }
    for (int i = 0; i < s->trail_count; i++) {
        Reason *reason = s->reason + (s->trail[i] >> 1);
        if (*reason && !is_pair(*reason)) *reason = by_clause((uint32_t)s->arena[clause_of(*reason) + 1]);
    }
    free(s->arena);
    s->arena = fresh;
    s->arena_room = s->arena_count;
    s->arena_count = count;
    return true;
}

/* At level 0: clauses that a fact satisfies go. */
static bool simplify(Clauses *s)
{
    int64_t size = 0;
    for (int64_t at = 1; at < s->arena_count; at += HEADER + s->arena[at]) {
        int *clause = s->arena + at;
        if (!is_satisfied(s, clause))
            size += clause[0];
        else if (!kill(s, clause))
            return false;
    }
    for (int literal = 0; literal < 2 * s->variables; literal++) {
        Pairs *list = s->pairs + literal;
        int kept = 0;
        for (int i = 0; i < list->count && !s->value[literal]; i++)
            if (!s->value[list->items[i]]) list->items[kept++] = list->items[i];
        list->count = kept;
        size += kept;
    }
    s->simplified = s->facts;
    s->simplify_at = s->effort.propagations + size;
    return collect(s);
}

static int compare_doomed(const void *one, const void *other)
{
    const Doomed *a = one, *b = other;
    if (a->lbd != b->lbd) return a->lbd < b->lbd ? 1 : -1;
    if (a->size != b->size) return a->size < b->size ? 1 : -1;
    return a->place < b->place ? -1 : 1;
}

/* Of the learnt clauses that are no reasons, were of no use lately and are not of the lowest LBD, half go. The next time
 * is when there are as many as a quarter of those that were given, or some number that grows. */
static bool reduce(Clauses *s)
{
    int64_t count = 0, learnt = 0;
    for (int64_t at = 1; at < s->arena_count; at += HEADER + s->arena[at]) {
        int *clause = s->arena + at;
        const int lbd = clause[1] >> LBD_SHIFT;
        if (lbd <= KEPT_LBD) continue;
        learnt++;
        if (is_reason(s, (int)at)) continue;
        if (clause[1] & USED_MASK) {
            clause[1] -= USED;
            continue;
        }
        if (count == s->doomed_room && !grow(s, (void **)&s->doomed, &s->doomed_room, count + 1, sizeof(Doomed))) return false;
        s->doomed[count++] = (Doomed){lbd, clause[0], (int)at};
    }
    if (count) qsort(s->doomed, (size_t)count, sizeof(Doomed), compare_doomed);
    for (int64_t i = 0; i < count / 2; i++)
        if (!kill(s, s->arena + s->doomed[i].place)) return false;
    const int64_t part = s->given / 4, most = (part > MIN_LEARNT ? part : MIN_LEARNT) + MORE_LEARNT * s->reductions++;
    const int64_t room = most - (learnt - count / 2);
    s->reduce_at = s->effort.conflicts + (room > most / 4 ? room : most / 4);
    return count < 2 || collect(s);
}

/* The search */

/* The number of a run in Luby's sequence 1 1 2 1 1 2 4 …, counted from 1. */
static int64_t luby(int64_t run)
{
    for (;;) {
        int64_t whole = 1;
        while (2 * whole - 1 < run) whole *= 2;
        if (2 * whole - 1 == run) return whole;
        run -= whole - 1;
    }
}

static void restart_later(Clauses *s, int64_t restarts)
{
    s->since_restart = 0;
    s->restarts_here = restarts;
    s->restart_after = RESTART_CONFLICTS * luby(restarts + 1);
}

/* Learn from a conflict, and go back to where the learnt clause gives a value. */
static bool learn(Clauses *s, Reason reason, int literal)
{
    s->effort.conflicts++;
    s->since_restart++;
    const int lbd = analyze(s, reason, literal);
    if (lbd < 0) return false;
    const int *learnt = s->learnt.items;
    const int64_t size = s->learnt.count;
    backtrack(s, size == 1 ? 0 : s->level[learnt[1] >> 1]);
    Reason why = NO_REASON;
    if (size > 1) {
        why = attach(s, learnt, size, lbd);
        if (!why || !note(s, learnt, size, false)) return false;
    }
    assign(s, learnt[0], why);
    return true;
}

static Verdict satisfied(Clauses *s)
{
    s->model.count = 0;
    for (int v = 0; v < s->variables; v++)
        if (!push(s, &s->model, s->value[2 * v] > 0 ? v + 1 : -v - 1)) return REFUSED;
    return SATISFIABLE;
}

/* The next assumption, or else the open variable of the highest activity, by its phase. */
static Verdict decide(Clauses *s)
{
    int next = -1;
    while (next < 0 && s->levels < s->asked.count) {
        const int assumed = s->asked.items[s->levels];
        if (s->value[assumed] < 0) return analyze_final(s, assumed) ? CONTRADICTORY : REFUSED;
        if (s->value[assumed] > 0)
            begin_level(s);
        else
            next = assumed;
    }
    if (next < 0) {
        if (s->trail_count == s->variables) return satisfied(s);
        int v = heap_pop(s);
        while (s->value[2 * v]) v = heap_pop(s);
        next = 2 * v + s->phase[v];
        s->effort.decisions++;
    }
    begin_level(s);
    assign(s, next, NO_REASON);
    return UNDECIDED;
}

static Verdict search(Clauses *s, int64_t conflicts, int64_t propagations)
{
    const ClausesEffort start = s->effort;
    for (;;) {
        if (!s->levels && !settle(s)) return s->broken ? REFUSED : CONTRADICTORY;
        Reason reason;
        int literal;
        if (propagate(s, &reason, &literal)) {
            if (!learn(s, reason, literal)) return REFUSED;
            continue;
        }
        if (s->broken) return REFUSED;
        if (!s->levels && s->facts > s->simplified && s->effort.propagations >= s->simplify_at && !simplify(s)) return REFUSED;
        if (s->effort.conflicts >= s->reduce_at && !reduce(s)) return REFUSED;
        if (s->effort.conflicts - start.conflicts >= conflicts || s->effort.propagations - start.propagations >= propagations) {
            s->paused = true;
            return UNDECIDED;
        }
        if (s->since_restart >= s->restart_after) {
            restart_later(s, s->restarts_here + 1);
            s->effort.restarts++;
            backtrack(s, (int)s->asked.count);
        }
        const Verdict verdict = decide(s);
        if (verdict != UNDECIDED) return verdict;
    }
}

bool clauses_ask(Clauses *s, const int *assumptions, int64_t count)
{
    if (s->broken || !reach_literals(s, assumptions, count)) return false;
    int shared = 0;
    while (shared < count && shared < s->asked.count && s->asked.items[shared] == inner(assumptions[shared])) shared++;
    if (s->paused && shared == count && shared == s->asked.count) return true;
    s->paused = false;
    restart_later(s, 0);
    backtrack(s, shared);
    s->asked.count = shared;
    for (int64_t i = shared; i < count; i++)
        if (!push(s, &s->asked, inner(assumptions[i]))) return false;
    return reach_levels(s, s->variables + count);
}

Verdict clauses_solve(Clauses *s, int64_t conflicts, int64_t propagations)
{
    s->paused = false;
    s->core.count = 0;
    return s->refuted ? CONTRADICTORY : search(s, conflicts, propagations);
}

Verdict clauses_propagate(Clauses *s, const int *assumptions, int64_t count)
{
    if (!clauses_ask(s, assumptions, count)) return REFUSED;
    backtrack(s, (int)count); /* a search that was paused */
    s->paused = false;
    s->implied.count = 0;
    Verdict verdict = s->refuted ? CONTRADICTORY : UNDECIDED;
    bool halted = false;
    while (verdict == UNDECIDED && s->levels < count) {
        const int assumed = s->asked.items[s->levels];
        if (s->value[assumed] < 0) verdict = CONTRADICTORY;
        if (s->value[assumed] >= 0) begin_level(s);
        if (s->value[assumed]) continue;
        Reason reason;
        int literal;
        assign(s, assumed, NO_REASON);
        halted = propagate(s, &reason, &literal);
        if (halted) verdict = CONTRADICTORY;
        if (s->broken) return REFUSED;
    }
    for (int at = s->levels ? s->limit[0] : s->trail_count; at < s->trail_count; at++)
        if (!push(s, &s->implied, outer(s->trail[at]))) return REFUSED;
    if (halted) backtrack(s, s->levels - 1);
    return verdict;
}

bool clauses_add(Clauses *s, const int *literals, int64_t length)
{
    if (s->broken || !reach_literals(s, literals, length)) return false;
    backtrack(s, 0);
    for (const int *at = literals, *const end = literals + length; at < end && !s->refuted; at++) {
        Ints *clause = &s->learnt;
        bool holds = false, made = true;
        clause->count = 0;
        for (; *at; at++) {
            const int literal = inner(*at), v = literal >> 1;
            const uint8_t as = (uint8_t)(1 + (literal & 1));
            if (s->value[literal] > 0 || (s->mark[v] && s->mark[v] != as)) holds = true;
            if (s->value[literal] || s->mark[v] || !made) continue;
            s->mark[v] = as;
            made = push(s, clause, literal);
        }
        for (int64_t i = 0; i < clause->count; i++) s->mark[clause->items[i] >> 1] = NEW;
        if (!made) return false;
        if (holds) continue;
        if (!clause->count)
            refute(s);
        else if (clause->count == 1)
            assign(s, clause->items[0], NO_REASON);
        else if (!attach(s, clause->items, clause->count, 0))
            return false;
    }
    if (!s->refuted) settle(s);
    return !s->broken;
}

bool clauses_prefer(Clauses *s, const int *literals, int64_t count)
{
    if (s->broken || !reach_literals(s, literals, count)) return false;
    backtrack(s, 0);
    for (int64_t i = 0; i < count; i++) s->phase[inner(literals[i]) >> 1] = literals[i] < 0;
    return true;
}

Lent clauses_model(const Clauses *s) { return (Lent){s->model.items, s->model.count}; }
Lent clauses_core(const Clauses *s) { return (Lent){s->core.items, s->core.count}; }
Lent clauses_implied(const Clauses *s) { return (Lent){s->implied.items, s->implied.count}; }
Lent clauses_log(const Clauses *s) { return (Lent){s->log.items, s->log.count}; }
ClausesEffort clauses_effort(const Clauses *s) { return s->effort; }

void clauses_forget_log(Clauses *s)
{
    free(s->log.items);
    s->log = (Ints){0};
}
