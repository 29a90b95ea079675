/* The propagators: what each keeps consistent is said in the Python engine, by the same names.
 *
 * A function that ends in _any works on sets of W words; where W is 1 the compiler makes a short one of it. Each may rely
 * on this: a domain that is read by terms is never empty, and the numbers it reads were checked once (`check_propagator`). */
#include "propagators.h"

/* A smaller, non-empty part of a domain takes its place. */
ALWAYS void replace(Store *s, int64_t cell, const word *mask, int W)
{
    touch(s, cell);
    copy(domain(s, cell), mask, W);
}

/* Keep of a domain what lies in `mask` (or outside of it, by `flip`); false when nothing is left. */
ALWAYS bool narrow_by(Store *s, int64_t cell, const word *mask, word flip, int W)
{
    word *own = domain(s, cell), any = 0, less = 0;
    for (int w = 0; w < W; w++) {
        const word kept = own[w] & (mask[w] ^ flip);
        any |= kept;
        less |= kept ^ own[w];
    }
    if (!less) return true;
    if (!any) return false;
    touch(s, cell);
    for (int w = 0; w < W; w++) own[w] &= mask[w] ^ flip;
    return true;
}

ALWAYS bool narrow(Store *s, int64_t cell, const word *mask, int W) { return narrow_by(s, cell, mask, 0, W); }

static const word *as_set(const int64_t *at) { return (const word *)at; }

/* AllDifferent: count, cells */

ALWAYS bool all_different_any(Store *s, const int64_t *data, const int W)
{
    int64_t count_waiting = data[0];
    word *taken = s->scratch, *once = taken + W, *twice = once + W, *mine = twice + W;
    int64_t *waiting = (int64_t *)(mine + W);
    memcpy(waiting, data + 1, (size_t)count_waiting * sizeof(int64_t));
    clear(taken, W);
    for (;;) {
        /* Forward checking, until no further cell becomes fixed by it. */
        for (bool again = true; again;) {
            int64_t still = 0;
            again = false;
            for (int64_t i = 0; i < count_waiting; i++) {
                const int64_t cell = waiting[i];
                const word *own = domain(s, cell);
                if (meet(own, taken, W)) {
                    for (int w = 0; w < W; w++) mine[w] = own[w] & ~taken[w];
                    if (is_empty(mine, W)) return false;
                    replace(s, cell, mine, W);
                }
                if (is_open(own, W)) {
                    waiting[still++] = cell;
                } else {
                    for (int w = 0; w < W; w++) taken[w] |= own[w];
                    again = true;
                }
            }
            count_waiting = still;
        }
        /* Hidden singles among the cells that are still open. */
        clear(once, W);
        clear(twice, W);
        for (int64_t i = 0; i < count_waiting; i++) {
            const word *own = domain(s, waiting[i]);
            for (int w = 0; w < W; w++) {
                twice[w] |= once[w] & own[w];
                once[w] |= own[w];
            }
        }
        int64_t spare = -count_waiting;
        for (int w = 0; w < W; w++) {
            spare += count(once[w]);
            once[w] &= ~twice[w];
        }
        if (spare < 0) return false;
        if (spare || is_empty(once, W)) return true;
        for (int64_t i = 0; i < count_waiting; i++) {
            const word *own = domain(s, waiting[i]);
            for (int w = 0; w < W; w++) mine[w] = own[w] & once[w];
            if (is_empty(mine, W)) continue;
            if (is_open(mine, W)) return false; /* two values have only this cell */
            replace(s, waiting[i], mine, W);
        }
    }
}

/* Element: index, target, how many places, for each the place of the target's value or -1 */

ALWAYS bool element_any(Store *s, const int64_t *data, const int I, const int T)
{
    const int64_t *reads = data + 3;
    const word *index = domain(s, data[0]), *target = domain(s, data[1]);
    word *kept = s->scratch, *read = kept + I;
    clear(kept, I);
    clear(read, T);
    for (int w = 0; w < I; w++)
        for (word rest = index[w]; rest; rest &= rest - 1) {
            const int64_t entry = reads[(int64_t)w * BITS + lowest(rest)];
            if (entry < 0 || !has(target, entry)) continue;
            kept[w] |= rest & -rest;
            put(read, entry);
        }
    if (is_empty(kept, I)) return false;
    if (!is_same(kept, index, I)) replace(s, data[0], kept, I);
    return is_same(read, target, T) || narrow(s, data[1], read, T);
}

/* Selection: selector, target, how many places, for each the place of the target's value, NOTHING, FREE, or a cell as
 * FREE - 1 - cell */

enum { NOTHING = -1, FREE = -2 };

ALWAYS bool selection_any(Store *s, const int64_t *data, const int S, const int T)
{
    const int64_t *reads = data + 3;
    const word *selector = domain(s, data[0]), *target = domain(s, data[1]);
    word *kept = s->scratch, *offered = kept + S;
    int64_t last = NOTHING;
    bool several = false, free = false;
    clear(kept, S);
    clear(offered, T);
    for (int w = 0; w < S; w++)
        for (word rest = selector[w]; rest; rest &= rest - 1) {
            const int64_t place = (int64_t)w * BITS + lowest(rest), read = reads[place], source = FREE - 1 - read;
            if (read == FREE) {
                free = true;
            } else if (read == NOTHING) {
                continue;
            } else if (read >= 0 || source == data[0]) {
                /* A number; or the selector's own value is what shows, and has to fit itself. */
                const int64_t shown = read >= 0 ? read : place;
                if (!has(target, shown)) continue;
                put(offered, shown);
            } else if (read != last) {
                const word *offer = domain(s, source);
                if (!meet(offer, target, T)) continue;
                for (int t = 0; t < T; t++) offered[t] |= offer[t] & target[t];
            }
            kept[w] |= rest & -rest;
            several |= last != NOTHING && last != read;
            last = read;
        }
    if (free) return narrow(s, data[0], kept, S);
    if (is_empty(kept, S)) return false;
    if (!is_same(kept, selector, S)) replace(s, data[0], kept, S);
    if (!is_same(offered, target, T) && !narrow(s, data[1], offered, T)) return false;
    const int64_t only = FREE - 1 - last;
    return several || only < 0 || only == data[0] || narrow(s, only, offered, T);
}

/* Equal: left, right, by how many places the left one lies further on */

/* The members of a set, each `by` places further on, as far as they fit. */
ALWAYS void shift(word *to, int T, const word *from, int F, int64_t by)
{
    for (int t = 0; t < T; t++) {
        const int64_t first = (int64_t)t * BITS - by, rest = ((first % BITS) + BITS) % BITS, w = (first - rest) / BITS;
        to[t] = w >= 0 && w < F ? from[w] >> rest : 0;
        if (rest && w + 1 >= 0 && w + 1 < F) to[t] |= from[w + 1] << (BITS - rest);
    }
}

ALWAYS bool equal_any(Store *s, const int64_t *data, const int L, const int R)
{
    const word *left = domain(s, data[0]), *right = domain(s, data[1]);
    word *common = s->scratch, *back = common + L;
    if (!data[2] && L == R) {
        for (int w = 0; w < L; w++) common[w] = left[w] & right[w];
        return !is_empty(common, L) && narrow(s, data[0], common, L) && narrow(s, data[1], common, L);
    }
    shift(common, L, right, R, data[2]);
    for (int w = 0; w < L; w++) common[w] &= left[w];
    shift(back, R, common, L, -data[2]);
    return !is_empty(common, L) && narrow(s, data[0], common, L) && narrow(s, data[1], back, R);
}

/* Sums: each term is a cell, whether its adds are a table, where that begins or the first of them, the step, how many */

enum { TERM = 5 };

static inline int64_t add_at(const Store *s, const int64_t *term, int64_t place)
{
    return term[1] ? s->tables[term[2] + place] : term[2] + term[3] * place;
}

static inline bool descends(const Store *s, const int64_t *term)
{
    return term[4] > 1 && add_at(s, term, 0) > add_at(s, term, 1);
}

/* The first place whose add is on the far side of `limit`: above it, or below; `or_at` counts the limit itself. */
static int64_t first_beyond(const Store *s, const int64_t *term, int64_t limit, bool below, bool or_at)
{
    int64_t low = 0, high = term[4];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2, add = add_at(s, term, middle);
        const bool beyond = (below ? add < limit : add > limit) || (or_at && add == limit);
        if (beyond)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Keep the places from `begin` on and before `end`; false when nothing is left. */
static bool keep_range(Store *s, int64_t cell, int64_t begin, int64_t end)
{
    const int W = s->width[cell];
    const int64_t bits = (int64_t)W * BITS;
    word *own = domain(s, cell);
    if (end > bits) end = bits;
    if (begin >= end) return false;
    /* The words that keep something, and what they keep at both ends. */
    const int first = (int)(begin / BITS), last = (int)((end - 1) / BITS);
    const word from = ~(word)0 << (begin % BITS), to = ~(word)0 >> (BITS - 1 - (end - 1) % BITS);
    word less = (own[first] & ~from) | (own[last] & ~to);
    for (int w = 0; w < first && !less; w++) less = own[w];
    for (int w = last + 1; w < W && !less; w++) less = own[w];
    if (!less) return true;
    word any = first == last ? own[first] & from & to : (own[first] & from) | (own[last] & to);
    for (int w = first + 1; w < last && !any; w++) any = own[w];
    if (!any) return false;
    touch(s, cell);
    for (int w = 0; w < first; w++) own[w] = 0;
    for (int w = last + 1; w < W; w++) own[w] = 0;
    own[first] &= from;
    own[last] &= to;
    return true;
}

static bool at_most(Store *s, const int64_t *term, int64_t limit)
{
    if (descends(s, term)) return keep_range(s, term[0], first_beyond(s, term, limit, true, true), INT64_MAX);
    return keep_range(s, term[0], 0, first_beyond(s, term, limit, false, false));
}

static bool at_least(Store *s, const int64_t *term, int64_t limit)
{
    if (descends(s, term)) return keep_range(s, term[0], 0, first_beyond(s, term, limit, true, false));
    return keep_range(s, term[0], first_beyond(s, term, limit, false, true), INT64_MAX);
}

/* Bounds: has lowest, lowest, has highest, highest, how many terms, these */

static bool bounds(Store *s, const int64_t *data, bool is_objective)
{
    const int64_t lowest_sum = data[1], many = data[4], *terms = data + 5;
    const bool has_highest = is_objective ? s->has_highest : data[2] != 0;
    const int64_t highest_sum = is_objective ? s->highest : data[3];
    int64_t least = 0, most = 0, *spans = (int64_t *)s->scratch;
    for (int64_t i = 0; i < many; i++) {
        const int64_t *term = terms + TERM * i;
        const word *own = domain(s, term[0]);
        const int64_t one = add_at(s, term, first_of(own)), other = add_at(s, term, last_of(own, s->width[term[0]]));
        const bool swap = descends(s, term);
        spans[2 * i] = swap ? other : one;
        spans[2 * i + 1] = swap ? one : other;
        least += spans[2 * i];
        most += spans[2 * i + 1];
    }
    if (has_highest) {
        const int64_t room = highest_sum - least;
        if (room < 0) return false;
        if (most > highest_sum)
            for (int64_t i = 0; i < many; i++)
                if (spans[2 * i + 1] - spans[2 * i] > room && !at_most(s, terms + TERM * i, spans[2 * i] + room))
                    return false;
    }
    if (data[0]) {
        const int64_t room = most - lowest_sum;
        if (room < 0) return false;
        if (least < lowest_sum)
            for (int64_t i = 0; i < many; i++)
                if (spans[2 * i + 1] - spans[2 * i] > room && !at_least(s, terms + TERM * i, spans[2 * i + 1] - room))
                    return false;
    }
    return true;
}

/* Sum: total or -1 where it is out of reach, how many terms, these; all adds are tables of numbers from 0 up */

/* to |= from << by, or from >> by, sets of sums in S words. */
ALWAYS void or_up(word *to, const word *from, int64_t by, const int S)
{
    const int words = (int)(by / BITS), bits = (int)(by % BITS);
    for (int w = S - 1; w >= words; w--) {
        to[w] |= from[w - words] << bits;
        if (bits && w > words) to[w] |= from[w - words - 1] >> (BITS - bits);
    }
}

ALWAYS void or_down(word *to, const word *from, int64_t by, const int S)
{
    const int words = (int)(by / BITS), bits = (int)(by % BITS);
    for (int w = 0; w + words < S; w++) {
        to[w] |= from[w + words] >> bits;
        if (bits && w + words + 1 < S) to[w] |= from[w + words + 1] << (BITS - bits);
    }
}

static bool sum_any(Store *s, const int64_t *data, const int S)
{
    const int64_t total = data[0], many = data[1], *terms = data + 2;
    /* leads[i]: the sums of the first i terms from which the total can be reached. */
    word *leads = s->scratch, *reached = leads + (size_t)(many + 1) * (size_t)S, *following = reached + S, *sums = following + S;
    word *kept = sums + S;
    clear(leads + many * S, S);
    put(leads + many * S, total);
    for (int64_t i = many - 1; i >= 0; i--) {
        const int64_t *term = terms + TERM * i, *adds = s->tables + term[2];
        const int W = s->width[term[0]];
        const word *own = domain(s, term[0]), *after = leads + (i + 1) * S;
        word *before = leads + i * S;
        clear(before, S);
        for (int w = 0; w < W; w++)
            for (word rest = own[w]; rest; rest &= rest - 1) or_down(before, after, adds[(int64_t)w * BITS + lowest(rest)], S);
    }
    if (!(leads[0] & 1)) return false;
    clear(reached, S);
    reached[0] = 1;
    for (int64_t i = 0; i < many; i++) {
        const int64_t *term = terms + TERM * i, *adds = s->tables + term[2];
        const int W = s->width[term[0]];
        const word *own = domain(s, term[0]), *after = leads + (i + 1) * S;
        clear(following, S);
        clear(kept, W);
        for (int w = 0; w < W; w++)
            for (word rest = own[w]; rest; rest &= rest - 1) {
                clear(sums, S);
                or_up(sums, reached, adds[(int64_t)w * BITS + lowest(rest)], S);
                word any = 0;
                for (int k = 0; k < S; k++) any |= sums[k] &= after[k];
                if (!any) continue;
                kept[w] |= rest & -rest;
                for (int k = 0; k < S; k++) following[k] |= sums[k];
            }
        if (!is_same(kept, own, W) && !narrow(s, term[0], kept, W)) return false;
        copy(reached, following, S);
    }
    return true;
}

__extension__ typedef unsigned __int128 sums_below_128;

/* `in_word` says that no sum needs more than a word: the compiler then forgets the upper half. */
ALWAYS sums_below_128 shifted(sums_below_128 sums, int64_t by, const bool up, const bool in_word)
{
    if (by >= (in_word ? 64 : 128)) return 0;
    if (in_word) return up ? (word)sums << by : (word)sums >> by;
    return up ? sums << by : sums >> by;
}

/* The same where every sum is below 128 and every cell one word. */
ALWAYS bool sum_short(Store *s, const int64_t *data, const bool in_word)
{
    const int64_t many = data[1], *terms = data + 2;
    sums_below_128 *leads = (sums_below_128 *)s->scratch, after = (sums_below_128)1 << data[0], reached = 1;
    for (int64_t i = many - 1; i >= 0; i--) {
        const int64_t *term = terms + TERM * i, *adds = s->tables + term[2];
        sums_below_128 before = 0;
        leads[i] = after;
        for (word rest = *domain(s, term[0]); rest; rest &= rest - 1)
            before |= shifted(after, adds[lowest(rest)], false, in_word);
        after = before;
    }
    if (!(after & 1)) return false;
    for (int64_t i = 0; i < many; i++) {
        const int64_t *term = terms + TERM * i, *adds = s->tables + term[2];
        const word own = *domain(s, term[0]);
        sums_below_128 following = 0;
        word kept = 0;
        for (word rest = own; rest; rest &= rest - 1) {
            const sums_below_128 sums = shifted(reached, adds[lowest(rest)], true, in_word) & leads[i];
            following |= sums;
            kept |= sums ? rest & -rest : 0;
        }
        if (kept != own && !narrow(s, term[0], &kept, 1)) return false;
        reached = following;
    }
    return true;
}

ALWAYS bool sum(Store *s, const Propagator *p)
{
    if (p->data[0] < 0) return false;
    if (p->narrow && p->data[0] < 64) return sum_short(s, p->data, true);
    if (p->narrow && p->data[0] < 128) return sum_short(s, p->data, false);
    return sum_any(s, p->data, words_for(p->data[0] + 1));
}

/* Unequal: total, how many terms, these */

static bool unequal(Store *s, const int64_t *data)
{
    int64_t missing = data[0];
    const int64_t *open = NULL;
    for (int64_t i = 0; i < data[1]; i++) {
        const int64_t *term = data + 2 + TERM * i;
        const int W = s->width[term[0]];
        const word *own = domain(s, term[0]);
        if (is_open(own, W)) {
            if (open) return true;
            open = term;
        } else
            missing -= add_at(s, term, last_of(own, W));
    }
    if (!open) return missing != 0;
    const int64_t place = first_beyond(s, open, missing, descends(s, open), true);
    if (place == open[4] || add_at(s, open, place) != missing || !has(domain(s, open[0]), place)) return true;
    touch(s, open[0]); /* it is open: something is left */
    drop(domain(s, open[0]), place);
    return true;
}

/* Table: rows, how many columns, for each: cell, how many values, for each the rows that hold it */

static bool table(Store *s, const int64_t *data)
{
    const int64_t rows_cell = data[0];
    const int R = s->width[rows_cell];
    const word *before = domain(s, rows_cell);
    word *rows = s->scratch, *supported = rows + R, *kept = supported + R;
    copy(rows, before, R);
    const int64_t *at = data + 2;
    for (int64_t i = 0; i < data[1]; i++, at += 2 + at[1] * R) {
        const word *own = domain(s, at[0]), *supports = as_set(at + 2);
        clear(supported, R);
        for (int w = 0, W = s->width[at[0]]; w < W; w++)
            for (word rest = own[w]; rest; rest &= rest - 1) {
                const word *holding = supports + ((int64_t)w * BITS + lowest(rest)) * R;
                for (int r = 0; r < R; r++) supported[r] |= holding[r];
            }
        for (int r = 0; r < R; r++) rows[r] &= supported[r];
    }
    if (is_empty(rows, R)) return false;
    if (!is_same(rows, before, R)) replace(s, rows_cell, rows, R);
    at = data + 2;
    for (int64_t i = 0; i < data[1]; i++, at += 2 + at[1] * R) {
        const word *own = domain(s, at[0]), *supports = as_set(at + 2);
        const int W = s->width[at[0]];
        for (int w = 0; w < W; w++) {
            kept[w] = 0;
            for (word rest = own[w]; rest; rest &= rest - 1) {
                const word *holding = supports + ((int64_t)w * BITS + lowest(rest)) * R;
                for (int r = 0; r < R; r++)
                    if (holding[r] & rows[r]) {
                        kept[w] |= rest & -rest;
                        break;
                    }
            }
        }
        if (!is_same(kept, own, W) && !narrow(s, at[0], kept, W)) return false;
    }
    return true;
}

/* Literals: each is a cell and the set that makes it true */

static inline const int64_t *next_literal(const Store *s, const int64_t *literal) { return literal + 1 + s->width[literal[0]]; }

static bool make_true(Store *s, const int64_t *literal, bool yes)
{
    return narrow_by(s, literal[0], as_set(literal + 1), yes ? 0 : ~(word)0, s->width[literal[0]]);
}

typedef enum { FALSE_NOW, OPEN_NOW, TRUE_NOW } Truth;

static Truth truth(const Store *s, const int64_t *literal)
{
    const word *own = domain(s, literal[0]), *yes = as_set(literal + 1);
    word in = 0, out = 0;
    for (int w = 0; w < s->width[literal[0]]; w++) {
        in |= own[w] & yes[w];
        out |= own[w] & ~yes[w];
    }
    return !in ? FALSE_NOW : out ? OPEN_NOW : TRUE_NOW;
}

/* ExactlyOne and AtMostOne: selector, how many literals, where each begins, counted from here, these */

static bool one(Store *s, const int64_t *data)
{
    const int64_t selector = data[0], many = data[1], *begin = data + 2;
    const int W = s->width[selector];
    const word *before = domain(s, selector);
    word *left = s->scratch;
    int64_t chosen = -1, last = -1;
    int64_t count_left = 0;
    clear(left, W);
    if (many < (int64_t)W * BITS && has(before, many)) { /* none of them */
        put(left, many);
        count_left++;
        last = many;
    }
    for (int w = 0; w < W; w++)
        for (word rest = before[w]; rest; rest &= rest - 1) {
            const int64_t place = (int64_t)w * BITS + lowest(rest);
            if (place >= many) continue;
            const Truth now = truth(s, data + begin[place]);
            if (now == FALSE_NOW) continue;
            put(left, place);
            count_left++;
            last = place;
            if (now == TRUE_NOW) {
                if (chosen >= 0) return false;
                chosen = place;
            }
        }
    if (chosen < 0 && count_left > 1) {
        if (!is_same(left, before, W)) replace(s, selector, left, W);
        return true;
    }
    if (chosen < 0) chosen = last;
    if (chosen < 0) return false;
    clear(left, W);
    put(left, chosen);
    if (!is_same(left, before, W)) replace(s, selector, left, W);
    for (int64_t i = 0; i < many; i++)
        if (!make_true(s, data + begin[i], i == chosen)) return false;
    return true;
}

/* Clause: how many literals, these */

static bool clause(Store *s, const int64_t *data)
{
    const int64_t *unit = NULL, *literal = data + 1;
    for (int64_t i = 0; i < data[0]; i++, literal = next_literal(s, literal)) {
        const Truth now = truth(s, literal);
        if (now == TRUE_NOW) return true;
        if (now == FALSE_NOW) continue;
        if (unit) return true;
        unit = literal;
    }
    return unit && make_true(s, unit, true);
}

/* Conditional: how many literals, these, then a relation: its kind and its numbers */

static bool conditional(Store *s, const Propagator *p)
{
    const int64_t *undecided = NULL, *literal = p->data + 1;
    for (int64_t i = 0; i < p->data[0]; i++, literal = next_literal(s, literal)) {
        const Truth now = truth(s, literal);
        if (now == FALSE_NOW) return true;
        if (now == TRUE_NOW) continue;
        if (undecided) return true;
        undecided = literal;
    }
    const Propagator relation = {(Kind)literal[0], false, p->narrow, (int64_t *)(uintptr_t)(literal + 1), 0};
    if (!undecided) return propagate(s, &relation);
    const int64_t before = mark(s);
    const bool in_trial = s->trial;
    s->trial = true;
    const bool holds = propagate(s, &relation);
    s->trial = in_trial;
    undo(s, before);
    return holds || make_true(s, undecided, false);
}

/* Cumulative: the capacity, how many terms (of starts), these, then for each task what is added to its start, its size and
 * its demand. All of these are so small that no energy overflows (check_propagator). */

enum { MAX_NODES = 1 << 20 };

enum { TASK = 3, MAX_AMOUNT = 1 << 24, MAX_TIME = 1 << 30, MAX_TASKS = 1 << 12 };

/* While it works: of each task its earliest and latest start, then tasks by their latest end, then the profile: a time, and
 * what is used from there to the next. */
typedef struct {
    int64_t time, use;
} Event;

typedef struct {
    int64_t end, first, energy;
} Contained;

static int by_time(const void *one, const void *other)
{
    const int64_t a = ((const Event *)one)->time, b = ((const Event *)other)->time;
    return (a > b) - (a < b);
}

static int by_time_and_use(const void *one, const void *other)
{
    const int64_t a = ((const Event *)one)->use, b = ((const Event *)other)->use;
    const int by = by_time(one, other);
    return by ? by : (a > b) - (a < b);
}

static int by_end(const void *one, const void *other)
{
    const int64_t a = ((const Contained *)one)->end, b = ((const Contained *)other)->end;
    return (a > b) - (a < b);
}

/* Whether a task does not fit on top of the compulsory parts of the others, where `used` is what all of them use at `left`. */
static inline bool is_full(int64_t used, const int64_t *task, int64_t left, const int64_t *span, int64_t capacity)
{
    const int64_t own = span[1] <= left && left < span[0] + task[1] ? task[2] : 0;
    return used - own + task[2] > capacity;
}

/* Whether the tasks that lie between the earliest start of one and the latest end of another fit there. */
static bool has_energy(const int64_t *spans, const Contained *contained, int64_t many, int64_t capacity)
{
    for (int64_t i = 0; i < many; i++) {
        const int64_t begin = spans[2 * i];
        int64_t energy = 0;
        for (int64_t k = 0; k < many; k++) {
            if (contained[k].first >= begin) energy += contained[k].energy;
            if (contained[k].end > begin && energy > capacity * (contained[k].end - begin)) return false;
        }
    }
    return true;
}

/* Of tasks that go one by one: raise `found`, the earliest starts, as `earliest_starts` of the Python engine does; false
 * where they do not fit between their begins and their ends. `order` and `reach` are room for as many as there are. */
static bool one_by_one(const int64_t *tasks, int64_t many, const int64_t *begins, const int64_t *ends, int64_t *found,
                       Event *order, int64_t *reach)
{
    const int64_t never = -((int64_t)1 << 40);
    for (int64_t i = 0; i < many; i++) {
        order[i] = (Event){begins[i], i};
        found[i] = begins[i];
    }
    qsort(order, (size_t)many, sizeof(Event), by_time_and_use);
    for (int64_t k = 0; k < many; k++) {
        const int64_t limit = ends[k];
        int64_t work = 0, done = never, earlier = never;
        for (int64_t o = many - 1; o >= 0; o--) {
            const int64_t i = order[o].use;
            if (ends[i] <= limit) {
                work += tasks[TASK * i + 1];
                if (begins[i] + work > done) done = begins[i] + work;
            }
            reach[i] = done;
        }
        if (done > limit) return false;
        for (int64_t o = 0; o < many; o++) {
            const int64_t i = order[o].use, size = tasks[TASK * i + 1];
            if (ends[i] <= limit) {
                if (begins[i] + work > earlier) earlier = begins[i] + work;
                work -= size;
                continue;
            }
            if (begins[i] + work + size > limit && reach[i] > found[i]) found[i] = reach[i];
            if (earlier + size > limit && done > found[i]) found[i] = done;
        }
    }
    for (int64_t i = 0; i < many; i++) {
        int64_t done = never; /* of the tasks that cannot come after i */
        for (int64_t o = 0; o < many; o++) {
            const int64_t j = order[o].use, size = tasks[TASK * j + 1];
            if (j != i && begins[i] + tasks[TASK * i + 1] > ends[j] - size) done = (begins[j] > done ? begins[j] : done) + size;
        }
        if (done > found[i]) found[i] = done;
    }
    return true;
}

static bool cumulative(Store *s, const int64_t *data)
{
    const int64_t capacity = data[0], many = data[1], *terms = data + 2, *tasks = terms + TERM * many;
    int64_t *spans = (int64_t *)s->scratch, *begins = spans + 2 * many, *ends = begins + many, *raised = ends + many;
    int64_t *lowered = raised + many, *reach = lowered + many, events = 0, times = 0, least = capacity;
    Contained *contained = (Contained *)(reach + many);
    Event *profile = (Event *)(contained + many);
    for (int64_t i = 0; i < many; i++) {
        const int64_t *term = terms + TERM * i, *task = tasks + TASK * i;
        const word *own = domain(s, term[0]);
        const int64_t one = add_at(s, term, first_of(own)), other = add_at(s, term, last_of(own, s->width[term[0]]));
        const int64_t first = task[0] + (one < other ? one : other), last = task[0] + (one < other ? other : one);
        if (task[2] > capacity) return false;
        spans[2 * i] = first;
        spans[2 * i + 1] = last;
        begins[i] = raised[i] = first;
        ends[i] = last + task[1];
        lowered[i] = -ends[i];
        if (task[2] < least) least = task[2];
        contained[i] = (Contained){last + task[1], first, task[1] * task[2]};
        if (last < first + task[1]) {
            profile[events++] = (Event){last, task[2]};
            profile[events++] = (Event){first + task[1], -task[2]};
        }
    }
    if (many && 2 * least > capacity) {
        Event *order = profile + events;
        if (!one_by_one(tasks, many, begins, ends, raised, order, reach)) return false;
        for (int64_t i = 0; i < many; i++) { /* the same with time running backwards */
            const int64_t begin = begins[i];
            begins[i] = -ends[i];
            ends[i] = -begin;
        }
        if (!one_by_one(tasks, many, begins, ends, lowered, order, reach)) return false;
    } else {
        qsort(contained, (size_t)many, sizeof(Contained), by_end);
        if (!has_energy(spans, contained, many, capacity)) return false;
    }
    qsort(profile, (size_t)events, sizeof(Event), by_time);
    for (int64_t k = 0; k < events; k++) { /* one entry for each time, with what is used from then on */
        const Event next = profile[k];
        const int64_t used = times ? profile[times - 1].use : 0;
        if (!times || profile[times - 1].time != next.time) profile[times++].time = next.time;
        profile[times - 1].use = used + next.use;
    }
    for (int64_t k = 0; k < times; k++)
        if (profile[k].use > capacity) return false;
    for (int64_t i = 0; i < many; i++) {
        const int64_t *term = terms + TERM * i, *task = tasks + TASK * i, *span = spans + 2 * i;
        int64_t begin = raised[i], end = -lowered[i];
        if (span[0] == span[1] && begin == span[0] && end == span[1] + task[1]) continue;
        for (int64_t k = 0; k + 1 < times && profile[k].time < begin + task[1]; k++)
            if (profile[k + 1].time > begin && is_full(profile[k].use, task, profile[k].time, span, capacity))
                begin = profile[k + 1].time;
        for (int64_t k = times - 2; k >= 0 && profile[k + 1].time > end - task[1]; k--)
            if (profile[k].time < end && is_full(profile[k].use, task, profile[k].time, span, capacity))
                end = profile[k].time;
        if (begin > span[0] && !at_least(s, term, begin - task[0])) return false;
        if (end < span[1] + task[1] && !at_most(s, term, end - task[1] - task[0])) return false;
    }
    return true;
}

/* Circuit: how many nodes, how many arcs, then for each its tail, its head and the literal that it is used */

/* While it works, of each node: what the true arcs lead to and from, where a path that ends there began (-1: nowhere, or it
 * may be closed), whether it is inside or outside for sure, what was seen, and lists of the arcs that leave and enter it. */
typedef struct {
    int64_t following, preceding, begin, in, out, reached[2], first[2];
} Node;

/* An arc that can be true: its ends (the tail first), and the next that leaves the same tail, and enters the same head. */
typedef struct {
    int64_t end[2], next[2];
} Way;

/* Mark what is reached from `start` along the ways (back: against them). */
static void spread(Node *nodes, const Way *ways, int64_t start, int back, int64_t *waiting)
{
    int64_t many = 0;
    nodes[start].reached[back] = true;
    waiting[many++] = start;
    while (many)
        for (int64_t w = nodes[waiting[--many]].first[back], next; w >= 0; w = next) {
            const int64_t there = ways[w].end[!back];
            next = ways[w].next[back];
            if (nodes[there].reached[back]) continue;
            nodes[there].reached[back] = true;
            waiting[many++] = there; /* over what was read already: each node is put there once */
        }
}

static bool circuit(Store *s, const int64_t *data)
{
    const int64_t many = data[0], arcs = data[1], *arc = data + 2;
    Node *nodes = (Node *)s->scratch;
    Way *ways = (Way *)(nodes + many);
    int64_t *waiting = (int64_t *)(ways + arcs), count = 0, inside = 0, first = -1;
    for (int64_t i = 0; i < many; i++) nodes[i] = (Node){-1, -1, -1, true, false, {false, false}, {-1, -1}};
    for (int64_t i = 0; i < arcs; i++, arc = next_literal(s, arc + 2)) {
        const Truth now = truth(s, arc + 2);
        Node *tail = nodes + arc[0], *head = nodes + arc[1];
        if (now == FALSE_NOW) continue;
        if (tail == head) {
            tail->in = false;
            if (now == TRUE_NOW) tail->out = true;
            continue;
        }
        ways[count] = (Way){{arc[0], arc[1]}, {tail->first[0], head->first[1]}};
        tail->first[0] = head->first[1] = count++;
        if (now != TRUE_NOW) continue;
        if (tail->following >= 0 || head->preceding >= 0) return false;
        tail->following = arc[1];
        head->preceding = arc[0];
    }
    for (int64_t i = 0; i < many; i++) {
        if (nodes[i].following >= 0 || nodes[i].preceding >= 0) nodes[i].in = true;
        if (nodes[i].in && nodes[i].out) return false;
        if (nodes[i].in && first < 0) first = i;
        inside += nodes[i].in;
    }
    for (int64_t i = 0; i < many; i++) {
        int64_t here = i, length = 1;
        if (nodes[i].following < 0 || nodes[i].preceding >= 0) continue;
        for (; nodes[here].following >= 0; length++) here = nodes[here].following;
        if (length < inside) nodes[here].begin = i;
    }
    if (first >= 0) {
        spread(nodes, ways, first, 0, waiting);
        spread(nodes, ways, first, 1, waiting);
        for (int64_t i = 0; i < many; i++)
            if (nodes[i].in && !(nodes[i].reached[0] && nodes[i].reached[1])) return false;
    }
    arc = data + 2;
    for (int64_t i = 0; i < arcs; i++, arc = next_literal(s, arc + 2)) {
        const Node *tail = nodes + arc[0];
        const bool connected = first < 0 || (tail->reached[0] && tail->reached[1]);
        if (arc[0] == arc[1]) {
            if (!connected && !make_true(s, arc + 2, true)) return false;
        } else if (tail->begin == arc[1] && !make_true(s, arc + 2, false)) {
            return false;
        }
    }
    return true;
}

CLONES bool propagate(Store *s, const Propagator *p)
{
    const int64_t *data = p->data;
    switch (p->kind) {
    case ALL_DIFFERENT:
        if (!data[0]) return true;
        return p->narrow ? all_different_any(s, data, 1) : all_different_any(s, data, s->width[data[1]]);
    case ELEMENT:
        return p->narrow ? element_any(s, data, 1, 1) : element_any(s, data, s->width[data[0]], s->width[data[1]]);
    case SELECTION:
        return p->narrow ? selection_any(s, data, 1, 1) : selection_any(s, data, s->width[data[0]], s->width[data[1]]);
    case EQUAL:
        return p->narrow ? equal_any(s, data, 1, 1) : equal_any(s, data, s->width[data[0]], s->width[data[1]]);
    case BOUNDS:
        return bounds(s, data, s->bound >= 0 && p == s->propagator + s->bound);
    case SUM:
        return sum(s, p);
    case UNEQUAL:
        return unequal(s, data);
    case TABLE:
        return table(s, data);
    case ONE:
        return one(s, data);
    case CLAUSE:
        return clause(s, data);
    case CONDITIONAL:
        return conditional(s, p);
    case CUMULATIVE:
        return cumulative(s, data);
    case CIRCUIT:
        return circuit(s, data);
    }
    return false;
}

/* Checking: numbers are read through a cursor that never leaves them. */

typedef struct {
    const Store *s;
    const int64_t *at, *end;
    bool bad, narrow;
} Cursor;

static int64_t number(Cursor *c)
{
    if (c->at < c->end) return *c->at++;
    c->bad = true;
    return 0;
}

/* How many of something that takes at least one number each. */
static int64_t amount(Cursor *c)
{
    const int64_t many = number(c);
    if (many >= 0 && many <= c->end - c->at) return many;
    c->bad = true;
    return 0;
}

static int64_t cell(Cursor *c)
{
    const int64_t cell = number(c);
    if (cell < 0 || cell >= c->s->cells) {
        c->bad = true;
        return 0;
    }
    c->narrow = c->narrow && c->s->width[cell] == 1;
    return cell;
}

static void set(Cursor *c, int64_t words)
{
    if (words <= c->end - c->at)
        c->at += words;
    else
        c->bad = true;
}

static void literals(Cursor *c)
{
    for (int64_t many = amount(c); many > 0 && !c->bad; many--) set(c, c->s->width[cell(c)]);
}

/* The places that a cell may ever hold; only a selector or the rows of a table may have none. */
static int64_t places(const Store *s, int64_t cell)
{
    return is_empty(domain(s, cell), s->width[cell]) ? 0 : last_of(domain(s, cell), s->width[cell]) + 1;
}

/* Terms whose sums stay within 62 bits, `from_zero` for a Sum: tables of numbers that are not negative. */
static int64_t terms(Cursor *c, int64_t tables_length, bool from_zero)
{
    const int64_t many = amount(c);
    int64_t reach = 0;
    for (int64_t i = 0; i < many && !c->bad; i++) {
        const int64_t of = cell(c), is_table = number(c), first = number(c), step = number(c), length = number(c);
        if (c->bad || !places(c->s, of) || length < places(c->s, of) || length > (int64_t)c->s->width[of] * BITS ||
            (is_table && (first < 0 || length > tables_length - first)) || (!is_table && from_zero)) {
            c->bad = true;
            break;
        }
        int64_t widest = 0, last = 0;
        for (int64_t k = 0; is_table && k < length; k++) {
            const int64_t add = c->s->tables[first + k], size = add < 0 ? -(add + 1) : add;
            if (size > widest) widest = size;
            if (from_zero && add < 0) c->bad = true;
        }
        if (!is_table) {
            if (__builtin_mul_overflow(step, length, &last) || __builtin_add_overflow(first, last, &last) || last == INT64_MIN ||
                first == INT64_MIN)
                c->bad = true;
            else
                widest = llabs(first) > llabs(last) ? llabs(first) : llabs(last);
        }
        if (!c->bad && (__builtin_add_overflow(reach, widest, &reach) || reach > INT64_MAX / 4)) c->bad = true;
    }
    return many;
}

const char *check_propagator(const Store *s, Propagator *p, const int64_t *end, int64_t tables_length, int64_t *scratch, bool nested)
{
    Cursor c = {s, p->data, end, false, true};
    int64_t works = 0;
    switch (p->kind) {
    case ALL_DIFFERENT: {
        const int64_t many = amount(&c);
        int64_t first = 0;
        for (int64_t i = 0; i < many && !c.bad; i++) {
            const int64_t member = cell(&c);
            if (!i) first = member;
            if (s->width[member] != s->width[first]) c.bad = true;
        }
        works = many ? many + 4 * s->width[first] : 0;
        break;
    }
    case ELEMENT: {
        const int64_t index = cell(&c), target = cell(&c), many = amount(&c);
        if (c.bad || many < places(s, index)) return "an element with too few places";
        for (int64_t i = 0; i < many && !c.bad; i++) {
            const int64_t read = number(&c);
            if (read < -1 || read >= (int64_t)s->width[target] * BITS) c.bad = true;
        }
        works = s->width[index] + s->width[target];
        break;
    }
    case SELECTION: {
        const int64_t selector = cell(&c), target = cell(&c), many = amount(&c);
        if (c.bad || many < places(s, selector)) return "a selection with too few places";
        const int S = s->width[selector], T = s->width[target];
        for (int64_t i = 0; i < many && !c.bad; i++) {
            const int64_t read = number(&c);
            if (read >= (int64_t)T * BITS || read < FREE - s->cells) c.bad = true;
            if (!c.bad && read < FREE && s->width[FREE - 1 - read] != T) c.bad = true;
        }
        works = S + T;
        break;
    }
    case EQUAL: {
        const int64_t left = cell(&c), right = cell(&c), by = number(&c), far = (int64_t)1 << 40;
        if (by > far || by < -far) c.bad = true;
        works = s->width[left] + s->width[right];
        break;
    }
    case BOUNDS:
        for (int i = 0; i < 4; i++) {
            const int64_t limit = number(&c);
            if (limit > INT64_MAX / 4 || limit < -(INT64_MAX / 4)) c.bad = true;
        }
        works = 2 * terms(&c, tables_length, false);
        break;
    case SUM: {
        const int64_t total = number(&c);
        if (total < -1 || total > 1 << 20) return "a sum with too large a total";
        const int64_t S = words_for(total + 1) + (total < 0);
        int64_t widest = 1;
        const int64_t many = terms(&c, tables_length, true);
        for (int64_t i = 0; i < many && !c.bad; i++) {
            const int64_t of = p->data[2 + TERM * i];
            if (s->width[of] > widest) widest = s->width[of];
        }
        works = (many + 4) * (S < 2 ? 2 : S) + widest;
        break;
    }
    case UNEQUAL: {
        const int64_t total = number(&c);
        if (total > INT64_MAX / 4 || total < -(INT64_MAX / 4)) c.bad = true;
        terms(&c, tables_length, false);
        break;
    }
    case TABLE: {
        const int64_t rows = cell(&c), columns = amount(&c);
        if (c.bad) break;
        const int64_t R = s->width[rows];
        works = 2 * R;
        for (int64_t i = 0; i < columns && !c.bad; i++) {
            const int64_t of = cell(&c), values = amount(&c);
            if (c.bad || values < places(s, of) || values > (c.end - c.at) / R) return "a table that is too short";
            set(&c, values * R);
            if (2 * R + s->width[of] > works) works = 2 * R + s->width[of];
        }
        break;
    }
    case ONE: {
        const int64_t selector = cell(&c), many = amount(&c), *begin = c.at;
        set(&c, many);
        if (c.bad || places(s, selector) > many + 1) return "a selector with too many places";
        for (int64_t i = 0; i < many && !c.bad; i++) {
            if (c.at - p->data != begin[i]) c.bad = true;
            set(&c, s->width[cell(&c)]);
        }
        works = s->width[selector];
        break;
    }
    case CLAUSE:
        literals(&c);
        break;
    case CIRCUIT: {
        const int64_t nodes = number(&c), arcs = amount(&c);
        if (c.bad || nodes < 0 || nodes > MAX_NODES) return "a circuit of too many nodes";
        for (int64_t i = 0; i < arcs && !c.bad; i++) {
            const int64_t tail = number(&c), head = number(&c);
            if (tail < 0 || tail >= nodes || head < 0 || head >= nodes) c.bad = true;
            set(&c, s->width[cell(&c)]);
        }
        works = nodes * (int64_t)(sizeof(Node) / sizeof(int64_t) + 1) + arcs * (int64_t)(sizeof(Way) / sizeof(int64_t));
        break;
    }
    case CUMULATIVE: {
        const int64_t capacity = number(&c), many = terms(&c, tables_length, false), *term = p->data + 2;
        if (c.bad || many > MAX_TASKS || capacity < 0 || capacity > MAX_AMOUNT) return "a resource of no capacity";
        for (int64_t i = 0; i < many && !c.bad; i++, term += TERM) {
            for (int64_t k = 0; k < term[4] && !c.bad; k++) c.bad = llabs(add_at(s, term, k)) > MAX_TIME;
            const int64_t later = number(&c), size = number(&c), demand = number(&c);
            if (later > MAX_TIME || later < -MAX_TIME || size < 1 || size > MAX_AMOUNT || demand < 1 || demand > MAX_AMOUNT) c.bad = true;
        }
        works = many * (2 + 5 + 3 + 2 * 3);
        break;
    }
    case CONDITIONAL: {
        if (nested) return "a condition within a condition";
        literals(&c);
        const int64_t kind = number(&c);
        if (c.bad || kind < 1 || kind > LAST_KIND) return "a relation of no kind";
        Propagator relation = {(Kind)kind, false, false, p->data + (c.at - p->data), 0};
        const char *complaint = check_propagator(s, &relation, end, tables_length, scratch, true);
        p->narrow = relation.narrow;
        return complaint;
    }
    }
    p->narrow = c.narrow;
    if (works > *scratch) *scratch = works;
    return c.bad || c.at != end ? "a propagator that does not fit its cells" : NULL;
}
