/*
 * Runs the fast path on a kernel made of the input: arguments and environment, what each system call answers, and what the
 * daemon sends. For any of them the fast path ends in one of three ways, and loses, repeats and invents nothing:
 *   it exits with the daemon's status, after it has printed everything before that frame;
 *   it leaves the call to main: what it printed and what it keeps are the daemon's bytes up to there;
 *   it has begun no call: nothing is printed, and no connection stays open.
 * The daemon never receives anything but one HELLO, complete unless the connection broke.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "client/fast-path.h"
#include "client/system-calls.h"
#include "fuzz/fuzz.h"
#include "shared/frame.h"

#define DAEMON_FD 7
#define USER 1000

struct bytes {
	const uint8_t *at;
	size_t left;
};

static struct kernel {
	struct bytes answers;     /* one byte for each decision; then everything succeeds */
	struct bytes daemon;      /* what it sends and nobody has read */
	struct buffer received;   /* what it received */
	struct buffer printed[2]; /* on stdout and stderr */
	bool is_open, is_broken;
	int status; /* of the exit; -1: none */
	jmp_buf exit;
} kernel;

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* ---- the kernel ---- */

static unsigned decide(void)
{
	if (kernel.answers.left == 0)
		return 0;
	kernel.answers.left--;
	return *kernel.answers.at++;
}

/* 0, or one of the errors that the decision selects. */
static long may_fail(const int errors[3])
{
	unsigned choice = decide() % 16;

	return choice >= 1 && choice <= 3 ? -errors[choice - 1] : 0;
}

/* At least 1 of `most`. */
static size_t some(size_t most)
{
	unsigned choice = decide();

	return choice == 0 || most == 0 ? most : 1 + (choice * 257u) % most;
}

unsigned system_user(char *const *environment)
{
	(void)environment;
	return USER;
}

long system_stat(const char *path, struct stat *found, int flags)
{
	long fault = may_fail((const int[]){ENOENT, EACCES, ELOOP});

	(void)flags;
	check(strlen(path) < 1 << 20);
	if (fault == 0)
		*found = (struct stat){.st_mode = decide() % 8 == 1 ? S_IFLNK | 0777 : S_IFDIR | 0700,
				       .st_uid = decide() % 8 == 1 ? 0 : USER};
	return fault;
}

long system_socket(void)
{
	long fault = may_fail((const int[]){EMFILE, ENOMEM, EAFNOSUPPORT});

	check(!kernel.is_open);
	kernel.is_open = fault == 0;
	return fault == 0 ? DAEMON_FD : fault;
}

long system_connect(int fd, const struct sockaddr_un *address)
{
	check(fd == DAEMON_FD && kernel.is_open && address->sun_family == AF_UNIX && address->sun_path[0] == '/' &&
	      memchr(address->sun_path, 0, sizeof address->sun_path) != NULL);
	return may_fail((const int[]){ECONNREFUSED, EAGAIN, EACCES});
}

long system_peer(int fd, struct ucred *peer)
{
	check(fd == DAEMON_FD && kernel.is_open);
	*peer = (struct ucred){.uid = decide() % 8 == 1 ? 0 : USER};
	return may_fail((const int[]){EINVAL, EBADF, ENOTSOCK});
}

long system_close(int fd)
{
	check(fd == DAEMON_FD && kernel.is_open);
	kernel.is_open = false;
	return 0;
}

long system_directory(char *path, size_t size)
{
	static const char reachable[] = "/home/me", unreachable[] = "(unreachable)/me";
	long fault = may_fail((const int[]){ENOENT, ERANGE, EACCES});

	check(size >= sizeof unreachable);
	if (fault == 0 && decide() % 8 == 1)
		memcpy(path, unreachable, sizeof unreachable);
	else if (fault == 0)
		memcpy(path, reachable, sizeof reachable);
	return fault == 0 ? (long)sizeof reachable : fault;
}

long system_random(uint64_t *number)
{
	*number = 0x0123456789abcdef;
	return decide() % 8 == 1 ? -ENOSYS : (long)sizeof *number;
}

uint32_t system_process(void) { return 4242; }

long system_wait(struct pollfd *fd, const struct timespec *most)
{
	unsigned choice = decide() % 16;

	check(most == NULL || fd->fd == DAEMON_FD);
	return choice == 1 ? -EINTR : choice == 2 && most != NULL ? 0 : choice == 3 ? -ENOMEM : 1;
}

long system_send(int fd, const uint8_t *bytes, size_t size)
{
	long fault = may_fail((const int[]){EAGAIN, EINTR, EPIPE});
	size_t count;

	check(fd == DAEMON_FD && kernel.is_open && size > 0 && !kernel.is_broken);
	kernel.is_broken = fault == -EPIPE;
	if (fault != 0)
		return fault;
	count = some(size);
	buffer_append(&kernel.received, bytes, count);
	return (long)count;
}

long system_write(int fd, const uint8_t *bytes, size_t size)
{
	long fault = may_fail((const int[]){EAGAIN, EINTR, EPIPE});
	size_t count;

	check((fd == 1 || fd == 2) && size > 0);
	if (fault != 0)
		return fault;
	count = some(size);
	buffer_append(&kernel.printed[fd - 1], bytes, count);
	return (long)count;
}

long system_read(int fd, uint8_t *bytes, size_t size)
{
	long fault = may_fail((const int[]){ECONNRESET, EINTR, EIO});
	size_t count = some(size < kernel.daemon.left ? size : kernel.daemon.left);

	check(fd == DAEMON_FD && kernel.is_open && size > 0);
	if (fault != 0)
		return fault;
	if (count > 0)
		memcpy(bytes, kernel.daemon.at, count);
	kernel.daemon.at += count;
	kernel.daemon.left -= count;
	return (long)count;
}

long system_terminal(int fd)
{
	unsigned choice = decide() % 32;

	check(fd >= 0 && fd < 3);
	return choice == 1 ? 0 : choice == 2 ? -EBADF : -ENOTTY;
}

void system_name(const char *name) { check(strlen(name) < 16); }

void system_exit(int status)
{
	kernel.status = status;
	longjmp(kernel.exit, 1);
}

/* ---- the input ---- */

static struct bytes part(struct bytes *input)
{
	size_t size = input->left < 2 ? 0 : input->at[0] | (size_t)input->at[1] << 8;
	struct bytes taken;

	if (input->left >= 2) {
		input->at += 2;
		input->left -= 2;
	}
	taken = (struct bytes){input->at, size < input->left ? size : input->left};
	input->at += taken.left;
	input->left -= taken.left;
	return taken;
}

/* Texts of exactly their size, so that a sanitiser notices a read beyond them. Each ends with a NUL in the input. */
static char **list_of(struct bytes from)
{
	char **list = allocate((from.left + 2) * sizeof *list);
	size_t count = 0;

	while (from.left > 0) {
		size_t size = strnlen((const char *)from.at, from.left);

		list[count] = allocate(size + 1);
		memcpy(list[count], from.at, size);
		list[count++][size] = '\0';
		size += size < from.left;
		from.at += size;
		from.left -= size;
	}
	list[count] = NULL;
	return list;
}

/* ---- what must hold afterwards ---- */

static void check_list(struct reader *r, char *const *list)
{
	size_t count = 0;

	while (list[count] != NULL)
		count++;
	check(read_u32(r) == count);
	for (size_t i = 0; i < count; i++) {
		char *text = read_text(r);

		check(text != NULL && strcmp(text, list[i]) == 0);
		free(text);
	}
}

static void check_text(struct reader *r, const char *expected)
{
	char *text = read_text(r);

	check(text != NULL && strcmp(text, expected) == 0);
	free(text);
}

/* The daemon's own reader reads what the daemon received. */
static void check_hello(char *const *arguments, char *const *environment)
{
	struct buffer *in = &kernel.received;
	struct frame frame;
	struct reader r;

	check(preamble_read(in, WIRE_ROLE_CLIENT, CLIENT_WIRE_VERSION) == PREAMBLE_READY);
	check(frame_peek(in, WIRE_MAX_CLIENT_PAYLOAD, &frame) == FRAME_READY && frame.type == CLIENT_HELLO);
	r = frame_reader(&frame);
	check(read_u64(&r) == begun_call.request && read_u32(&r) == 0 && read_u32(&r) == 0);
	check(read_u32(&r) == system_process() && read_u8(&r) == 0 && read_u64(&r) == 0);
	check_text(&r, "tmux");
	check_text(&r, "/home/me");
	check_text(&r, "");
	check_list(&r, arguments);
	check_list(&r, environment);
	check(!r.failed && r.left == 0);
	frame_drop(in, &frame);
	check(buffer_size(in) == 0);
}

/* Appends what a client would print of these frames; returns the status of an exit among them, else -1. */
static int play(const uint8_t *bytes, size_t size, struct buffer printed[2])
{
	struct buffer in = {.bytes = (uint8_t *)(uintptr_t)bytes, .end = size, .capacity = size};
	struct frame frame;

	for (; size > 0 && frame_peek(&in, WIRE_MAX_CLIENT_PAYLOAD, &frame) == FRAME_READY; frame_drop(&in, &frame)) {
		if (frame.type == DAEMON_STDOUT || frame.type == DAEMON_STDERR)
			buffer_append(&printed[frame.type - DAEMON_STDOUT], frame.payload, frame.size);
		else
			return frame.type == DAEMON_EXIT && frame.size > 0 ? frame.payload[0] : -1;
	}
	return -1;
}

static void check_same(const struct buffer *one, const struct buffer *other)
{
	check(buffer_size(one) == buffer_size(other));
	check(buffer_size(one) == 0 || memcmp(buffer_data(one), buffer_data(other), buffer_size(one)) == 0);
}

/* What was printed and what main prints of the rest are together what the daemon's frames say. */
static void check_output(struct bytes daemon)
{
	struct buffer expected[2] = {{0}, {0}}, rest = {0};
	int status = play(daemon.at, daemon.left, expected);

	if (kernel.status < 0) {
		buffer_append(&rest, buffer_data(&begun_call.in), buffer_size(&begun_call.in));
		if (kernel.daemon.left > 0)
			buffer_append(&rest, kernel.daemon.at, kernel.daemon.left);
		for (int i = 0; i < 2; i++)
			check(buffer_size(&kernel.printed[i]) == begun_call.printed[i]);
		check(begun_call.printed[1] == 0 ||
		      memcmp(begun_call.said, buffer_data(&kernel.printed[1]), begun_call.printed[1]) == 0);
		check(play(buffer_data(&rest), buffer_size(&rest), kernel.printed) == status);
	} else {
		check(kernel.status == status);
	}
	for (int i = 0; i < 2; i++) {
		check_same(&kernel.printed[i], &expected[i]);
		buffer_release(&expected[i]);
	}
	buffer_release(&rest);
}

static void judge(struct bytes daemon, char *const *arguments, char *const *environment)
{
	bool has_begun = begun_call.socket != 0;

	check(kernel.is_open == has_begun && (!has_begun || begun_call.socket == DAEMON_FD));
	if (has_begun && !kernel.is_broken)
		check_hello(arguments, environment);
	if (has_begun)
		check_output(daemon);
	else
		check(kernel.status < 0 && buffer_size(&kernel.printed[0]) + buffer_size(&kernel.printed[1]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct bytes input = {bytes, size}, answers = part(&input), arguments = part(&input), variables = part(&input);
	char **argv = list_of(arguments), **environment = list_of(variables);
	int argc = 0;

	while (argv[argc] != NULL)
		argc++;
	kernel = (struct kernel){.answers = answers, .daemon = input, .status = -1};
	begun_call = (struct begun_call){0};
	if (setjmp(kernel.exit) == 0)
		fast_path(argc, argv, environment);
	if (argc > 0)
		judge(input, argv + 1, environment);
	buffer_release(&kernel.received);
	buffer_release(&kernel.printed[0]);
	buffer_release(&kernel.printed[1]);
	list_free(argv);
	list_free(environment);
	return 0;
}
