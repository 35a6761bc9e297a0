/*
 * The holder: one small process for each pane, which owns its PTY.
 *
 * A holder outlives every daemon. It keeps the pane's output until a daemon has durably accepted it, queues input until
 * the PTY accepts it, and remembers the child's exit until a daemon has accepted that too. It interprets none of these
 * bytes (lending/drawing.h has the one exception). It is one poll loop in which nothing blocks.
 *
 * Exit: when the child (the leader of the pane's session) has ended, the holder reads the rest of the PTY's output, and
 * PANE_EXIT follows the last byte. A background job may keep the tty open; the holder reads only what the PTY held.
 *
 * A process beside the panes (pipe-pane, run-shell) is held in the same way, on a plain stream in place of the PTY. It
 * ends with the stream: the holder waits for every process that still has the stream open.
 *
 * The holder ignores SIGHUP, SIGINT and SIGTERM: a logout or a stopped service must not end panes. SIGUSR1 creates a
 * removed socket file again. A holder ends by HOLDER_FORGET, or by SIGKILL.
 */
#include "holder/holder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "holder/conversation.h"
#include "holder/listening.h"
#include "shared/platform.h"
#include "shared/wire.h"

/* A tty's own buffers are smaller: another process wrote anything beyond this after the child's exit. */
#define LAST_OUTPUT_BYTES (1024u * 1024)
#define REST_AFTER_MS 1000 /* idle time after which the holder releases memory */

static int signal_pipe[2];               /* written by the signal handlers */
static volatile sig_atomic_t usr1_came; /* asks the holder to create a removed socket file again, as in tmux */

static void on_signal(int number)
{
	int saved = errno;

	usr1_came |= number == SIGUSR1;
	(void)!write(signal_pipe[1], "", 1);
	errno = saved;
}

/* ---- the PTY and the child ---- */

void holder_read_pty(struct holder *h)
{
	for (size_t total = 0; total < HOLDER_READ_BYTES && !h->pty_ended;) {
		uint8_t *piece;
		size_t room = output_room(&h->output, &piece);
		ssize_t count;

		if (room == 0)
			return;
		if ((count = read(h->pane.master, piece, room)) > 0) {
			output_added(&h->output, (size_t)count);
			lending_on_output(h, piece, (size_t)count);
			total += (size_t)count;
		} else if (count < 0 && errno == EINTR) {
			continue;
		} else if (count < 0 && errno == EAGAIN) {
			h->pty_ended = h->pane.exited && h->pane.kind == KIND_PANE;
			return;
		} else {
			h->pty_ended = true;
		}
		if (h->pane.exited && h->pane.kind == KIND_PANE && h->output.end >= h->drain_limit)
			h->pty_ended = true;
	}
}

static void check_child(struct holder *h)
{
	char marks[64];

	while (read(signal_pipe[0], marks, sizeof marks) > 0)
		;
	if (!pane_reap(&h->pane))
		return;
	h->drain_limit = h->output.end + LAST_OUTPUT_BYTES;
	input_clear(&h->input);
	lending_on_exit(h);
}

/*
 * After the child's exit: reads the rest as far as there is room, and closes the PTY when nothing is left. A stream is
 * read as usual until every writer has closed it.
 */
static void drain_pty(struct holder *h)
{
	uint8_t *piece;

	while (h->pane.kind == KIND_PANE && !h->pty_ended && output_room(&h->output, &piece) > 0)
		holder_read_pty(h);
	if (!h->pty_ended)
		return;
	(void)close(h->pane.master);
	if (h->pane.slave >= 0)
		(void)close(h->pane.slave);
	h->pane.master = h->pane.slave = -1;
}

/*
 * The next daemon must find the socket file. The holder checks for it when a daemon disconnects and on SIGUSR1; a
 * connected daemon asks with HOLDER_LISTEN.
 */
static void keep_listening(struct holder *h)
{
	bool has_daemon = h->daemon.fd >= 0, asked = usr1_came != 0;

	if (asked)
		usr1_came = 0; /* before the check, and never unseen: a signal from here on requests another */
	if (asked || (h->had_daemon && !has_daemon))
		h->listener = listening_renew(h->listener, h->socket_path);
	h->had_daemon = has_daemon;
}

static void end_input(struct holder *h)
{
	if (!h->input_ended || h->input_shut || h->pane.master < 0 || buffer_size(&h->input.queue) > 0)
		return;
	(void)shutdown(h->pane.master, SHUT_WR);
	h->input_shut = true;
}

/* A job whose daemon is gone: the holder discards its output and ends with it. */
static void continue_without_daemon(struct holder *h)
{
	output_accept(&h->output, h->output.end);
	h->input_ended = true;
	h->forgotten = h->pane.master < 0;
}

/* ---- the loop ---- */

static short connection_events(const struct holder *h, const struct connection *c)
{
	bool has_more = buffer_size(&c->out) > 0 || (c->resumed && c->cursor < h->output.end);

	return (short)((c->held ? 0 : POLLIN) | (has_more && !lending_has_time(h) ? POLLOUT : 0));
}

static short pty_events(const struct holder *h)
{
	uint8_t *piece;
	bool wants_input = buffer_size(&h->input.queue) > 0 && h->input.wait_until == 0 && !h->pty_ended && !h->pane.exited;
	bool has_room = output_room(&h->output, &piece) > 0 && !h->pty_ended;

	return (short)((has_room ? POLLIN : 0) | (wants_input ? POLLOUT : 0));
}

static int earlier(int timeout_ms, int64_t when, int64_t now)
{
	int64_t left = when > now ? when - now : 0;

	return timeout_ms < 0 || left < timeout_ms ? (int)left : timeout_ms;
}

static int next_timeout(const struct holder *h)
{
	int64_t now = platform_clock();
	int timeout_ms = h->awake ? REST_AFTER_MS : -1;

	if (lending_due(h) != 0)
		timeout_ms = earlier(timeout_ms, lending_due(h), now);
	if (h->closing.active)
		timeout_ms = earlier(timeout_ms, h->closing.next_check, now);
	if (h->input.wait_until != 0)
		timeout_ms = earlier(timeout_ms, h->input.wait_until, now);
	return timeout_ms;
}

static void rest(struct holder *h)
{
	struct buffer *buffers[] = {&h->daemon.in, &h->daemon.out, &h->input.queue};

	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		if (buffer_size(buffers[i]) == 0)
			buffer_release(buffers[i]);
	output_rest(&h->output);
	h->awake = false;
}

static void tell_daemon(struct holder *h)
{
	struct connection *c = &h->daemon;

	if (c->resumed) {
		connection_fill(c, &h->output);
		if (h->pane.master < 0 && c->cursor == h->output.end && !c->exit_sent)
			conversation_tell_exit(h);
	}
	connection_flush(c);
	lending_on_told(h);
}

/* Does everything that follows from what was read: type, report, send. */
static void settle(struct holder *h)
{
	struct connection *c = &h->daemon;
	uint64_t id;

	if (!c->resumed)
		lending_on_disconnect(h);
	if (!h->pane.exited && h->pane.master >= 0)
		input_pump(&h->input, h->pane.master, h->pane.slave);
	while ((id = input_next_taken(&h->input)) != 0)
		if (c->resumed)
			conversation_tell_taken(c, id);
	if (c->held && !input_full(&h->input))
		conversation_take_frames(h, c);
	if (h->pane.exited && h->pane.master >= 0)
		drain_pty(h);
	h->heard |= c->resumed;
	connection_flush(&h->candidate);
	if (!lending_has_time(h))
		tell_daemon(h);
	if (h->pane.kind == KIND_JOB && h->heard && !c->resumed)
		continue_without_daemon(h);
	end_input(h);
	keep_listening(h);
}

static void turn(struct holder *h)
{
	struct pollfd fds[] = {
		{.fd = signal_pipe[0], .events = POLLIN},
		{.fd = h->listener, .events = POLLIN},
		{.fd = h->daemon.fd, .events = connection_events(h, &h->daemon)},
		{.fd = h->candidate.fd, .events = connection_events(h, &h->candidate)},
		{.fd = h->pane.master, .events = pty_events(h)},
		lending_poll(h),
	};
	bool reports_wait = !lending_is_idle(h);
	int ready;

	/* Excludes descriptors without wanted events: a hangup on one would make poll return at once, forever. */
	for (size_t i = 2; i < sizeof fds / sizeof *fds; i++)
		if (fds[i].events == 0)
			fds[i].fd = -1;
	if ((ready = platform_poll(fds, sizeof fds / sizeof *fds, next_timeout(h))) < 0)
		return;
	if (ready == 0 && !reports_wait && !h->closing.active && h->input.wait_until == 0)
		rest(h);
	else
		h->awake = true;
	if (fds[0].revents != 0)
		check_child(h);
	if (fds[4].revents & (POLLIN | POLLHUP | POLLERR))
		holder_read_pty(h);
	lending_turn(h, fds[5].revents);
	if (fds[2].revents & (POLLIN | POLLHUP | POLLERR))
		conversation_read(h, &h->daemon);
	if (fds[3].revents & (POLLIN | POLLHUP | POLLERR))
		conversation_read(h, &h->candidate);
	if (fds[1].revents != 0)
		conversation_accept(h);
	closing_check(&h->closing, &h->pane, platform_clock());
	settle(h);
}

bool holder_prepare(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct sigaction child = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_NOCLDSTOP};

	sigaction(SIGHUP, &ignore, NULL);
	sigaction(SIGINT, &ignore, NULL);
	sigaction(SIGTERM, &ignore, NULL);
	sigaction(SIGPIPE, &ignore, NULL);
	if (!fd_pipe(signal_pipe))
		return false;
	fd_unblock(signal_pipe[0]);
	fd_unblock(signal_pipe[1]);
	sigaction(SIGCHLD, &child, NULL);
	sigaction(SIGUSR1, &child, NULL);
	return true;
}

void hold(const struct pane *pane, int listener, const struct launch *launch)
{
	struct holder h = {.daemon.fd = -1, .candidate.fd = -1, .listener = listener, .pane = *pane};

	lending_open(&h.lending);
	h.socket_path = launch->socket_path;
	(void)!chdir("/"); /* keeps no directory busy */
	output_open(&h.output);
	buffer_append(&h.description, launch->description, strlen(launch->description));
	free(launch->description);
	while (!h.forgotten)
		turn(&h);
	(void)close(h.listener);
	(void)unlink(launch->socket_path);
	connection_close(&h.daemon);
	connection_close(&h.candidate);
	while (h.closing.active) { /* the pane is forgotten, but some of its processes are still in their grace period */
		(void)platform_poll(NULL, 0, next_timeout(&h));
		closing_check(&h.closing, &h.pane, platform_clock());
	}
}
