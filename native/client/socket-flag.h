/*
 * The value of tmux's -S on a command line, read as tmux reads it. Plain code in a header: fast-path.c runs it before
 * libc is there.
 */
#ifndef MULLION_SOCKET_FLAG_H
#define MULLION_SOCKET_FLAG_H

#include <stddef.h>

/* Global flags of tmux that have a value: the rest of their word, or the next word. */
static inline int flag_has_value(char flag)
{
	return flag == 'c' || flag == 'f' || flag == 'L' || flag == 'S' || flag == 'T';
}

/* The last -S before the command; NULL where there is none. */
static inline const char *socket_flag(char *const *arguments)
{
	const char *found = NULL;

	for (; *arguments != NULL; arguments++) {
		const char *word = *arguments;

		if (word[0] != '-' || word[1] == '\0' || (word[1] == '-' && word[2] == '\0'))
			break;
		for (word++; *word != '\0'; word++) {
			const char *value;

			if (!flag_has_value(*word))
				continue;
			if (word[1] == '\0' && *++arguments == NULL)
				return found;
			value = word[1] != '\0' ? word + 1 : *arguments;
			if (*word == 'S')
				found = value;
			break;
		}
	}
	return found;
}

#endif
