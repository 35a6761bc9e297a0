#include "lending/lending.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "holder/holder-state.h"
#include "shared/platform.h"
#include "shared/wire.h"

#define READ_BYTES 4096
/*
 * The holder reports a key and its echo to the daemon this much later than it draws them: recording them takes the
 * daemon longer than the echo takes to appear, and on a machine with few processors the echo would wait for the daemon.
 */
#define TELL_AFTER_MS 2

void lending_open(struct lending *l)
{
	*l = (struct lending){.terminal.fd = -1};
}

void lending_close(struct lending *l)
{
	lent_close(&l->terminal);
	buffer_release(&l->unread);
}

static size_t begin(struct holder *h, uint8_t type, uint64_t lease)
{
	size_t mark = frame_begin(&h->daemon.out, type);

	put_u64(&h->daemon.out, lease);
	return mark;
}

static void tell_drawn(struct holder *h)
{
	size_t mark = begin(h, PANE_DRAWN, h->lending.terminal.lease);

	put_u64(&h->daemon.out, h->lending.terminal.offset);
	frame_end(&h->daemon.out, mark);
}

static void tell_draws_no_more(struct holder *h, uint64_t lease, bool spoiled)
{
	size_t mark = begin(h, PANE_DRAWS_NO_MORE, lease);

	put_u8(&h->daemon.out, spoiled);
	frame_end(&h->daemon.out, mark);
}

static void tell_gave_back(struct holder *h, uint64_t lease, bool refused, const uint8_t *unread, size_t size)
{
	size_t mark = begin(h, PANE_GAVE_BACK, lease);

	put_u8(&h->daemon.out, refused);
	buffer_append(&h->daemon.out, unread, size);
	frame_end(&h->daemon.out, mark);
}

static void tell_soon(struct holder *h)
{
	if (h->lending.tell_at == 0)
		h->lending.tell_at = platform_clock() + TELL_AFTER_MS;
}

static uint32_t us_since(int64_t then)
{
	int64_t passed = platform_clock_us() - then;

	return passed < UINT32_MAX ? (uint32_t)passed : UINT32_MAX;
}

static void tell_typed(struct holder *h)
{
	size_t mark;

	if (h->lending.typed == 0 || lending_has_time(h))
		return;
	mark = begin(h, PANE_TYPED, h->lending.terminal.lease);
	put_u32(&h->daemon.out, h->lending.typed);
	put_u32(&h->daemon.out, us_since(h->lending.typed_us));
	frame_end(&h->daemon.out, mark);
	h->lending.typed = 0;
}

static void give_back(struct holder *h, bool for_good, const uint8_t *unread, size_t size)
{
	h->lending.tell_at = 0;
	lent_close(&h->lending.terminal);
	tell_typed(h);
	tell_gave_back(h, h->lending.terminal.lease, for_good, unread, size);
}

/* A terminal that was hung up is not lent again: the system may soon reuse its name. */
static void give_up(struct holder *h)
{
	give_back(h, true, NULL, 0);
}

static void return_terminal(struct holder *h, const uint8_t *unread, size_t size)
{
	if (h->lending.terminal.fd < 0)
		return;
	give_back(h, false, unread, size);
	if (size == 0)
		return;
	buffer_release(&h->lending.unread);
	buffer_append(&h->lending.unread, unread, size);
	h->lending.unread_lease = h->lending.terminal.lease;
	h->lending.unread_client = h->lending.terminal.client;
}

void lending_on_exit(struct holder *h)
{
	return_terminal(h, NULL, 0);
}

void lending_on_disconnect(struct holder *h)
{
	h->lending.tell_at = 0;
	lent_close(&h->lending.terminal);
	h->lending.typed = 0;
}

static const char *on_lend(struct holder *h, struct reader *r)
{
	uint64_t lease = read_u64(r), client = read_u64(r);
	char *name = read_text(r);
	uint64_t device = read_u64(r), inode = read_u64(r), number = read_u64(r);
	struct terminal_identity identity = {.device = device, .inode = inode, .number = number};
	bool complete = !r->failed && r->left == sizeof h->lending.terminal.typed_as_is;
	bool lent = false;

	if (complete) {
		return_terminal(h, NULL, 0);
		h->lending.terminal.lease = lease;
		h->lending.terminal.client = client;
		memcpy(h->lending.terminal.typed_as_is, r->at, r->left);
		lent = !h->pane.exited && h->pane.kind == KIND_PANE && lent_open(&h->lending.terminal, name, &identity);
		if (!lent)
			tell_gave_back(h, lease, true, NULL, 0);
	}
	free(name);
	return complete ? NULL : "HOLDER_LEND is too short";
}

static const char *on_take_back(struct holder *h, struct reader *r)
{
	uint64_t lease = read_u64(r);

	if (r->failed)
		return "HOLDER_TAKE_BACK names no lease";
	if (h->lending.terminal.lease == lease)
		return_terminal(h, NULL, 0);
	return NULL;
}

static const char *on_draw(struct holder *h, struct reader *r)
{
	struct lent_terminal *t = &h->lending.terminal;
	uint64_t lease = read_u64(r), offset = read_u64(r);
	struct drawing place;
	const char *fault = lent_read_place(&place, r);

	if (fault != NULL || t->fd < 0 || t->lease != lease)
		return fault;
	t->drawing = offset == h->output.end;
	t->offset = offset;
	t->place = place;
	return NULL;
}

static const char *on_draw_no_more(struct holder *h, struct reader *r)
{
	uint64_t lease = read_u64(r);

	if (r->failed)
		return "HOLDER_DRAW_NO_MORE names no lease";
	if (h->lending.terminal.lease == lease)
		h->lending.terminal.drawing = false;
	lending_hurry(h);
	tell_draws_no_more(h, lease, false);
	return NULL;
}

static const char *on_unread_taken(struct holder *h, struct reader *r)
{
	uint64_t lease = read_u64(r);

	if (r->failed)
		return "HOLDER_UNREAD_TAKEN names no lease";
	if (h->lending.unread_lease == lease)
		buffer_release(&h->lending.unread);
	return NULL;
}

const char *lending_on_frame(struct holder *h, uint8_t type, struct reader *r)
{
	static const char *(*const handlers[])(struct holder *, struct reader *) = {
		[HOLDER_LEND] = on_lend,
		[HOLDER_TAKE_BACK] = on_take_back,
		[HOLDER_DRAW] = on_draw,
		[HOLDER_DRAW_NO_MORE] = on_draw_no_more,
		[HOLDER_UNREAD_TAKEN] = on_unread_taken,
	};

	if (type >= sizeof handlers / sizeof *handlers || handlers[type] == NULL)
		return "a frame of an unknown type";
	return handlers[type](h, r);
}

void lending_on_resume(struct holder *h)
{
	size_t mark;

	lending_on_disconnect(h); /* of the previous daemon, which lent the terminal */
	if (buffer_size(&h->lending.unread) == 0)
		return;
	mark = begin(h, PANE_UNREAD, h->lending.unread_lease);
	put_u64(&h->daemon.out, h->lending.unread_client);
	buffer_append(&h->daemon.out, buffer_data(&h->lending.unread), buffer_size(&h->lending.unread));
	frame_end(&h->daemon.out, mark);
}

static void read_typed(struct holder *h)
{
	uint8_t bytes[READ_BYTES];
	ssize_t count = read(h->lending.terminal.fd, bytes, sizeof bytes);

	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0) {
		give_up(h);
		return;
	}
	/* Bytes that arrive in one piece stay in one piece. */
	if (!lent_typed_as_is(&h->lending.terminal, bytes, (size_t)count)) {
		return_terminal(h, bytes, (size_t)count);
		return;
	}
	(void)input_add(&h->input, 0, bytes, (size_t)count);
	h->lending.typed += (uint32_t)count;
	h->lending.typed_us = platform_clock_us();
	tell_soon(h);
}

struct pollfd lending_poll(const struct holder *h)
{
	return (struct pollfd){.fd = h->lending.terminal.fd, .events = input_full(&h->input) ? 0 : POLLIN};
}

/* Reports keys of an earlier turn first: their echo, which must not wait for the report, has been read meanwhile. */
void lending_turn(struct holder *h, short events)
{
	tell_typed(h);
	if (h->lending.terminal.fd < 0)
		return; /* returned meanwhile */
	if (events & POLLNVAL) /* the system cannot poll a terminal */
		give_up(h);
	else if (events != 0)
		read_typed(h);
}

void lending_on_output(struct holder *h, const uint8_t *bytes, size_t size)
{
	switch (lent_draw(&h->lending.terminal, h->output.end - size, bytes, size)) {
	case LENT_DRAWN:
		tell_drawn(h);
		tell_soon(h);
		return;
	case LENT_SPOILED:
		tell_draws_no_more(h, h->lending.terminal.lease, true);
		break;
	case LENT_NOT_DRAWN:
		break;
	}
	h->lending.tell_at = 0;
}

bool lending_has_time(const struct holder *h)
{
	return h->lending.tell_at != 0 && !h->pane.exited && platform_clock() < h->lending.tell_at;
}

int64_t lending_due(const struct holder *h)
{
	return h->lending.tell_at;
}

void lending_hurry(struct holder *h)
{
	h->lending.tell_at = 0;
	tell_typed(h);
}

void lending_on_told(struct holder *h)
{
	h->lending.tell_at = 0;
}

bool lending_is_idle(const struct holder *h)
{
	return h->lending.typed == 0 && h->lending.tell_at == 0;
}
