/* The number of these sources: the beginning of the SHA-256 of all others here. A binary with another is not used. */
#ifndef KERNEL_VERSION_H
#define KERNEL_VERSION_H

#define KERNEL_VERSION "661dc9c70090"

#endif
