/*
 * A call of `tmux` by a program, or of `mullion report` by an agent's hook, carried out before libc starts.
 *
 * Most calls come from tools without a terminal: connect, send HELLO, print the answer, exit. A large part of such a
 * process's cost is libc's start-up for features that it never uses (0.15 ms of 0.23). So on Linux the program's entry
 * is fast_start, which carries out such a call with system calls alone. Every other case (a terminal, no daemon, a
 * frame other than output and exit, a fault) continues in libc's own start and then in main. If the fast path has begun
 * a conversation, main finds it in begun_call and continues it.
 */
#ifndef MULLION_FAST_PATH_H
#define MULLION_FAST_PATH_H

#include "shared/io.h"

struct begun_call {
	int socket;           /* connection that HELLO was sent on; 0: the fast path began no call */
	uint64_t request;     /* request id of the call */
	uint64_t printed[2];  /* bytes written to stdout and stderr */
	uint8_t said[4096];   /* those of stderr */
	bool is_late;         /* no answer came within ANSWER_PROBE_MS */
	struct buffer in;     /* bytes that were received and not handled; not allocated */
};

/* All zero on systems without a fast path. */
extern struct begun_call begun_call;

/* Carries out a call, or returns: main continues then. */
void fast_path(int argc, char *const *argv, char *const *environment);

#endif
