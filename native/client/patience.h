/*
 * A wait for the daemon with progress messages: no caller waits in silence, and no call waits forever.
 *
 * After PATIENCE_SAY_MS one line names what the caller waits for; after a limit the wait fails, and its sentence says
 * what to do. An attached terminal differs: it waits as long as its panes live, reads keys meanwhile, and shows the
 * message in its last line.
 */
#ifndef MULLION_PATIENCE_H
#define MULLION_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#define PATIENCE_SAY_MS 2000
#define PATIENCE_LIMIT_MS 30000 /* default; MULLION_WAIT_LIMIT_MS overrides it */

struct patience {
	int64_t since; /* platform_clock() at the start of the wait */
	bool said;
	bool insists; /* no limit while panes live: retry after each failed attempt */
	/* Waits until `fd` (-1: none) is readable or the time has passed. False: end the wait. */
	bool (*pause)(void *whose, int fd, int ms);
	void (*say)(void *whose, const char *sentence);
	void *whose;
};

/* Starts another wait of the same caller, with the same hooks. */
void patience_begin(struct patience *p);
/* Prints once, after PATIENCE_SAY_MS, what the caller waits for; false: the limit is reached. */
bool patience_holds(struct patience *p, const char *what);
int64_t patience_waited_ms(const struct patience *p);

/* The hooks of a caller that only waits; `whose` is the program's name. */
bool pause_idly(void *whose, int fd, int ms);
void say_on_stderr(void *whose, const char *sentence);

#endif
