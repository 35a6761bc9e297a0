/* The terminal and the signals of a client that is attached to something. */
#ifndef MULLION_TERMINAL_H
#define MULLION_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of the first of stdin, stdout and stderr that is a terminal. False, and zeros: none is, or it was hung up. */
bool terminal_size(uint16_t *cols, uint16_t *rows);
const char *terminal_name(void);

/* The erase character of the terminal on stdin; 0 where there is none. */
uint8_t terminal_erase(void);

/* Puts the terminal in raw mode, or back as it was found. Each may be called at any time. */
void terminal_raw(void);
/* What terminal_restore prints on a terminal that was raw. */
void terminal_goodbye(const void *bytes, size_t size);
/* Of the terminal on stdin, for writing without waiting; -1 where there is none. */
int terminal_output(void);
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
