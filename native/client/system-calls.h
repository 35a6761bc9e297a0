/*
 * The system calls of fast-path.c. Each returns the negative errno on failure.
 *
 * Before libc starts they go straight to the kernel. The same source also runs hosted, where sanitisers and the fuzzer
 * see it: there hosted-system-calls.c asks libc, or the fuzzer answers as a kernel that misbehaves.
 */
#ifndef MULLION_SYSTEM_CALLS_H
#define MULLION_SYSTEM_CALLS_H

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>

#if __STDC_HOSTED__

/* The user that this process acts for. */
unsigned system_user(char *const *environment);
/* Follows a symbolic link unless `flags` is AT_SYMLINK_NOFOLLOW. */
long system_stat(const char *path, struct stat *found, int flags);
/* Returns a non-blocking stream socket that a program started by this one does not get. */
long system_socket(void);
long system_connect(int fd, const struct sockaddr_un *address);
long system_peer(int fd, struct ucred *peer);
long system_close(int fd);
/* Returns the size, which includes the final NUL. */
long system_directory(char *path, size_t size);
long system_random(uint64_t *number);
uint32_t system_process(void);
/* Waits for one descriptor; `most` NULL: without a limit. */
long system_wait(struct pollfd *fd, const struct timespec *most);
long system_send(int fd, const uint8_t *bytes, size_t size);
long system_write(int fd, const uint8_t *bytes, size_t size);
long system_read(int fd, uint8_t *bytes, size_t size);
/* 0: a terminal; -ENOTTY: an open descriptor of another kind. */
long system_terminal(int fd);
void system_name(const char *name);
void system_exit(int status);

#else

#include <elf.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define TCGETS_REQUEST 0x5401
#define CALL(number, ...) system_call(number, (const long[6]){__VA_ARGS__})

#if defined(__x86_64__)

static long system_call(long number, const long a[6])
{
	register long r10 __asm__("r10") = a[3];
	register long r8 __asm__("r8") = a[4];
	register long r9 __asm__("r9") = a[5];
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

#elif defined(__aarch64__)

static long system_call(long number, const long a[6])
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a[0];
	register long x1 __asm__("x1") = a[1];
	register long x2 __asm__("x2") = a[2];
	register long x3 __asm__("x3") = a[3];
	register long x4 __asm__("x4") = a[4];
	register long x5 __asm__("x5") = a[5];

	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
	return x0;
}

#endif

/* The kernel stores the uid in the auxiliary vector behind the environment, which saves a system call. */
static inline unsigned system_user(char *const *environment)
{
	const unsigned long *entry;

	while (*environment != NULL)
		environment++;
	for (entry = (const unsigned long *)(environment + 1); entry[0] != AT_NULL; entry += 2)
		if (entry[0] == AT_EUID)
			return (unsigned)entry[1];
	return (unsigned)CALL(SYS_geteuid, 0);
}

static inline long system_stat(const char *path, struct stat *found, int flags)
{
	return CALL(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, flags);
}

static inline long system_socket(void)
{
	return CALL(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline long system_connect(int fd, const struct sockaddr_un *address)
{
	return CALL(SYS_connect, fd, (long)address, sizeof *address);
}

static inline long system_peer(int fd, struct ucred *peer)
{
	socklen_t size = sizeof *peer;

	return CALL(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, (long)peer, (long)&size);
}

static inline long system_close(int fd) { return CALL(SYS_close, fd); }
static inline long system_directory(char *path, size_t size) { return CALL(SYS_getcwd, (long)path, (long)size); }
static inline long system_random(uint64_t *number) { return CALL(SYS_getrandom, (long)number, sizeof *number, 0); }
static inline uint32_t system_process(void) { return (uint32_t)CALL(SYS_getpid, 0); }

static inline long system_wait(struct pollfd *fd, const struct timespec *most)
{
	return CALL(SYS_ppoll, (long)fd, 1, (long)most, 0);
}

static inline long system_send(int fd, const uint8_t *bytes, size_t size)
{
	return CALL(SYS_sendto, fd, (long)bytes, (long)size, MSG_NOSIGNAL, 0, 0);
}

static inline long system_write(int fd, const uint8_t *bytes, size_t size)
{
	return CALL(SYS_write, fd, (long)bytes, (long)size);
}

static inline long system_read(int fd, uint8_t *bytes, size_t size)
{
	return CALL(SYS_read, fd, (long)bytes, (long)size);
}

static inline long system_terminal(int fd)
{
	char modes[256];

	return CALL(SYS_ioctl, fd, TCGETS_REQUEST, (long)modes);
}

static inline void system_name(const char *name) { (void)CALL(SYS_prctl, PR_SET_NAME, (long)name); }
static inline void system_exit(int status) { (void)CALL(SYS_exit_group, status); }

#endif
#endif
