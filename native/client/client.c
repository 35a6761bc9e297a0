/*
 * The client program behind `tmux` and `mullion` (and, in bridge.c, `mullion-pane-backend`). It sends the daemon its
 * arguments and surroundings, relays data, and exits with the status that it receives. It implements no command except
 * the few verbs that must work without a daemon.
 *
 * A daemon may die before it answers (killed, upgraded). The client then repeats the request with the same random id,
 * so that the next daemon recognises a request that was already carried out. The client does not print again what it has
 * printed of the repeated answer: on stdout as many bytes, on stderr only the same text (said.h). It resends stdin when
 * the daemon asks for it. If the daemon has named a cursor (DAEMON_PROGRESS), the repeated answer begins there and not at
 * its first byte, which may be another one by then. An attached terminal (raw mode) is redrawn instead, and the client
 * resends only keys that no daemon has acknowledged.
 *
 * The client connects directly to the server of another user on a socket named with -S (shared-socket.c). That server
 * draws on our terminal and reads our keys, but may never run a program as us, and the client does not reconnect to it.
 *
 * In raw mode nothing blocks on the terminal: the client buffers what the terminal does not accept yet, notifies the
 * daemon when it is written, and continues to relay keys (daemon-frames.c, waiting-terminal.c).
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

#include "client/bridge.h"
#include "client/client-messages.h"
#include "client/client-state.h"
#include "client/cold-verbs.h"
#include "client/complain.h"
#include "client/fast-path.h"
#include "client/link-start.h"
#include "shared/frame.h"
#include "shared/platform.h"
#include "client/reach-daemon.h"
#include "client/runtime-directory.h"
#include "client/shared-socket.h"
#include "client/terminal.h"
#include "client/tmux-flags.h"

#define BACKLOG_BYTES (256u * 1024) /* unsent bytes above which the client stops reading stdin */
#define REPEATABLE_STDIN_BYTES (16u * 1024 * 1024)

static bool is_tmux(const struct client *c)
{
	return strcmp(c->program, "tmux") == 0;
}

static bool is_link(const struct client *c)
{
	return !is_tmux(c) && is_link_call(c->arguments);
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

/* ---- the next daemon ---- */

static void prepare_repeat(struct client *c)
{
	(void)close(c->socket);
	c->reads_keys_from = client_lending_end(&c->lending);
	buffer_release(&c->in);
	buffer_release(&c->out);
	c->skip = c->printed;
	said_repeats(&c->said);
	if (c->raw) {
		c->skip = c->printed = 0;
		said_release(&c->said);
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
	c->printed = begun_call.printed[0];
	(void)said_before(&c->said, begun_call.said, begun_call.printed[1]);
	if (begun_call.is_late)
		c->patience.waited.ms += ANSWER_PROBE_MS;
	if (begun_call.printed[0] + begun_call.printed[1] > 0)
		answer_watch_end(&c->watch);
	buffer_append(&c->in, buffer_data(&begun_call.in), buffer_size(&begun_call.in));
	begun_call.socket = 0;
	return true;
}

static void say_hello(struct client *c)
{
	put_hello(&c->out, (struct hello){.request = c->request,
					  .flags = (c->retries > 0 ? CLIENT_FLAG_RETRY : 0) |
						   (is_tmux(c) ? 0 : CLIENT_FLAG_RESUMES | CLIENT_FLAG_PROGRESS_LINE),
					  .typed_taken = c->typed.taken,
					  .program = c->program,
					  .arguments = c->arguments,
					  .cursor = c->cursor});
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
	c->socket = is_link(c) ? link_connect(c, sentence, sizeof sentence)
			       : daemon_connect(c->directory, &c->patience, sentence, sizeof sentence);
	if (c->socket < 0) {
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
		outcome = relay(c);
		erase_progress(c);
		if (outcome != LOST || !may_repeat(c))
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
	if (strcmp(name, "tmux") != 0 && argc > 1 && strcmp(argv[1], "pane-backend") == 0)
		return bridge(argv + 2);
	c = (struct client){.program = strcmp(name, "tmux") == 0 ? "tmux" : "mullion", .signals = -1, .watch = {.probe = -1}};
	c.arguments = argc > 0 ? argv + 1 : argv;
	if (!is_tmux(&c) && argc > 1 && is_cold_verb(c.arguments))
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
