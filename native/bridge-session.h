/*
 * What a bridge must know of its client's session to go on with the next daemon, when one dies: how the client initialized, what
 * it subscribed to, how much it has seen, and which of its requests have no answer yet.
 *
 * A request that only looks, or that can be made twice, is made again. Any other may have been carried out by the daemon that
 * died, so it is answered with the error "daemon-lost". Every request has exactly one answer.
 */
#ifndef MULLION_BRIDGE_SESSION_H
#define MULLION_BRIDGE_SESSION_H

#include "io.h"

struct request;
struct context;

struct session {
	bool is_initialized;
	bool jsonrpc; /* as the client's initialize had it: what we say for ourselves is in kind */
	struct buffer version, hint, events, contexts; /* as they stand in JSON; empty: none was given */
	uint64_t sequence;
	struct context *seen; /* per context, how much of its output */
	size_t seen_count, seen_room;
	struct request *first, **last; /* without an answer, in their order */
	size_t kept_bytes;
	bool kills_on_close;
	struct buffer spawned; /* names of contexts to kill in the end, in JSON */
};

void session_begin(struct session *s);
/* A line that the client sends. */
void session_sent(struct session *s, const char *line, size_t size);
/* A line that the daemon answers or tells. False: it answers what session_resume has asked, and is not for the client. */
bool session_received(struct session *s, const char *line, size_t size);
/* Puts together what the next daemon is sent first, and what the client is answered in place of the one that died. */
void session_resume(struct session *s, struct buffer *to_daemon, struct buffer *to_client);
static inline bool session_waits(const struct session *s) { return s->first != NULL; }

#endif
