/* Exact covers on one bitset of live options.
 *
 * Choosing an option leaves those live that share no item with it: live &= ~conflict[option]. An item is counted by the
 * live options that meet it. With n options the conflicts take n*n/8 bytes; beyond MOST_BITSET_OPTIONS the links dance. */
#include "cover.h"
#include "links.h"

/* A level of the search: the item it branches on, the option to try next, and how long the path was before. */
typedef struct {
    int item, next, path;
} Level;

struct Cover {
    Links *links; /* instead of all below */
    int primary, options, width;
    int option_words, item_words, state_words;
    word *meets;     /* for each primary item the options that meet it */
    int *begin, *end; /* the words of `meets` that are not empty */
    word *conflict;  /* for each option those that share an item with it, itself too */
    word *items;     /* for each option its primary items */
    word *late;      /* primary items that are met last, in one way */
    word *usable;    /* options that meet something */
    /* Invariant: states[d] has the options live and the items still to meet before level d chooses its option; when
     * `fresh`, states[depth] is yet to be looked at. */
    word *states;
    Level *levels;
    int *path;
    int depth, path_length, room;
    bool fresh, hopeless;
    CoverEffort effort;
};

int64_t cover_bytes(int64_t primary, int64_t secondary, int64_t options, int64_t cells, bool links)
{
    const int64_t most = (int64_t)1 << 27;
    if (primary < 0 || secondary < 0 || options < 0 || cells < 0) return -1;
    if (primary > most || secondary > most || options > most || cells > most) return -1;
    if (links) return 48 * (primary + secondary + 2 + cells) + 4 * options;
    if (options > MOST_BITSET_OPTIONS) return -1;
    return 8 * (words_for(options) * (options + primary + secondary) + words_for(primary) * (options + 2)) + 16 * primary;
}

Cover *cover_make(const CoverProblem *p, bool links)
{
    Cover *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->hopeless = true; /* until it is begun */
    c->primary = p->primary;
    c->options = p->options;
    c->width = 1 + (p->options < p->primary ? p->options : p->primary);
    if (links) {
        c->links = links_make(p);
        if (c->links) return c;
        cover_free(c);
        return NULL;
    }
    const size_t W = (size_t)(c->option_words = words_for(p->options) + !p->options);
    const size_t I = (size_t)(c->item_words = words_for(p->primary) + !p->primary);
    const size_t items = (size_t)p->primary + (size_t)p->secondary;
    c->state_words = (int)(W + I);
    c->meets = calloc(W * (items + 1), sizeof(word));
    c->begin = calloc((size_t)p->primary + 1, sizeof(int));
    c->end = calloc((size_t)p->primary + 1, sizeof(int));
    c->conflict = calloc(W * ((size_t)p->options + 1), sizeof(word));
    c->items = calloc(I * ((size_t)p->options + 1), sizeof(word));
    c->late = calloc(I, sizeof(word));
    c->usable = calloc(W, sizeof(word));
    c->path = calloc((size_t)c->width, sizeof(int));
    if (!c->meets || !c->begin || !c->end || !c->conflict || !c->items || !c->late || !c->usable || !c->path) {
        cover_free(c);
        return NULL;
    }
    const int *at = p->list;
    for (int o = 0; o < p->options; o++)
        for (int members = *at++; members > 0; members--) {
            const int item = *at++;
            put(c->meets + W * (size_t)item, o);
            put(c->usable, o);
            if (item < p->primary) put(c->items + I * (size_t)o, item);
        }
    at = p->list;
    for (int o = 0; o < p->options; o++)
        for (int members = *at++; members > 0; members--) {
            const word *meets = c->meets + W * (size_t)*at++;
            for (size_t w = 0; w < W; w++) c->conflict[W * (size_t)o + w] |= meets[w];
        }
    for (int i = 0; i < p->primary; i++) {
        const word *meets = c->meets + W * (size_t)i;
        if (p->late[i]) put(c->late, i);
        c->end[i] = (int)W;
        while (c->end[i] > 0 && !meets[c->end[i] - 1]) c->end[i]--;
        while (c->begin[i] < c->end[i] && !meets[c->begin[i]]) c->begin[i]++;
    }
    return c;
}

void cover_free(Cover *c)
{
    if (!c) return;
    links_free(c->links);
    free(c->meets);
    free(c->begin);
    free(c->end);
    free(c->conflict);
    free(c->items);
    free(c->late);
    free(c->usable);
    free(c->path);
    free(c->states);
    free(c->levels);
    free(c);
}

int cover_width(const Cover *c) { return c->width; }
CoverEffort cover_effort(const Cover *c) { return c->links ? links_effort(c->links) : c->effort; }

/* Make room for the state and the level at `depth`; false when memory is refused. */
static bool reserve(Cover *c, int depth)
{
    if (depth < c->room) return true;
    const int room = depth < 32 ? 32 : 2 * depth;
    word *states = resized(c->states, (int64_t)room * c->state_words, sizeof(word));
    if (states) c->states = states;
    Level *levels = resized(c->levels, room, sizeof(Level));
    if (levels) c->levels = levels;
    if (states && levels) c->room = room;
    return states && levels;
}

/* Of a state: this option is chosen. */
ALWAYS void choose(const Cover *c, word *state, int option)
{
    const int W = c->option_words, I = c->item_words;
    const word *conflict = c->conflict + (size_t)W * (size_t)option, *items = c->items + (size_t)I * (size_t)option;
    for (int w = 0; w < W; w++) state[w] &= ~conflict[w];
    for (int w = 0; w < I; w++) state[W + w] &= ~items[w];
}

bool cover_begin(Cover *c, const int *chosen, int chosen_count, const int *removed, int removed_count)
{
    if (c->links) {
        links_begin(c->links, chosen, chosen_count, removed, removed_count);
        return true;
    }
    c->effort = (CoverEffort){0, 0, 0};
    c->depth = c->path_length = 0;
    c->fresh = true;
    c->hopeless = false;
    if (!reserve(c, 0)) return false;
    word *state = c->states;
    memcpy(state, c->usable, (size_t)c->option_words * sizeof(word));
    memset(state + c->option_words, 0, (size_t)c->item_words * sizeof(word));
    for (int i = 0; i < c->primary; i++) put(state + c->option_words, i);
    for (int i = 0; i < removed_count; i++) drop(state, removed[i]);
    for (int i = 0; i < chosen_count; i++) {
        if (has(c->usable, chosen[i]) && !has(state, chosen[i])) c->hopeless = true;
        choose(c, state, chosen[i]);
    }
    return true;
}

enum { DEAD = -2, COMPLETE = -1 };

/* Look at a state: the item to branch on, or DEAD, or COMPLETE. An item that one option is left for takes it at once.
 * The item has fewest live options, and is late only when no other is left. */
ALWAYS int look(Cover *c, word *state)
{
    const int W = c->option_words, I = c->item_words;
    word *left = state + W;
    for (;;) {
        int best = COMPLETE, best_late = COMPLETE, fewest = INT_MAX, fewest_late = INT_MAX;
        bool forced = false;
        for (int i = 0; i < I; i++)
            for (word open = left[i]; open; open &= open - 1) {
                const int item = i * BITS + lowest(open);
                if (!has(left, item)) continue; /* met by one that was forced meanwhile */
                const word *meets = c->meets + (size_t)W * (size_t)item;
                const bool late = has(c->late, item);
                const int limit = late ? fewest_late : fewest, end = c->end[item];
                int many = 0, w = c->begin[item];
                for (; w + 4 <= end && many < limit; w += 4)
                    many += count(state[w] & meets[w]) + count(state[w + 1] & meets[w + 1]) +
                            count(state[w + 2] & meets[w + 2]) + count(state[w + 3] & meets[w + 3]);
                for (; w < end && many < limit; w++) many += count(state[w] & meets[w]);
                if (!many) return DEAD;
                if (many == 1) {
                    for (w = c->begin[item]; !(state[w] & meets[w]);) w++;
                    const int option = w * BITS + lowest(state[w] & meets[w]);
                    c->path[c->path_length++] = option;
                    c->effort.nodes++;
                    choose(c, state, option);
                    forced = true;
                } else if (many < limit) {
                    if (late) {
                        fewest_late = many;
                        best_late = item;
                    } else {
                        fewest = many;
                        best = item;
                    }
                }
            }
        if (!forced) return best == COMPLETE ? best_late : best;
    }
}

static CLONES int search(Cover *c, int *answers, int64_t most, int64_t most_nodes, int64_t *found)
{
    const int W = c->option_words;
    for (;;) {
        if (*found >= most || c->effort.nodes >= most_nodes) return PAUSED;
        if (c->fresh) {
            c->fresh = false;
            const int item = look(c, c->states + (size_t)c->depth * (size_t)c->state_words);
            if (item == COMPLETE) {
                if (answers) {
                    answers[*found * c->width] = c->path_length;
                    memcpy(answers + *found * c->width + 1, c->path, (size_t)c->path_length * sizeof(int));
                }
                ++*found;
                while (c->depth && has(c->late, c->levels[c->depth - 1].item)) c->depth--;
            } else if (item == DEAD)
                c->effort.dead_ends++;
            else
                c->levels[c->depth++] = (Level){item, 0, c->path_length};
        }
        if (!c->depth) {
            c->hopeless = true; /* to ask for more finds nothing more */
            return FINISHED;
        }
        /* Try the next option of the deepest level. */
        Level *level = c->levels + c->depth - 1;
        const word *state = c->states + (size_t)(c->depth - 1) * (size_t)c->state_words;
        const word *meets = c->meets + (size_t)W * (size_t)level->item;
        int w = level->next / BITS, option = -1;
        if (w < c->end[level->item]) {
            word here = state[w] & meets[w] & ~(word)0 << (level->next % BITS);
            while (!here && ++w < c->end[level->item]) here = state[w] & meets[w];
            if (here) option = w * BITS + lowest(here);
        }
        if (option < 0) {
            c->depth--;
            continue;
        }
        level->next = option + 1;
        c->path_length = level->path;
        if (!reserve(c, c->depth)) return FAILED;
        word *below = c->states + (size_t)c->depth * (size_t)c->state_words;
        memcpy(below, below - c->state_words, (size_t)c->state_words * sizeof(word));
        choose(c, below, option);
        c->path[c->path_length++] = option;
        c->effort.nodes++;
        c->fresh = true;
    }
}

int cover_more(Cover *c, int *answers, int64_t most, int64_t most_nodes, int64_t *found)
{
    *found = 0;
    if (c->links) return links_more(c->links, answers, c->width, most, most_nodes, found);
    if (c->hopeless) return FINISHED;
    const int64_t room = INT64_MAX - c->effort.nodes;
    return search(c, answers, most, c->effort.nodes + (most_nodes < room ? most_nodes : room), found);
}

/* An item that is met late has one way at most, which both searches would look for: it is not shared.
 * Invariant: an option is tried by one search only, so that the covers of both together are those of one. */
bool cover_share(Cover *from, Cover *to)
{
    if (from == to || from->links || to->links || from->hopeless || !to->hopeless) return false;
    if (from->options != to->options || from->primary != to->primary || from->width != to->width) return false;
    const size_t W = (size_t)from->option_words, I = (size_t)from->item_words;
    if (memcmp(from->conflict, to->conflict, W * (size_t)from->options * sizeof(word))) return false;
    if (memcmp(from->items, to->items, I * (size_t)from->options * sizeof(word))) return false;
    if (memcmp(from->late, to->late, I * sizeof(word)) || !reserve(to, 0)) return false;
    for (int d = 0; d < from->depth; d++) {
        Level *level = from->levels + d;
        const word *state = from->states + (size_t)d * (size_t)from->state_words, *meets = from->meets + W * (size_t)level->item;
        bool untried = false;
        for (int o = level->next; o < from->options && !untried; o++) untried = has(state, o) && has(meets, o);
        if (!untried || has(from->late, level->item)) continue;
        memcpy(to->states, state, (size_t)from->state_words * sizeof(word));
        memcpy(to->path, from->path, (size_t)level->path * sizeof(int));
        to->levels[0] = *level;
        to->depth = 1;
        to->path_length = level->path;
        to->fresh = to->hopeless = false;
        level->next = from->options;
        return true;
    }
    return false;
}
