/* The terminal and the signals of an attached client. */
#ifndef MULLION_TERMINAL_H
#define MULLION_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Size of the first of stdin, stdout and stderr that is a terminal. False, and zeros: none is a terminal, or it was
 * hung up. */
bool terminal_size(uint16_t *cols, uint16_t *rows);
const char *terminal_name(void);

/* The erase character of the terminal on stdin; 0: none. */
uint8_t terminal_erase(void);

/* Puts the terminal in raw mode, or restores its original mode. Both may be called at any time. */
void terminal_raw(void);
/* Sets the bytes that terminal_restore prints on a raw terminal. */
void terminal_goodbye(const void *bytes, size_t size);
/* A non-blocking descriptor of the terminal on stdin; -1: this user cannot open it by its name. */
int terminal_output(void);
/* Writes a few bytes beside the picture, unless the terminal accepts nothing now. */
void terminal_notice(const void *bytes, size_t size);
/* The mode of tmux -CC: input arrives unprocessed except for line translation; output keeps normal line ends. */
void terminal_control(void);
void terminal_restore(void);

/*
 * After signals_watch, SIGINT, SIGTERM, SIGHUP (unless the caller ignored them), SIGWINCH and SIGCONT arrive as bytes
 * on the returned descriptor. A second request to end terminates the process even when it is busy. signals_default
 * restores the default actions.
 */
int signals_watch(void);
void signals_default(void);

#endif
