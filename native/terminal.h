/* The terminal and the signals of a client that is attached to something. */
#ifndef MULLION_TERMINAL_H
#define MULLION_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/* Of the first of stdin, stdout and stderr that is a terminal; zeros where none is. */
void terminal_size(uint16_t *cols, uint16_t *rows);
const char *terminal_name(void);

/* Puts the terminal in raw mode, or back as it was found. Each may be called at any time. */
void terminal_raw(void);
/* As tmux -CC has it: input as it comes, a line at most translated; output with line ends as usual. */
void terminal_control(void);
void terminal_restore(void);

/*
 * From signals_watch on, SIGINT, SIGTERM, SIGHUP (unless the caller had them ignored), SIGWINCH and SIGCONT arrive as bytes
 * on the descriptor that it returns. The second that asks to end does end the process, whatever it is busy with.
 * signals_default gives them back their ordinary effect.
 */
int signals_watch(void);
void signals_default(void);

#endif
