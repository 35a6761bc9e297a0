/* Where this user's daemon is found: by uid alone, because tools scrub the environment. */
#ifndef MULLION_RUNTIME_DIRECTORY_H
#define MULLION_RUNTIME_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * MULLION_DIR where that is set (a whole private instance), else /run/user/UID/mullion where /run/user/UID is ours, else
 * /tmp/mullion-UID. Made if missing; it must be a real directory, ours, and closed to everybody else.
 * False: `sentence` says what is wrong with it.
 */
bool runtime_directory(char *path, size_t size, char *sentence, size_t sentence_size);

#endif
