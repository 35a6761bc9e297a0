#ifdef __APPLE__
#define _DARWIN_UNLIMITED_SELECT /* descriptors from 1024 on */
#endif

#include "shared/platform.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

extern char **environ;

static int64_t clock_ms(clockid_t id)
{
	struct timespec now;

	(void)clock_gettime(id, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t platform_clock(void) { return clock_ms(CLOCK_MONOTONIC); }

int64_t platform_clock_us(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

uint64_t platform_time(void) { return (uint64_t)clock_ms(CLOCK_REALTIME); }

uint64_t platform_random(void)
{
	uint64_t value;

	if (getentropy(&value, sizeof value) != 0)
		abort();
	return value;
}

/* argv and the environment are contiguous in memory: a longer title may extend into the environment. */
void platform_title(char **argv, const char *title)
{
	char *end = argv[0];
	size_t size;

	for (char **item = argv; *item != NULL; item++)
		if (*item == end)
			end = *item + strlen(*item) + 1;
	for (char **item = environ; *item != NULL; item++)
		if (*item == end)
			end = *item + strlen(*item) + 1;
	size = (size_t)(end - argv[0]);
	memset(argv[0], 0, size);
	(void)snprintf(argv[0], size, "%s", title);
}

/* The limit of descriptors may be a million, so this closes only the open ones. */
static void close_listed(const char *directory, int first)
{
	DIR *listing = opendir(directory);
	struct dirent *entry;

	while (listing != NULL && (entry = readdir(listing)) != NULL) {
		int fd = (int)strtol(entry->d_name, NULL, 10);

		if (fd >= first && fd != dirfd(listing))
			(void)close(fd);
	}
	if (listing != NULL)
		(void)closedir(listing);
}

#ifdef __linux__

#include <sys/prctl.h>
#include <sys/syscall.h>

bool platform_peer_is_ours(int socket)
{
	struct ucred peer;
	socklen_t size = sizeof peer;

	return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

void platform_no_sigpipe(int socket) { (void)socket; }

void platform_close_from(int first)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0)
		return;
#endif
	close_listed("/proc/self/fd", first);
}

bool platform_executable(char *path, size_t size)
{
	ssize_t count = readlink("/proc/self/exe", path, size - 1);

	path[count > 0 ? count : 0] = '\0';
	return count > 0;
}

void platform_name(const char *name) { (void)prctl(PR_SET_NAME, name, 0, 0, 0); }

void platform_command_of(pid_t pid, char *command, size_t size)
{
	char path[64];
	ssize_t count = 0;
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) >= 0) {
		count = read(fd, command, size - 1);
		(void)close(fd);
	}
	command[count > 0 ? count : 0] = '\0';
}

void platform_cwd_of(pid_t pid, char *cwd, size_t size)
{
	char path[64];
	ssize_t count;

	(void)snprintf(path, sizeof path, "/proc/%d/cwd", (int)pid);
	count = readlink(path, cwd, size - 1);
	cwd[count > 0 ? count : 0] = '\0';
}

/* What /proc/PID/stat says from the state on: the name before it may contain anything. NULL: the process is gone. */
static const char *state_of(pid_t pid, char *stat, size_t size)
{
	char path[64];
	const char *name_end;
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return NULL;
	memset(stat, 0, size);
	(void)!read(fd, stat, size - 1);
	(void)close(fd);
	name_end = strrchr(stat, ')');
	return name_end != NULL && name_end[1] == ' ' ? name_end + 2 : NULL;
}

/* A process that has ended and that its parent has not reaped yet; some parents are slow. */
static bool is_zombie(pid_t pid)
{
	char stat[512];
	const char *state = state_of(pid, stat, sizeof stat);

	return state != NULL && *state == 'Z';
}

void platform_start_time_of(pid_t pid, char *started, size_t size)
{
	char stat[512];
	const char *field = state_of(pid, stat, sizeof stat);

	if (field != NULL && *field == 'Z') {
		started[0] = '\0';
		return;
	}
	for (int number = 0; field != NULL && number < 19; number++)
		if ((field = strchr(field, ' ')) != NULL)
			field++;
	(void)snprintf(started, size, "%.*s", field == NULL ? 1 : (int)strcspn(field, " "), field == NULL ? "0" : field);
}

int platform_signal_session(pid_t session, int signal)
{
	DIR *processes = opendir("/proc");
	struct dirent *entry;
	int count = 0;

	while (processes != NULL && (entry = readdir(processes)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		if (pid > 0 && getsid(pid) == session && !is_zombie(pid) && kill(pid, signal) == 0)
			count++;
	}
	if (processes != NULL)
		(void)closedir(processes);
	return count;
}

/* poll also processes input still on its way into the line discipline, which FIONREAD does not. */
bool platform_lines_unread(int tty)
{
	struct pollfd input = {.fd = tty, .events = POLLIN};

	return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
}

#else /* macOS: the reason stands beside each function */

#include <libproc.h>
#include <mach-o/dyld.h>
#include <sys/proc_info.h>
#include <sys/select.h>

/* poll rejects some terminals. A set is as long as the highest descriptor needs. */
int platform_poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
	struct timeval timeout = {.tv_sec = timeout_ms / 1000, .tv_usec = timeout_ms % 1000 * 1000};
	fd_set *sets;
	int highest = -1, ready;
	size_t each;

	for (nfds_t i = 0; i < count; i++)
		if (fds[i].fd > highest)
			highest = fds[i].fd;
	each = (size_t)(highest / FD_SETSIZE) + 1;
	if ((sets = calloc(2 * each, sizeof *sets)) == NULL)
		return -1;
	for (nfds_t i = 0; i < count; i++) {
		if (fds[i].fd >= 0 && (fds[i].events & POLLIN))
			FD_SET(fds[i].fd, sets);
		if (fds[i].fd >= 0 && (fds[i].events & POLLOUT))
			FD_SET(fds[i].fd, sets + each);
	}
	ready = select(highest + 1, sets, sets + each, NULL, timeout_ms < 0 ? NULL : &timeout);
	for (nfds_t i = 0; i < count; i++) {
		bool in = ready > 0 && fds[i].fd >= 0 && FD_ISSET(fds[i].fd, sets);
		bool out = ready > 0 && fds[i].fd >= 0 && FD_ISSET(fds[i].fd, sets + each);

		fds[i].revents = (short)((in ? POLLIN : 0) | (out ? POLLOUT : 0));
	}
	free(sets);
	return ready;
}

/* SO_PEERCRED is Linux's. */
bool platform_peer_is_ours(int socket)
{
	uid_t uid;
	gid_t gid;

	return getpeereid(socket, &uid, &gid) == 0 && uid == geteuid();
}

/* send has no MSG_NOSIGNAL. */
void platform_no_sigpipe(int socket)
{
	int on = 1;

	(void)setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
}

/* Neither close_range nor /proc/self/fd exists. */
void platform_close_from(int first) { close_listed("/dev/fd", first); }

/* No /proc/self/exe; the path that dyld reports may lead over links. */
bool platform_executable(char *path, size_t size)
{
	char given[4096], *real;
	uint32_t given_size = sizeof given;

	if (_NSGetExecutablePath(given, &given_size) != 0 || (real = realpath(given, NULL)) == NULL)
		return false;
	(void)snprintf(path, size, "%s", real);
	free(real);
	return true;
}

/* The system has no call to change what ps shows as comm: this changes only what our own messages show. */
void platform_name(const char *name) { setprogname(name); }

/* libproc in place of /proc. It has the name of the program, at most 16 bytes, in place of argv[0]. */
void platform_command_of(pid_t pid, char *command, size_t size)
{
	struct proc_bsdshortinfo process;

	command[0] = '\0';
	if (proc_pidinfo(pid, PROC_PIDT_SHORTBSDINFO, 0, &process, sizeof process) == (int)sizeof process)
		(void)snprintf(command, size, "%s", process.pbsi_comm);
}

void platform_cwd_of(pid_t pid, char *cwd, size_t size)
{
	struct proc_vnodepathinfo paths;

	cwd[0] = '\0';
	if (proc_pidinfo(pid, PROC_PIDVNODEPATHINFO, 0, &paths, sizeof paths) == (int)sizeof paths)
		(void)snprintf(cwd, size, "%s", paths.pvi_cdir.vip_path);
}

void platform_start_time_of(pid_t pid, char *started, size_t size) { (void)pid, (void)snprintf(started, size, "0"); }

/* libproc in place of /proc. getsid fails for a zombie, so none is counted. */
int platform_signal_session(pid_t session, int signal)
{
	int room = proc_listallpids(NULL, 0) + 64, count = 0;
	pid_t *pids = calloc((size_t)room, sizeof *pids);
	int found = pids == NULL ? 0 : proc_listallpids(pids, room * (int)sizeof *pids);

	for (int i = 0; i < found; i++)
		if (pids[i] > 0 && getsid(pids[i]) == session && kill(pids[i], signal) == 0)
			count++;
	free(pids);
	return count;
}

/* The line discipline runs within write, so no input is on its way, and FIONREAD counts complete lines. */
bool platform_lines_unread(int tty)
{
	int count = 0;

	return ioctl(tty, FIONREAD, &count) == 0 && count > 0;
}

#endif
