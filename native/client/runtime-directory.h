/* The directory of this user's daemon: found by uid alone, because tools scrub the environment. */
#ifndef MULLION_RUNTIME_DIRECTORY_H
#define MULLION_RUNTIME_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * MULLION_DIR if set (a private instance), else /run/user/UID/mullion if /run/user/UID is ours, else /tmp/mullion-UID.
 * Created if missing; it must be a real directory, owned by us, without access for others. False: `sentence` gives the
 * reason.
 */
/* Only names the directory: it may not exist. */
void runtime_directory_name(char *path, size_t size);
bool runtime_directory(char *path, size_t size, char *sentence, size_t sentence_size);

#endif
