#ifndef MULLION_NODE_H
#define MULLION_NODE_H

#include <stddef.h>

/*
 * Becomes Node running a file of this package, in `directory` or, with NULL, in the current one. Returns only on failure,
 * with the reason and the remedy in `sentence`. It finds the package first, because an emulator derives the path of a
 * program that was started by a relative path from the current directory.
 */
void become_node(const char *file, const char *directory, char *const *arguments, char *sentence, size_t size);

/* As become_node, for an absolute path. */
void become_node_of(const char *path, const char *directory, char *const *arguments, char *sentence, size_t size);

#endif
