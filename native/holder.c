/*
 * The holder: one small process for each pane, which owns its PTY.
 *
 * It outlives every daemon. What the pane prints stays here until a daemon has durably accepted it, what is typed waits
 * here until the PTY takes it, and the child's exit is remembered until it was accepted too. It understands nothing
 * of what passes through. One poll loop, and nothing in it blocks.
 *
 * The exit: when the child (the leader of the pane's session) has ended, what the PTY still holds is read to its end, and
 * PANE_EXIT follows the last byte. A background job may keep the tty open; only what the PTY held is waited for.
 *
 * SIGHUP, SIGINT and SIGTERM are ignored: a logout or an ended service must not take panes along. A holder
 * ends by HOLDER_FORGET, or by SIGKILL.
 */
#include "holder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "closing.h"
#include "connection.h"
#include "input.h"
#include "output.h"
#include "pane.h"
#include "platform.h"
#include "wire.h"

#define READ_BYTES (64u * 1024) /* at most this much of one descriptor before the others are looked at */
/* A tty's own buffers are smaller: what comes after this much was written after the child's exit, by somebody else. */
#define LAST_OUTPUT_BYTES (1024u * 1024)
#define REST_AFTER_MS 1000 /* idle for so long: give memory back */

struct holder {
	int listener;
	struct pane pane;
	struct output output;
	struct input input;
	struct closing closing;
	struct connection daemon;    /* the one that gets the output */
	struct connection candidate; /* a newer one, until it has said HOLDER_RESUME */
	bool pty_ended;              /* the PTY has no more output to give */
	uint64_t drain_limit;        /* offset where reading ends, once the child has exited */
	bool awake;                  /* something happened since memory was given back */
	bool forgotten;
};

static int child_pipe[2]; /* written by the SIGCHLD handler */

static void on_child(int number)
{
	int saved = errno;

	(void)number;
	(void)!write(child_pipe[1], "", 1);
	errno = saved;
}

/* ---- frames from the daemon ---- */

static void send_state(struct holder *h, uint32_t sequence)
{
	struct connection *c = &h->daemon;
	struct termios modes = {0};
	pid_t group = pane_foreground(&h->pane);
	char command[256] = "", cwd[4096] = "";
	size_t mark = frame_begin(&c->out, PANE_STATE);

	if (!h->pane.exited)
		(void)tcgetattr(h->pane.master, &modes);
	if (group > 0) {
		platform_command_of(group, command, sizeof command);
		platform_cwd_of(group, cwd, sizeof cwd);
		if (cwd[0] == '\0')
			platform_cwd_of(h->pane.child, cwd, sizeof cwd);
	}
	put_u32(&c->out, sequence);
	put_u32(&c->out, (uint32_t)group);
	put_u8(&c->out, (modes.c_lflag & ICANON) != 0);
	put_u8(&c->out, (modes.c_lflag & ECHO) != 0);
	put_u8(&c->out, !h->pane.exited);
	put_u32(&c->out, (uint32_t)buffer_size(&h->input.queue) + pane_unread(&h->pane));
	put_text(&c->out, command);
	put_text(&c->out, cwd);
	frame_end(&c->out, mark);
}

static void send_welcome(struct holder *h, struct connection *c)
{
	size_t mark = frame_begin(&c->out, PANE_WELCOME);

	put_u32(&c->out, (uint32_t)getpid());
	put_u32(&c->out, (uint32_t)h->pane.child);
	put_text(&c->out, h->pane.tty);
	put_u64(&c->out, h->output.first);
	put_u64(&c->out, h->output.end);
	put_u16(&c->out, h->pane.cols);
	put_u16(&c->out, h->pane.rows);
	put_u64(&c->out, h->pane.started);
	put_u8(&c->out, h->pane.exited);
	frame_end(&c->out, mark);
}

static void send_taken(struct connection *c, uint64_t id)
{
	size_t mark = frame_begin(&c->out, PANE_INPUT_TAKEN);

	put_u64(&c->out, id);
	frame_end(&c->out, mark);
}

static void send_exit(struct holder *h)
{
	struct connection *c = &h->daemon;
	size_t mark = frame_begin(&c->out, PANE_EXIT);

	put_u8(&c->out, h->pane.status);
	put_u8(&c->out, h->pane.signal);
	put_u64(&c->out, h->output.end);
	frame_end(&c->out, mark);
	c->exit_sent = true;
}

/* Each answers NULL, or the sentence with which the connection is refused. */

static const char *on_ack(struct holder *h, struct reader *r)
{
	uint64_t offset = read_u64(r);

	if (r->failed || offset > h->daemon.cursor)
		return "HOLDER_ACK is beyond the output that was sent";
	output_accept(&h->output, offset);
	return NULL;
}

static const char *on_input(struct holder *h, struct reader *r)
{
	uint64_t id = read_u64(r);

	if (r->failed)
		return "HOLDER_INPUT has no input id";
	if (h->pane.exited)
		return NULL;
	if (input_add(&h->input, id, r->at, r->left) == INPUT_TAKEN)
		send_taken(&h->daemon, id);
	return NULL;
}

static const char *on_resize(struct holder *h, struct reader *r)
{
	uint16_t size[4];

	for (int i = 0; i < 4; i++)
		size[i] = read_u16(r);
	if (r->failed)
		return "HOLDER_RESIZE is too short";
	if (!h->pane.exited)
		pane_resize(&h->pane, size);
	return NULL;
}

static const char *on_signal(struct holder *h, struct reader *r)
{
	uint8_t number = read_u8(r), whom = read_u8(r);

	if (r->failed || number == 0 || number >= NSIG || whom > 2)
		return "HOLDER_SIGNAL names no signal or nobody to get it";
	pane_signal(&h->pane, number, whom);
	return NULL;
}

static const char *on_query(struct holder *h, struct reader *r)
{
	uint32_t sequence = read_u32(r);

	if (r->failed)
		return "HOLDER_QUERY has no sequence";
	send_state(h, sequence);
	return NULL;
}

static const char *on_close(struct holder *h, struct reader *r)
{
	uint32_t grace_ms = read_u32(r);

	if (r->failed)
		return "HOLDER_CLOSE has no grace";
	closing_begin(&h->closing, &h->pane, grace_ms);
	return NULL;
}

static const char *on_forget(struct holder *h, struct reader *r)
{
	(void)r;
	if (!h->pane.exited)
		return "HOLDER_FORGET came before the child's exit";
	h->forgotten = true;
	return NULL;
}

static const char *(*const handlers[])(struct holder *, struct reader *) = {
	[HOLDER_ACK] = on_ack,       [HOLDER_INPUT] = on_input, [HOLDER_RESIZE] = on_resize, [HOLDER_SIGNAL] = on_signal,
	[HOLDER_QUERY] = on_query,   [HOLDER_CLOSE] = on_close, [HOLDER_FORGET] = on_forget,
};

static const char *on_frame(struct holder *h, const struct frame *frame)
{
	struct reader r = frame_reader(frame);

	if (frame->type >= sizeof handlers / sizeof *handlers || handlers[frame->type] == NULL)
		return frame->type == HOLDER_RESUME ? "HOLDER_RESUME came twice" : "a frame of an unknown type";
	return handlers[frame->type](h, &r);
}

/* ---- connections ---- */

/* The first frame decides: a candidate that says where to resume takes the place of the daemon before it. */
static const char *on_first_frame(struct holder *h, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	uint64_t offset = read_u64(&r);

	if (frame->type != HOLDER_RESUME || r.failed)
		return "the first frame must be HOLDER_RESUME";
	if (offset > h->output.end)
		return "HOLDER_RESUME is beyond the end of the output";
	frame_drop(&h->candidate.in, frame);
	if (h->daemon.fd >= 0)
		connection_refuse(&h->daemon, "a newer connection has taken over this pane");
	h->daemon = h->candidate;
	h->candidate = (struct connection){.fd = -1};
	output_accept(&h->output, offset);
	h->daemon.resumed = true;
	h->daemon.cursor = h->output.first > offset ? h->output.first : offset;
	return NULL;
}

static void greet(struct holder *h)
{
	struct connection *c = &h->candidate;

	switch (preamble_read(&c->in, WIRE_ROLE_HOLDER, HOLDER_WIRE_VERSION)) {
	case PREAMBLE_PARTIAL:
		return;
	case PREAMBLE_READY:
		c->greeted = true;
		send_welcome(h, c);
		return;
	case PREAMBLE_FOREIGN:
		connection_refuse(c, "this is a pane holder of Mullion, and that was not its protocol");
		return;
	case PREAMBLE_OTHER_VERSION:
		connection_refuse(c, "this pane holder speaks another version of the holder protocol");
		return;
	}
}

/* Takes the frames that have arrived; stops before input that does not fit. */
static void take_frames(struct holder *h, struct connection *c)
{
	struct frame frame;
	const char *fault = NULL;

	if (!c->greeted)
		greet(h);
	while (c->fd >= 0 && c->greeted) {
		enum frame_status status = frame_peek(&c->in, WIRE_MAX_HOLDER_PAYLOAD, &frame);

		c->held = status == FRAME_READY && frame.type == HOLDER_INPUT && input_full(&h->input);
		if (status == FRAME_PARTIAL || c->held)
			return;
		if (status == FRAME_TOO_LONG) {
			fault = "a frame is longer than this protocol allows";
		} else if (c == &h->candidate) {
			if ((fault = on_first_frame(h, &frame)) == NULL)
				c = &h->daemon;
		} else if ((fault = on_frame(h, &frame)) == NULL) {
			frame_drop(&c->in, &frame);
		}
		if (fault != NULL)
			connection_refuse(c, fault);
	}
}

static void read_connection(struct holder *h, struct connection *c)
{
	enum transfer result = buffer_read(&c->in, c->fd, READ_BYTES);

	if (result == TRANSFER_ENDED)
		connection_close(c);
	else if (result == TRANSFER_OK)
		take_frames(h, c);
}

static void accept_candidate(struct holder *h)
{
	struct connection arrived;
	int fd = accept(h->listener, NULL, NULL);

	if (fd < 0)
		return;
	connection_open(&arrived, fd);
	if (!platform_peer_is_ours(fd)) {
		connection_refuse(&arrived, "this pane belongs to another user");
		return;
	}
	connection_close(&h->candidate);
	h->candidate = arrived;
}

/* ---- the PTY and the child ---- */

static void read_pty(struct holder *h)
{
	for (size_t total = 0; total < READ_BYTES && !h->pty_ended;) {
		uint8_t *piece;
		size_t room = output_room(&h->output, &piece);
		ssize_t count;

		if (room == 0)
			return;
		if ((count = read(h->pane.master, piece, room)) > 0) {
			output_added(&h->output, (size_t)count);
			total += (size_t)count;
		} else if (count < 0 && errno == EINTR) {
			continue;
		} else if (count < 0 && errno == EAGAIN) {
			h->pty_ended = h->pane.exited;
			return;
		} else {
			h->pty_ended = true;
		}
		if (h->pane.exited && h->output.end >= h->drain_limit)
			h->pty_ended = true;
	}
}

static void check_child(struct holder *h)
{
	char marks[64];

	while (read(child_pipe[0], marks, sizeof marks) > 0)
		;
	if (!pane_reap(&h->pane))
		return;
	h->drain_limit = h->output.end + LAST_OUTPUT_BYTES;
	input_clear(&h->input);
}

/* After the child's exit: reads what is left as far as there is room, and closes the PTY when nothing is. */
static void drain_pty(struct holder *h)
{
	uint8_t *piece;

	while (!h->pty_ended && output_room(&h->output, &piece) > 0)
		read_pty(h);
	if (!h->pty_ended)
		return;
	(void)close(h->pane.master);
	(void)close(h->pane.slave);
	h->pane.master = h->pane.slave = -1;
}

/* ---- the loop ---- */

static short connection_events(const struct holder *h, const struct connection *c)
{
	bool has_more = buffer_size(&c->out) > 0 || (c->resumed && c->cursor < h->output.end);

	return (short)((c->held ? 0 : POLLIN) | (has_more ? POLLOUT : 0));
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

/* Everything that follows from what was read: type, tell, send. */
static void settle(struct holder *h)
{
	struct connection *c = &h->daemon;
	uint64_t id;

	if (!h->pane.exited && h->pane.master >= 0)
		input_pump(&h->input, h->pane.master, h->pane.slave);
	while ((id = input_next_taken(&h->input)) != 0)
		if (c->resumed)
			send_taken(c, id);
	if (c->held && !input_full(&h->input))
		take_frames(h, c);
	if (h->pane.exited && h->pane.master >= 0)
		drain_pty(h);
	if (c->resumed) {
		connection_fill(c, &h->output);
		if (h->pane.master < 0 && c->cursor == h->output.end && !c->exit_sent)
			send_exit(h);
	}
	connection_flush(&h->candidate);
	connection_flush(c);
}

static void turn(struct holder *h)
{
	struct pollfd fds[] = {
		{.fd = child_pipe[0], .events = POLLIN},
		{.fd = h->listener, .events = POLLIN},
		{.fd = h->daemon.fd, .events = connection_events(h, &h->daemon)},
		{.fd = h->candidate.fd, .events = connection_events(h, &h->candidate)},
		{.fd = h->pane.master, .events = pty_events(h)},
	};
	int ready;

	/* A hung-up descriptor that nothing is wanted from would make poll return at once, for ever. */
	for (size_t i = 2; i < sizeof fds / sizeof *fds; i++)
		if (fds[i].events == 0)
			fds[i].fd = -1;
	if ((ready = poll(fds, sizeof fds / sizeof *fds, next_timeout(h))) < 0)
		return;
	if (ready == 0 && !h->closing.active && h->input.wait_until == 0)
		rest(h);
	else
		h->awake = true;
	if (fds[0].revents != 0)
		check_child(h);
	if (fds[4].revents & (POLLIN | POLLHUP | POLLERR))
		read_pty(h);
	if (fds[2].revents & (POLLIN | POLLHUP | POLLERR))
		read_connection(h, &h->daemon);
	if (fds[3].revents & (POLLIN | POLLHUP | POLLERR))
		read_connection(h, &h->candidate);
	if (fds[1].revents != 0)
		accept_candidate(h);
	closing_check(&h->closing, &h->pane, platform_clock());
	settle(h);
}

bool holder_prepare(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct sigaction child = {.sa_handler = on_child, .sa_flags = SA_RESTART | SA_NOCLDSTOP};

	sigaction(SIGHUP, &ignore, NULL);
	sigaction(SIGINT, &ignore, NULL);
	sigaction(SIGTERM, &ignore, NULL);
	sigaction(SIGPIPE, &ignore, NULL);
	if (!fd_pipe(child_pipe))
		return false;
	fd_unblock(child_pipe[0]);
	fd_unblock(child_pipe[1]);
	sigaction(SIGCHLD, &child, NULL);
	return true;
}

void hold(const struct pane *pane, int listener, const char *socket_path)
{
	struct holder h = {.daemon.fd = -1, .candidate.fd = -1, .listener = listener, .pane = *pane};

	(void)!chdir("/"); /* keeps no directory busy */
	output_open(&h.output);
	while (!h.forgotten)
		turn(&h);
	(void)close(h.listener);
	(void)unlink(socket_path);
	connection_close(&h.daemon);
	connection_close(&h.candidate);
	while (h.closing.active) { /* the pane is forgotten, but some of its processes still have their grace */
		(void)poll(NULL, 0, next_timeout(&h));
		closing_check(&h.closing, &h.pane, platform_clock());
	}
}
