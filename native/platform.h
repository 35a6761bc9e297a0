/* What Linux and macOS do differently. Everything else of the native part is plain POSIX. */
#ifndef MULLION_PLATFORM_H
#define MULLION_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

/*
 * For a child that does nothing but execute a program: on Linux it borrows our memory until then, since copying it takes
 * longer than everything else the child does. So what it sets is set here too. A macro, because whoever calls vfork must
 * not return in the child.
 */
#ifdef __linux__
#define PLATFORM_FORK_TO_EXEC() vfork()
#else
#define PLATFORM_FORK_TO_EXEC() fork()
#endif

/* The longest unfinished line that a canonical tty keeps for sure; the kernel drops what comes after a little more. */
#ifdef __linux__
#define PLATFORM_LINE_BYTES 4000 /* the kernel's own limit is 4095 */
#else
#define PLATFORM_LINE_BYTES 960 /* 1024 */
#endif

/* Milliseconds: of a clock that only goes forward, and since the epoch. */
int64_t platform_clock(void);
int64_t platform_clock_us(void); /* the same clock, in microseconds */
uint64_t platform_time(void);
uint64_t platform_random(void);

/* Whether the other end of a unix socket belongs to our user. */
bool platform_peer_is_ours(int socket);
/* Where the system can only switch SIGPIPE off for a socket as a whole. */
void platform_no_sigpipe(int socket);
void platform_close_from(int first);

/* The real path of the running program, symlinks resolved. False: cannot be told. */
bool platform_executable(char *path, size_t size);
/* The name that process tables show: `name` as comm, and as much of `title` as fits in place of argv. */
void platform_name(const char *name);
void platform_title(char **argv, const char *title);

/* argv[0] and the working directory of a process; empty when it is gone or not ours to see. */
void platform_command_of(pid_t pid, char *command, size_t size);
void platform_cwd_of(pid_t pid, char *cwd, size_t size);
/* Sends a signal to every process of a session (0 only looks); answers how many there were. */
int platform_signal_session(pid_t session, int signal);

/* Whether a canonical tty holds complete lines that nobody has read yet. */
bool platform_lines_unread(int tty);

#endif
