/* ClauseEngine: the learning engine as a type of the module. */
#include "binding.h"
#include "clauses.h"

typedef struct {
    Guarded guard;
    Clauses *engine;
} ClauseObject;

static PyObject *clause_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(named))
{
    int logging;
    if (!PyArg_ParseTuple(args, "p", &logging)) return NULL;
    ClauseObject *self = (ClauseObject *)fresh(type);
    if (self && !(self->engine = clauses_make(logging))) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void clause_dealloc(PyObject *object)
{
    clauses_free(((ClauseObject *)object)->engine);
    give_back(object);
}

/* Literals in a buffer, with the engine entered: a variable or its negative each; 0 ends a clause, where there are any. */
typedef struct {
    Py_buffer buffer;
    const int *items;
    int64_t count;
} Literals;

static bool take(PyObject *object, PyObject *of, bool clauses, Literals *literals)
{
    static const Expected expected[2] = {{"literals", sizeof(int), false}, {"clauses", sizeof(int), false}};
    if (!borrow(&of, &literals->buffer, expected + clauses, 1)) return false;
    literals->items = literals->buffer.buf;
    literals->count = literals->buffer.len / (int64_t)sizeof(int);
    bool sound = literals->count <= MAX_LITERALS;
    for (int64_t i = 0; sound && i < literals->count; i++)
        sound = literals->items[i] >= -MAX_VARIABLE && literals->items[i] <= MAX_VARIABLE && (clauses || literals->items[i]);
    if (!sound)
        PyErr_Format(PyExc_ValueError, "a literal is out of range: a variable from 1 to %d, or its negative", MAX_VARIABLE);
    else if (clauses && literals->count && literals->items[literals->count - 1]) {
        sound = false;
        PyErr_SetString(PyExc_ValueError, "the last clause is not ended by 0");
    }
    if (sound && enter(object)) return true;
    release(&literals->buffer, 1);
    return false;
}

static void drop_literals(PyObject *object, Literals *literals)
{
    leave(object);
    release(&literals->buffer, 1);
}

static PyObject *bytes_of(Lent lent)
{
    return PyBytes_FromStringAndSize((const char *)lent.items, (Py_ssize_t)(lent.count * (int64_t)sizeof(int)));
}

static PyObject *clause_add(PyObject *object, PyObject *clauses)
{
    Clauses *engine = ((ClauseObject *)object)->engine;
    Literals literals;
    if (!take(object, clauses, true, &literals)) return NULL;
    const bool added = clauses_add(engine, literals.items, literals.count);
    drop_literals(object, &literals);
    if (!added) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *clause_solve(PyObject *object, PyObject *args)
{
    Clauses *engine = ((ClauseObject *)object)->engine;
    PyObject *assumptions;
    long long conflicts, propagations;
    Literals literals;
    if (!PyArg_ParseTuple(args, "OLL", &assumptions, &conflicts, &propagations)) return NULL;
    if (conflicts < 0 || propagations < 0) return PyErr_Format(PyExc_ValueError, "limits are negative");
    if (!take(object, assumptions, false, &literals)) return NULL;
    Verdict verdict = REFUSED;
    if (clauses_ask(engine, literals.items, literals.count)) { /* with the lock: who lent them might change them */
        Py_BEGIN_ALLOW_THREADS
        verdict = clauses_solve(engine, conflicts, propagations);
        Py_END_ALLOW_THREADS
    }
    drop_literals(object, &literals);
    if (verdict == REFUSED) return PyErr_NoMemory();
    if (verdict == UNDECIDED) Py_RETURN_NONE;
    return PyBool_FromLong(verdict == SATISFIABLE);
}

static PyObject *clause_propagate(PyObject *object, PyObject *assumptions)
{
    Clauses *engine = ((ClauseObject *)object)->engine;
    Literals literals;
    if (!take(object, assumptions, false, &literals)) return NULL;
    const Verdict verdict = clauses_propagate(engine, literals.items, literals.count);
    PyObject *implied = verdict == REFUSED ? PyErr_NoMemory() : bytes_of(clauses_implied(engine));
    drop_literals(object, &literals);
    return implied ? Py_BuildValue("ON", verdict == UNDECIDED ? Py_True : Py_False, implied) : NULL;
}

static PyObject *clause_prefer(PyObject *object, PyObject *preferred)
{
    Literals literals;
    if (!take(object, preferred, false, &literals)) return NULL;
    const bool done = clauses_prefer(((ClauseObject *)object)->engine, literals.items, literals.count);
    drop_literals(object, &literals);
    if (!done) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *clause_model(PyObject *object, PyObject *Py_UNUSED(none))
{
    if (!enter(object)) return NULL;
    PyObject *result = bytes_of(clauses_model(((ClauseObject *)object)->engine));
    leave(object);
    return result;
}

static PyObject *clause_core(PyObject *object, PyObject *Py_UNUSED(none))
{
    if (!enter(object)) return NULL;
    PyObject *result = bytes_of(clauses_core(((ClauseObject *)object)->engine));
    leave(object);
    return result;
}

static PyObject *clause_log(PyObject *object, PyObject *Py_UNUSED(none))
{
    if (!enter(object)) return NULL;
    Clauses *engine = ((ClauseObject *)object)->engine;
    PyObject *result = bytes_of(clauses_log(engine));
    if (result) clauses_forget_log(engine);
    leave(object);
    return result;
}

static PyObject *clause_effort(PyObject *object, PyObject *Py_UNUSED(none))
{
    if (!enter(object)) return NULL;
    const ClausesEffort effort = clauses_effort(((ClauseObject *)object)->engine);
    leave(object);
    return Py_BuildValue("{sLsLsLsL}", "restarts", (long long)effort.restarts, "conflicts", (long long)effort.conflicts,
                         "decisions", (long long)effort.decisions, "propagations", (long long)effort.propagations);
}

static PyMethodDef clause_methods[] = {
    {"add", clause_add, METH_O, "add(clauses): 32-bit literals, a variable from 1 on or its negative; 0 ends each clause"},
    {"solve", clause_solve, METH_VARARGS,
     "solve(assumptions, conflicts, propagations) -> whether there is a model, or None when so many did not tell; the same "
     "question again goes on"},
    {"propagate", clause_propagate, METH_O,
     "propagate(assumptions) -> (no contradiction met, the literals that follow with the assumptions, in their order)"},
    {"model", clause_model, METH_NOARGS, "model() -> a literal for each variable, of the latest model"},
    {"core", clause_core, METH_NOARGS, "core() -> assumptions that contradict the clauses, after a question without a model"},
    {"prefer", clause_prefer, METH_O, "prefer(literals): how their variables are first tried"},
    {"log", clause_log, METH_NOARGS, "log() -> clauses learnt since the last call, each ended by 0; -2**31 before one deleted"},
    {"effort", clause_effort, METH_NOARGS, "effort() -> the work so far"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot clause_slots[] = {{Py_tp_doc, "ClauseEngine(logging)"},
                                     {Py_tp_new, clause_new},
                                     {Py_tp_dealloc, clause_dealloc},
                                     {Py_tp_methods, clause_methods},
                                     {0, NULL}};

PyType_Spec clause_spec = {"solvers.kernel._kernel.ClauseEngine", sizeof(ClauseObject), 0, Py_TPFLAGS_DEFAULT, clause_slots};
