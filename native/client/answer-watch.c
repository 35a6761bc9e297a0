#include "client/answer-watch.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "shared/frame.h"
#include "client/reach-daemon.h"
#include "shared/wire.h"

#define NO_VERSION 0
#define LOOK_AGAIN_MS 250

void answer_watch_begin(struct answer_watch *w, struct patience *patience)
{
	answer_watch_end(w);
	w->serves = false;
	patience_begin(patience);
}

void answer_watch_end(struct answer_watch *w)
{
	if (w->probe >= 0)
		(void)close(w->probe);
	w->probe = -1;
	w->serves = true;
}

int answer_watch_timeout(const struct answer_watch *w, struct patience *patience)
{
	int64_t left;

	if (w->serves)
		return -1;
	left = ANSWER_PROBE_MS - waited_ms(&patience->waited);
	return left <= 0 ? LOOK_AGAIN_MS : left < PATIENCE_STEP_MS ? (int)left : PATIENCE_STEP_MS;
}

static void ask(struct answer_watch *w, const char *directory)
{
	struct buffer out = {0};
	char path[4352];

	(void)snprintf(path, sizeof path, "%s/daemon.sock", directory);
	if ((w->probe = try_connect(path)) < 0)
		return; /* the backlog is full, or the daemon is gone: then the call's own connection ends */
	preamble_put(&out, WIRE_ROLE_CLIENT, NO_VERSION);
	(void)buffer_write(&out, w->probe);
	buffer_release(&out);
}

static bool is_answered(const struct answer_watch *w)
{
	char byte;

	return w->probe >= 0 && (read(w->probe, &byte, 1) >= 0 || errno != EAGAIN);
}

bool answer_watch_step(struct answer_watch *w, struct patience *patience, const char *directory, char *sentence, size_t size)
{
	char what[128];
	int pid;

	if (is_answered(w))
		answer_watch_end(w);
	if (w->serves || waited_ms(&patience->waited) < ANSWER_PROBE_MS)
		return true;
	if (w->probe < 0)
		ask(w, directory);
	pid = (int)daemon_process(directory);
	(void)snprintf(what, sizeof what, "waiting for the daemon (process %d), which does not answer", pid);
	if (patience_holds(patience, what))
		return true;
	(void)snprintf(sentence, size,
		       "the daemon (process %d) has not answered for %d s: end it with kill -9 %d (panes stay, and the next call starts "
		       "another), or continue it with kill -CONT %d if it was stopped",
		       pid, (int)(waited_ms(&patience->waited) / 1000), pid, pid);
	return false;
}
