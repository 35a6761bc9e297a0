/* A PTY or a plain stream, and the process that runs on it. */
#ifndef MULLION_PANE_H
#define MULLION_PANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct launch {
	char *socket_path, *cwd;
	char *file; /* empty: argv[0] */
	char **argv, **environment;
	uint16_t cols, rows;
	uint8_t kind; /* enum launch_kind */
	char *description;
};

/* The program to execute; its name is argv[0]. */
const char *launch_program(const struct launch *launch);

struct failure {
	uint8_t stage; /* enum launch_stage */
	int error;     /* errno's value */
};

struct pane {
	uint8_t kind; /* enum launch_kind */
	int master;
	/* PTY only: kept open so that the master reads no end of file before the child exits, and to query unread input */
	int slave;
	pid_t child;
	char tty[128];
	uint16_t cols, rows;
	uint64_t started; /* ms since the epoch */
	bool exited;
	uint8_t status, signal;
};

/* Returns once the program runs or has failed to start. */
bool pane_start(struct pane *p, const struct launch *launch, struct failure *failure);
void pane_resize(struct pane *p, const uint16_t size[4]);
pid_t pane_foreground(const struct pane *p);

/* Bytes typed that no process has read; an unfinished line counts as 0. */
uint32_t pane_unread(const struct pane *p);
/* `whom` as in HOLDER_SIGNAL. */
void pane_signal(const struct pane *p, int signal, int whom);
/* Reaps the child if it has ended. */
bool pane_reap(struct pane *p);

#endif
