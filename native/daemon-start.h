#ifndef MULLION_DAEMON_START_H
#define MULLION_DAEMON_START_H

#include <stddef.h>

#include "patience.h"

/* How long a daemon may take until it is ready. */
#define START_TIMEOUT_MS 10000

enum start_outcome {
	START_READY,
	START_DIED,   /* without a word, as one that is killed */
	START_FAILED, /* it said why, or was not ready in time */
};
/* Starts the daemon of a runtime directory. `lock` is the descriptor that has the lock; unless READY, `sentence` says why. */
enum start_outcome start_daemon(const char *directory, int lock, struct patience *patience, char *sentence, size_t sentence_size);

/* Becomes the daemon itself, in the foreground, in the place of one that runs: for a service manager. Returns only on failure,
 * with a sentence. */
void become_service(char *sentence, size_t size);

/* Remembers how many files a program may open here, before Node raises it. */
void save_file_limit(void);

#endif
