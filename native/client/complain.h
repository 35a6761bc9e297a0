/* Prints one sentence on stderr and returns the exit status. */
#ifndef MULLION_COMPLAIN_H
#define MULLION_COMPLAIN_H

#include <stdio.h>

/* The code of a character that acts on a terminal or hides text; 0: the bytes begin with a harmless character. */
static inline unsigned acting_character(const unsigned char *at, unsigned *length)
{
	unsigned code;

	*length = 1;
	if (*at < 0x20 || *at == 0x7f)
		return *at == '\n' ? 0 : *at;
	*length = 2;
	if (*at == 0xc2 && at[1] >= 0x80)
		return at[1] < 0xa0 || at[1] == 0xad ? at[1] : 0;
	*length = 3;
	if ((*at != 0xe2 && *at != 0xef) || at[1] < 0x80 || at[2] < 0x80)
		return 0;
	code = (*at & 0xfu) << 12 | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu);
	if ((code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	    (code >= 0x2060 && code <= 0x206f) || code == 0xfeff)
		return code;
	return 0;
}

/*
 * A sentence may quote a path or a name from outside. Characters that act on a terminal are printed as escapes, as
 * src/core/text/legible.ts does for every message of the daemon.
 */
static inline int complain_as(const char *program, const char *sentence)
{
	unsigned code, length;

	(void)fprintf(stderr, "%s: ", program);
	for (const unsigned char *at = (const unsigned char *)sentence; *at != '\0'; at += length) {
		if ((code = acting_character(at, &length)) != 0) {
			(void)fprintf(stderr, "\\u%04x", code);
			continue;
		}
		(void)fputc(*at, stderr);
		length = 1;
	}
	(void)fputc('\n', stderr);
	return 1;
}

static inline int complain(const char *sentence) { return complain_as("mullion", sentence); }

#endif
