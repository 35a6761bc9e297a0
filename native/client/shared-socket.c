#include "client/shared-socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "shared/io.h"
#include "shared/platform.h"
#include "client/socket-flag.h"

enum shared shared_connect(char *const *arguments, const char **path, int *fd)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct stat found;
	int fault;

	*path = socket_flag(arguments);
	if (*path == NULL || strlen(*path) >= sizeof address.sun_path)
		return SHARED_NONE;
	if (stat(*path, &found) != 0)
		return errno == EACCES ? SHARED_REFUSED : SHARED_NONE;
	if (!S_ISSOCK(found.st_mode) || found.st_uid == geteuid() || (*fd = socket(AF_UNIX, SOCK_STREAM, 0)) < 0)
		return SHARED_NONE;
	fd_close_on_exec(*fd);
	platform_no_sigpipe(*fd);
	memcpy(address.sun_path, *path, strlen(*path));
	errno = 0;
	if (connect(*fd, (struct sockaddr *)&address, sizeof address) == 0 && !platform_peer_is_ours(*fd))
		return SHARED_CONNECTED;
	fault = errno;
	(void)close(*fd);
	errno = fault;
	return fault == EACCES || fault == EPERM ? SHARED_REFUSED : SHARED_NONE;
}
