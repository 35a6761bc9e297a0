/*
 * The pane-backend protocol over stdio: relays lines between the client and the daemon unchanged. The bridge adds only
 * the first line, which identifies this door to the daemon. A daemon's death is invisible to the client: the session
 * continues with the next daemon (bridge-session.h).
 *
 * When stdin ends, the daemon still answers pending requests. The agents stay, unless --kill-on-close was given.
 */
#include "client/bridge.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client/bridge-session.h"
#include "client/complain.h"
#include "shared/io.h"
#include "client/json-scan.h"
#include "client/reach-daemon.h"
#include "client/runtime-directory.h"
#include "shared/platform.h"

#define BACKLOG_BYTES (256u * 1024) /* unsent bytes above which the bridge stops reading stdin */
#define LONGEST_LINE_BYTES (2 * 1024 * 1024) /* the daemon refuses lines of half this length */

#define PROGRAM "mullion-pane-backend"

static int help(void)
{
	(void)printf("usage: mullion-pane-backend [--kill-on-close]\n\n"
		     "Speaks the CustomPaneBackend protocol (JSON-RPC 2.0, a message to a line) on stdin and stdout, for\n"
		     "CLAUDE_PANE_BACKEND. The daemon is started if none runs. Agents stay when stdin closes; with\n"
		     "--kill-on-close those that this client spawned are killed then.\n");
	return 0;
}

/* A daemon that crashes leaves its socket, and one that is replaced leaves its panes. If both are gone, the user ended
 * the daemon on purpose. */
static bool was_ended(const char *directory)
{
	char path[4352];

	(void)snprintf(path, sizeof path, "%s/daemon.sock", directory);
	if (access(path, F_OK) == 0)
		return false;
	return !panes_live(directory);
}

/* ---- relaying ---- */

enum { RELAYING = -1, LOST = -2 }; /* other results than an exit status */

struct bridge {
	int daemon;
	struct buffer from_client, to_daemon, from_daemon;
	struct session session;
	bool stdin_ended, shut;
	int losses; /* consecutive connections lost without a line from a daemon */
	const char *directory;
	struct patience patience;
};

/* Passes complete lines on; a line longer than any request is passed on in parts. */
static void pass_requests(struct bridge *b)
{
	const char *lines = (const char *)buffer_data(&b->from_client), *at = lines;
	const char *end = lines + buffer_size(&b->from_client), *newline;

	for (; at < end && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL; at = newline + 1)
		session_sent(&b->session, at, (size_t)(newline - at));
	if (b->stdin_ended && at < end) {
		session_sent(&b->session, at, (size_t)(end - at));
		at = end;
	}
	if (end - at > LONGEST_LINE_BYTES)
		at = end;
	buffer_append(&b->to_daemon, lines, (size_t)(at - lines));
	buffer_consume(&b->from_client, (size_t)(at - lines));
}

/* Passes only complete lines: an answer that a daemon left unfinished when it died is discarded. */
static int pass_answers(struct bridge *b)
{
	const char *newline;

	while (buffer_size(&b->from_daemon) > 0 &&
	       (newline = memchr(buffer_data(&b->from_daemon), '\n', buffer_size(&b->from_daemon))) != NULL) {
		const char *line = (const char *)buffer_data(&b->from_daemon);
		size_t size = (size_t)(newline - line) + 1;
		struct json error, message = {.at = line, .size = size};

		if (session_received(&b->session, line, size - 1)) {
			if (!fd_write_all(STDOUT_FILENO, line, size))
				return errno == EPIPE ? 0 : complain_as(PROGRAM, strerror(errno));
			b->losses = 0;
		} else if (json_member(message, "error", &error)) {
			(void)fprintf(stderr, PROGRAM ": the session cannot go on with the next daemon: %.*s\n",
				      (int)(error.size < 400 ? error.size : 400), error.at);
			return 1;
		}
		buffer_consume(&b->from_daemon, size);
	}
	return RELAYING;
}

/* Serves one connection until it ends. */
static int relay(struct bridge *b)
{
	int outcome = RELAYING;

	while (outcome == RELAYING) {
		bool unsent = buffer_write(&b->to_daemon, b->daemon) == TRANSFER_LATER;
		bool reads = !b->stdin_ended && buffer_size(&b->to_daemon) < BACKLOG_BYTES;
		struct pollfd fds[] = {
			{.fd = b->daemon, .events = (short)(POLLIN | (unsent ? POLLOUT : 0))},
			{.fd = reads ? STDIN_FILENO : -1, .events = POLLIN},
		};
		bool ended;

		if (b->stdin_ended && !unsent && !b->shut) {
			(void)shutdown(b->daemon, SHUT_WR);
			b->shut = true;
		}
		if (platform_poll(fds, 2, -1) < 0)
			continue;
		ended = (fds[0].revents & (POLLHUP | POLLERR)) != 0;
		if (ended || (fds[0].revents & POLLIN) != 0)
			outcome = buffer_read(&b->from_daemon, b->daemon, 64 * 1024) == TRANSFER_ENDED ? LOST
													  : pass_answers(b);
		/* A request that the dead daemon cannot have read is left for the next one. */
		if (outcome == RELAYING && !ended && fds[1].revents != 0) {
			b->stdin_ended = buffer_read(&b->from_client, STDIN_FILENO, 64 * 1024) == TRANSFER_ENDED;
			pass_requests(b);
		}
	}
	return outcome;
}

static int reconnect(struct bridge *b)
{
	struct buffer to_client = {0};
	char sentence[8192] = "";
	bool written;

	(void)close(b->daemon);
	buffer_release(&b->from_daemon);
	buffer_release(&b->to_daemon);
	b->shut = false;
	if (++b->losses > MOST_RETRIES)
		return complain_as(PROGRAM, "the connection to the daemon was lost, again and again");
	if (b->losses > 1)
		(void)pause_idly(NULL, -1, retry_pause_ms(b->losses - 1));
	if ((b->daemon = daemon_connect(b->directory, &b->patience, sentence, sizeof sentence)) < 0)
		return complain_as(PROGRAM, sentence);
	session_resume(&b->session, &b->to_daemon, &to_client);
	written = fd_write_all(STDOUT_FILENO, buffer_data(&to_client), buffer_size(&to_client));
	buffer_release(&to_client);
	return written ? RELAYING : 0;
}

static int carry_on(struct bridge *b)
{
	int outcome;

	while ((outcome = relay(b)) == LOST) {
		if (b->stdin_ended && !session_waits(&b->session))
			return 0;
		if (was_ended(b->directory))
			return complain_as(PROGRAM, "the daemon was ended, and its panes with it (mullion down)");
		if ((outcome = reconnect(b)) != RELAYING)
			break;
	}
	return outcome;
}

int bridge(char *const *arguments)
{
	static struct bridge b;
	char directory[4096], sentence[8192];

	b = (struct bridge){.patience = {.pause = pause_idly, .say = say_on_stderr, .whose = PROGRAM}};
	session_begin(&b.session);
	for (; *arguments != NULL; arguments++) {
		if (strcmp(*arguments, "--help") == 0)
			return help();
		if (strcmp(*arguments, "--kill-on-close") != 0)
			return complain_as(PROGRAM, "the only options are --kill-on-close and --help");
		b.session.kills_on_close = true;
	}
	(void)signal(SIGPIPE, SIG_IGN);
	if (!runtime_directory(directory, sizeof directory, sentence, sizeof sentence) ||
	    (b.daemon = daemon_connect(directory, &b.patience, sentence, sizeof sentence)) < 0)
		return complain_as(PROGRAM, sentence);
	b.directory = directory;
	b.patience.insists = true; /* from now on a client depends on its agents */
	session_resume(&b.session, &b.to_daemon, &b.from_client);
	return carry_on(&b);
}
