#include "client/fast-path.h"

struct begun_call begun_call;

#ifdef MULLION_FAST_PATH /* set by the build if the linker made fast_start the entry, and where it runs hosted */

#include <errno.h>

#include "client/answer-watch.h"
#include "client/hello.h"
#include "client/socket-flag.h"
#include "client/system-calls.h"
#include "shared/frame.h"

/*
 * This file must not call libc, not even through calls that the compiler inserts (memcpy): libc has not started. Its
 * headers supply only types and constants. test/process/native/fast-path.test.ts checks the symbols that this file
 * references.
 */

#ifndef HELLO_BYTES /* the fuzzer sets a small size */
#define HELLO_BYTES (256u * 1024)
#define BEGUN_BYTES (64u * 1024)
#endif
#define DIRECTORY_BYTES 100 /* limited by the length of a socket address */

#if !__STDC_HOSTED__

#if defined(__x86_64__)

__asm__(".globl fast_start\n"
	"fast_start:\n"
	"	xor %ebp, %ebp\n"
	"	mov %rdx, %rbx\n" /* for _start: the function to call at exit */
	"	mov %rsp, %rdi\n"
	"	call fast_main\n"
	"	mov %rbx, %rdx\n"
	"	jmp _start\n");

#elif defined(__aarch64__)

__asm__(".globl fast_start\n"
	"fast_start:\n"
	"	mov x19, x0\n" /* for _start: the function to call at exit */
	"	mov x0, sp\n"
	"	bl fast_main\n"
	"	mov x0, x19\n"
	"	b _start\n");

#endif

void fast_main(long *stack);

/* `stack` has the kernel's layout: argc, argv, NULL, environment, NULL. */
void fast_main(long *stack)
{
	char **argv = (char **)(stack + 1);

	fast_path((int)*stack, argv, argv + *stack + 1);
}

#endif

/* ---- text ---- */

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

	return system_stat(path, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
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

static int reach_daemon(char *const *environment)
{
	unsigned uid = system_user(environment);
	char directory[DIRECTORY_BYTES];
	struct sockaddr_un address;
	struct text path = {address.sun_path, sizeof address.sun_path, false};
	struct ucred peer;
	int fd;

	if (!name_directory(directory, sizeof directory, environment, uid))
		return -1;
	address.sun_family = AF_UNIX;
	add(&path, directory);
	add(&path, "/daemon.sock");
	if (path.cut || (fd = (int)system_socket()) < 0)
		return -1;
	if (system_connect(fd, &address) == 0 && system_peer(fd, &peer) == 0 && peer.uid == uid)
		return fd;
	(void)system_close(fd);
	return -1;
}

/* ---- the request ---- */

static uint8_t hello[HELLO_BYTES];
static bool is_report; /* `mullion report`, which always succeeds; otherwise `tmux` */

/* Returns the size of HELLO; 0: main must send it. */
static size_t prepare_hello(char *const *arguments, char *const *environment)
{
	static char cwd[4096];
	size_t size;

	if (system_directory(cwd, sizeof cwd) <= 0 || cwd[0] != '/')
		return 0;
	if (system_random(&begun_call.request) != sizeof begun_call.request)
		return 0;
	size = encode_hello(hello, sizeof hello, &(struct hello){.request = begun_call.request,
								 .pid = system_process(),
								 .program = is_report ? "mullion" : "tmux",
								 .cwd = cwd,
								 .tty = "",
								 .arguments = arguments,
								 .environment = environment});
	return size <= sizeof hello ? size : 0;
}

/* Waits no longer than main does before it probes the daemon. */
static bool wait_for_daemon(short events)
{
	struct timespec most = {.tv_sec = ANSWER_PROBE_MS / 1000};
	struct pollfd daemon = {.fd = begun_call.socket, .events = events};
	long ready;

	do
		ready = system_wait(&daemon, &most);
	while (ready == -EINTR);
	begun_call.is_late = ready == 0;
	return ready > 0;
}

/* The reader of the answer handles a daemon that dies meanwhile. False: the daemon does not read. */
static bool send_hello(size_t size)
{
	for (size_t sent = 0; sent < size;) {
		long count = system_send(begun_call.socket, hello + sent, size - sent);

		if (count == -EAGAIN && !wait_for_daemon(POLLOUT))
			return false;
		if (count < 0 && count != -EINTR && count != -EAGAIN)
			return true;
		sent += count > 0 ? (size_t)count : 0;
	}
	return true;
}

/* ---- the answer ---- */

/* Returns the number of bytes written: all of them, unless main must handle the failure. */
static size_t write_out(int fd, const uint8_t *bytes, size_t size)
{
	size_t done = 0;

	while (done < size) {
		long count = system_write(fd, bytes + done, size - done);

		if (count == -EAGAIN)
			(void)system_wait(&(struct pollfd){.fd = fd, .events = POLLOUT}, NULL);
		else if (count < 0 && count != -EINTR)
			break;
		done += count > 0 ? (size_t)count : 0;
	}
	return done;
}

/* Turns the unwritten rest of an output frame into a frame, for main. */
static bool print(int fd, const struct frame *frame)
{
	struct buffer *in = &begun_call.in;
	uint64_t *printed = &begun_call.printed[fd - 1];
	size_t done;

	if (fd == 2 && frame->size > sizeof begun_call.said - *printed)
		return false;
	done = write_out(fd, frame->payload, frame->size);
	for (size_t i = 0; fd == 2 && i < done; i++)
		begun_call.said[*printed + i] = frame->payload[i];
	*printed += done;
	if (done == frame->size)
		return true;
	in->start += done;
	encode_number(in->bytes + in->start, 4, frame->size - done);
	in->bytes[in->start + 4] = frame->type;
	return false;
}

/* False: main continues the call with this frame. */
static bool take_frame(const struct frame *frame)
{
	switch (frame->type) {
	case DAEMON_STDOUT:
		return print(1, frame);
	case DAEMON_STDERR:
		return print(2, frame);
	case DAEMON_EXIT:
		if (frame->size == 1 || (frame->size == 2 && frame->payload[1] == 0)) /* otherwise main hangs up the parent */
			system_exit(is_report ? 0 : frame->payload[0]);
		return false;
	default:
		return false;
	}
}

/* False: the connection ended, no data came in time, or the buffer has no room for the rest of a frame. */
static bool receive(void)
{
	struct buffer *in = &begun_call.in;
	long count;

	if (in->end == in->capacity || !wait_for_daemon(POLLIN))
		return false;
	do
		count = system_read(begun_call.socket, in->bytes + in->end, in->capacity - in->end);
	while (count == -EINTR);
	if (count <= 0)
		return false;
	buffer_added(in, (size_t)count);
	return true;
}

static void converse(void)
{
	static uint8_t bytes[BEGUN_BYTES];
	struct buffer *in = &begun_call.in;
	enum frame_status status = FRAME_PARTIAL;
	struct frame frame;

	*in = (struct buffer){.bytes = bytes, .capacity = sizeof bytes};
	while (status != FRAME_TOO_LONG && receive())
		while ((status = frame_peek(in, sizeof bytes - WIRE_HEADER_SIZE, &frame)) == FRAME_READY) {
			if (!take_frame(&frame))
				return;
			frame_drop(in, &frame);
		}
}

/* ---- the start ---- */

/* Whether -S names the socket of another user; main connects to that server. */
static bool names_shared_socket(char *const *arguments, char *const *environment)
{
	const char *path = socket_flag(arguments);
	struct stat found;
	long outcome;

	if (path == NULL)
		return false;
	outcome = system_stat(path, &found, 0);
	return outcome == -EACCES || (outcome == 0 && found.st_uid != system_user(environment));
}

static bool without_terminal(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (system_terminal(fd) != -ENOTTY)
			return false; /* a terminal, or a closed stream */
	return true;
}

void fast_path(int argc, char *const *argv, char *const *environment)
{
	size_t size;
	int fd;

	is_report = argc >= 2 && same(last_part(argv[0]), "mullion") && same(argv[1], "report");
	if (argc < 2 || (!is_report && !same(last_part(argv[0]), "tmux")) || !without_terminal())
		return;
	if (!is_report)
		system_name("tmux: client");
	if (names_shared_socket(argv + 1, environment) || (size = prepare_hello(argv + 1, environment)) == 0 ||
	    (fd = reach_daemon(environment)) < 0)
		return;
	begun_call.socket = fd;
	if (send_hello(size)) {
		converse();
	} else { /* main sends the request again, on its own connection */
		(void)system_close(fd);
		begun_call.socket = 0;
	}
}

#endif
