#include "holder/listening.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "shared/io.h"

static bool socket_is_stale(const struct sockaddr_un *address)
{
	int probe = socket(AF_UNIX, SOCK_STREAM, 0);
	bool stale = connect(probe, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED;

	(void)close(probe);
	return stale;
}

int listening_open(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	mode_t mask = umask(0177);
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);
	int bound = -1, fault;

	if (path[0] == '\0' || strlen(path) >= sizeof address.sun_path) {
		errno = path[0] == '\0' ? ENOENT : ENAMETOOLONG;
	} else {
		memcpy(address.sun_path, path, strlen(path));
		bound = bind(listener, (struct sockaddr *)&address, sizeof address);
		if (bound != 0 && errno == EADDRINUSE && socket_is_stale(&address) && unlink(path) == 0)
			bound = bind(listener, (struct sockaddr *)&address, sizeof address);
	}
	fault = errno;
	(void)umask(mask);
	if (bound != 0 || listen(listener, 8) != 0) {
		fault = bound != 0 ? fault : errno;
		if (listener >= 0)
			(void)close(listener);
		errno = fault;
		return -1;
	}
	fd_close_on_exec(listener);
	fd_unblock(listener);
	return listener;
}

/* Another user may have created a directory of this name in /tmp first: such a directory is rejected. */
static bool make_private(const char *directory)
{
	struct stat made;

	if (mkdir(directory, 0700) != 0 && errno != EEXIST)
		return false;
	return lstat(directory, &made) == 0 && S_ISDIR(made.st_mode) && made.st_uid == geteuid();
}

/* The last two directories of the path belong to Mullion: the runtime directory, and `h` in it. */
static bool make_directories(const char *path)
{
	char own[sizeof((struct sockaddr_un *)0)->sun_path + 1], runtime[sizeof own];
	char *slash;

	(void)snprintf(own, sizeof own, "%s", path);
	if ((slash = strrchr(own, '/')) == NULL || slash == own)
		return false;
	*slash = '\0';
	(void)snprintf(runtime, sizeof runtime, "%s", own);
	if ((slash = strrchr(runtime, '/')) != NULL && slash != runtime) {
		*slash = '\0';
		(void)make_private(runtime);
	}
	return make_private(own);
}

int listening_renew(int listener, const char *path)
{
	struct stat file;
	int renewed;

	if (lstat(path, &file) == 0 || errno != ENOENT || !make_directories(path) || (renewed = listening_open(path)) < 0)
		return listener;
	(void)close(listener);
	return renewed;
}
