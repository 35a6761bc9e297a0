/*
 * Preloaded into a daemon under attack (LD_PRELOAD): lets calls of the system fail, and moves its clock.
 *
 * FAULT_CONTROL names a file with one line for each fault, read again at most once in a few milliseconds:
 *   write EIO-as-number percent     likewise open, rename, socket, accept, connect
 *   clock seconds                   added to the time of day
 * FAULT_BELOW names a directory: write, open and rename fail only for files below it. FAULT_SOCKETS names another: connect
 * fails only for sockets below it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum kind { WRITE, OPEN, RENAME, SOCKET, ACCEPT, CONNECT, KINDS };
static const char *const names[KINDS] = {"write", "open", "rename", "socket", "accept", "connect"};
static int errnos[KINDS], percents[KINDS];
static long clock_offset;
static unsigned long long state = 88172645463325252ULL;

static long long now_ms(void)
{
	struct timespec t;

	(void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void read_control(void)
{
	static long long read_at;
	const char *path = getenv("FAULT_CONTROL");
	char text[512], *line, *rest = NULL;
	long fd, count;

	if (path == NULL || now_ms() - read_at < 5)
		return;
	read_at = now_ms();
	if ((fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC)) < 0)
		return;
	count = syscall(SYS_read, fd, text, sizeof text - 1);
	(void)syscall(SYS_close, fd);
	if (count < 0)
		return;
	text[count] = '\0';
	memset(percents, 0, sizeof percents);
	clock_offset = 0;
	for (line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
		(void)sscanf(line, "clock %ld", &clock_offset);
		for (int kind = 0; kind < KINDS; kind++)
			if (strncmp(line, names[kind], strlen(names[kind])) == 0)
				(void)sscanf(line + strlen(names[kind]), "%d %d", &errnos[kind], &percents[kind]);
	}
}

static int fails(enum kind kind)
{
	read_control();
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	if ((int)(state % 100) >= percents[kind])
		return 0;
	errno = errnos[kind];
	return 1;
}

static int is_below(const char *path)
{
	const char *below = getenv("FAULT_BELOW");

	return below != NULL && strncmp(path, below, strlen(below)) == 0;
}

static int fd_is_below(int fd)
{
	char link[64], path[PATH_MAX];
	ssize_t length;

	(void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	if ((length = readlink(link, path, sizeof path - 1)) < 0)
		return 0;
	path[length] = '\0';
	return is_below(path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t count)
{
	if (fd > 2 && fd_is_below(fd) && fails(WRITE))
		return -1;
	return syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset)
{
	if (fd_is_below(fd) && fails(WRITE))
		return -1;
	return syscall(SYS_pwrite64, fd, bytes, count, offset);
}

static int open_or_fail(const char *path, int flags, mode_t mode)
{
	if ((flags & O_ACCMODE) != O_RDONLY && is_below(path) && fails(OPEN))
		return -1;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return open_or_fail(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	va_list rest;
	mode_t mode;

	va_start(rest, flags);
	mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
	va_end(rest);
	return open_or_fail(path, flags, mode);
}

int rename(const char *from, const char *to)
{
	if (is_below(to) && fails(RENAME))
		return -1;
	return NEXT(rename)(from, to);
}

int socket(int domain, int type, int protocol)
{
	return fails(SOCKET) ? -1 : NEXT(socket)(domain, type, protocol);
}

int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
	return fails(ACCEPT) ? -1 : NEXT(accept4)(fd, address, length, flags);
}

int connect(int fd, const struct sockaddr *address, socklen_t length)
{
	const char *below = getenv("FAULT_SOCKETS"), *path = ((const struct sockaddr_un *)(const void *)address)->sun_path;
	int meant = below != NULL && address->sa_family == AF_UNIX && strncmp(path, below, strlen(below)) == 0;

	return meant && fails(CONNECT) ? -1 : NEXT(connect)(fd, address, length);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
	int result = (int)syscall(SYS_clock_gettime, clock, time);

	if (clock == CLOCK_REALTIME) {
		read_control();
		time->tv_sec += clock_offset;
	}
	return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	struct timespec now;
	int result = clock_gettime(CLOCK_REALTIME, &now);

	(void)zone;
	time->tv_sec = now.tv_sec;
	time->tv_usec = now.tv_nsec / 1000;
	return result;
}
