/* What the daemon asks of its client: one handler for each frame. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/client-messages.h"
#include "client/client-state.h"
#include "client/complain.h"
#include "client/terminal.h"
#include "shared/platform.h"
#include "shared/wire.h"

#define ERASE_LINE "\r\033[K"

void say_stdin_end(struct client *c)
{
	put_stdin_end(&c->out);
	c->end_sent = true;
}

/* ---- the handlers: each returns RELAYING, LOST or the exit status ---- */

static int print(int fd, const uint8_t *bytes, size_t size)
{
	if (fd_write_all(fd, bytes, size))
		return RELAYING;
	if (errno != EPIPE)
		complain(strerror(errno));
	return 1;
}

static int print_output(struct client *c, const uint8_t *bytes, size_t size)
{
	size_t skipped = c->skip < size ? (size_t)c->skip : size;

	c->skip -= skipped;
	c->printed += size - skipped;
	return print(STDOUT_FILENO, bytes + skipped, size - skipped);
}

void erase_progress(struct client *c)
{
	if (c->shows_progress)
		(void)print(STDERR_FILENO, (const uint8_t *)ERASE_LINE, sizeof ERASE_LINE - 1);
	c->shows_progress = false;
}

static void report_drawn(struct client *c, size_t size)
{
	size_t mark;

	c->drawn += (uint32_t)size;
	if (buffer_size(&c->screen) > 0 || c->drawn == 0)
		return;
	mark = frame_begin(&c->out, CLIENT_DRAWN);
	put_u32(&c->out, c->drawn);
	frame_end(&c->out, mark);
	c->drawn = 0;
}

bool draw(struct client *c)
{
	size_t before = buffer_size(&c->screen);
	bool alive = before == 0 || buffer_write(&c->screen, terminal_output()) != TRANSFER_ENDED;

	report_drawn(c, before - buffer_size(&c->screen));
	return alive;
}

void finish_drawing(struct client *c)
{
	if (buffer_size(&c->screen) > 0)
		(void)fd_write_all(terminal_output(), buffer_data(&c->screen), buffer_size(&c->screen));
	buffer_release(&c->screen);
	c->drawn = 0;
}

static int on_stdout(struct client *c, const struct frame *frame)
{
	int outcome;

	if (!c->raw)
		return print_output(c, frame->payload, frame->size);
	/* The terminal belongs to another user (below su) or has no name here (in a container): a write waits for it. */
	if (terminal_output() < 0) {
		outcome = print_output(c, frame->payload, frame->size);
		report_drawn(c, frame->size);
		return outcome;
	}
	buffer_append(&c->screen, frame->payload, frame->size);
	return draw(c) ? RELAYING : 1;
}

static int on_stderr(struct client *c, const struct frame *frame)
{
	size_t before = said_before(&c->said, frame->payload, frame->size);

	return print(STDERR_FILENO, frame->payload + before, frame->size - before);
}

static int on_progress_line(struct client *c, const struct frame *frame)
{
	struct buffer line = {0};
	int outcome;

	if (frame->size == 0 || c->raw) {
		erase_progress(c);
		return RELAYING;
	}
	buffer_append(&line, ERASE_LINE, sizeof ERASE_LINE - 1);
	buffer_append(&line, frame->payload, frame->size);
	outcome = print(STDERR_FILENO, buffer_data(&line), buffer_size(&line));
	buffer_release(&line);
	c->shows_progress = true;
	return outcome;
}

static int on_progress(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	char *cursor = read_text(&r);
	int outcome;

	if (cursor == NULL)
		return complain("the daemon speaks another protocol");
	outcome = print_output(c, r.at, r.left);
	/* A call may follow a pane for days, through any number of daemons. One that kills each daemon at the same place
	 * ends. */
	if (c->cursor == NULL || strcmp(cursor, c->cursor) != 0)
		c->retries = 0;
	free(c->cursor);
	c->cursor = cursor;
	c->printed = c->skip; /* a previous attempt may have printed more than this one */
	said_continues(&c->said);
	return outcome;
}

static int on_exit_status(struct client *c, const struct frame *frame)
{
	struct reader r = frame_reader(frame);
	int status = read_u8(&r);
	pid_t parent = getppid();

	if (read_u8(&r) == 1 && parent > 1 && c->shared == NULL)
		(void)kill(parent, SIGHUP);
	return status;
}

void watch_signals(struct client *c)
{
	if (c->wants_stdin || c->raw || c->control != 0) {
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
	watch_signals(c); /* also while its first commands run: a signal ends them, and the client says so */
	return RELAYING;
}

static int (*const handlers[])(struct client *, const struct frame *) = {
	[DAEMON_STDOUT] = on_stdout,         [DAEMON_STDERR] = on_stderr, [DAEMON_EXIT] = on_exit_status,
	[DAEMON_WANT_STDIN] = on_want_stdin, [DAEMON_RAW] = on_raw,       [DAEMON_EXEC] = on_exec,
	[DAEMON_REFUSED] = on_refused,       [DAEMON_SUSPEND] = on_suspend, [DAEMON_CONTROL] = on_control,
	[DAEMON_LOCK] = on_lock,             [DAEMON_STDIN_TAKEN] = on_stdin_taken,
	[DAEMON_PROGRESS] = on_progress,     [DAEMON_PROGRESS_LINE] = on_progress_line,
};

static int on_frame(struct client *c, const struct frame *frame)
{
	c->answered = true;
	if (frame->type != DAEMON_PROGRESS_LINE)
		erase_progress(c);
	if (frame->type < sizeof handlers / sizeof *handlers && handlers[frame->type] != NULL)
		return handlers[frame->type](c, frame);
	/* The server of another user may not use the terminal by itself. */
	if (c->shared == NULL && client_lending_on_frame(&c->lending, frame, &c->out))
		return RELAYING;
	return complain("the daemon speaks another protocol");
}

int take_frames(struct client *c)
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
