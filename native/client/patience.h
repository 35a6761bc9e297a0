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
#define PATIENCE_STEP_MS 500    /* longest pause between two looks at the time waited */

/* Time a process has waited while it could run. A pause of more than PATIENCE_STEP_MS counts as PATIENCE_STEP_MS: the
 * process stood still, most probably with the machine, so the daemon had no time to answer either. */
struct waited {
	int64_t looked; /* platform_clock() at the last look */
	int64_t ms;
};

void waited_begin(struct waited *w);
int64_t waited_ms(struct waited *w);

struct patience {
	struct waited waited;
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
/* Longest time of a wait whose limit is `usual` unless MULLION_WAIT_LIMIT_MS overrides it. */
int64_t wait_limit_ms(int64_t usual);

/* The hooks of a caller that only waits; `whose` is the program's name. */
bool pause_idly(void *whose, int fd, int ms);
void say_on_stderr(void *whose, const char *sentence);

#endif
