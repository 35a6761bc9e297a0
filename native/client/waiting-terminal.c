/*
 * An attached terminal while no daemon runs: the client reads keys and keeps them for the next daemon, and the last line
 * shows what it waits for.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/client-state.h"
#include "client/terminal.h"
#include "shared/platform.h"

/* Uses the last line, which the next picture covers; truncated, because a longer line would scroll. */
static void say_in_last_line(void *whose, const char *sentence)
{
	char line[1024], notice[1280];
	uint16_t cols, rows;
	size_t size = 0;

	(void)whose;
	(void)terminal_size(&cols, &rows);
	for (; sentence[size] != '\0' && size + 1 < (cols > 1 && cols < sizeof line ? cols : 80); size++)
		/* a path must not contain terminal controls */
		line[size] = sentence[size] >= ' ' && sentence[size] <= '~' ? sentence[size] : '?';
	(void)snprintf(notice, sizeof notice, "\0337\033[r\033[999;1H\033[0;7m%.*s\033[0m\033[K\0338", (int)size, line);
	terminal_notice(notice, strlen(notice));
}

static void keep_keys(struct client *c)
{
	if (typed_size(&c->typed) <= UNTAKEN_KEYS_BYTES) {
		if (buffer_read(&c->typed.bytes, STDIN_FILENO, 4096) == TRANSFER_ENDED)
			c->stdin_ended = true;
	} else if (!c->said_full) {
		terminal_notice("\a", 1);
		say_in_last_line(c, "64 KB of keys wait for a daemon: the terminal keeps what is typed now");
		c->said_full = true;
	}
}

/* Handles signals that would go to the daemon, while none runs. */
static void on_signals_alone(const struct client *c)
{
	uint8_t number;

	while (read(c->signals, &number, 1) == 1) {
		if (number == SIGCONT)
			terminal_raw();
		if (number == SIGCONT || number == SIGWINCH)
			continue;
		terminal_restore();
		signals_default();
		(void)raise(number);
	}
}

static bool pause_reading_keys(void *whose, int fd, int ms)
{
	int64_t until = platform_clock() + ms;
	struct client *c = whose;

	for (int64_t now; (now = platform_clock()) < until && !c->stdin_ended;) {
		int64_t from = c->reads_keys_from > now ? c->reads_keys_from : now;
		struct pollfd fds[] = {
			{.fd = fd, .events = POLLIN},
			{.fd = from == now && !c->said_full ? STDIN_FILENO : -1, .events = POLLIN},
			{.fd = c->signals, .events = POLLIN},
		};

		if (platform_poll(fds, sizeof fds / sizeof *fds, (int)((from > now && from < until ? from : until) - now)) <= 0)
			continue;
		if (fds[2].revents != 0)
			on_signals_alone(c);
		if (fds[1].revents != 0)
			keep_keys(c);
		if (fds[0].revents != 0)
			break;
	}
	return !c->stdin_ended;
}

void wait_as_terminal(struct client *c)
{
	c->patience = (struct patience){
		.insists = true, .pause = pause_reading_keys, .say = say_in_last_line, .whose = c};
	c->said_full = false;
	say_in_last_line(c, "[the daemon is gone, its panes are not: starting another]");
}
