#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "io.h"

static struct termios found;
static bool is_raw;
static int signal_pipe[2] = {-1, -1};
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
#define WATCHED (sizeof watched / sizeof *watched)

void terminal_size(uint16_t *cols, uint16_t *rows)
{
	struct winsize size = {0};

	for (int fd = 0; fd < 3; fd++)
		if (ioctl(fd, TIOCGWINSZ, &size) == 0)
			break;
	*cols = size.ws_col;
	*rows = size.ws_row;
}

const char *terminal_name(void)
{
	for (int fd = 0; fd < 3; fd++) {
		const char *name = isatty(fd) ? ttyname(fd) : NULL;

		if (name != NULL)
			return name;
	}
	return "";
}

void terminal_raw(void)
{
	struct termios raw;

	if (!is_raw && tcgetattr(STDIN_FILENO, &found) != 0)
		return;
	is_raw = true;
	raw = found;
	cfmakeraw(&raw);
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

void terminal_restore(void)
{
	if (is_raw)
		(void)tcsetattr(STDIN_FILENO, TCSANOW, &found);
	is_raw = false;
}

static void on_signal(int number)
{
	int saved = errno;
	uint8_t byte = (uint8_t)number;

	(void)!write(signal_pipe[1], &byte, 1);
	errno = saved;
}

int signals_watch(void)
{
	struct sigaction relay = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, before;

	if (signal_pipe[0] < 0) {
		if (!fd_pipe(signal_pipe))
			return -1;
		fd_unblock(signal_pipe[0]);
		fd_unblock(signal_pipe[1]);
	}
	for (size_t i = 0; i < WATCHED; i++)
		if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			(void)sigaction(watched[i], &relay, NULL);
	return signal_pipe[0];
}

void signals_default(void)
{
	struct sigaction ordinary = {.sa_handler = SIG_DFL}, before;

	for (size_t i = 0; i < WATCHED; i++)
		if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler == on_signal)
			(void)sigaction(watched[i], &ordinary, NULL);
}
