/* What the types of the module share: buffers that are borrowed, and objects that one thread at a time is inside. */
#ifndef KERNEL_BINDING_H
#define KERNEL_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bits.h"

/* Each object is an engine, and whether a thread is inside it, which comes first. */
typedef struct {
    PyObject_HEAD
    bool busy;
} Guarded;

/* What is expected of an object with the buffer protocol: numbers of `size` bytes each. */
typedef struct {
    const char *name;
    int size;
    bool writable;
} Expected;

/* All the buffers, to be released; or none of them, with an error. */
bool borrow(PyObject *const *objects, Py_buffer *buffers, const Expected *expected, int many);
void release(Py_buffer *buffers, int many);

/* Nobody else may enter until one leaves; false, with an error, while another is inside. */
bool enter(void *object);
void leave(void *object);

/* An object of a type, all zeros; and what its type does last when it goes. */
PyObject *fresh(PyTypeObject *type);
void give_back(PyObject *self);

/* What a method returns that has nothing to tell, unless there is an error. */
PyObject *none_or_error(void);

extern PyType_Spec clause_spec; /* clause_type.c */
extern PyType_Spec passes_spec; /* passes_type.c */

#endif
