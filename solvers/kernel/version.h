/* The number of these sources: the beginning of the SHA-256 of all others here. A binary with another is not used. */
#ifndef KERNEL_VERSION_H
#define KERNEL_VERSION_H

#define KERNEL_VERSION "017354b50d6d"

#endif
