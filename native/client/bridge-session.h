/*
 * The state of a bridge's client that the next daemon needs when one dies: how the client initialized, what it
 * subscribed to, how much output it has received, and which of its requests are unanswered.
 *
 * The bridge repeats a request that only reads, or that has the same effect when repeated. A daemon that leaves in order
 * names the requests that it may have carried out, and the bridge repeats the others. A daemon that died may have carried
 * out any other request, so the bridge answers that one with the error "daemon-lost". Every request gets exactly one
 * answer.
 */
#ifndef MULLION_BRIDGE_SESSION_H
#define MULLION_BRIDGE_SESSION_H

#include "shared/io.h"

struct request;
struct context;

struct session {
	bool is_initialized;
	bool jsonrpc; /* whether the client's initialize carried "jsonrpc"; the bridge's own first line is in kind */
	struct buffer version, level, hint, events, agents, contexts; /* raw JSON values; empty: the client gave none */
	uint64_t sequence;
	struct context *seen; /* output offset received so far, per context */
	size_t seen_count, seen_room;
	struct request *first, **last; /* unanswered requests, oldest first */
	size_t kept_bytes;
	bool daemon_leaves; /* the daemon reads no request that follows */
	bool kills_on_close;
	struct buffer spawned; /* JSON names of the contexts to kill when the client closes */
};

void session_begin(struct session *s);
/* Records a line that the client sends. */
void session_sent(struct session *s, const char *line, size_t size);
/* Records a line from the daemon, an answer or an event. False: the line answers a request of session_resume, and the
 * client must not receive it. */
bool session_received(struct session *s, const char *line, size_t size);
/* Builds the lines that the next daemon receives first, and the answers that the client receives in place of the dead
 * daemon's. */
void session_resume(struct session *s, struct buffer *to_daemon, struct buffer *to_client);
static inline bool session_waits(const struct session *s) { return s->first != NULL; }

#endif
