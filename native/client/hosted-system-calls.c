/* The system calls of fast-path.c through libc, for builds that sanitisers watch. They run it before main, as fast_start does. */
#include "client/system-calls.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <termios.h>
#include <unistd.h>

#include "client/fast-path.h"

static long outcome(long result)
{
	return result < 0 ? -errno : result;
}

unsigned system_user(char *const *environment)
{
	(void)environment;
	return geteuid();
}

long system_stat(const char *path, struct stat *found, int flags) { return outcome(fstatat(AT_FDCWD, path, found, flags)); }
long system_socket(void) { return outcome(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)); }

long system_connect(int fd, const struct sockaddr_un *address)
{
	return outcome(connect(fd, (const struct sockaddr *)address, sizeof *address));
}

long system_peer(int fd, struct ucred *peer)
{
	socklen_t size = sizeof *peer;

	return outcome(getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, &size));
}

long system_close(int fd) { return outcome(close(fd)); }
long system_directory(char *path, size_t size) { return getcwd(path, size) == NULL ? -errno : 1; }
long system_random(uint64_t *number) { return outcome(getrandom(number, sizeof *number, 0)); }
uint32_t system_process(void) { return (uint32_t)getpid(); }
long system_wait(struct pollfd *fd, const struct timespec *most) { return outcome(ppoll(fd, 1, most, NULL)); }
long system_send(int fd, const uint8_t *bytes, size_t size) { return outcome(send(fd, bytes, size, MSG_NOSIGNAL)); }
long system_write(int fd, const uint8_t *bytes, size_t size) { return outcome(write(fd, bytes, size)); }
long system_read(int fd, uint8_t *bytes, size_t size) { return outcome(read(fd, bytes, size)); }

long system_terminal(int fd)
{
	struct termios modes;

	return outcome(tcgetattr(fd, &modes));
}

void system_name(const char *name) { (void)prctl(PR_SET_NAME, name); }
void system_exit(int status) { exit(status); }

/* glibc passes the arguments of main to constructors. */
__attribute__((constructor)) static void start(int argc, char **argv, char **environment)
{
	fast_path(argc, argv, environment);
}
