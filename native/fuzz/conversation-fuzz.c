/*
 * Feeds arbitrary bytes to a holder as a daemon's connection would: preamble, frames of every type, cut anywhere. The
 * pane is a real process in its own session, on a plain stream, so that signals, closing and input behave as
 * in a holder. For any input the holder refuses the connection or continues, and its queues stay within their bounds.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "holder/conversation.h"
#include "fuzz/fuzz.h"
#include "shared/wire.h"

/*
 * A child that waits for the end of this process. After a signal ends it, it stays a zombie, so that its pid is not
 * reused.
 */
static pid_t waiting_child(void)
{
	static pid_t child;
	static int life[2];
	char end;

	if (child != 0)
		return child;
	if (pipe(life) != 0 || (child = fork()) < 0)
		abort();
	if (child == 0) {
		(void)setsid();
		(void)close(life[1]);
		while (read(life[0], &end, 1) > 0)
			;
		_exit(0);
	}
	return child;
}

static void open_pair(int pair[2])
{
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		abort();
	for (int i = 0; i < 2; i++)
		(void)fcntl(pair[i], F_SETFL, O_NONBLOCK);
}

/* One turn of the holder's loop, limited to the conversation. */
static void turn(struct holder *h)
{
	uint64_t id;

	conversation_take_frames(h, h->daemon.fd >= 0 && h->candidate.fd < 0 ? &h->daemon : &h->candidate);
	if (h->daemon.fd < 0)
		return;
	if (h->pane.master >= 0)
		input_pump(&h->input, h->pane.master, -1);
	while ((id = input_next_taken(&h->input)) != 0)
		conversation_tell_taken(&h->daemon, id);
	connection_fill(&h->daemon, &h->output);
	connection_flush(&h->daemon);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct holder h = {.daemon.fd = -1, .candidate.fd = -1, .listener = -1, .socket_path = ""};
	static const uint8_t printed[] = "printed before anybody listened\r\n";
	int peer[2], terminal[2];
	size_t step = size > 0 ? 1 + bytes[size - 1] % 64 : 1;
	uint8_t *piece;

	(void)signal(SIGPIPE, SIG_IGN);
	lending_open(&h.lending);
	open_pair(peer);
	open_pair(terminal);
	h.pane = (struct pane){.kind = KIND_PIPE, .master = terminal[0], .slave = -1, .child = waiting_child(), .cols = 80, .rows = 24};
	output_open(&h.output);
	if (output_room(&h.output, &piece) >= sizeof printed) {
		memcpy(piece, printed, sizeof printed);
		output_added(&h.output, sizeof printed);
	}
	connection_open(&h.candidate, peer[0]);
	for (size_t at = 0; at < size && (h.daemon.fd >= 0 || h.candidate.fd >= 0); at += step) {
		struct connection *c = h.daemon.fd >= 0 && h.candidate.fd < 0 ? &h.daemon : &h.candidate;

		buffer_append(&c->in, bytes + at, size - at < step ? size - at : step);
		turn(&h);
		if (buffer_size(&h.input.queue) > HOLDER_QUEUE_BYTES + size || buffer_size(&h.description) > HOLDER_DESCRIPTION_BYTES)
			abort();
	}
	input_clear(&h.input);
	buffer_release(&h.input.queue);
	free(h.input.ids);
	buffer_release(&h.description);
	lending_close(&h.lending);
	(void)munmap(h.output.ring, HOLDER_KEEP_BYTES);
	connection_close(&h.daemon);
	connection_close(&h.candidate);
	for (int i = 0; i < 2; i++) {
		(void)close(terminal[i]);
		if (i == 1)
			(void)close(peer[i]);
	}
	return 0;
}
