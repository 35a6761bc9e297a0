#include "client/runtime-directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void runtime_directory_name(char *path, size_t size)
{
	const char *private = getenv("MULLION_DIR");
	unsigned uid = (unsigned)geteuid();
	struct stat run;

	if (private != NULL && private[0] != '\0') {
		(void)snprintf(path, size, "%s", private);
		return;
	}
	(void)snprintf(path, size, "/run/user/%u", uid);
	if (lstat(path, &run) == 0 && S_ISDIR(run.st_mode) && run.st_uid == geteuid())
		(void)snprintf(path, size, "/run/user/%u/mullion", uid);
	else
		(void)snprintf(path, size, "/tmp/mullion-%u", uid);
}

static const char *fault_of(const struct stat *directory)
{
	if (S_ISLNK(directory->st_mode))
		return "is a symbolic link; Mullion keeps its sockets only in a real directory";
	if (!S_ISDIR(directory->st_mode))
		return "is not a directory";
	if (directory->st_uid != geteuid())
		return "belongs to another user";
	if ((directory->st_mode & 077) != 0)
		return "is open to other users: chmod 700 it";
	return NULL;
}

bool runtime_directory(char *path, size_t size, char *sentence, size_t sentence_size)
{
	struct stat directory;
	const char *fault;

	runtime_directory_name(path, size);
	if (path[0] != '/') {
		(void)snprintf(sentence, sentence_size, "MULLION_DIR must be an absolute path, not %s", path);
		return false;
	}
	if (lstat(path, &directory) != 0 &&
	    (errno != ENOENT || (mkdir(path, 0700) != 0 && errno != EEXIST) || lstat(path, &directory) != 0)) {
		(void)snprintf(sentence, sentence_size, "cannot make the directory %s: %s", path, strerror(errno));
		return false;
	}
	if ((fault = fault_of(&directory)) != NULL)
		(void)snprintf(sentence, sentence_size, "%s %s", path, fault);
	return fault == NULL;
}
