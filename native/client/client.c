/*
 * The client program behind `tmux` and `mullion` (and, in bridge.c, `mullion-pane-backend`). It sends the daemon its
 * arguments and surroundings, relays data, and exits with the status that it receives. It implements no command except
 * the few verbs that must work without a daemon.
 *
 * A daemon may die before it answers (killed, upgraded). The client then repeats the request with the same random id,
 * so that the next daemon recognises a request that was already carried out. The client skips the bytes of the repeated
 * answer that it has already printed, and resends stdin when the daemon asks for it. An attached terminal (raw mode) is
 * redrawn instead, and the client resends only keys that no daemon has acknowledged.
 *
 * The client connects directly to the server of another user on a socket named with -S (shared-socket.c). That server
 * draws on our terminal and reads our keys, but may never run a program as us, and the client does not reconnect to it.
 *
 * In raw mode nothing blocks on the terminal: the client buffers what the terminal does not accept yet, notifies the
 * daemon when it is written, and continues to relay keys. While no daemon runs, the client reads keys and keeps them
 * for the next daemon, and the last line shows what it waits for.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "client/answer-watch.h"
#include "client/bridge.h"
#include "client/client-messages.h"
#include "client/cold-verbs.h"
#include "client/complain.h"
#include "client/fast-path.h"
#include "lending/client-lending.h"
#include "shared/frame.h"
#include "shared/platform.h"
#include "client/reach-daemon.h"
#include "client/runtime-directory.h"
#include "client/shared-socket.h"
#include "client/terminal.h"
#include "client/tmux-flags.h"
#include "client/typed.h"
#include "shared/wire.h"

#define BACKLOG_BYTES (256u * 1024) /* unsent bytes above which the client stops reading stdin */
#define REPEATABLE_STDIN_BYTES (16u * 1024 * 1024)
#define UNTAKEN_KEYS_BYTES (64u * 1024)

struct client {
	const char *program;
	char **arguments;
	uint64_t request;
	int socket;
	struct buffer in, out;
	uint64_t printed[2], skip[2]; /* bytes written to stdout and stderr */
	struct typed typed;
	struct buffer screen;         /* bytes that the raw terminal has not accepted yet */
	uint32_t drawn;               /* bytes that the terminal accepted and the client has not reported */
	bool typed_too_long;
	bool wants_stdin, stdin_ended, end_sent, raw;
	struct client_lending lending;
	const char *shared; /* the socket of another user's daemon; NULL: the daemon is ours */
	bool answered;      /* the daemon has sent a frame */
	uint8_t control; /* the mode from DAEMON_CONTROL */
	int signals; /* descriptor; -1: no signals are watched */
	int retries;
	int64_t reads_keys_from; /* while no daemon runs: when to start reading keys, by platform_clock() */
	bool said_full;          /* the notice that keys are no longer read has been shown */
	struct patience patience;
	struct answer_watch watch;
	const char *directory;
};

enum { RELAYING = -1, LOST = -2 }; /* results of relaying other than an exit status */

static bool is_tmux(const struct client *c)
{
	return strcmp(c->program, "tmux") == 0;
}

static void say_stdin_end(struct client *c)
{
	put_stdin_end(&c->out);
	c->end_sent = true;
}

/* ---- handlers of the daemon's frames; each returns RELAYING, LOST or the exit status ---- */

static int print(struct client *c, int fd, const struct frame *frame)
{
	uint64_t *skip = &c->skip[fd - 1];
	size_t skipped = *skip < frame->size ? (size_t)*skip : frame->size;

	*skip -= skipped;
	if (!fd_write_all(fd, frame->payload + skipped, frame->size - skipped)) {
		if (errno != EPIPE)
			complain(strerror(errno));
		return 1;
	}
	c->printed[fd - 1] += frame->size - skipped;
	return RELAYING;
}

/* Writes as much as the terminal accepts now; false: the terminal is gone. */
static bool draw(struct client *c)
{
	size_t before = buffer_size(&c->screen);
	bool alive = before == 0 || buffer_write(&c->screen, terminal_output()) != TRANSFER_ENDED;
	size_t mark;

	c->drawn += (uint32_t)(before - buffer_size(&c->screen));
	if (buffer_size(&c->screen) == 0 && c->drawn > 0) {
		mark = frame_begin(&c->out, CLIENT_DRAWN);
		put_u32(&c->out, c->drawn);
		frame_end(&c->out, mark);
		c->drawn = 0;
	}
	return alive;
}

/* Flushes pending output before another process uses the terminal. */
static void finish_drawing(struct client *c)
{
	if (buffer_size(&c->screen) > 0)
		(void)fd_write_all(terminal_output(), buffer_data(&c->screen), buffer_size(&c->screen));
	buffer_release(&c->screen);
	c->drawn = 0;
}

static int on_stdout(struct client *c, const struct frame *frame)
{
	if (!c->raw || terminal_output() < 0)
		return print(c, STDOUT_FILENO, frame);
	buffer_append(&c->screen, frame->payload, frame->size);
	return draw(c) ? RELAYING : 1;
}

static int on_stderr(struct client *c, const struct frame *frame) { return print(c, STDERR_FILENO, frame); }

static int on_exit_status(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	int status = read_u8(&r);
	pid_t parent = getppid();

	if (read_u8(&r) == 1 && parent > 1 && c->shared == NULL)
		(void)kill(parent, SIGHUP);
	return status;
}

/* Forwards signals only while the daemon handles this client's keys; otherwise they keep their default effect. */
static void watch_signals(struct client *c)
{
	if (c->wants_stdin || c->raw) {
		c->signals = signals_watch();
	} else {
		signals_default();
		c->signals = -1;
	}
}

static int on_want_stdin(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);

	c->wants_stdin = read_u8(&r) != 0;
	if (c->wants_stdin) {
		typed_send(&c->typed, &c->out, c->raw);
		if (c->stdin_ended && !c->end_sent)
			say_stdin_end(c);
	}
	watch_signals(c);
	return RELAYING;
}

static int on_raw(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	bool raw = read_u8(&r) != 0;

	if (r.left > 0)
		terminal_goodbye(r.at, r.left);
	if (raw) {
		c->raw = true;
		terminal_raw();
		c->retries = 0;
		put_size(&c->out); /* the size may have changed since HELLO */
	} else {
		finish_drawing(c);
		c->raw = false;
		terminal_restore();
	}
	watch_signals(c);
	return RELAYING;
}

static int on_exec(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	char **argv = read_list(&r);
	char sentence[512];

	finish_drawing(c);
	terminal_restore();
	signals_default();
	if (c->shared != NULL) {
		list_free(argv);
		return complain("the server of another user asked to run a program here: refused");
	}
	errno = EINVAL;
	if (argv != NULL && argv[0] != NULL)
		(void)execvp(argv[0], argv);
	(void)snprintf(sentence, sizeof sentence, "cannot run %.256s: %s", argv != NULL && argv[0] != NULL ? argv[0] : "",
		       strerror(errno));
	list_free(argv);
	return complain(sentence);
}

static int on_refused(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	char *sentence = read_text(&r);

	(void)c;
	(void)complain(sentence != NULL ? sentence : "the daemon refused");
	free(sentence);
	return 1;
}

static int on_suspend(struct client *c, const struct frame *frame)
{
	(void)frame;
	finish_drawing(c);
	terminal_restore();
	(void)raise(SIGTSTP);
	/* triggers on_signals, also when the stop was ignored because no shell could continue the client */
	(void)raise(SIGCONT);
	return RELAYING;
}

static int on_lock(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	char *command = read_text(&r);

	finish_drawing(c);
	terminal_restore();
	(void)!write(STDOUT_FILENO, r.at, r.left);
	if (command != NULL && c->shared == NULL)
		(void)system(command);
	free(command);
	terminal_raw();
	put_size(&c->out);
	put_signal(&c->out, SIGCONT);
	return RELAYING;
}

static int on_stdin_taken(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	uint64_t taken = read_u64(&r);

	if (!r.failed)
		typed_taken(&c->typed, taken);
	return RELAYING;
}

/* A control client's input and output belong to this connection alone. */
static int on_control(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);

	if ((c->control = read_u8(&r)) == 2)
		terminal_control();
	return RELAYING;
}

static int (*const handlers[])(struct client *, const struct frame *) = {
	[DAEMON_STDOUT] = on_stdout,         [DAEMON_STDERR] = on_stderr, [DAEMON_EXIT] = on_exit_status,
	[DAEMON_WANT_STDIN] = on_want_stdin, [DAEMON_RAW] = on_raw,       [DAEMON_EXEC] = on_exec,
	[DAEMON_REFUSED] = on_refused,       [DAEMON_SUSPEND] = on_suspend, [DAEMON_CONTROL] = on_control,
	[DAEMON_LOCK] = on_lock,             [DAEMON_STDIN_TAKEN] = on_stdin_taken,
};

static int on_frame(struct client *c, const struct frame *frame)
{
	c->answered = true;
	if (frame->type < sizeof handlers / sizeof *handlers && handlers[frame->type] != NULL)
		return handlers[frame->type](c, frame);
	/* The server of another user may not use the terminal by itself. */
	if (c->shared == NULL && client_lending_on_frame(&c->lending, frame, &c->out))
		return RELAYING;
	return complain("the daemon speaks another protocol");
}

static int take_frames(struct client *c)
{
	int outcome = RELAYING;
	enum frame_status status;
	struct frame frame;

	if (buffer_size(&c->in) > 0 && !c->watch.serves)
		answer_watch_end(&c->watch);
	while (outcome == RELAYING && (status = frame_peek(&c->in, WIRE_MAX_CLIENT_PAYLOAD, &frame)) != FRAME_PARTIAL) {
		if (status == FRAME_TOO_LONG)
			return complain("the daemon speaks another protocol");
		outcome = on_frame(c, &frame);
		frame_drop(&c->in, &frame);
	}
	return outcome;
}

/* ---- relaying ---- */

static void read_stdin(struct client *c)
{
	enum transfer result = buffer_read(&c->typed.bytes, STDIN_FILENO, 64 * 1024);

	typed_send(&c->typed, &c->out, c->raw);
	if (result == TRANSFER_ENDED) {
		c->stdin_ended = true;
		say_stdin_end(c);
	}
	c->typed_too_long |= typed_size(&c->typed) > REPEATABLE_STDIN_BYTES;
	if (c->control != 0 || c->typed_too_long)
		typed_taken(&c->typed, c->typed.sent); /* never resend these bytes */
}

static void on_signals(struct client *c)
{
	bool continued = false, resized = false;
	uint8_t number;

	while (read(c->signals, &number, 1) == 1) {
		continued |= number == SIGCONT;
		resized |= number == SIGWINCH;
		if (number == SIGCONT || number == SIGWINCH || (number == SIGINT && c->control != 0))
			continue;
		put_signal(&c->out, number);
	}
	if (continued && c->raw)
		terminal_raw();
	if (continued || resized)
		put_size(&c->out);
	if (continued)
		put_signal(&c->out, SIGCONT);
}

/* Serves one connection until it ends. */
static int relay(struct client *c)
{
	int outcome = take_frames(c); /* frames of a call that fast-path.c began */

	while (outcome == RELAYING) {
		bool later = buffer_write(&c->out, c->socket) == TRANSFER_LATER;
		/* Decided after sending: a backlog that has just been sent would cause no further wakeup. */
		bool reads_stdin = c->wants_stdin && !c->lending.is_active && !c->stdin_ended && buffer_size(&c->out) < BACKLOG_BYTES &&
				   !(c->raw && typed_size(&c->typed) > UNTAKEN_KEYS_BYTES);
		bool hears = buffer_size(&c->screen) < BACKLOG_BYTES;
		struct pollfd fds[] = {
			{.fd = c->socket, .events = (short)((later ? POLLOUT : 0) | (hears ? POLLIN : 0))},
			{.fd = reads_stdin ? STDIN_FILENO : -1, .events = POLLIN},
			{.fd = c->signals, .events = POLLIN},
			{.fd = buffer_size(&c->screen) > 0 ? terminal_output() : -1, .events = POLLOUT},
			{.fd = c->watch.probe, .events = POLLIN},
		};
		char sentence[512];

		if (platform_poll(fds, sizeof fds / sizeof *fds, answer_watch_timeout(&c->watch, &c->patience)) < 0)
			continue;
		if (fds[2].revents != 0)
			on_signals(c);
		if (fds[1].revents != 0)
			read_stdin(c);
		if (fds[3].revents != 0 && !draw(c))
			outcome = 1;
		if (outcome == RELAYING && (fds[0].revents & (POLLIN | POLLHUP | POLLERR))) {
			enum transfer result = buffer_read(&c->in, c->socket, 64 * 1024);

			if (result == TRANSFER_OK)
				outcome = take_frames(c);
			else if (result == TRANSFER_ENDED)
				outcome = LOST;
		}
		if (outcome == RELAYING && !c->watch.serves &&
		    !answer_watch_step(&c->watch, &c->patience, c->directory, sentence, sizeof sentence))
			outcome = complain(sentence);
	}
	return outcome;
}

/* ---- a terminal without a daemon ---- */

/* Uses the last line, which the next picture covers; truncated, because a longer line would scroll. */
static void say_in_last_line(void *whose, const char *sentence)
{
	char line[1024], notice[1280];
	uint16_t cols, rows;
	size_t size = 0;

	(void)whose;
	(void)terminal_size(&cols, &rows);
	for (; sentence[size] != '\0' && size + 1 < (cols > 1 && cols < sizeof line ? cols : 80); size++)
		/* a path must not contain terminal controls */
		line[size] = sentence[size] >= ' ' && sentence[size] <= '~' ? sentence[size] : '?';
	(void)snprintf(notice, sizeof notice, "\0337\033[r\033[999;1H\033[0;7m%.*s\033[0m\033[K\0338", (int)size, line);
	(void)!write(terminal_output(), notice, strlen(notice)); /* skipped when the terminal accepts nothing now */
}

static void keep_keys(struct client *c)
{
	if (typed_size(&c->typed) <= UNTAKEN_KEYS_BYTES) {
		if (buffer_read(&c->typed.bytes, STDIN_FILENO, 4096) == TRANSFER_ENDED)
			c->stdin_ended = true;
	} else if (!c->said_full) {
		(void)!write(terminal_output(), "\a", 1);
		say_in_last_line(c, "64 KB of keys wait for a daemon: the terminal keeps what is typed now");
		c->said_full = true;
	}
}

/* Handles signals that would go to the daemon, while none runs. */
static void on_signals_alone(const struct client *c)
{
	uint8_t number;

	while (read(c->signals, &number, 1) == 1) {
		if (number == SIGCONT)
			terminal_raw();
		if (number == SIGCONT || number == SIGWINCH)
			continue;
		terminal_restore();
		signals_default();
		(void)raise(number);
	}
}

static bool pause_reading_keys(void *whose, int fd, int ms)
{
	int64_t until = platform_clock() + ms;
	struct client *c = whose;

	for (int64_t now; (now = platform_clock()) < until && !c->stdin_ended;) {
		int64_t from = c->reads_keys_from > now ? c->reads_keys_from : now;
		struct pollfd fds[] = {
			{.fd = fd, .events = POLLIN},
			{.fd = from == now && !c->said_full ? STDIN_FILENO : -1, .events = POLLIN},
			{.fd = c->signals, .events = POLLIN},
		};

		if (platform_poll(fds, sizeof fds / sizeof *fds, (int)((from > now && from < until ? from : until) - now)) <= 0)
			continue;
		if (fds[2].revents != 0)
			on_signals_alone(c);
		if (fds[1].revents != 0)
			keep_keys(c);
		if (fds[0].revents != 0)
			break;
	}
	return !c->stdin_ended;
}

/* ---- the next daemon ---- */

/* An attached terminal does not give up while its panes live, and supplies its own hooks for reading keys and showing
 * messages. */
static void wait_as_terminal(struct client *c)
{
	c->patience = (struct patience){
		.insists = true, .pause = pause_reading_keys, .say = say_in_last_line, .whose = c};
	c->said_full = false;
	say_in_last_line(c, "[the daemon is gone, its panes are not: starting another]");
}

static void prepare_repeat(struct client *c)
{
	(void)close(c->socket);
	c->reads_keys_from = client_lending_end(&c->lending);
	buffer_release(&c->in);
	buffer_release(&c->out);
	memcpy(c->skip, c->printed, sizeof c->skip);
	if (c->raw) {
		memset(c->skip, 0, sizeof c->skip);
		memset(c->printed, 0, sizeof c->printed);
		finish_drawing(c);
		wait_as_terminal(c);
	}
	c->wants_stdin = c->end_sent = false;
	typed_again(&c->typed);
	c->retries++;
	watch_signals(c);
}

/* Continues a call that fast-path.c began. */
static bool take_over(struct client *c)
{
	if (begun_call.socket == 0)
		return false;
	c->socket = begun_call.socket;
	c->request = begun_call.request;
	memcpy(c->printed, begun_call.printed, sizeof c->printed);
	if (begun_call.is_late)
		c->patience.since -= ANSWER_PROBE_MS;
	if (c->printed[0] + c->printed[1] > 0)
		answer_watch_end(&c->watch);
	buffer_append(&c->in, buffer_data(&begun_call.in), buffer_size(&begun_call.in));
	begun_call.socket = 0;
	return true;
}

static void say_hello(struct client *c)
{
	put_hello(&c->out, (struct hello){.request = c->request,
					  .flags = c->retries > 0 ? CLIENT_FLAG_RETRY : 0,
					  .typed_taken = c->typed.taken,
					  .program = c->program,
					  .arguments = c->arguments});
}

/* Connects to the server of another user if -S names one. False: the connection was denied, and tmux's message has been
 * printed. */
static bool reach_shared(struct client *c)
{
	const char *path;
	enum shared found = is_tmux(c) && begun_call.socket == 0 ? shared_connect(c->arguments, &path, &c->socket)
								 : SHARED_NONE;

	if (found == SHARED_REFUSED)
		(void)fprintf(stderr, "error connecting to %s (%s)\n", path, strerror(errno));
	if (found == SHARED_CONNECTED) {
		c->shared = path;
		answer_watch_end(&c->watch); /* the watch is for our own daemon */
		say_hello(c);
	}
	return found != SHARED_REFUSED;
}

static void say_keys_lost(const struct client *c)
{
	if (c->raw && typed_size(&c->typed) > 0)
		(void)fprintf(stderr, "mullion: the last %zu bytes that were typed may have reached no pane\n",
			      typed_size(&c->typed));
}

static bool begin(struct client *c)
{
	char sentence[8192] = "";

	if (c->retries > 1 && !c->patience.pause(c->patience.whose, -1, retry_pause_ms(c->retries - 1)))
		return false;
	if ((c->socket = daemon_connect(c->directory, &c->patience, sentence, sizeof sentence)) < 0) {
		terminal_restore();
		(void)complain(sentence);
		say_keys_lost(c);
		return false;
	}
	answer_watch_begin(&c->watch, &c->patience);
	say_hello(c);
	return true;
}

static bool may_repeat(const struct client *c)
{
	if (c->shared != NULL || c->control != 0 || c->typed_too_long)
		return false;
	return c->retries < MOST_RETRIES || (c->raw && panes_live(c->directory));
}

static int converse(struct client *c)
{
	int outcome;

	patience_begin(&c->patience);
	for (;;) {
		if (!take_over(c) && c->shared == NULL && !begin(c))
			return 1;
		fd_unblock(c->socket);
		if ((outcome = relay(c)) != LOST || !may_repeat(c))
			break;
		prepare_repeat(c);
	}
	finish_drawing(c);
	if (outcome == LOST && c->control != 0) {
		(void)printf("%%exit server exited unexpectedly\n%s", c->control == 2 ? "\033\\" : "");
		(void)fflush(stdout);
	}
	terminal_restore();
	if (outcome == LOST && c->control != 0)
		return 1;
	if (outcome == LOST && c->shared != NULL && !c->answered)
		(void)fprintf(stderr, "%s belongs to a server of another program (a real tmux?)\n", c->shared);
	else if (outcome == LOST && is_tmux(c))
		(void)fprintf(stderr, "lost server\n");
	else if (outcome == LOST)
		(void)complain("the connection to the daemon was lost before it answered");
	if (outcome == LOST)
		say_keys_lost(c);
	return outcome == LOST ? 1 : outcome;
}

/* ---- `mullion report` ---- */

static void give_up(int number)
{
	(void)number;
	_exit(0);
}

/* Runs inside the hooks of agents, and must neither fail nor delay them: it starts no daemon, waits for a second at
 * most, and always succeeds. */
static int report(struct client *c)
{
	const struct itimerval limit = {.it_value = {.tv_sec = 1}};
	char directory[4096], path[4352];

	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGALRM, give_up);
	if (begun_call.is_late || setitimer(ITIMER_REAL, &limit, NULL) != 0)
		return 0;
	runtime_directory_name(directory, sizeof directory);
	(void)snprintf(path, sizeof path, "%s/daemon.sock", directory);
	if (!take_over(c)) {
		if ((c->socket = try_connect(path)) < 0)
			return 0;
		say_hello(c);
	}
	fd_unblock(c->socket);
	answer_watch_end(&c->watch); /* a daemon that hangs is left alone */
	(void)relay(c);
	return 0;
}

/* ---- the start ---- */

/* Opens /dev/null on closed standard streams, so that later descriptors do not get their numbers. */
static void fill_standard_streams(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY);
}

int main(int argc, char **argv)
{
	static struct client c;
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	const char *name = argc > 0 ? (slash != NULL ? slash + 1 : argv[0]) : "";
	char directory[4096], sentence[8192];
	int status;

	fill_standard_streams();
	if (strcmp(name, "mullion-pane-backend") == 0)
		return bridge(argv + 1);
	c = (struct client){.program = strcmp(name, "tmux") == 0 ? "tmux" : "mullion", .signals = -1, .watch = {.probe = -1}};
	c.arguments = argc > 0 ? argv + 1 : argv;
	if (!is_tmux(&c) && argc > 1 && is_cold_verb(argv[1]))
		return run_cold_verb(c.arguments);
	if (is_tmux(&c) && begun_call.socket == 0 && (status = answer_flags(c.arguments)) >= 0)
		return status;
	if (is_tmux(&c))
		platform_name("tmux: client");
	c.request = platform_random();
	if (!is_tmux(&c) && argc > 1 && strcmp(argv[1], "report") == 0)
		return report(&c);
	c.directory = directory;
	c.patience = (struct patience){.pause = pause_idly, .say = say_on_stderr, .whose = "mullion"};
	if (!reach_shared(&c))
		return 1;
	if (c.shared == NULL && !runtime_directory(directory, sizeof directory, sentence, sizeof sentence))
		return complain(sentence);
	return converse(&c);
}
