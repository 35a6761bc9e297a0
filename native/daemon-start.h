#ifndef MULLION_DAEMON_START_H
#define MULLION_DAEMON_START_H

#include <stddef.h>

/* A connection to the daemon of a runtime directory, started if there is none. -1: `sentence` says why not. */
int daemon_connect(const char *directory, char *sentence, size_t sentence_size);

/* Becomes Node running a file of the package, such as "dist/cli/main.js". Returns only on failure; errno tells. */
void become_node(const char *file, char *const *arguments);

/* Becomes the daemon itself, in the foreground, in the place of one that runs: for a service manager. Returns only on failure. */
void become_service(void);

/* Remembers how many files a program may open here, before Node raises it. */
void save_file_limit(void);

#endif
