/* Knuth's Algorithm X with dancing links (The Art of Computer Programming, volume 4B, 7.2.2.1), with late items.
 *
 * Node 0 is the root of the primary items still to be met, nodes 1 to n are the items' headers, node n + 1 is the root of
 * the late ones; then come the nodes of the options, those of one option side by side. */
#include "links.h"

struct Links {
    int items, late_root, nodes, depth;
    bool hopeless;
    uint8_t *late;            /* of each header */
    uint8_t *met;             /* of each header, by the options chosen in advance */
    int *item_of, *option_of; /* of each node */
    int *first;               /* of each option its first node; one more for the end */
    int *home, *now;          /* up, down, size, left, right before any search, and as they are */
    int *up, *down, *size, *left, *right, *path;
    CoverEffort effort;
};

static int64_t linked(const Links *l) { return 2 * (int64_t)l->nodes + 3 * ((int64_t)l->late_root + 1); }

Links *links_make(const CoverProblem *p)
{
    Links *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    const int items = l->items = p->primary + p->secondary;
    l->late_root = items + 1;
    l->nodes = items + 2 + (int)(p->list_length - p->options);
    const size_t nodes = (size_t)l->nodes, heads = (size_t)items + 2;
    l->late = calloc(heads, 1);
    l->met = calloc(heads, 1);
    l->item_of = resized(NULL, l->nodes, sizeof(int));
    l->option_of = resized(NULL, l->nodes, sizeof(int));
    l->first = resized(NULL, (int64_t)p->options + 1, sizeof(int));
    l->home = resized(NULL, linked(l), sizeof(int));
    l->now = resized(NULL, linked(l), sizeof(int));
    l->path = resized(NULL, (int64_t)items + 2, sizeof(int));
    if (!l->late || !l->met || !l->item_of || !l->option_of || !l->first || !l->home || !l->now || !l->path) {
        links_free(l);
        return NULL;
    }
    int *up = l->home, *down = up + nodes, *size = down + nodes, *left = size + heads, *right = left + heads;
    for (int i = 0; i < (int)heads; i++) {
        up[i] = down[i] = left[i] = right[i] = l->item_of[i] = i;
        size[i] = 0;
        l->option_of[i] = -1;
    }
    /* The primary items stand in the circle of root 0 or of the late root, in order; secondary ones are alone. */
    for (int i = 1; i <= p->primary; i++) {
        const int root = p->late[i - 1] ? l->late_root : 0, before = left[root];
        l->late[i] = p->late[i - 1];
        left[i] = before;
        right[i] = root;
        right[before] = left[root] = i;
    }
    int node = items + 2;
    const int *at = p->list;
    for (int option = 0; option < p->options; option++) {
        l->first[option] = node;
        for (int members = *at++; members > 0; members--, node++) {
            const int item = *at++ + 1, above = up[item];
            up[node] = above;
            down[node] = item;
            down[above] = up[item] = node;
            size[item]++;
            l->item_of[node] = item;
            l->option_of[node] = option;
        }
    }
    l->first[p->options] = node;
    l->up = l->now;
    l->down = l->up + nodes;
    l->size = l->down + nodes;
    l->left = l->size + heads;
    l->right = l->left + heads;
    return l;
}

void links_free(Links *l)
{
    if (!l) return;
    free(l->late);
    free(l->met);
    free(l->item_of);
    free(l->option_of);
    free(l->first);
    free(l->home);
    free(l->now);
    free(l->path);
    free(l);
}

CoverEffort links_effort(const Links *l) { return l->effort; }

/* Take an item out of the circle and its options out of all other lists. Invariant: uncovering in the opposite order
 * finds every link as it was. */
static void cover_item(Links *l, int item)
{
    for (int node = l->down[item]; node != item; node = l->down[node]) {
        const int option = l->option_of[node], begin = l->first[option], end = l->first[option + 1];
        for (int other = node + 1 == end ? begin : node + 1; other != node; other = other + 1 == end ? begin : other + 1) {
            l->down[l->up[other]] = l->down[other];
            l->up[l->down[other]] = l->up[other];
            l->size[l->item_of[other]]--;
        }
    }
    l->right[l->left[item]] = l->right[item];
    l->left[l->right[item]] = l->left[item];
    l->effort.updates += l->size[item];
}

static void uncover_item(Links *l, int item)
{
    l->right[l->left[item]] = l->left[l->right[item]] = item;
    for (int node = l->up[item]; node != item; node = l->up[node]) {
        const int option = l->option_of[node], begin = l->first[option], end = l->first[option + 1];
        for (int other = node == begin ? end - 1 : node - 1; other != node; other = other == begin ? end - 1 : other - 1) {
            l->size[l->item_of[other]]++;
            l->down[l->up[other]] = l->up[l->down[other]] = other;
        }
    }
}

static void cover_others(Links *l, int node)
{
    const int option = l->option_of[node], begin = l->first[option], end = l->first[option + 1];
    for (int other = node + 1 == end ? begin : node + 1; other != node; other = other + 1 == end ? begin : other + 1)
        cover_item(l, l->item_of[other]);
}

static void uncover_others(Links *l, int node)
{
    const int option = l->option_of[node], begin = l->first[option], end = l->first[option + 1];
    for (int other = node == begin ? end - 1 : node - 1; other != node; other = other == begin ? end - 1 : other - 1)
        uncover_item(l, l->item_of[other]);
}

void links_begin(Links *l, const int *chosen, int chosen_count, const int *removed, int removed_count)
{
    /* X1. Initialise: all links at home, the options removed out of every list, those chosen covered. */
    memcpy(l->now, l->home, (size_t)linked(l) * sizeof(int));
    l->effort = (CoverEffort){0, 0, 0};
    memset(l->met, 0, (size_t)l->items + 2);
    l->depth = 0;
    l->hopeless = false;
    for (int i = 0; i < removed_count; i++)
        for (int node = l->first[removed[i]]; node < l->first[removed[i] + 1]; node++) {
            /* One named twice is already out: it is then no longer what its neighbours point at. */
            if (l->down[l->up[node]] != node) continue;
            l->down[l->up[node]] = l->down[node];
            l->up[l->down[node]] = l->up[node];
            l->size[l->item_of[node]]--;
        }
    for (int i = 0; i < chosen_count && !l->hopeless; i++) {
        const int begin = l->first[chosen[i]], end = l->first[chosen[i] + 1];
        for (int node = begin; node < end; node++) {
            /* An item is met already, or the option is out of its list. */
            if (l->met[l->item_of[node]] || l->down[l->up[node]] != node) l->hopeless = true;
            l->met[l->item_of[node]] = 1;
        }
        for (int node = begin; node < end && !l->hopeless; node++) cover_item(l, l->item_of[node]);
    }
}

int links_more(Links *l, int *answers, int width, int64_t most, int64_t most_nodes, int64_t *found)
{
    *found = 0;
    if (l->hopeless) return FINISHED;
    for (;;) {
        if (*found >= most || most_nodes <= 0) return PAUSED;
        /* X2. Enter a level. When every primary item is met, visit the cover. */
        const int root = l->right[0] ? 0 : l->late_root;
        int node = 0;
        if (l->right[root] == root) {
            if (answers) {
                int *answer = answers + *found * width;
                *answer++ = l->depth;
                for (int i = 0; i < l->depth; i++) *answer++ = l->option_of[l->path[i]];
            }
            ++*found;
            while (l->depth && l->late[l->item_of[l->path[l->depth - 1]]]) {
                const int last = l->path[--l->depth];
                uncover_others(l, last);
                uncover_item(l, l->item_of[last]);
            }
        } else {
            /* X3. Choose the item with fewest options. X4. Cover it. */
            int item = l->right[root];
            for (int i = l->right[item]; i != root; i = l->right[i])
                if (l->size[i] < l->size[item]) item = i;
            if (l->size[item]) {
                cover_item(l, item);
                node = l->down[item];
            } else
                l->effort.dead_ends++;
        }
        while (node <= l->late_root) {
            /* X7. Every option of an item was tried when its header comes round. X8. Leave the level. */
            if (node) uncover_item(l, node);
            if (!l->depth) {
                l->hopeless = true; /* to ask for more finds nothing more */
                return FINISHED;
            }
            /* X6. Try the next option of the level above. */
            node = l->path[--l->depth];
            uncover_others(l, node);
            node = l->down[node];
        }
        /* X5. Try an option: cover its other items. */
        l->path[l->depth++] = node;
        cover_others(l, node);
        l->effort.nodes++;
        most_nodes--;
    }
}
