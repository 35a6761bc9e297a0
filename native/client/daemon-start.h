#ifndef MULLION_DAEMON_START_H
#define MULLION_DAEMON_START_H

#include <stddef.h>

#include "client/patience.h"

/* Longest time from a daemon's start until it is ready, on a machine whose disk or processors do other things for
 * seconds. MULLION_WAIT_LIMIT_MS overrides it. */
#define START_TIMEOUT_MS 60000

enum start_outcome {
	START_READY,
	START_DIED,   /* without a message, for example killed */
	START_FAILED, /* the daemon reported an error, or was not ready in time */
};
/* Starts the daemon of a runtime directory. `lock` is the descriptor that holds the lock; unless the outcome is READY,
 * `sentence` gives the reason. */
enum start_outcome start_daemon(const char *directory, int lock, struct patience *patience, char *sentence, size_t sentence_size);

/* Becomes the daemon in the foreground, in place of one that runs: for a service manager. Returns only on failure, with
 * a sentence. */
void become_service(char *sentence, size_t size);

/* Saves this process's limit of open files before Node raises it. */
void save_file_limit(void);

#endif
