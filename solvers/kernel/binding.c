/* Buffers borrowed, objects entered and left. */
#include "binding.h"

void release(Py_buffer *buffers, int many)
{
    while (many > 0) PyBuffer_Release(buffers + --many);
}

bool borrow(PyObject *const *objects, Py_buffer *buffers, const Expected *expected, int many)
{
    for (int i = 0; i < many; i++) {
        Py_buffer *buffer = buffers + i;
        const Expected *one = expected + i;
        bool borrowed = PyObject_GetBuffer(objects[i], buffer, one->writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) == 0;
        if (borrowed && (buffer->len % one->size || (buffer->len && (uintptr_t)buffer->buf % (uintptr_t)one->size))) {
            PyErr_Format(PyExc_ValueError, "%s is no whole number of items of %d bytes", one->name, one->size);
            PyBuffer_Release(buffer);
            borrowed = false;
        }
        if (!borrowed) {
            release(buffers, i);
            return false;
        }
    }
    return true;
}

bool enter(void *object)
{
    bool *busy = &((Guarded *)object)->busy;
    if (*busy) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is inside this search");
        return false;
    }
    return *busy = true;
}

void leave(void *object) { ((Guarded *)object)->busy = false; }

PyObject *none_or_error(void)
{
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

void give_back(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyObject *fresh(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}
