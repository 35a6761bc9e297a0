/*
 * The pane-backend protocol over stdio: bytes go to the daemon as they come, and back. What they say is between the
 * client and the daemon; only the first line is ours, which also tells the daemon which door this is, whatever follows.
 *
 * When stdin ends, requests that are under way are still answered. The agents stay, unless --kill-on-close was given.
 */
#include "bridge.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "complain.h"
#include "io.h"
#include "reach-daemon.h"
#include "runtime-directory.h"

#define BACKLOG_BYTES (256u * 1024) /* more than this unsent: stdin waits */

#define PROGRAM "mullion-pane-backend"

static int help(void)
{
	(void)printf("usage: mullion-pane-backend [--kill-on-close]\n\n"
		     "Speaks the CustomPaneBackend protocol (JSON-RPC 2.0, a message to a line) on stdin and stdout, for\n"
		     "CLAUDE_PANE_BACKEND. The daemon is started if none runs. Agents stay when stdin closes; with\n"
		     "--kill-on-close those that this client spawned are killed then.\n");
	return 0;
}

/* A daemon that goes by accident leaves its socket, and one that is replaced its panes: whoever took both away meant it. */
static bool was_ended(const char *directory)
{
	char path[4352];

	(void)snprintf(path, sizeof path, "%s/daemon.sock", directory);
	if (access(path, F_OK) == 0)
		return false;
	return !panes_live(directory);
}

static int relay(int daemon, struct buffer *out, const char *directory)
{
	struct buffer in = {0};
	bool stdin_ended = false, shut = false;

	fd_unblock(daemon);
	for (;;) {
		bool unsent = buffer_write(out, daemon) == TRANSFER_LATER;
		bool reads = !stdin_ended && buffer_size(out) < BACKLOG_BYTES;
		struct pollfd fds[] = {
			{.fd = daemon, .events = (short)(POLLIN | (unsent ? POLLOUT : 0))},
			{.fd = reads ? STDIN_FILENO : -1, .events = POLLIN},
		};

		if (stdin_ended && !unsent && !shut) {
			(void)shutdown(daemon, SHUT_WR);
			shut = true;
		}
		if (poll(fds, 2, -1) < 0)
			continue;
		if (fds[1].revents != 0 && buffer_read(out, STDIN_FILENO, 64 * 1024) == TRANSFER_ENDED)
			stdin_ended = true;
		if ((fds[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0)
			continue;
		if (buffer_read(&in, daemon, 64 * 1024) == TRANSFER_ENDED)
			break;
		if (!fd_write_all(STDOUT_FILENO, buffer_data(&in), buffer_size(&in)))
			return errno == EPIPE ? 0 : complain_as(PROGRAM, strerror(errno));
		buffer_consume(&in, buffer_size(&in));
	}
	if (stdin_ended)
		return 0;
	return complain_as(PROGRAM, was_ended(directory) ? "the daemon was ended, and its panes with it (mullion down)"
					     : "the connection to the daemon was lost");
}

int bridge(char *const *arguments)
{
	static const char kill_on_close[] = "{\"method\":\"mullion.kill_on_close\"}";
	struct patience patience = {.pause = pause_idly, .say = say_on_stderr, .whose = PROGRAM};
	struct buffer out = {0};
	char directory[4096], sentence[8192];
	int daemon;

	for (; *arguments != NULL; arguments++) {
		if (strcmp(*arguments, "--help") == 0)
			return help();
		if (strcmp(*arguments, "--kill-on-close") != 0)
			return complain_as(PROGRAM, "the only options are --kill-on-close and --help");
		buffer_append(&out, kill_on_close, sizeof kill_on_close - 1);
	}
	buffer_append(&out, "\n", 1);
	(void)signal(SIGPIPE, SIG_IGN);
	if (!runtime_directory(directory, sizeof directory, sentence, sizeof sentence) ||
	    (daemon = daemon_connect(directory, &patience, sentence, sizeof sentence)) < 0)
		return complain_as(PROGRAM, sentence);
	return relay(daemon, &out, directory);
}
