/* Units: search over one bitset of variables for each value (a plane).
 *
 * Propagation works on whole planes. A variable in one plane only is settled (naked single): its value leaves all
 * that share a unit with it. A unit that must hold a value and has one place left for it settles that place (hidden
 * single). Where two such units share several variables and the value is gone from the rest of one, it leaves the rest
 * of the other (locked candidates). A state is the planes, copied when a search branches: there is no trail.
 *
 * The functions marked ALWAYS take the number of words and values as arguments that are constants at some of their
 * calls, and the compiler makes a version for each (`FORM` below). 0 stands for a number known only when it runs. */
#include "units.h"

enum { ABUNDANT = 16 }; /* after so many answers, looking ahead is thought wasted */
enum { FEW = 3 };       /* a variable that failed last is tried again while it has so many values at most */

#define PLANE(v) (planes + (size_t)(v) * W)

#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* gcc 12 says it of every vector that is filled from one word */
#endif

/* A loop over the few words of a set, unrolled. */
#define EACH(w, W) _Pragma("GCC unroll 4") for (int w = 0; w < (W); w++)

/* Lanes: the same word of several sets at once. Pieces: two words of one set; a set is a whole number of them. */
enum { LANES = 4, PIECE = 2 };
typedef word lanes __attribute__((vector_size(8 * LANES)));
typedef word lanes_in_memory __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef word piece __attribute__((vector_size(8 * PIECE)));
typedef word piece_in_memory __attribute__((vector_size(8 * PIECE), aligned(8), may_alias));
#define LOAD(at) (*(const lanes_in_memory *)(at))
#define PART(at) (*(piece_in_memory *)(at))
#define CONSTANT_PART(at) (*(const piece_in_memory *)(at))
#define SPREAD(w) ((lanes){0} + (w))
#define NONE(t) ((lanes)((t) == 0)) /* all bits in the lanes that have none */
#define ANY(p) ((p)[0] | (p)[1])

/* What is in any lane. */
ALWAYS word join(const lanes *t)
{
    piece part[LANES / PIECE];
    memcpy(part, t, sizeof part);
    piece joined = part[0] | part[1];
    return ANY(joined);
}

/* The search */

/* Units that must hold a value, seen against its plane: false when one has no place left; `hidden` gets places that are
 * the only one. */
ALWAYS bool only_places(const Holds *restrict h, const word *restrict plane, word *restrict hidden, const int W)
{
    const size_t stride = (size_t)h->unit_stride;
    if (W > MOST_FIXED_WORDS) {
        memset(hidden, 0, (size_t)W * sizeof(word));
        for (int i = 0; i < h->units; i++) {
            int at = -1;
            word bit = 0;
            bool several = false;
            for (int w = 0; w < W && !several; w++) {
                word t = plane[w] & h->unit[w * stride + i];
                if (!t) continue;
                several = at >= 0 || (t & (t - 1));
                at = w;
                bit = t;
            }
            if (at < 0) return false;
            if (!several) hidden[at] |= bit;
        }
        return true;
    }
    lanes empty = SPREAD(0), p[MOST_FIXED_WORDS], out[MOST_FIXED_WORDS];
    EACH(w, W) {
        p[w] = SPREAD(plane[w]);
        out[w] = SPREAD(0);
    }
    for (int i = 0; i < h->units; i += LANES) {
        lanes t[MOST_FIXED_WORDS], absent = SPREAD(~(word)0), single = absent;
        EACH(w, W) {
            t[w] = p[w] & LOAD(h->unit + w * stride + i);
            lanes none = NONE(t[w]);
            single &= NONE(t[w] & (t[w] - 1)) & (absent | none);
            absent &= none;
        }
        empty |= absent;
        EACH(w, W) out[w] |= t[w] & single;
    }
    EACH(w, W) hidden[w] = join(&out[w]);
    return !join(&empty);
}

/* Pairs of units, seen against a value's plane: `kill` gets the places the value can no longer take. */
ALWAYS void locked(const Holds *restrict h, const word *restrict plane, word *restrict kill, const int W)
{
    const size_t stride = (size_t)h->pair_stride;
    if (W > MOST_FIXED_WORDS) {
        memset(kill, 0, (size_t)W * sizeof(word));
        for (int i = 0; i < h->pairs; i++) {
            word a = 0, b = 0;
            for (int w = 0; w < W && !(a && b); w++) {
                a |= plane[w] & h->left[w * stride + i];
                b |= plane[w] & h->right[w * stride + i];
            }
            if (!a)
                for (int w = 0; w < W; w++) kill[w] |= h->right[w * stride + i];
            if (!b)
                for (int w = 0; w < W; w++) kill[w] |= h->left[w * stride + i];
        }
    } else {
        lanes p[MOST_FIXED_WORDS], out[MOST_FIXED_WORDS];
        EACH(w, W) {
            p[w] = SPREAD(plane[w]);
            out[w] = SPREAD(0);
        }
        for (int i = 0; i < h->pairs; i += LANES) {
            lanes a = SPREAD(0), b = SPREAD(0), left[MOST_FIXED_WORDS], right[MOST_FIXED_WORDS];
            EACH(w, W) {
                left[w] = LOAD(h->left + w * stride + i);
                right[w] = LOAD(h->right + w * stride + i);
                a |= p[w] & left[w];
                b |= p[w] & right[w];
            }
            lanes no_a = NONE(a), no_b = NONE(b);
            EACH(w, W) out[w] |= (right[w] & no_a) | (left[w] & no_b);
        }
        EACH(w, W) kill[w] = join(&out[w]);
    }
    for (int i = 0; i < h->ways; i++) {
        word a = 0;
        for (int w = 0; w < W; w++) a |= plane[w] & h->from[w * (size_t)h->way_stride + i];
        if (!a)
            for (int w = 0; w < W; w++) kill[w] |= h->to[w * (size_t)h->way_stride + i];
    }
}

/* The values of the variable at a bit of word w. No branches: whether a plane has it cannot be foretold. */
ALWAYS word values_of(const word *planes, int w, int bit, const int W, const int K)
{
    word held = 0;
    for (int v = 0; v < K; v++) held |= (PLANE(v)[w] >> bit & 1) << v;
    return held;
}

/* These variables have the value of this plane: it leaves all that share a unit with one of them. */
ALWAYS void assign(const Units *u, word *plane, size_t at, word variables, const int W)
{
    for (; variables; variables &= variables - 1) {
        const word *clear = u->clear + (at * BITS + (size_t)lowest(variables)) * (size_t)W;
        for (int w = 0; w < W; w += PIECE) PART(plane + w) &= CONSTANT_PART(clear + w);
    }
}

/* Variables in no plane are a contradiction (false); those in one only are settled, again and again. Returns in `dirty`
 * also the values whose planes have changed. */
ALWAYS bool naked_singles(const Units *u, word *planes, word *settled, word *dirty, const int W, const int K)
{
    for (bool again = true; again;) {
        again = false;
        for (int at = 0; at < W; at += PIECE) {
            piece once = {0}, twice = {0};
            for (int v = 0; v < K; v++) {
                piece p = CONSTANT_PART(PLANE(v) + at);
                twice |= once & p;
                once |= p;
            }
            piece lost = once ^ CONSTANT_PART(u->all + at);
            if (ANY(lost)) {
                const int w = lost[0] ? 0 : 1;
                u->weight[(size_t)(at + w) * BITS + (size_t)lowest(lost[w])]++;
                return false;
            }
            piece fresh = once & ~twice & ~CONSTANT_PART(settled + at);
            if (!ANY(fresh)) continue;
            PART(settled + at) |= fresh;
            again = true;
            for (int w = at; w < at + PIECE; w++)
                for (word here = fresh[w - at]; here; here &= here - 1) {
                    const word held = values_of(planes, w, lowest(here), W, K);
                    if (!held) return false; /* its only value went to another that was settled meanwhile */
                    *dirty |= held;
                    assign(u, PLANE(lowest(held)), (size_t)w, here & -here, W);
                }
        }
    }
    return true;
}

/* Whether a value can still go somewhere. One that cannot, though a unit lacks it, is found out elsewhere: among as many
 * variables as values, all settled and all different, no value is missing. */
ALWAYS bool has_open_place(const word *plane, const word *settled, const int W)
{
    word open = 0;
    for (int w = 0; w < W; w++) open |= plane[w] & ~settled[w];
    return open != 0;
}

/* Propagate until nothing changes; false on a contradiction. Invariant: a plane that may tell something new about
 * hidden singles is in `dirty`, about locked candidates in `unlocked`. */
ALWAYS bool propagate(const Units *u, word *state, const int W, const int K, bool ahead)
{
    word *planes = state, *settled = PLANE(K), dirty = settled[W], unlocked = dirty;
    word few[(MOST_VALUES + 1) * MOST_FIXED_WORDS];
    word *total = W > MOST_FIXED_WORDS ? u->scratch : few, *found = total + W;
    for (;;) {
        word changed = 0;
        if (!naked_singles(u, planes, settled, &changed, W, K)) return false;
        dirty |= changed;
        unlocked |= changed;
        /* Hidden singles of all dirty values are found first, then settled together. */
        word finding = 0;
        for (word round = dirty; round; round &= round - 1) {
            const int v = lowest(round);
            word *mine = found + (size_t)v * W, any = 0, twice = 0;
            if (!has_open_place(PLANE(v), settled, W)) continue;
            if (!only_places(u->kind + u->kind_of[v], PLANE(v), mine, W)) return false;
            for (int w = 0; w < W; w++) {
                any |= mine[w] &= ~settled[w];
                twice |= finding ? mine[w] & total[w] : 0;
                total[w] = finding ? total[w] | mine[w] : mine[w];
            }
            if (twice) return false; /* one place is the only one for two values */
            finding |= (word)(any != 0) << v;
        }
        dirty = 0;
        if (finding) {
            for (int v = 0; v < K; v++) {
                word less = 0;
                for (int w = 0; w < W; w += PIECE) {
                    piece lost = CONSTANT_PART(PLANE(v) + w) & CONSTANT_PART(total + w);
                    if (finding >> v & 1) lost &= ~CONSTANT_PART(found + (size_t)v * W + w);
                    less |= ANY(lost);
                    PART(PLANE(v) + w) ^= lost;
                }
                if (finding >> v & 1)
                    for (int w = 0; w < W; w++) assign(u, PLANE(v), (size_t)w, found[(size_t)v * W + w], W);
                dirty |= (word)(less != 0) << v;
            }
            for (int w = 0; w < W; w++) settled[w] |= total[w];
            dirty |= finding;
            unlocked |= dirty;
            continue;
        }
        if (!ahead) return true;
        while (unlocked && !dirty) {
            int v = lowest(unlocked);
            unlocked &= unlocked - 1;
            if (!has_open_place(PLANE(v), settled, W)) continue;
            locked(u->kind + u->kind_of[v], PLANE(v), found, W);
            word less = 0;
            for (int w = 0; w < W; w += PIECE) {
                piece lost = CONSTANT_PART(PLANE(v) + w) & CONSTANT_PART(found + w);
                less |= ANY(lost);
                PART(PLANE(v) + w) ^= lost;
            }
            if (less) {
                dirty |= (word)1 << v;
                unlocked |= (word)1 << v;
            }
        }
        if (!dirty) return true;
    }
}

/* How many places for a value a variable would take by having it. */
ALWAYS int reach(const Units *u, const word *plane, int64_t variable, const int W)
{
    const word *clear = u->clear + (size_t)variable * (size_t)W;
    int many = 0;
    for (int w = 0; w < W; w++) many += count(plane[w] & ~clear[w]);
    return many;
}

/* A variable and a value to try. First the variable whose decision failed last: where it fails again, it does so nearer to
 * the root (last conflict, Lecoutre et al. 2009). Else a variable with two values that together take most places from
 * others, a failure counting like a place (weights, Boussemart et al. 2004). Where there is none, one of two places that a
 * unit has for the value with most places; else a variable with fewest values. */
ALWAYS void choose(Units *u, const word *planes, int64_t *variable, int *value, const int W, const int K, bool quick)
{
    int busiest = 0, most = -1;
    int64_t best = -1;
    *variable = u->failed;
    if (!quick && *variable >= 0 && !has(PLANE(K), *variable)) {
        const word held = values_of(planes, (int)(*variable / BITS), (int)(*variable % BITS), W, K);
        *value = highest(held);
        if (count(held) <= FEW) return;
    }
    *variable = -1;
    for (int w = 0; w < W; w++) {
        word once = 0, twice = 0, thrice = 0;
        for (int v = 0; v < K; v++) {
            word p = PLANE(v)[w];
            thrice |= twice & p;
            twice |= once & p;
            once |= p;
        }
        const word two = twice & ~thrice;
        if (quick && two) {
            *variable = (int64_t)w * BITS + lowest(two);
            for (*value = 0; !has(PLANE(*value), *variable);) ++*value;
            return;
        }
        for (word here = two; here; here &= here - 1) {
            const int64_t x = (int64_t)w * BITS + lowest(here);
            const word held = values_of(planes, w, lowest(here), W, K);
            const int one = lowest(held), other = highest(held);
            const int64_t score = (int64_t)u->weight[x] + reach(u, PLANE(one), x, W) + reach(u, PLANE(other), x, W);
            if (score > best) {
                best = score;
                *variable = x;
                *value = other;
            }
        }
    }
    if (*variable >= 0) return;
    for (int v = 0; v < K && !quick; v++) {
        int many = 0;
        for (int w = 0; w < W; w++) many += count(PLANE(v)[w]);
        if (many > most) {
            most = many;
            busiest = v;
        }
    }
    const Holds *h = u->kind + u->kind_of[busiest];
    for (int i = 0; i < h->units && !quick; i++) {
        int places = 0;
        for (int w = 0; w < W; w++) places += count(PLANE(busiest)[w] & h->unit[w * (size_t)h->unit_stride + i]);
        if (places != 2) continue;
        int64_t place[2] = {0, 0};
        for (int w = 0; w < W; w++)
            for (word t = PLANE(busiest)[w] & h->unit[w * (size_t)h->unit_stride + i]; t; t &= t - 1)
                place[--places] = (int64_t)w * BITS + lowest(t);
        int score = reach(u, PLANE(busiest), place[0], W) + reach(u, PLANE(busiest), place[1], W);
        if (score > best) {
            best = score;
            *variable = place[0];
            *value = busiest;
        }
    }
    if (*variable >= 0) return;
    int fewest = INT_MAX;
    for (int w = 0; w < W; w++)
        for (word open = u->all[w]; open; open &= open - 1) {
            int64_t x = (int64_t)w * BITS + lowest(open);
            int many = 0, last = 0;
            for (int v = K - 1; v >= 0; v--)
                if (has(PLANE(v), x)) {
                    many++;
                    last = v;
                }
            if (many > 1 && many < fewest) {
                fewest = many;
                *variable = x;
                *value = last;
            }
        }
}

/* The values of all variables, once each is in one plane only. */
ALWAYS void write_answer(const word *planes, uint8_t *answer, const int W, const int K)
{
    for (int v = 0; v < K; v++)
        for (int w = 0; w < W; w++)
            for (word here = PLANE(v)[w]; here; here &= here - 1) answer[w * BITS + lowest(here)] = (uint8_t)(v + 1);
}

/* Go on from the states on the stack. Invariant: the answers not yet found are those of the states on it, each once. */
ALWAYS int search(Units *u, uint8_t *answers, int64_t stride, int64_t most, int64_t most_nodes, int64_t *found,
                  const int W, const int K)
{
    for (*found = 0; u->depth > 0;) {
        if (*found >= most || most_nodes-- <= 0) return PAUSED;
        word *planes = u->states + (size_t)(u->depth - 1) * (size_t)u->state_words;
        u->nodes++;
        if (!propagate(u, planes, W, K, !u->many)) {
            u->failed = u->decided;
            if (u->failed >= 0) u->weight[u->failed]++;
            u->depth--;
            continue;
        }
        word *settled = PLANE(K), open = 0;
        for (int w = 0; w < W; w++) open |= settled[w] ^ u->all[w];
        if (!open) {
            if (answers) write_answer(planes, answers + *found * stride, W, K);
            ++*found;
            u->many = ++u->answers >= ABUNDANT;
            u->depth--;
            continue;
        }
        if (u->depth == u->room) {
            int64_t room = 2 * u->room;
            word *more = resized(u->states, room * u->state_words, sizeof(word));
            if (!more) return FAILED;
            u->states = more;
            u->room = room;
            planes = u->states + (size_t)(u->depth - 1) * (size_t)u->state_words;
        }
        /* Below, the variable has the value; what is left here is that it has not. */
        int64_t x;
        int value = 0;
        choose(u, planes, &x, &value, W, K, u->many);
        u->decided = x;
        word *below = planes + u->state_words, bit = (word)1 << (x % BITS), changed = 0;
        size_t at = (size_t)(x / BITS);
        memcpy(below, planes, (size_t)u->state_words * sizeof(word));
        for (int v = 0; v < K; v++)
            if (v != value && below[(size_t)v * W + at] & bit) {
                below[(size_t)v * W + at] ^= bit;
                changed |= (word)1 << v;
            }
        below[(size_t)K * W + W] = changed;
        planes[(size_t)value * W + at] ^= bit;
        PLANE(K)[W] = (word)1 << value;
        u->depth++;
    }
    return FINISHED;
}

/* Words and values that are constants get a version of their own. */
#define FORM(name, W, K)                                                                                            \
    static CLONES int name(Units *u, uint8_t *answers, int64_t stride, int64_t most, int64_t nodes, int64_t *found) \
    {                                                                                                               \
        return search(u, answers, stride, most, nodes, found, W, K);                                                \
    }

FORM(two_words, 2, u->values)
FORM(two_words_six, 2, 6)
FORM(two_words_nine, 2, 9)
FORM(four_words, 4, u->values)
FORM(four_words_sixteen, 4, 16)
FORM(any_words, u->words, u->values)

int units_more(Units *u, uint8_t *answers, int64_t stride, int64_t most, int64_t nodes, int64_t *found)
{
    int (*form)(Units *, uint8_t *, int64_t, int64_t, int64_t, int64_t *) = any_words;
    if (u->words == 2) form = u->values == 6 ? two_words_six : u->values == 9 ? two_words_nine : two_words;
    if (u->words == 4) form = u->values == 16 ? four_words_sixteen : four_words;
    return form(u, answers, stride, most, nodes, found);
}

/* Invariant: each state is on one stack only, so that the answers of both searches together are those of one. */
bool units_share(Units *from, Units *to)
{
    const int64_t given = from->depth / 2;
    if (from == to || !given || to->depth) return false;
    if (from->variables != to->variables || from->values != to->values || from->list_length != to->list_length) return false;
    if (memcmp(from->list, to->list, (size_t)from->list_length * sizeof(int))) return false;
    if (memcmp(from->start, to->start, (size_t)from->values * (size_t)from->words * sizeof(word))) return false;
    const size_t bytes = (size_t)from->state_words * sizeof(word);
    if (to->room < given) {
        word *more = resized(to->states, from->room * from->state_words, sizeof(word));
        if (!more) return false;
        to->states = more;
        to->room = from->room;
    }
    memcpy(to->states, from->states, (size_t)given * bytes);
    memmove(from->states, from->states + (size_t)given * (size_t)from->state_words, (size_t)(from->depth - given) * bytes);
    to->depth = given;
    to->many = from->many;
    from->depth -= given;
    return true;
}

/* An empty search; false when memory is refused. */
static bool begin(Units *u)
{
    u->nodes = u->answers = u->depth = 0;
    u->many = false;
    u->decided = u->failed = -1;
    memset(u->weight, 0, (size_t)u->variables * sizeof *u->weight);
    if (u->hopeless || u->states) return true;
    u->room = 16;
    u->states = resized(NULL, u->room * u->state_words, sizeof(word));
    return u->states != NULL;
}

static word every_value(const Units *u) { return u->values == BITS ? ~(word)0 : ((word)1 << u->values) - 1; }

bool units_begin(Units *u, const word *allowed)
{
    const int W = u->words, K = u->values;
    if (!begin(u)) return false;
    if (u->hopeless) return true;
    word *planes = u->states;
    memcpy(planes, u->start, (size_t)K * (size_t)W * sizeof(word));
    memset(PLANE(K), 0, (size_t)W * sizeof(word));
    for (int i = 0; i < u->variables; i++)
        for (word out = ~allowed[i] & every_value(u); out; out &= out - 1) drop(PLANE(lowest(out)), i);
    PLANE(K)[W] = every_value(u);
    u->depth = 1;
    return true;
}

bool units_begin_given(Units *u, const uint8_t *givens)
{
    const int W = u->words, K = u->values;
    if (!begin(u)) return false;
    if (u->hopeless) return true;
    word *planes = u->states, *settled = PLANE(K), *given = u->scratch;
    memset(settled, 0, (size_t)W * sizeof(word));
    memset(given, 0, (size_t)K * (size_t)W * sizeof(word));
    for (int i = 0; i < u->variables; i += 8) {
        /* Eight bytes at a time, most of them 0 as a rule. */
        uint64_t bytes = 0;
        memcpy(&bytes, givens + i, u->variables - i < 8 ? (size_t)(u->variables - i) : 8);
        if (!bytes) continue;
        for (int k = i; k < i + 8 && k < u->variables; k++)
            if (givens[k]) {
                put(settled, k);
                put(given + (size_t)(givens[k] - 1) * (size_t)W, k);
            }
    }
    for (int v = 0; v < K; v++) {
        const word *start = u->start + (size_t)v * (size_t)W, *own = given + (size_t)v * (size_t)W;
        for (int w = 0; w < W; w += PIECE)
            PART(PLANE(v) + w) = CONSTANT_PART(start + w) & (~CONSTANT_PART(settled + w) | CONSTANT_PART(own + w));
        /* A given value leaves those that share a unit, another's given too: that one is in no plane then. */
        for (int w = 0; w < W; w++) assign(u, PLANE(v), (size_t)w, own[w], W);
    }
    settled[W] = every_value(u);
    u->depth = 1;
    return true;
}

/* Making */

int64_t units_bytes(int64_t variables, int64_t values, int64_t units)
{
    if (variables < 0 || variables > 1 << 20 || units < 0 || units > 1 << 20 || values < 1 || values > MOST_VALUES)
        return -1;
    int64_t words = words_for(variables) + 2;
    return 8 * words * (variables + units * 2 + 41 * values) + 4 * variables;
}

static bool shared_by_several(const word *a, const word *b, int words)
{
    int many = 0;
    for (int w = 0; w < words && many < 2; w++) many += count(a[w] & b[w]);
    return many > 1;
}

static int padded(int sets) { return (sets + LANES - 1) / LANES * LANES; }

static void repeat_last(word *sets, int many, int stride)
{
    for (int i = many; i < stride; i++) sets[i] = sets[many - 1];
}

/* The sets of one kind of value: `holding` tells the units that must hold it. `sets` has a bitset for each unit. */
static bool fill_kind(Holds *h, const word *sets, const word *holding, int units, int words)
{
    size_t W = (size_t)words;
    bool pairing = (int64_t)units * units * words <= (int64_t)1 << 28;
    for (int round = 0; round < 2; round++) {
        h->units = h->pairs = h->ways = 0;
        for (int i = 0; i < units; i++) {
            if (!has(holding, i)) continue;
            if (round)
                for (size_t w = 0; w < W; w++) h->unit[w * (size_t)h->unit_stride + (size_t)h->units] = sets[i * W + w];
            h->units++;
        }
        for (int i = 0; i < units && pairing; i++)
            for (int j = 0; j < units; j++) {
                const word *a = sets + i * W, *b = sets + j * W;
                bool both = has(holding, j);
                if (i == j || !has(holding, i) || (both && j < i) || !shared_by_several(a, b, words)) continue;
                int number = both ? h->pairs++ : h->ways++;
                if (!round) continue;
                for (size_t w = 0; w < W; w++)
                    if (both) {
                        h->left[w * (size_t)h->pair_stride + (size_t)number] = a[w] & ~b[w];
                        h->right[w * (size_t)h->pair_stride + (size_t)number] = b[w] & ~a[w];
                    } else {
                        h->from[w * (size_t)h->way_stride + (size_t)number] = a[w] & ~b[w];
                        h->to[w * (size_t)h->way_stride + (size_t)number] = b[w] & ~a[w];
                    }
            }
        if (round) {
            /* The last lanes see the last set again. */
            for (size_t w = 0; w < W; w++) {
                repeat_last(h->unit + w * (size_t)h->unit_stride, h->units, h->unit_stride);
                repeat_last(h->left + w * (size_t)h->pair_stride, h->pairs, h->pair_stride);
                repeat_last(h->right + w * (size_t)h->pair_stride, h->pairs, h->pair_stride);
            }
            break;
        }
        if ((int64_t)(h->pairs + h->ways) * words > (int64_t)1 << 23) {
            pairing = false; /* locked candidates would take more memory than they are worth */
            h->pairs = h->ways = 0;
        }
        h->unit_stride = padded(h->units);
        h->pair_stride = padded(h->pairs);
        h->way_stride = h->ways;
        h->unit = calloc(W * (size_t)h->unit_stride + 1, sizeof(word));
        h->left = calloc(W * (size_t)h->pair_stride + 1, sizeof(word));
        h->right = calloc(W * (size_t)h->pair_stride + 1, sizeof(word));
        h->from = calloc(W * (size_t)h->ways + 1, sizeof(word));
        h->to = calloc(W * (size_t)h->ways + 1, sizeof(word));
        if (!h->unit || !h->left || !h->right || !h->from || !h->to) return false;
    }
    return true;
}

Units *units_make(int variables, int values, const word *domains, const int *list, int64_t list_length, int units)
{
    Units *u = calloc(1, sizeof *u);
    if (!u) return NULL;
    u->variables = variables;
    u->values = values;
    u->units = units;
    u->list_length = list_length;
    int W = words_for(variables);
    W = u->words = W < 1 ? PIECE : (W + PIECE - 1) / PIECE * PIECE;
    u->state_words = padded((values + 1) * W + 1); /* whole lanes, so that sets do not lie across cache lines */
    size_t set = (size_t)W * sizeof(word);
    word *sets = calloc((size_t)units + 1, set), *holding = calloc((size_t)values, (size_t)words_for(units + 1) * sizeof(word));
    u->all = calloc(1, set);
    u->start = calloc((size_t)values, set);
    u->clear = resized(NULL, (int64_t)variables + 1, set);
    u->scratch = calloc((size_t)values + 1, set);
    u->weight = calloc((size_t)variables + 1, sizeof *u->weight);
    u->kind = calloc((size_t)values, sizeof(Holds));
    u->list = resized(NULL, list_length, sizeof(int));
    bool made = sets && holding && u->all && u->start && u->clear && u->scratch && u->weight && u->kind && u->list;
    if (made) {
        memcpy(u->list, list, (size_t)list_length * sizeof(int));
        memset(u->clear, 0xff, ((size_t)variables + 1) * set);
        for (int i = 0; i < variables; i++) {
            put(u->all, i);
            for (int v = 0; v < values; v++)
                if (domains[i] >> v & 1) put(u->start + (size_t)v * (size_t)W, i);
        }
        int64_t at = 0;
        for (int i = 0; i < units; i++) {
            const int *members = list + at + 1;
            const int size = list[at];
            word *own = sets + (size_t)i * (size_t)W, together = 0;
            for (int k = 0; k < size; k++) {
                put(own, members[k]);
                together |= domains[members[k]];
            }
            for (int k = 0; k < size; k++) {
                word *clear = u->clear + (size_t)members[k] * (size_t)W;
                for (int w = 0; w < W; w++) clear[w] &= ~own[w];
            }
            /* As many variables as values: every value is held. Fewer values: there is no answer. */
            if (count(together) < size) u->hopeless = true;
            if (count(together) == size)
                for (int v = 0; v < values; v++)
                    if (together >> v & 1) put(holding + (size_t)v * (size_t)words_for(units + 1), i);
            at += size + 1;
        }
        for (int i = 0; i < variables; i++) put(u->clear + (size_t)i * (size_t)W, i);
        for (int v = 0; v < values && made; v++) {
            const word *mine = holding + (size_t)v * (size_t)words_for(units + 1);
            int like = 0;
            while (like < v && memcmp(mine, holding + (size_t)like * (size_t)words_for(units + 1),
                                      (size_t)words_for(units + 1) * sizeof(word)))
                like++;
            u->kind_of[v] = like < v ? u->kind_of[like] : u->kinds++;
            if (like == v) made = fill_kind(u->kind + u->kind_of[v], sets, mine, units, W);
        }
    }
    free(sets);
    free(holding);
    if (made) return u;
    units_free(u);
    return NULL;
}

void units_free(Units *u)
{
    if (!u) return;
    for (int k = 0; u->kind && k < u->kinds; k++) {
        Holds *h = u->kind + k;
        free(h->unit);
        free(h->left);
        free(h->right);
        free(h->from);
        free(h->to);
    }
    free(u->all);
    free(u->start);
    free(u->clear);
    free(u->scratch);
    free(u->weight);
    free(u->kind);
    free(u->list);
    free(u->states);
    free(u);
}
