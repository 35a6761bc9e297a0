/*
 * What tmux's command line answers before it needs a server: -V, and how it is used where a flag is wrong. So neither starts a daemon.
 * src/doors/tmux/global-flags.ts reads the same flags for calls that a daemon answers; test/process/cold-flags.test.ts compares both
 * with the real tmux.
 */
#ifndef MULLION_TMUX_FLAGS_H
#define MULLION_TMUX_FLAGS_H

/* Prints the answer and gives the exit status; -1: a server is needed. */
int answer_flags(char *const *arguments);

#endif
