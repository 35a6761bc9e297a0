/* The verbs of `mullion` that run as a Node process of their own, because they must work without a daemon. */
#ifndef MULLION_COLD_VERBS_H
#define MULLION_COLD_VERBS_H

#include <stdbool.h>

bool is_cold_verb(const char *verb);
/* Becomes that process; an exit status where it cannot. */
int run_cold_verb(char **arguments);

#endif
