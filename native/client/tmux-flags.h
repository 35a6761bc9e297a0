/*
 * The parts of tmux's command line that need no server: -V, and the usage line for a wrong flag. So neither starts a
 * daemon. src/doors/tmux/parse-commands/global-flags.ts reads the same flags for calls that a daemon answers;
 * test/process/cold-flags.test.ts compares both with the real tmux.
 */
#ifndef MULLION_TMUX_FLAGS_H
#define MULLION_TMUX_FLAGS_H

/* Prints the answer and returns the exit status; -1: the call needs a server. */
int answer_flags(char *const *arguments);

#endif
