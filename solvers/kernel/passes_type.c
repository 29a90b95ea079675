/* PassesEngine: the passes of the network as a type of the module. */
#include "binding.h"
#include "passes.h"

static const int64_t MOST_BYTES = (int64_t)1 << 32; /* more than this an engine does not take */

typedef struct {
    Guarded guard;
    Passes *engine;
    int nodes;
} PassesObject;

/* Whether edges name ends below `most`, and their beginnings ascend from 0 to their number. */
static bool is_sound(const int *ends, int64_t edges, int64_t most, const int *first, int64_t lists)
{
    if (first[0] != 0 || first[lists] != edges) return false;
    for (int64_t list = 0; list < lists; list++)
        if (first[list] > first[list + 1]) return false;
    for (int64_t edge = 0; edge < edges; edge++)
        if (ends[edge] < 0 || ends[edge] >= most) return false;
    return true;
}

static PyObject *passes_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    enum { WEIGHTS, MEMBERS, FIRST_MEMBER, GROUPS, FIRST_GROUP, SPARE, PARTS };
    static const Expected expected[PARTS] = {{"weights", 4, false},     {"members", 4, false},     {"first_member", 4, false},
                                             {"groups", 4, false},      {"first_group", 4, false}, {"spare", 4, false}};
    PyObject *of[PARTS];
    if (!PyArg_ParseTuple(args, "OOOOOO", of, of + 1, of + 2, of + 3, of + 4, of + 5)) return NULL;
    Py_buffer parts[PARTS];
    if (!borrow(of, parts, expected, PARTS)) return NULL;
    PassesObject *self = NULL;
    const int64_t edges = parts[MEMBERS].len / 4, groups = parts[SPARE].len / 4, nodes = parts[FIRST_GROUP].len / 4 - 1;
    const int *const members = parts[MEMBERS].buf, *const in_groups = parts[GROUPS].buf;
    if (parts[WEIGHTS].len / 4 != PASSES_WEIGHTS)
        PyErr_Format(PyExc_ValueError, "%d weights are expected", PASSES_WEIGHTS);
    else if (nodes < 0 || parts[FIRST_MEMBER].len / 4 != groups + 1 || parts[GROUPS].len / 4 != edges)
        PyErr_SetString(PyExc_ValueError, "edges are listed twice, and each list of beginnings has one number more than lists");
    else if (edges > INT_MAX || passes_bytes(nodes, groups, edges) > MOST_BYTES)
        PyErr_Format(PyExc_ValueError, "%lld nodes with %lld edges are too many", (long long)nodes, (long long)edges);
    else if (!is_sound(members, edges, nodes, parts[FIRST_MEMBER].buf, groups) ||
             !is_sound(in_groups, edges, groups, parts[FIRST_GROUP].buf, nodes))
        PyErr_SetString(PyExc_ValueError, "an edge has an end that is none, or edges do not begin in their order");
    else if ((self = (PassesObject *)fresh(type))) {
        const FactorGraph graph = {(int)nodes, (int)groups,            edges,           members, parts[FIRST_MEMBER].buf,
                                   in_groups,  parts[FIRST_GROUP].buf, parts[SPARE].buf};
        self->nodes = (int)nodes;
        self->engine = passes_make(&graph, parts[WEIGHTS].buf);
        if (!self->engine) {
            Py_DECREF(self);
            self = NULL;
            PyErr_NoMemory();
        }
    }
    release(parts, PARTS);
    return (PyObject *)self;
}

static void passes_dealloc(PyObject *object)
{
    passes_free(((PassesObject *)object)->engine);
    give_back(object);
}

static PyObject *passes_step_method(PyObject *object, PyObject *belief_of)
{
    PassesObject *self = (PassesObject *)object;
    static const Expected expected = {"belief", 4, true};
    Py_buffer belief;
    if (!borrow(&belief_of, &belief, &expected, 1)) return NULL;
    if (belief.len / 4 != self->nodes)
        PyErr_SetString(PyExc_ValueError, "a number is expected for each node");
    else if (enter(self)) {
        Py_BEGIN_ALLOW_THREADS
        passes_step(self->engine, belief.buf);
        Py_END_ALLOW_THREADS
        leave(self);
    }
    release(&belief, 1);
    return none_or_error();
}

static PyMethodDef passes_methods[] = {
    {"step", passes_step_method, METH_O, "step(belief): one pass; 32-bit floats, how much each node is believed, are written"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot passes_slots[] = {
    {Py_tp_doc, "PassesEngine(weights, members, first_member, groups, first_group, spare)"},
    {Py_tp_new, passes_new},
    {Py_tp_dealloc, passes_dealloc},
    {Py_tp_methods, passes_methods},
    {0, NULL}};

PyType_Spec passes_spec = {"solvers.kernel._kernel.PassesEngine", sizeof(PassesObject), 0, Py_TPFLAGS_DEFAULT, passes_slots};
