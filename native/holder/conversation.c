#include "holder/conversation.h"

#include <signal.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "holder/listening.h"
#include "shared/platform.h"
#include "shared/wire.h"

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
	put_u64(&c->out, h->input.received);
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
	put_u8(&c->out, 5); /* abilities: see PANE_WELCOME */
	put_u32(&c->out, (uint32_t)buffer_size(&h->description));
	buffer_append(&c->out, buffer_data(&h->description), buffer_size(&h->description));
	frame_end(&c->out, mark);
}

void conversation_tell_taken(struct connection *c, uint64_t id)
{
	size_t mark = frame_begin(&c->out, PANE_INPUT_TAKEN);

	put_u64(&c->out, id);
	frame_end(&c->out, mark);
}

void conversation_tell_exit(struct holder *h)
{
	struct connection *c = &h->daemon;
	size_t mark = frame_begin(&c->out, PANE_EXIT);

	put_u8(&c->out, h->pane.status);
	put_u8(&c->out, h->pane.signal);
	put_u64(&c->out, h->output.end);
	frame_end(&c->out, mark);
	c->exit_sent = true;
}

/* Each handler returns NULL, or the sentence with which the holder refuses the connection. */

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
	if (h->pane.exited || h->input_ended)
		return NULL;
	if (input_add(&h->input, id, r->at, r->left) == INPUT_TAKEN)
		conversation_tell_taken(&h->daemon, id);
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
	/*
	 * Output printed before the query is sent ahead of the answer: a daemon that has the answer has all of that output, and
	 * the terminal's echo of what was typed before. The system echoes when the line discipline has the input, which a
	 * look at the terminal makes sure of.
	 */
	if (h->pane.master >= 0 && !h->pane.exited) {
		input_pump(&h->input, h->pane.master, h->pane.slave);
		(void)platform_lines_unread(h->pane.slave);
		holder_read_pty(h);
	}
	lending_hurry(h);
	if (h->daemon.resumed)
		connection_fill(&h->daemon, &h->output);
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
	if (!h->pane.exited && h->pane.kind == KIND_PANE)
		return "HOLDER_FORGET came before the child's exit";
	if (h->pane.exited)
		h->forgotten = true;
	else
		h->pane.kind = KIND_JOB;
	return NULL;
}

static const char *on_end_input(struct holder *h, struct reader *r)
{
	(void)r;
	if (h->pane.kind == KIND_PANE)
		return "HOLDER_END_INPUT came to a terminal";
	h->input_ended = true;
	return NULL;
}

static const char *on_describe(struct holder *h, struct reader *r)
{
	if (r->left > HOLDER_DESCRIPTION_BYTES)
		return "HOLDER_DESCRIBE is longer than a description may be";
	buffer_release(&h->description);
	buffer_append(&h->description, r->at, r->left);
	return NULL;
}

static const char *on_listen(struct holder *h, struct reader *r)
{
	(void)r;
	h->listener = listening_renew(h->listener, h->socket_path);
	return NULL;
}

static const char *(*const handlers[])(struct holder *, struct reader *) = {
	[HOLDER_ACK] = on_ack,       [HOLDER_INPUT] = on_input, [HOLDER_RESIZE] = on_resize, [HOLDER_SIGNAL] = on_signal,
	[HOLDER_QUERY] = on_query,   [HOLDER_CLOSE] = on_close, [HOLDER_FORGET] = on_forget,
	[HOLDER_END_INPUT] = on_end_input,
	[HOLDER_LISTEN] = on_listen,
	[HOLDER_DESCRIBE] = on_describe,
};

static const char *on_frame(struct holder *h, const struct frame *frame)
{
	struct reader r = frame_reader(frame);

	if (frame->type == HOLDER_RESUME)
		return "HOLDER_RESUME came twice";
	if (frame->type >= sizeof handlers / sizeof *handlers || handlers[frame->type] == NULL)
		return lending_on_frame(h, frame->type, &r);
	return handlers[frame->type](h, &r);
}

/* ---- connections ---- */

/* The first frame decides: a candidate that sends HOLDER_RESUME replaces the previous daemon. */
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
	lending_on_resume(h);
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

void conversation_take_frames(struct holder *h, struct connection *c)
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

void conversation_read(struct holder *h, struct connection *c)
{
	enum transfer result = buffer_read(&c->in, c->fd, HOLDER_READ_BYTES);

	if (result == TRANSFER_ENDED)
		connection_close(c);
	else if (result == TRANSFER_OK)
		conversation_take_frames(h, c);
}

void conversation_accept(struct holder *h)
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
