/* The extension module: sizes checked, buffers in and out, the GIL released while an engine runs. */
#include "binding.h"
#include "cover.h"
#include "store.h"
#include "units.h"
#include "version.h"

static const int64_t MOST_BYTES = (int64_t)1 << 32;  /* more than this an engine does not take */
static const int64_t MOST_ANSWER_BYTES = (int64_t)1 << 28; /* nor this for the answers of one call */

typedef struct {
    Guarded guard;
    Units *engine;
    word *domains;
    int64_t paused_at; /* the puzzle of a batch whose search is still open, or -1 */
} UnitsObject;

typedef struct {
    Guarded guard;
    Cover *engine;
    int options;
    uint8_t *seen;
} CoverObject;

typedef struct {
    Guarded guard;
    Store *engine;
} StoreObject;

/* Lists one after the other, each a length and so many numbers below `most`, none twice: how many; or -1, with an error. */
static int64_t lists_in(const int *list, int64_t length, int64_t most)
{
    int64_t many = 0;
    int *seen_in = calloc((size_t)most + 1, sizeof(int));
    if (!seen_in) {
        PyErr_NoMemory();
        return -1;
    }
    for (int64_t at = 0; at < length && many >= 0; many++) {
        const int64_t members = list[at++];
        bool sound = members >= 0 && members <= length - at && many < INT_MAX - 1;
        for (int64_t end = at + members; sound && at < end; at++) {
            sound = list[at] >= 0 && list[at] < most && seen_in[list[at]] != many + 1;
            if (sound) seen_in[list[at]] = (int)many + 1;
        }
        if (!sound) {
            PyErr_Format(PyExc_ValueError, "list %lld ends early, or names a number twice or one that is none", (long long)many);
            many = -2;
        }
    }
    free(seen_in);
    return many < 0 ? -1 : many;
}

static bool limits_of(PyObject *args, long long *answers, long long *steps, int64_t answer_bytes)
{
    if (!PyArg_ParseTuple(args, "LL", answers, steps)) return false;
    if (*answers < 0 || *steps < 0 || (answer_bytes && *answers > MOST_ANSWER_BYTES / answer_bytes)) {
        PyErr_SetString(PyExc_ValueError, "limits are negative, or ask for more answers than one call gives");
        return false;
    }
    return true;
}

/* How an engine goes on: `answers` has room for `most` of them, or is NULL. */
typedef int Go(const PyObject *object, void *answers, int64_t most, int64_t steps, int64_t *found);

/* Let an engine go on: (answers, finished), where `answers` are bytes, or their number where none are listed. */
static PyObject *run(PyObject *self, PyObject *args, Go *go, int64_t answer_bytes, bool listing)
{
    long long most, steps;
    if (!limits_of(args, &most, &steps, listing ? answer_bytes : 0)) return NULL;
    /* Zeros: what lies past the end of a short answer is nobody's. */
    void *answers = listing ? calloc((size_t)(most * answer_bytes) + 1, 1) : NULL;
    if (listing && !answers) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (enter(self)) {
        int64_t found;
        int came;
        Py_BEGIN_ALLOW_THREADS
        came = go(self, answers, most, steps, &found);
        Py_END_ALLOW_THREADS
        leave(self);
        PyObject *finished = came == FINISHED ? Py_True : Py_False;
        if (came == FAILED)
            PyErr_NoMemory();
        else if (listing)
            result = Py_BuildValue("y#O", (const char *)answers, (Py_ssize_t)(found * answer_bytes), finished);
        else
            result = Py_BuildValue("LO", (long long)found, finished);
    }
    free(answers);
    return result;
}

/* The methods `more` and `count` of an engine. */
#define RUN(engine, go, answer_bytes)                                                                              \
    static PyObject *engine##_more_method(PyObject *self, PyObject *args)                                          \
    {                                                                                                              \
        return run(self, args, go, answer_bytes(self), answer_bytes(self) > 0);                                    \
    }                                                                                                              \
    static PyObject *engine##_count_method(PyObject *self, PyObject *args)                                         \
    {                                                                                                              \
        return run(self, args, go, answer_bytes(self), false);                                                     \
    }

/* Both entered, `share` them: whether there was something to hand over. */
#define SHARE(name, type, share)                                                                                   \
    static PyObject *name(PyObject *object, PyObject *other)                                                       \
    {                                                                                                              \
        if (Py_TYPE(object) != Py_TYPE(other)) return PyErr_Format(PyExc_TypeError, "share needs another engine of this kind"); \
        type *from = (type *)object, *to = (type *)other;                                                          \
        if (from == to) return PyErr_Format(PyExc_ValueError, "an engine has nothing to share with itself");       \
        if (!enter(from)) return NULL;                                                                             \
        const bool both = enter(to), shared = both && share(from->engine, to->engine);                             \
        leave(from);                                                                                               \
        if (!both) return NULL;                                                                                    \
        leave(to);                                                                                                 \
        return PyBool_FromLong(shared);                                                                            \
    }

/* Units */

static PyObject *units_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    long long variables, values;
    PyObject *of[2];
    if (!PyArg_ParseTuple(args, "LLOO", &variables, &values, of, of + 1)) return NULL;
    if (units_bytes(variables, values, 0) < 0)
        return PyErr_Format(PyExc_ValueError, "%lld variables of %lld values are none, or too many", variables, values);
    static const Expected expected[2] = {{"domains", sizeof(word), false}, {"units", sizeof(int), false}};
    Py_buffer parts[2];
    if (!borrow(of, parts, expected, 2)) return NULL;
    UnitsObject *self = NULL;
    const word *domains = parts[0].buf;
    const int64_t length = parts[1].len / (int64_t)sizeof(int);
    if (parts[0].len != variables * (int64_t)sizeof(word)) {
        PyErr_Format(PyExc_ValueError, "%lld variables need as many domains", variables);
        goto done;
    }
    for (int64_t i = 0; i < variables && values < BITS; i++)
        if (domains[i] >> values) {
            PyErr_Format(PyExc_ValueError, "the domain of variable %lld reaches past %lld values", (long long)i, values);
            goto done;
        }
    const int64_t units = lists_in(parts[1].buf, length, variables);
    if (units < 0) goto done;
    const int64_t bytes = units_bytes(variables, values, units);
    if (bytes < 0 || bytes > MOST_BYTES) {
        PyErr_Format(PyExc_ValueError, "%lld variables in %lld units are too many", variables, (long long)units);
        goto done;
    }
    self = (UnitsObject *)fresh(type);
    if (!self) goto done;
    self->paused_at = -1;
    self->domains = malloc((size_t)parts[0].len + 1);
    self->engine = units_make((int)variables, (int)values, domains, parts[1].buf, length, (int)units);
    if (!self->engine || !self->domains) {
        Py_DECREF(self);
        self = NULL;
        PyErr_NoMemory();
    } else
        memcpy(self->domains, domains, (size_t)parts[0].len);
done:
    release(parts, 2);
    return (PyObject *)self;
}

static void units_dealloc(PyObject *object)
{
    UnitsObject *self = (UnitsObject *)object;
    units_free(self->engine);
    free(self->domains);
    give_back(object);
}

static bool given_values(const uint8_t *givens, int variables, int values)
{
    for (int i = 0; i < variables; i++)
        if (givens[i] > values) return false;
    return true;
}

static PyObject *units_begin_method(PyObject *object, PyObject *allowed_of)
{
    UnitsObject *self = (UnitsObject *)object;
    static const Expected expected = {"allowed", sizeof(word), false};
    Py_buffer allowed;
    if (!borrow(&allowed_of, &allowed, &expected, 1)) return NULL;
    if (allowed.len != self->engine->variables * (int64_t)sizeof(word))
        PyErr_SetString(PyExc_ValueError, "a set of values is expected for each variable");
    else if (enter(self)) {
        self->paused_at = -1;
        if (!units_begin(self->engine, allowed.buf)) PyErr_NoMemory();
        leave(self);
    }
    release(&allowed, 1);
    return none_or_error();
}

static int64_t units_answer_bytes(const PyObject *object) { return ((const UnitsObject *)object)->engine->variables; }

static int units_go(const PyObject *object, void *answers, int64_t most, int64_t steps, int64_t *found)
{
    return units_more(((const UnitsObject *)object)->engine, answers, units_answer_bytes(object), most, steps, found);
}

RUN(units, units_go, units_answer_bytes)

/* A batch: givens and answers, a row of bytes for each of the counts. */
static const Expected OF_BATCH[2][3] = {
    {{"givens", 1, false}, {"answers", 1, false}, {"counts", sizeof(int64_t), false}},
    {{"givens", 1, false}, {"answers", 1, true}, {"counts", sizeof(int64_t), true}},
};

/* Whether so many rows of `size` bytes, `stride` apart, lie within a buffer. */
static bool rows_fit(int64_t rows, int64_t size, int64_t stride, const Py_buffer *buffer)
{
    return stride >= size && (!rows || (buffer->len >= size && (!stride || (buffer->len - size) / stride >= rows - 1)));
}

static PyObject *units_batch(PyObject *object, PyObject *args)
{
    UnitsObject *self = (UnitsObject *)object;
    PyObject *of[3];
    long long stride, first, limit, steps;
    if (!PyArg_ParseTuple(args, "OOOLLLL", of, of + 1, of + 2, &stride, &first, &limit, &steps)) return NULL;
    Py_buffer parts[3];
    if (!borrow(of, parts, OF_BATCH[1], 3)) return NULL;
    PyObject *result = NULL;
    Units *engine = self->engine;
    const uint8_t *givens = parts[0].buf;
    uint8_t *answers = parts[1].buf;
    const int64_t rows = parts[2].len / (int64_t)sizeof(int64_t), size = engine->variables;
    if (!rows_fit(rows, size, stride, parts) || !rows_fit(rows, size, stride, parts + 1) || first < 0 || first > rows ||
        limit < 1 || steps < 0) {
        PyErr_SetString(PyExc_ValueError, "givens and answers have a row for each count, or a limit makes no sense");
    } else if (enter(self)) {
        int64_t row = first, *count_of = parts[2].buf;
        int came = FINISHED;
        Py_BEGIN_ALLOW_THREADS
        for (; row < rows && steps > 0; row++) {
            const uint8_t *given = givens + row * stride;
            uint8_t *answer = answers + row * stride;
            if (row != self->paused_at) {
                count_of[row] = given_values(given, (int)size, engine->values) ? 0 : -1;
                if (count_of[row] < 0) continue;
                if (!units_begin_given(engine, given)) came = FAILED;
            }
            if (came == FAILED) break;
            self->paused_at = -1;
            const int64_t before = engine->nodes;
            int64_t found = 0;
            came = PAUSED;
            /* The first answer is written, the others are only counted. */
            if (!count_of[row]) {
                came = units_more(engine, answer, size, 1, steps, &found);
                count_of[row] = found;
            }
            if (came == PAUSED && count_of[row] && count_of[row] < limit) {
                came = units_more(engine, NULL, size, limit - count_of[row], steps - (engine->nodes - before), &found);
                count_of[row] += found;
            }
            steps -= engine->nodes - before;
            if (came == FAILED) break;
            if (came == PAUSED && count_of[row] < limit) {
                self->paused_at = row;
                break;
            }
        }
        Py_END_ALLOW_THREADS
        leave(self);
        result = came == FAILED ? PyErr_NoMemory() : PyLong_FromLongLong(row);
    }
    release(parts, 3);
    return result;
}

static PyObject *units_judge(PyObject *object, PyObject *args)
{
    UnitsObject *self = (UnitsObject *)object;
    PyObject *of[3];
    long long stride;
    if (!PyArg_ParseTuple(args, "OOOL", of, of + 1, of + 2, &stride)) return NULL;
    Py_buffer parts[3];
    if (!borrow(of, parts, OF_BATCH[0], 3)) return NULL;
    PyObject *result = NULL;
    const Units *engine = self->engine;
    const uint8_t *givens = parts[0].buf, *answers = parts[1].buf;
    const int64_t *counts = parts[2].buf, rows = parts[2].len / (int64_t)sizeof(int64_t), size = engine->variables;
    if (!rows_fit(rows, size, stride, parts) || !rows_fit(rows, size, stride, parts + 1)) {
        PyErr_SetString(PyExc_ValueError, "givens and answers have a row for each count");
    } else {
        int64_t row = 0;
        Py_BEGIN_ALLOW_THREADS
        for (; row < rows; row++)
            if (counts[row] > 0 && !judge_units((int)size, engine->values, self->domains, engine->list, engine->list_length,
                                                givens + row * stride, answers + row * stride))
                break;
        Py_END_ALLOW_THREADS
        result = PyLong_FromLongLong(row < rows ? row : -1);
    }
    release(parts, 3);
    return result;
}

static PyObject *units_effort(PyObject *object, PyObject *Py_UNUSED(none))
{
    const Units *engine = ((UnitsObject *)object)->engine;
    return Py_BuildValue("{sL}", "nodes", (long long)engine->nodes);
}

SHARE(units_share_method, UnitsObject, units_share)

static PyMethodDef units_methods[] = {
    {"begin", units_begin_method, METH_O, "begin(allowed): a set of values, 64 bits, for each variable"},
    {"more", units_more_method, METH_VARARGS, "more(answers, nodes) -> (bytes, finished)"},
    {"count", units_count_method, METH_VARARGS, "count(answers, nodes) -> (found, finished): as more, without listing"},
    {"batch", units_batch, METH_VARARGS,
     "batch(givens, answers, counts, stride, first, limit, nodes) -> the row to go on with: fills the first answer of each "
     "row and how many there are, at most limit; -1 for a row with a value that is none"},
    {"judge", units_judge, METH_VARARGS, "judge(givens, answers, counts, stride) -> the first row with a wrong answer, or -1"},
    {"share", units_share_method, METH_O, "share(other) -> whether part of what is left went to another that is done"},
    {"effort", units_effort, METH_NOARGS, "effort() -> the work of the latest search"},
    {NULL, NULL, 0, NULL},
};

/* Cover */

static PyObject *cover_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    long long primary, secondary;
    PyObject *of[2];
    int links;
    if (!PyArg_ParseTuple(args, "LLOOp", &primary, &secondary, of, of + 1, &links)) return NULL;
    if (cover_bytes(primary, secondary, 0, 0, true) < 0)
        return PyErr_Format(PyExc_ValueError, "%lld and %lld items are too many", primary, secondary);
    static const Expected expected[2] = {{"options", sizeof(int), false}, {"late", 1, false}};
    Py_buffer parts[2];
    if (!borrow(of, parts, expected, 2)) return NULL;
    CoverObject *self = NULL;
    const int64_t length = parts[0].len / (int64_t)sizeof(int);
    if (parts[1].len != primary) {
        PyErr_SetString(PyExc_ValueError, "late has a byte for each primary item");
        goto done;
    }
    const int64_t options = lists_in(parts[0].buf, length, primary + secondary);
    if (options < 0) goto done;
    const int64_t bytes = cover_bytes(primary, secondary, options, length - options, links);
    if (bytes < 0 || bytes > MOST_BYTES) {
        PyErr_Format(PyExc_ValueError, "%lld options are too many", (long long)options);
        goto done;
    }
    self = (CoverObject *)fresh(type);
    if (!self) goto done;
    const CoverProblem problem = {(int)primary, (int)secondary, (int)options, parts[1].buf, parts[0].buf, length};
    self->options = (int)options;
    self->seen = calloc((size_t)options + 1, 1);
    self->engine = cover_make(&problem, links);
    if (!self->engine || !self->seen || !cover_begin(self->engine, NULL, 0, NULL, 0)) {
        Py_DECREF(self);
        self = NULL;
        PyErr_NoMemory();
    }
done:
    release(parts, 2);
    return (PyObject *)self;
}

static void cover_dealloc(PyObject *object)
{
    CoverObject *self = (CoverObject *)object;
    cover_free(self->engine);
    free(self->seen);
    give_back(object);
}

/* Numbers of options, each once. */
static bool options_named(CoverObject *self, const int *numbers, int64_t many)
{
    bool sound = many <= self->options;
    int64_t passed = 0;
    for (; sound && passed < many; passed++) {
        const int number = numbers[passed];
        if (number < 0 || number >= self->options || self->seen[number]) sound = false;
        if (!sound) break;
        self->seen[number] = 1;
    }
    while (passed > 0) self->seen[numbers[--passed]] = 0;
    if (!sound) PyErr_SetString(PyExc_ValueError, "chosen and removed are numbers of options, each once");
    return sound;
}

static PyObject *cover_begin_method(PyObject *object, PyObject *args)
{
    CoverObject *self = (CoverObject *)object;
    PyObject *of[2];
    if (!PyArg_ParseTuple(args, "OO", of, of + 1)) return NULL;
    static const Expected expected[2] = {{"chosen", sizeof(int), false}, {"removed", sizeof(int), false}};
    Py_buffer parts[2];
    if (!borrow(of, parts, expected, 2)) return NULL;
    const int *chosen = parts[0].buf, *removed = parts[1].buf;
    const int64_t many_chosen = parts[0].len / (int64_t)sizeof(int), many_removed = parts[1].len / (int64_t)sizeof(int);
    if (enter(self)) {
        if (options_named(self, chosen, many_chosen) && options_named(self, removed, many_removed) &&
            !cover_begin(self->engine, chosen, (int)many_chosen, removed, (int)many_removed))
            PyErr_NoMemory();
        leave(self);
    }
    release(parts, 2);
    return none_or_error();
}

static int64_t cover_answer_bytes(const PyObject *object)
{
    return (int64_t)sizeof(int) * cover_width(((const CoverObject *)object)->engine);
}

static int cover_go(const PyObject *object, void *answers, int64_t most, int64_t steps, int64_t *found)
{
    return cover_more(((const CoverObject *)object)->engine, answers, most, steps, found);
}

RUN(cover, cover_go, cover_answer_bytes)

static PyObject *cover_width_method(PyObject *self, PyObject *Py_UNUSED(none))
{
    return PyLong_FromLong(cover_width(((CoverObject *)self)->engine));
}

static PyObject *cover_effort_method(PyObject *self, PyObject *Py_UNUSED(none))
{
    const CoverEffort effort = cover_effort(((CoverObject *)self)->engine);
    return Py_BuildValue("{sLsLsL}", "nodes", (long long)effort.nodes, "updates", (long long)effort.updates, "dead ends",
                         (long long)effort.dead_ends);
}

SHARE(cover_share_method, CoverObject, cover_share)

static PyMethodDef cover_methods[] = {
    {"begin", cover_begin_method, METH_VARARGS, "begin(chosen, removed): 32-bit numbers of options"},
    {"more", cover_more_method, METH_VARARGS,
     "more(answers, nodes) -> (bytes, finished): answers of width() 32-bit numbers, how many options and these"},
    {"count", cover_count_method, METH_VARARGS, "count(answers, nodes) -> (found, finished): as more, without listing"},
    {"share", cover_share_method, METH_O, "share(other) -> whether part of what is left went to another that is done"},
    {"width", cover_width_method, METH_NOARGS, "width() -> the numbers of an answer"},
    {"effort", cover_effort_method, METH_NOARGS, "effort() -> the work of the latest search"},
    {NULL, NULL, 0, NULL},
};

/* Store */

static PyObject *store_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    enum { PARTS = 7 };
    static const Expected expected[PARTS] = {{"widths", 8, false},   {"domains", 8, false}, {"program", 8, false},
                                             {"tables", 8, false},   {"deciding", 8, false}, {"others", 8, false},
                                             {"strategies", 8, false}};
    PyObject *of[PARTS];
    long long propagators, shown, bound, first_restart;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OOOOOOOLLLKL", of, of + 1, of + 2, of + 3, of + 4, of + 5, of + 6, &propagators, &shown,
                          &bound, &seed, &first_restart))
        return NULL;
    Py_buffer part[PARTS];
    if (!borrow(of, part, expected, PARTS)) return NULL;
    const StoreProblem problem = {
        .widths = part[0].buf, .domains = part[1].buf, .program = part[2].buf, .tables = part[3].buf,
        .deciding = part[4].buf, .others = part[5].buf, .cells = part[0].len / 8, .domain_words = part[1].len / 8,
        .program_length = part[2].len / 8, .tables_length = part[3].len / 8, .deciding_count = part[4].len / 8,
        .others_count = part[5].len / 8, .strategies = part[6].buf, .strategies_length = part[6].len / 8,
        .propagators = propagators, .shown = shown, .bound = bound, .seed = seed,
        .first_restart = first_restart,
    };
    const char *complaint;
    StoreObject *self = (StoreObject *)fresh(type);
    if (self) self->engine = store_make(&problem, &complaint);
    if (self && !self->engine) {
        Py_DECREF(self);
        self = NULL;
        if (complaint)
            PyErr_SetString(PyExc_ValueError, complaint);
        else
            PyErr_NoMemory();
    }
    release(part, PARTS);
    return (PyObject *)self;
}

static void store_dealloc(PyObject *object)
{
    store_free(((StoreObject *)object)->engine);
    give_back(object);
}

/* The methods `begin` and `order`: 64-bit numbers, which the engine may complain of. */
static PyObject *store_told(PyObject *object, PyObject *numbers_of, const char *tell(Store *, const int64_t *, int64_t))
{
    StoreObject *self = (StoreObject *)object;
    static const Expected expected = {"numbers", sizeof(int64_t), false};
    Py_buffer numbers;
    if (!borrow(&numbers_of, &numbers, &expected, 1)) return NULL;
    if (enter(self)) {
        const char *complaint = tell(self->engine, numbers.buf, numbers.len / (int64_t)sizeof(int64_t));
        leave(self);
        if (complaint && *complaint)
            PyErr_SetString(PyExc_ValueError, complaint);
        else if (complaint)
            PyErr_NoMemory();
    }
    release(&numbers, 1);
    return none_or_error();
}

static PyObject *store_begin_method(PyObject *object, PyObject *givens) { return store_told(object, givens, store_begin); }
static PyObject *store_order_method(PyObject *object, PyObject *ranks) { return store_told(object, ranks, store_order); }

/* Answers of no numbers at all are only counted. */
static int64_t store_answer_bytes(const PyObject *object)
{
    return (int64_t)sizeof(int) * store_shown(((const StoreObject *)object)->engine);
}

static int store_go(const PyObject *object, void *answers, int64_t most, int64_t steps, int64_t *found)
{
    return store_more(((const StoreObject *)object)->engine, answers, most, steps, found);
}

RUN(store, store_go, store_answer_bytes)

static PyObject *store_effort_method(PyObject *object, PyObject *Py_UNUSED(none))
{
    const StoreEffort effort = store_effort(((StoreObject *)object)->engine);
    return Py_BuildValue("{sLsLsLsL}", "nodes", (long long)effort.nodes, "propagations", (long long)effort.propagations,
                         "backtracks", (long long)effort.backtracks, "depth", (long long)effort.depth);
}

static PyMethodDef store_methods[] = {
    {"begin", store_begin_method, METH_O, "begin(givens): 64-bit numbers, each time a cell and the set of values it is narrowed to, or -1, a propagator of bounds "
     "and its limits"},
    {"order", store_order_method, METH_O, "order(ranks), after begin: 64-bit numbers, each time a cell, how many ranks it has, and "
     "the places of the values that this search tries first"},
    {"more", store_more_method, METH_VARARGS,
     "more(answers, propagations) -> (bytes, finished): 32-bit places of the values of the first cells"},
    {"count", store_count_method, METH_VARARGS, "count(answers, propagations) -> (found, finished): as more, without listing"},
    {"effort", store_effort_method, METH_NOARGS, "effort() -> the work of the latest search"},
    {NULL, NULL, 0, NULL},
};

/* The module */

static PyType_Slot units_slots[] = {{Py_tp_doc, "AllDifferentEngine(variables, values, domains, units)"},
                                    {Py_tp_new, units_new},
                                    {Py_tp_dealloc, units_dealloc},
                                    {Py_tp_methods, units_methods},
                                    {0, NULL}};
static PyType_Slot cover_slots[] = {{Py_tp_doc, "ExactCoverEngine(primary, secondary, options, late, links)"},
                                    {Py_tp_new, cover_new},
                                    {Py_tp_dealloc, cover_dealloc},
                                    {Py_tp_methods, cover_methods},
                                    {0, NULL}};
static PyType_Slot store_slots[] = {
    {Py_tp_doc, "StoreEngine(widths, domains, program, tables, deciding, others, strategies, propagators, shown, bound, seed, "
                 "first_restart)"},
    {Py_tp_new, store_new},
    {Py_tp_dealloc, store_dealloc},
    {Py_tp_methods, store_methods},
    {0, NULL}};

static PyType_Spec units_spec = {"solvers.kernel._kernel.AllDifferentEngine", sizeof(UnitsObject), 0, Py_TPFLAGS_DEFAULT, units_slots};
static PyType_Spec cover_spec = {"solvers.kernel._kernel.ExactCoverEngine", sizeof(CoverObject), 0, Py_TPFLAGS_DEFAULT, cover_slots};
static PyType_Spec store_spec = {"solvers.kernel._kernel.StoreEngine", sizeof(StoreObject), 0, Py_TPFLAGS_DEFAULT, store_slots};

static int execute(PyObject *module)
{
    PyType_Spec *const specs[] = {&units_spec, &cover_spec, &store_spec, &clause_spec, &passes_spec};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);
        if (!type) return -1;
        const int added = PyModule_AddType(module, (PyTypeObject *)type);
        Py_DECREF(type);
        if (added < 0) return -1;
    }
    if (PyModule_AddIntConstant(module, "MOST_BITSET_OPTIONS", MOST_BITSET_OPTIONS) < 0) return -1;
    return PyModule_AddStringConstant(module, "VERSION", KERNEL_VERSION);
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_doc = "Propagation and search in C: units, exact covers, models of every kind, clauses. It knows no puzzle.",
    .m_size = 0,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
