#include "client/fast-path.h"

struct begun_call begun_call;

#ifdef MULLION_FAST_PATH /* set by the build if the linker made fast_start the entry */

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>

#include "client/answer-watch.h"
#include "client/socket-flag.h"
#include "shared/wire.h"

/*
 * This file must not call libc, not even through calls that the compiler inserts (memcpy): libc has not started. Its
 * headers supply only types and constants. test/native/fast-path.test.ts checks the symbols that this file references.
 */

#define TCGETS_REQUEST 0x5401
#define HELLO_BYTES (256u * 1024)
#define DIRECTORY_BYTES 100 /* limited by the length of a socket address */

/* ---- system calls ---- */

#if defined(__x86_64__)

__asm__(".globl fast_start\n"
	"fast_start:\n"
	"	xor %ebp, %ebp\n"
	"	mov %rdx, %rbx\n" /* for _start: the function to call at exit */
	"	mov %rsp, %rdi\n"
	"	call fast_path\n"
	"	mov %rbx, %rdx\n"
	"	jmp _start\n");

static long call6(long number, const long a[6])
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

__asm__(".globl fast_start\n"
	"fast_start:\n"
	"	mov x19, x0\n" /* for _start: the function to call at exit */
	"	mov x0, sp\n"
	"	bl fast_path\n"
	"	mov x0, x19\n"
	"	b _start\n");

static long call6(long number, const long a[6])
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

/* Returns the negative errno on failure. */
#define CALL(number, ...) call6(number, (const long[6]){__VA_ARGS__})

void fast_path(long *stack);

/* ---- text ---- */

static size_t length_of(const char *text)
{
	size_t size = 0;

	while (text[size] != '\0')
		size++;
	return size;
}

static const char *last_part(const char *path)
{
	const char *part = path;

	for (; *path != '\0'; path++)
		if (*path == '/')
			part = path + 1;
	return part;
}

/* Returns the rest of `text` if it begins with `start`. */
static const char *after(const char *text, const char *start)
{
	while (*start != '\0')
		if (*text++ != *start++)
			return NULL;
	return text;
}

static bool same(const char *one, const char *other)
{
	const char *rest = after(one, other);

	return rest != NULL && *rest == '\0';
}

static const char *variable(char *const *environment, const char *name)
{
	for (; *environment != NULL; environment++) {
		const char *rest = after(*environment, name);

		if (rest != NULL && *rest == '=')
			return rest + 1;
	}
	return NULL;
}

/* Builds text of bounded size piece by piece. */
struct text {
	char *at;
	size_t left; /* excludes room for the final NUL */
	bool cut;
};

static void add(struct text *t, const char *piece)
{
	for (; *piece != '\0'; piece++) {
		if (t->left <= 1) {
			t->cut = true;
			return;
		}
		*t->at++ = *piece;
		t->left--;
	}
	*t->at = '\0';
}

static void add_number(struct text *t, unsigned number)
{
	char digits[12];
	size_t at = sizeof digits - 1;

	digits[at] = '\0';
	do
		digits[--at] = (char)('0' + number % 10);
	while ((number /= 10) != 0);
	add(t, digits + at);
}

/* ---- the daemon's location: runtime-directory.c gives the reasons ---- */

static bool is_our_directory(const char *path, unsigned uid, unsigned forbidden)
{
	struct stat found;

	return CALL(SYS_newfstatat, AT_FDCWD, (long)path, (long)&found, AT_SYMLINK_NOFOLLOW) == 0 &&
	       S_ISDIR(found.st_mode) && found.st_uid == uid && (found.st_mode & forbidden) == 0;
}

static bool name_directory(char *path, size_t size, char *const *environment, unsigned uid)
{
	const char *private = variable(environment, "MULLION_DIR");
	struct text t = {path, size, false};

	if (private != NULL && *private != '\0') {
		add(&t, private);
	} else {
		add(&t, "/run/user/");
		add_number(&t, uid);
		if (is_our_directory(path, uid, 0)) {
			add(&t, "/mullion");
		} else {
			t = (struct text){path, size, false};
			add(&t, "/tmp/mullion-");
			add_number(&t, uid);
		}
	}
	return !t.cut && *path == '/' && is_our_directory(path, uid, 077);
}

/* The kernel stores the uid in the auxiliary vector behind the environment, which saves a system call. */
static unsigned user_id(char *const *environment)
{
	const unsigned long *entry;

	while (*environment != NULL)
		environment++;
	for (entry = (const unsigned long *)(environment + 1); entry[0] != AT_NULL; entry += 2)
		if (entry[0] == AT_EUID)
			return (unsigned)entry[1];
	return (unsigned)CALL(SYS_geteuid, 0);
}

static int reach_daemon(char *const *environment)
{
	unsigned uid = user_id(environment);
	char directory[DIRECTORY_BYTES];
	struct sockaddr_un address;
	struct text path = {address.sun_path, sizeof address.sun_path, false};
	struct ucred peer;
	socklen_t size = sizeof peer;
	int fd;

	if (!name_directory(directory, sizeof directory, environment, uid))
		return -1;
	address.sun_family = AF_UNIX;
	add(&path, directory);
	add(&path, "/daemon.sock");
	if (path.cut || (fd = (int)CALL(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) < 0)
		return -1;
	if (CALL(SYS_connect, fd, (long)&address, sizeof address) == 0 &&
	    CALL(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, (long)&peer, (long)&size) == 0 && peer.uid == uid)
		return fd;
	(void)CALL(SYS_close, fd);
	return -1;
}

/* ---- the request: put_hello of client.c for a caller without a terminal ---- */

struct hello {
	uint8_t bytes[HELLO_BYTES];
	size_t size;
	bool full;
};

static struct hello hello;

static void put_bytes(const char *bytes, size_t size)
{
	uint8_t *to = hello.bytes + hello.size;

	if ((hello.full = hello.full || size > sizeof hello.bytes - hello.size))
		return;
	hello.size += size;
	for (; size > 0; size--)
		*to++ = (uint8_t)*bytes++;
}

static void put_number(uint64_t value, size_t size)
{
	for (; size > 0; size--, value >>= 8)
		put_bytes((const char[]){(char)(value & 0xff)}, 1);
}

static void put_text(const char *text)
{
	size_t size = length_of(text);

	put_number(size, 4);
	put_bytes(text, size);
}

static void put_list(char *const *list)
{
	size_t count = 0;

	while (list[count] != NULL)
		count++;
	put_number(count, 4);
	for (; *list != NULL; list++)
		put_text(*list);
}

static bool put_hello(char *const *arguments, char *const *environment)
{
	static char cwd[4096];
	size_t length_at;

	if (CALL(SYS_getcwd, (long)cwd, sizeof cwd) <= 0 || cwd[0] != '/')
		return false;
	if (CALL(SYS_getrandom, (long)&begun_call.request, sizeof begun_call.request, 0) != sizeof begun_call.request)
		return false;
	put_bytes(WIRE_MAGIC, 4);
	put_number(WIRE_ROLE_CLIENT, 2);
	put_number(CLIENT_WIRE_VERSION, 2);
	length_at = hello.size;
	put_number(0, 4);
	put_number(CLIENT_HELLO, 1);
	put_number(begun_call.request, 8);
	put_number(0, 4); /* flags: no terminal */
	put_number(0, 4); /* no size */
	put_number((uint64_t)CALL(SYS_getpid, 0), 4);
	put_number(0, 1); /* no erase character */
	put_number(0, 8); /* no acknowledged stdin */
	put_text("tmux");
	put_text(cwd);
	put_text("");
	put_list(arguments);
	put_list(environment);
	for (size_t i = 0, size = hello.size - length_at - WIRE_HEADER_SIZE; i < 4; i++, size >>= 8)
		hello.bytes[length_at + i] = (uint8_t)size;
	return !hello.full;
}

/* Waits no longer than main does before it probes the daemon. */
static bool wait_for_daemon(short events)
{
	struct timespec most = {.tv_sec = ANSWER_PROBE_MS / 1000};
	struct pollfd daemon = {.fd = begun_call.socket, .events = events};
	long ready;

	do
		ready = CALL(SYS_ppoll, (long)&daemon, 1, (long)&most, 0);
	while (ready == -EINTR);
	begun_call.is_late = ready == 0;
	return ready > 0;
}

/* The reader of the answer handles a daemon that dies meanwhile. False: the daemon does not read. */
static bool send_hello(void)
{
	for (size_t sent = 0; sent < hello.size;) {
		long count = CALL(SYS_sendto, begun_call.socket, (long)(hello.bytes + sent), (long)(hello.size - sent),
				  MSG_NOSIGNAL, 0, 0);

		if (count == -EAGAIN && !wait_for_daemon(POLLOUT))
			return false;
		if (count < 0 && count != -EINTR && count != -EAGAIN)
			return true;
		sent += count > 0 ? (size_t)count : 0;
	}
	return true;
}

/* ---- the answer ---- */

static size_t frame_size(const uint8_t *header)
{
	return header[0] | (size_t)header[1] << 8 | (size_t)header[2] << 16 | (size_t)header[3] << 24;
}

/* Returns the number of bytes written: all of them, unless main must handle the failure. */
static size_t write_out(int fd, const uint8_t *bytes, size_t size)
{
	size_t done = 0;

	while (done < size) {
		long count = CALL(SYS_write, fd, (long)(bytes + done), (long)(size - done));

		if (count == -EAGAIN)
			(void)CALL(SYS_ppoll, (long)&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, 0, 0);
		else if (count < 0 && count != -EINTR)
			break;
		done += count > 0 ? (size_t)count : 0;
	}
	return done;
}

/* Turns the unwritten rest of an output frame into a frame, for main. */
static bool print(int fd, uint8_t *header, size_t size)
{
	size_t done = write_out(fd, header + WIRE_HEADER_SIZE, size), left = size - done;
	uint8_t type = header[4];

	begun_call.printed[fd - 1] += done;
	begun_call.start += done;
	if (left > 0) {
		header += done;
		for (size_t i = 0, value = left; i < 4; i++, value >>= 8)
			header[i] = (uint8_t)value;
		header[4] = type;
		return false;
	}
	begun_call.start += WIRE_HEADER_SIZE;
	return true;
}

/* False: main continues the call. */
static bool take_frame(uint8_t *header, size_t size)
{
	switch (header[4]) {
	case DAEMON_STDOUT:
		return print(1, header, size);
	case DAEMON_STDERR:
		return print(2, header, size);
	case DAEMON_EXIT:
		if (size == 1 || (size == 2 && header[WIRE_HEADER_SIZE + 1] == 0)) /* otherwise main hangs up the parent */
			(void)CALL(SYS_exit_group, header[WIRE_HEADER_SIZE]);
		return false;
	default:
		return false;
	}
}

/* False: the connection ended, no data came in time, or the buffer has no room for the rest of a frame. */
static bool receive(void)
{
	struct begun_call *c = &begun_call;
	long count;

	if (c->start == c->end)
		c->start = c->end = 0;
	if (c->end == sizeof c->bytes || !wait_for_daemon(POLLIN))
		return false;
	do
		count = CALL(SYS_read, c->socket, (long)(c->bytes + c->end), (long)(sizeof c->bytes - c->end));
	while (count == -EINTR);
	if (count <= 0)
		return false;
	c->end += (size_t)count;
	return true;
}

static void converse(void)
{
	struct begun_call *c = &begun_call;

	while (receive()) {
		while (c->end - c->start >= WIRE_HEADER_SIZE) {
			uint8_t *header = c->bytes + c->start;
			size_t size = frame_size(header);

			if (size > sizeof c->bytes - WIRE_HEADER_SIZE)
				return; /* the buffer can never hold this frame */
			if (c->end - c->start - WIRE_HEADER_SIZE < size)
				break;
			if (!take_frame(header, size))
				return;
		}
	}
}

/* ---- the start ---- */

/* Whether -S names the socket of another user; main connects to that server. */
static bool names_shared_socket(char *const *arguments)
{
	const char *path = socket_flag(arguments);
	struct stat found;
	long outcome;

	if (path == NULL)
		return false;
	outcome = CALL(SYS_newfstatat, AT_FDCWD, (long)path, (long)&found, 0);
	return outcome == -EACCES || (outcome == 0 && found.st_uid != (unsigned)CALL(SYS_geteuid, 0));
}

static bool without_terminal(void)
{
	char terminal_modes[256];

	for (int fd = 0; fd < 3; fd++)
		if (CALL(SYS_ioctl, fd, TCGETS_REQUEST, (long)terminal_modes) != -ENOTTY)
			return false; /* a terminal, or a closed stream */
	return true;
}

/* `stack` has the kernel's layout: argc, argv, NULL, environment, NULL. A return means that libc and main continue. */
void fast_path(long *stack)
{
	char **argv = (char **)(stack + 1);
	char **environment = argv + *stack + 1;
	int fd;

	if (*stack < 2 || !same(last_part(argv[0]), "tmux") || !without_terminal())
		return;
	(void)CALL(SYS_prctl, PR_SET_NAME, (long)"tmux: client");
	if (names_shared_socket(argv + 1) || !put_hello(argv + 1, environment) || (fd = reach_daemon(environment)) < 0)
		return;
	begun_call.socket = fd;
	if (send_hello()) {
		converse();
	} else { /* main sends the request again, on its own connection */
		(void)CALL(SYS_close, fd);
		begun_call.socket = 0;
	}
}

#endif
