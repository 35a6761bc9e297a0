/* Why it did not go: one sentence on stderr. Gives the exit status. */
#ifndef MULLION_COMPLAIN_H
#define MULLION_COMPLAIN_H

#include <stdio.h>

static inline int complain(const char *sentence)
{
	(void)fprintf(stderr, "mullion: %s\n", sentence);
	return 1;
}

#endif
