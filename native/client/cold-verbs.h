/* The verbs of `mullion` that run as a Node process of their own, because they must work without a daemon. */
#ifndef MULLION_COLD_VERBS_H
#define MULLION_COLD_VERBS_H

#include <stdbool.h>

/* `arguments` begin with the verb. `connect` alone serves a link, inside the daemon. */
bool is_cold_verb(char *const *arguments);
/* Replaces this process with Node; returns an exit status only on failure. */
int run_cold_verb(char **arguments);

#endif
