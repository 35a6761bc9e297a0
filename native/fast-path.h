/*
 * A call of `tmux` by a program, before libc is there.
 *
 * Most calls come from tools, with no terminal in sight: connect, say how it was called, print the answer, exit. A good
 * part of what such a process costs is libc getting ready for things it never does (0.15 ms of 0.23). So on Linux the
 * program's entry is fast_start, which carries such a call out with system calls alone. Whatever is not the plain
 * case (a terminal, no daemon, another frame than output and exit, a fault) goes on in libc's own start and then in
 * main, as if nothing had been, but for a conversation that was begun: main finds it here and takes it over.
 */
#ifndef MULLION_FAST_PATH_H
#define MULLION_FAST_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BEGUN_BYTES (64u * 1024)

struct begun_call {
	int socket;           /* HELLO was sent on it; 0: no call was begun */
	uint64_t request;     /* its id */
	uint64_t printed[2];  /* bytes of stdout and stderr */
	bool is_late;         /* no answer came for as long as main waits before it looks why */
	size_t start, end;    /* what was received and not dealt with, in `bytes` */
	uint8_t bytes[BEGUN_BYTES];
};

/* All zero where there is no fast path. */
extern struct begun_call begun_call;

#endif
