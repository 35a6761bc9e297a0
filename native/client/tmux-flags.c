#include "client/tmux-flags.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TMUX_VERSION "3.3a"

enum { NEEDS_SERVER = -1 };

/* tmux knows -d and -U, but refuses them without naming them, as it refuses a word in place of a letter. */
static int usage(const char *fault, char flag)
{
	if (fault != NULL && strchr("dU-", flag) == NULL)
		(void)fprintf(stderr, "tmux: %s -- %c\n", fault, flag);
	(void)fputs("usage: tmux [-2CDlNuvV] [-c shell-command] [-f file] [-L socket-name]\n"
		    "            [-S socket-path] [-T features] [command [flags]]\n",
		    stderr);
	return 1;
}

int answer_flags(char *const *arguments)
{
	bool alone = false; /* a flag was given that allows no command after it */

	for (; *arguments != NULL && (*arguments)[0] == '-' && (*arguments)[1] != '\0'; arguments++) {
		if (strcmp(*arguments, "--") == 0) {
			arguments++;
			break;
		}
		for (const char *flag = *arguments + 1; *flag != '\0'; flag++) {
			if (*flag == 'V')
				return puts("tmux " TMUX_VERSION) < 0;
			alone |= *flag == 'c' || *flag == 'D';
			if (strchr("2CDlNquv", *flag) != NULL)
				continue;
			if (strchr("cfLST", *flag) == NULL)
				return usage("unknown option", *flag);
			if (flag[1] == '\0' && *++arguments == NULL)
				return usage("option requires an argument", *flag);
			break;
		}
	}
	return alone && *arguments != NULL ? usage(NULL, 0) : NEEDS_SERVER;
}
