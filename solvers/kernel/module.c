/* The extension module: sizes checked, buffers in and out, the GIL released while an engine runs. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "cover.h"
#include "store.h"
#include "units.h"
#include "version.h"

static const int64_t MOST_BYTES = (int64_t)1 << 32;  /* more than this an engine does not take */
static const int64_t MOST_ANSWER_BYTES = (int64_t)1 << 28; /* nor this for the answers of one call */

/* Each object is an engine, and whether a thread is inside it. */
typedef struct {
    PyObject_HEAD
    bool busy;
    Units *engine;
    word *domains;
    int64_t paused_at; /* the puzzle of a batch whose search is still open, or -1 */
} UnitsObject;

typedef struct {
    PyObject_HEAD
    bool busy;
    Cover *engine;
    int options;
    uint8_t *seen;
} CoverObject;

typedef struct {
    PyObject_HEAD
    bool busy;
    Store *engine;
} StoreObject;

/* Buffers */

/* The numbers of an object with the buffer protocol, `size` bytes each. */
static bool borrow(PyObject *object, Py_buffer *buffer, int size, bool writable, const char *name)
{
    if (PyObject_GetBuffer(object, buffer, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return false;
    if (buffer->len % size || (buffer->len && (uintptr_t)buffer->buf % (uintptr_t)size)) {
        PyErr_Format(PyExc_ValueError, "%s is no whole number of items of %d bytes", name, size);
        PyBuffer_Release(buffer);
        return false;
    }
    return true;
}

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

static bool enter(bool *busy)
{
    if (*busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is inside this search");
        return false;
    }
    return *busy = true;
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

/* What a run came to: (answers, finished), where `answers` are bytes, or their number when there is no `memory`. */
static PyObject *came_to(int came, const void *memory, int64_t found, int64_t answer_bytes)
{
    if (came == FAILED) return PyErr_NoMemory();
    PyObject *finished = came == FINISHED ? Py_True : Py_False;
    if (!memory) return Py_BuildValue("LO", (long long)found, finished);
    return Py_BuildValue("y#O", (const char *)memory, (Py_ssize_t)(found * answer_bytes), finished);
}

static void give_back(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *fresh(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

/* Both entered, `share` them: whether there was something to hand over. */
#define SHARE(name, type, share)                                                                                   \
    static PyObject *name(PyObject *object, PyObject *other)                                                       \
    {                                                                                                              \
        if (Py_TYPE(object) != Py_TYPE(other)) return PyErr_Format(PyExc_TypeError, "share needs another engine of this kind"); \
        type *from = (type *)object, *to = (type *)other;                                                          \
        if (from == to) return PyErr_Format(PyExc_ValueError, "an engine has nothing to share with itself");       \
        if (!enter(&from->busy)) return NULL;                                                                      \
        const bool both = enter(&to->busy), shared = both && share(from->engine, to->engine);                      \
        from->busy = false;                                                                                        \
        if (!both) return NULL;                                                                                    \
        to->busy = false;                                                                                          \
        return PyBool_FromLong(shared);                                                                            \
    }

/* Units */

static PyObject *units_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    long long variables, values;
    PyObject *domains_of, *list_of;
    if (!PyArg_ParseTuple(args, "LLOO", &variables, &values, &domains_of, &list_of)) return NULL;
    if (units_bytes(variables, values, 0) < 0)
        return PyErr_Format(PyExc_ValueError, "%lld variables of %lld values are none, or too many", variables, values);
    Py_buffer domains, list;
    if (!borrow(domains_of, &domains, sizeof(word), false, "domains")) return NULL;
    UnitsObject *self = NULL;
    if (!borrow(list_of, &list, sizeof(int), false, "units")) goto without_list;
    const int64_t length = list.len / (int64_t)sizeof(int);
    if (domains.len != variables * (int64_t)sizeof(word)) {
        PyErr_Format(PyExc_ValueError, "%lld variables need as many domains", variables);
        goto done;
    }
    for (int64_t i = 0; i < variables && values < BITS; i++)
        if (((const word *)domains.buf)[i] >> values) {
            PyErr_Format(PyExc_ValueError, "the domain of variable %lld reaches past %lld values", (long long)i, values);
            goto done;
        }
    const int64_t units = lists_in(list.buf, length, variables);
    if (units < 0) goto done;
    const int64_t bytes = units_bytes(variables, values, units);
    if (bytes < 0 || bytes > MOST_BYTES) {
        PyErr_Format(PyExc_ValueError, "%lld variables in %lld units are too many", variables, (long long)units);
        goto done;
    }
    self = (UnitsObject *)fresh(type);
    if (!self) goto done;
    self->paused_at = -1;
    self->domains = malloc((size_t)domains.len + 1);
    self->engine = units_make((int)variables, (int)values, domains.buf, list.buf, length, (int)units);
    if (!self->engine || !self->domains) {
        Py_DECREF(self);
        self = NULL;
        PyErr_NoMemory();
    } else
        memcpy(self->domains, domains.buf, (size_t)domains.len);
done:
    PyBuffer_Release(&list);
without_list:
    PyBuffer_Release(&domains);
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
    Py_buffer allowed;
    if (!borrow(allowed_of, &allowed, sizeof(word), false, "allowed")) return NULL;
    bool begun = false;
    if (allowed.len != self->engine->variables * (int64_t)sizeof(word))
        PyErr_SetString(PyExc_ValueError, "a set of values is expected for each variable");
    else if (enter(&self->busy)) {
        self->paused_at = -1;
        begun = units_begin(self->engine, allowed.buf);
        self->busy = false;
        if (!begun) PyErr_NoMemory();
    }
    PyBuffer_Release(&allowed);
    if (!begun) return NULL;
    Py_RETURN_NONE;
}

static PyObject *units_run(UnitsObject *self, PyObject *args, bool listing)
{
    const int64_t size = self->engine->variables;
    long long most, steps;
    if (!limits_of(args, &most, &steps, listing ? size : 0)) return NULL;
    uint8_t *answers = listing ? malloc((size_t)(most * size) + 1) : NULL;
    if (listing && !answers) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (enter(&self->busy)) {
        int64_t found;
        int came;
        Py_BEGIN_ALLOW_THREADS
        came = units_more(self->engine, answers, size, most, steps, &found);
        Py_END_ALLOW_THREADS
        self->busy = false;
        result = came_to(came, answers, found, size);
    }
    free(answers);
    return result;
}

static PyObject *units_more_method(PyObject *self, PyObject *args) { return units_run((UnitsObject *)self, args, true); }
static PyObject *units_count_method(PyObject *self, PyObject *args) { return units_run((UnitsObject *)self, args, false); }

/* Whether so many rows of `size` bytes, `stride` apart, lie within a buffer. */
static bool rows_fit(int64_t rows, int64_t size, int64_t stride, const Py_buffer *buffer)
{
    return stride >= size && (!rows || (buffer->len >= size && (!stride || (buffer->len - size) / stride >= rows - 1)));
}

static PyObject *units_batch(PyObject *object, PyObject *args)
{
    UnitsObject *self = (UnitsObject *)object;
    PyObject *givens_of, *answers_of, *counts_of;
    long long stride, first, limit, steps;
    if (!PyArg_ParseTuple(args, "OOOLLLL", &givens_of, &answers_of, &counts_of, &stride, &first, &limit, &steps)) return NULL;
    Py_buffer givens, answers, counts;
    if (!borrow(givens_of, &givens, 1, false, "givens")) return NULL;
    PyObject *result = NULL;
    if (!borrow(answers_of, &answers, 1, true, "answers")) goto without_answers;
    if (!borrow(counts_of, &counts, sizeof(int64_t), true, "counts")) goto without_counts;
    Units *engine = self->engine;
    const int64_t rows = counts.len / (int64_t)sizeof(int64_t), size = engine->variables;
    if (!rows_fit(rows, size, stride, &givens) || !rows_fit(rows, size, stride, &answers) || first < 0 || first > rows ||
        limit < 1 || steps < 0) {
        PyErr_SetString(PyExc_ValueError, "givens and answers have a row for each count, or a limit makes no sense");
    } else if (enter(&self->busy)) {
        int64_t row = first, *count_of = counts.buf;
        int came = FINISHED;
        Py_BEGIN_ALLOW_THREADS
        for (; row < rows && steps > 0; row++) {
            const uint8_t *given = (const uint8_t *)givens.buf + row * stride;
            uint8_t *answer = (uint8_t *)answers.buf + row * stride;
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
        self->busy = false;
        result = came == FAILED ? PyErr_NoMemory() : PyLong_FromLongLong(row);
    }
    PyBuffer_Release(&counts);
without_counts:
    PyBuffer_Release(&answers);
without_answers:
    PyBuffer_Release(&givens);
    return result;
}

static PyObject *units_judge(PyObject *object, PyObject *args)
{
    UnitsObject *self = (UnitsObject *)object;
    PyObject *givens_of, *answers_of, *counts_of;
    long long stride;
    if (!PyArg_ParseTuple(args, "OOOL", &givens_of, &answers_of, &counts_of, &stride)) return NULL;
    Py_buffer givens, answers, counts;
    if (!borrow(givens_of, &givens, 1, false, "givens")) return NULL;
    PyObject *result = NULL;
    if (!borrow(answers_of, &answers, 1, false, "answers")) goto without_answers;
    if (!borrow(counts_of, &counts, sizeof(int64_t), false, "counts")) goto without_counts;
    const Units *engine = self->engine;
    const int64_t rows = counts.len / (int64_t)sizeof(int64_t), size = engine->variables;
    if (!rows_fit(rows, size, stride, &givens) || !rows_fit(rows, size, stride, &answers)) {
        PyErr_SetString(PyExc_ValueError, "givens and answers have a row for each count");
    } else {
        int64_t row = 0;
        Py_BEGIN_ALLOW_THREADS
        for (; row < rows; row++)
            if (((const int64_t *)counts.buf)[row] > 0 &&
                !judge_units((int)size, engine->values, self->domains, engine->list, engine->list_length,
                             (const uint8_t *)givens.buf + row * stride, (const uint8_t *)answers.buf + row * stride))
                break;
        Py_END_ALLOW_THREADS
        result = PyLong_FromLongLong(row < rows ? row : -1);
    }
    PyBuffer_Release(&counts);
without_counts:
    PyBuffer_Release(&answers);
without_answers:
    PyBuffer_Release(&givens);
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
    PyObject *list_of, *late_of;
    int links;
    if (!PyArg_ParseTuple(args, "LLOOp", &primary, &secondary, &list_of, &late_of, &links)) return NULL;
    if (cover_bytes(primary, secondary, 0, 0, true) < 0)
        return PyErr_Format(PyExc_ValueError, "%lld and %lld items are too many", primary, secondary);
    Py_buffer list, late;
    if (!borrow(list_of, &list, sizeof(int), false, "options")) return NULL;
    CoverObject *self = NULL;
    if (!borrow(late_of, &late, 1, false, "late")) goto without_late;
    const int64_t length = list.len / (int64_t)sizeof(int);
    if (late.len != primary) {
        PyErr_SetString(PyExc_ValueError, "late has a byte for each primary item");
        goto done;
    }
    const int64_t options = lists_in(list.buf, length, primary + secondary);
    if (options < 0) goto done;
    const int64_t bytes = cover_bytes(primary, secondary, options, length - options, links);
    if (bytes < 0 || bytes > MOST_BYTES) {
        PyErr_Format(PyExc_ValueError, "%lld options are too many", (long long)options);
        goto done;
    }
    self = (CoverObject *)fresh(type);
    if (!self) goto done;
    const CoverProblem problem = {(int)primary, (int)secondary, (int)options, late.buf, list.buf, length};
    self->options = (int)options;
    self->seen = calloc((size_t)options + 1, 1);
    self->engine = cover_make(&problem, links);
    if (!self->engine || !self->seen || !cover_begin(self->engine, NULL, 0, NULL, 0)) {
        Py_DECREF(self);
        self = NULL;
        PyErr_NoMemory();
    }
done:
    PyBuffer_Release(&late);
without_late:
    PyBuffer_Release(&list);
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
    PyObject *chosen_of, *removed_of;
    if (!PyArg_ParseTuple(args, "OO", &chosen_of, &removed_of)) return NULL;
    Py_buffer chosen, removed;
    if (!borrow(chosen_of, &chosen, sizeof(int), false, "chosen")) return NULL;
    bool begun = false;
    if (borrow(removed_of, &removed, sizeof(int), false, "removed")) {
        const int64_t many_chosen = chosen.len / (int64_t)sizeof(int), many_removed = removed.len / (int64_t)sizeof(int);
        if (enter(&self->busy)) {
            if (options_named(self, chosen.buf, many_chosen) && options_named(self, removed.buf, many_removed)) {
                begun = cover_begin(self->engine, chosen.buf, (int)many_chosen, removed.buf, (int)many_removed);
                if (!begun) PyErr_NoMemory();
            }
            self->busy = false;
        }
        PyBuffer_Release(&removed);
    }
    PyBuffer_Release(&chosen);
    if (!begun) return NULL;
    Py_RETURN_NONE;
}

static PyObject *cover_run(CoverObject *self, PyObject *args, bool listing)
{
    const int64_t size = (int64_t)sizeof(int) * cover_width(self->engine);
    long long most, steps;
    if (!limits_of(args, &most, &steps, listing ? size : 0)) return NULL;
    int *answers = listing ? malloc((size_t)(most * size) + 1) : NULL;
    if (listing && !answers) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (enter(&self->busy)) {
        int64_t found;
        int came;
        Py_BEGIN_ALLOW_THREADS
        came = cover_more(self->engine, answers, most, steps, &found);
        Py_END_ALLOW_THREADS
        self->busy = false;
        /* What lies past the end of a short answer is nobody's. */
        for (int64_t i = 0; answers && i < found; i++) {
            int *answer = answers + i * cover_width(self->engine);
            memset(answer + 1 + answer[0], 0, (size_t)(size - (int64_t)sizeof(int) * (1 + answer[0])));
        }
        result = came_to(came, answers, found, size);
    }
    free(answers);
    return result;
}

static PyObject *cover_more_method(PyObject *self, PyObject *args) { return cover_run((CoverObject *)self, args, true); }
static PyObject *cover_count_method(PyObject *self, PyObject *args) { return cover_run((CoverObject *)self, args, false); }

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
    static const char *const names[PARTS] = {"widths", "domains", "program", "tables", "deciding", "others", "strategies"};
    PyObject *of[PARTS];
    Py_buffer part[PARTS];
    long long propagators, shown, bound;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OOOOOOOLLLK", of, of + 1, of + 2, of + 3, of + 4, of + 5, of + 6, &propagators, &shown,
                          &bound, &seed))
        return NULL;
    int borrowed = 0;
    StoreObject *self = NULL;
    while (borrowed < PARTS && borrow(of[borrowed], part + borrowed, sizeof(int64_t), false, names[borrowed])) borrowed++;
    if (borrowed == PARTS) {
        const StoreProblem problem = {
            .widths = part[0].buf, .domains = part[1].buf, .program = part[2].buf, .tables = part[3].buf,
            .deciding = part[4].buf, .others = part[5].buf, .cells = part[0].len / 8, .domain_words = part[1].len / 8,
            .program_length = part[2].len / 8, .tables_length = part[3].len / 8, .deciding_count = part[4].len / 8,
            .others_count = part[5].len / 8, .strategies = part[6].buf, .strategies_length = part[6].len / 8,
            .propagators = propagators, .shown = shown, .bound = bound, .seed = seed,
        };
        const char *complaint;
        self = (StoreObject *)fresh(type);
        if (self) self->engine = store_make(&problem, &complaint);
        if (self && !self->engine) {
            Py_DECREF(self);
            self = NULL;
            if (complaint)
                PyErr_SetString(PyExc_ValueError, complaint);
            else
                PyErr_NoMemory();
        }
    }
    while (borrowed > 0) PyBuffer_Release(part + --borrowed);
    return (PyObject *)self;
}

static void store_dealloc(PyObject *object)
{
    store_free(((StoreObject *)object)->engine);
    give_back(object);
}

static PyObject *store_begin_method(PyObject *object, PyObject *givens_of)
{
    StoreObject *self = (StoreObject *)object;
    Py_buffer givens;
    if (!borrow(givens_of, &givens, sizeof(int64_t), false, "givens")) return NULL;
    bool begun = false;
    if (enter(&self->busy)) {
        const char *complaint = store_begin(self->engine, givens.buf, givens.len / (int64_t)sizeof(int64_t));
        self->busy = false;
        begun = !complaint;
        if (complaint && *complaint)
            PyErr_SetString(PyExc_ValueError, complaint);
        else if (complaint)
            PyErr_NoMemory();
    }
    PyBuffer_Release(&givens);
    if (!begun) return NULL;
    Py_RETURN_NONE;
}

static PyObject *store_run(StoreObject *self, PyObject *args, bool listing)
{
    const int64_t size = (int64_t)sizeof(int) * self->engine->shown;
    long long most, steps;
    if (!limits_of(args, &most, &steps, listing ? size : 0)) return NULL;
    int *answers = listing ? malloc((size_t)(most * size) + 1) : NULL;
    if (listing && !answers) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (enter(&self->busy)) {
        int64_t found;
        int came;
        Py_BEGIN_ALLOW_THREADS
        came = store_more(self->engine, answers, most, steps, &found);
        Py_END_ALLOW_THREADS
        self->busy = false;
        if (came == FAILED || !listing || size)
            result = came_to(came, answers, found, size);
        else /* answers of no numbers at all: their count says it all */
            result = came_to(came, NULL, found, 0);
    }
    free(answers);
    return result;
}

static PyObject *store_more_method(PyObject *self, PyObject *args) { return store_run((StoreObject *)self, args, true); }
static PyObject *store_count_method(PyObject *self, PyObject *args) { return store_run((StoreObject *)self, args, false); }

static PyObject *store_effort(PyObject *object, PyObject *Py_UNUSED(none))
{
    const Store *s = ((StoreObject *)object)->engine;
    return Py_BuildValue("{sLsLsLsL}", "nodes", (long long)s->nodes, "propagations", (long long)(s->runs - s->runs_before),
                         "backtracks", (long long)s->backtracks, "depth", (long long)s->depth);
}

static PyMethodDef store_methods[] = {
    {"begin", store_begin_method, METH_O, "begin(givens): 64-bit numbers, each time a cell and the set of values it is narrowed to, or -1, a propagator of bounds "
     "and its limits"},
    {"more", store_more_method, METH_VARARGS,
     "more(answers, propagations) -> (bytes, finished): 32-bit places of the values of the first cells"},
    {"count", store_count_method, METH_VARARGS, "count(answers, propagations) -> (found, finished): as more, without listing"},
    {"effort", store_effort, METH_NOARGS, "effort() -> the work of the latest search"},
    {NULL, NULL, 0, NULL},
};

/* The module */

static PyType_Slot units_slots[] = {{Py_tp_doc, "Units(variables, values, domains, units)"},
                                    {Py_tp_new, units_new},
                                    {Py_tp_dealloc, units_dealloc},
                                    {Py_tp_methods, units_methods},
                                    {0, NULL}};
static PyType_Slot cover_slots[] = {{Py_tp_doc, "Cover(primary, secondary, options, late, links)"},
                                    {Py_tp_new, cover_new},
                                    {Py_tp_dealloc, cover_dealloc},
                                    {Py_tp_methods, cover_methods},
                                    {0, NULL}};
static PyType_Slot store_slots[] = {
    {Py_tp_doc, "Store(widths, domains, program, tables, deciding, others, strategies, propagators, shown, bound, seed)"},
    {Py_tp_new, store_new},
    {Py_tp_dealloc, store_dealloc},
    {Py_tp_methods, store_methods},
    {0, NULL}};

static PyType_Spec units_spec = {"solvers.kernel._kernel.Units", sizeof(UnitsObject), 0, Py_TPFLAGS_DEFAULT, units_slots};
static PyType_Spec cover_spec = {"solvers.kernel._kernel.Cover", sizeof(CoverObject), 0, Py_TPFLAGS_DEFAULT, cover_slots};
static PyType_Spec store_spec = {"solvers.kernel._kernel.Store", sizeof(StoreObject), 0, Py_TPFLAGS_DEFAULT, store_slots};

static int execute(PyObject *module)
{
    PyType_Spec *const specs[] = {&units_spec, &cover_spec, &store_spec};
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
    .m_doc = "Propagation and search in C: units, exact covers, and models of every kind. It knows no puzzle.",
    .m_size = 0,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&module); }
