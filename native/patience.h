/*
 * A wait for the daemon, with a word: no caller waits in silence, and no call waits for ever.
 *
 * After PATIENCE_SAY_MS one line says what is waited for; after a limit the wait fails, and its sentence says what to do. An
 * attached terminal is another matter: it waits as long as its panes live, reads keys meanwhile, and says so in its last line.
 */
#ifndef MULLION_PATIENCE_H
#define MULLION_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#define PATIENCE_SAY_MS 2000
#define PATIENCE_LIMIT_MS 30000 /* MULLION_WAIT_LIMIT_MS sets another */

struct patience {
	int64_t since; /* platform_clock() when the wait began */
	bool said;
	bool insists; /* goes on while panes live: no limit, and a new attempt after each that failed */
	/* Waits until `fd` (-1: none) can be read or the time has passed. False: the wait is to end. */
	bool (*pause)(void *whose, int fd, int ms);
	void (*say)(void *whose, const char *sentence);
	void *whose;
};

/* Another wait begins: of the same caller, with the same hooks. */
void patience_begin(struct patience *p);
/* Says once what is waited for, when it is time; false: the limit is reached. */
bool patience_holds(struct patience *p, const char *what);
int64_t patience_waited_ms(const struct patience *p);

/* The hooks of a caller that only waits; `whose` is the program's name. */
bool pause_idly(void *whose, int fd, int ms);
void say_on_stderr(void *whose, const char *sentence);

#endif
