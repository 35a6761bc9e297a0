/* The differences between Linux and macOS. The rest of the native part is plain POSIX. */
#ifndef MULLION_PLATFORM_H
#define MULLION_PLATFORM_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

/*
 * Forks a child that only executes a program. On Linux the child uses the parent's memory until exec, because
 * copying that memory takes longer than everything else the child does; variables that the child sets therefore change
 * in the parent too. A macro, because a function that calls vfork must not return in the child.
 */
#ifdef __linux__
#define PLATFORM_FORK_TO_EXEC() vfork()
#else
#define PLATFORM_FORK_TO_EXEC() fork()
#endif

/* Longest unfinished line that a canonical tty keeps reliably; the kernel drops bytes a little beyond it. */
#ifdef __linux__
#define PLATFORM_LINE_BYTES 4000 /* the kernel's limit is 4095 */
#else
#define PLATFORM_LINE_BYTES 960 /* the kernel's limit is 1024 */
#endif

/* Flag of send. macOS has none: platform_no_sigpipe marks the socket. */
#ifdef __linux__
#define PLATFORM_NO_SIGPIPE MSG_NOSIGNAL
#else
#define PLATFORM_NO_SIGPIPE 0
#endif

/*
 * poll for terminals too: on macOS poll and kqueue reject some terminal devices, /dev/tty among them, so select stands
 * in there. It knows POLLIN and POLLOUT; a hang-up counts as input.
 */
#ifdef __linux__
#define platform_poll poll
#else
int platform_poll(struct pollfd *fds, nfds_t count, int timeout_ms);
#endif

/* Milliseconds of a monotonic clock, and since the epoch. */
int64_t platform_clock(void);
int64_t platform_clock_us(void); /* the monotonic clock in microseconds */
uint64_t platform_time(void);
uint64_t platform_random(void);

/* Whether the peer of a unix socket runs as our user. */
bool platform_peer_is_ours(int socket);
/* For systems that can disable SIGPIPE only per socket. */
void platform_no_sigpipe(int socket);
void platform_close_from(int first);

/* The real path of the running program, symlinks resolved. False: the system does not report it. */
bool platform_executable(char *path, size_t size);
/* Sets what process tables show: `name` as comm, and as much of `title` as fits in place of argv. */
void platform_name(const char *name);
void platform_title(char **argv, const char *title);

/* argv[0] and the working directory of a process; empty when the process is gone or belongs to another user. */
void platform_command_of(pid_t pid, char *command, size_t size);
void platform_cwd_of(pid_t pid, char *cwd, size_t size);
/* When a process started, as src/processes/process-mark.ts writes it: "0" where the system does not report it, empty once
 * the process has ended and waits for its parent. */
void platform_start_time_of(pid_t pid, char *started, size_t size);
/* Sends a signal to every process of a session (0 sends none); returns the number of processes. */
int platform_signal_session(pid_t session, int signal);

/* Whether a canonical tty holds complete lines that no process has read. */
bool platform_lines_unread(int tty);

#endif
