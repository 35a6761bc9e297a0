#ifndef MULLION_NODE_H
#define MULLION_NODE_H

#include <stddef.h>

/*
 * Becomes Node running a file of this package. Returns only on failure, with the reason and the remedy in `sentence`.
 */
void become_node(const char *file, char *const *arguments, char *sentence, size_t size);

/* As become_node, for an absolute path. */
void become_node_of(const char *path, char *const *arguments, char *sentence, size_t size);

#endif
