#include "client/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "shared/io.h"
#include "shared/platform.h"

static struct termios found;
static bool is_raw;
static bool is_drawn; /* raw, and not a control client */
static uint8_t goodbye[1024];
static size_t goodbye_size;
static int output = -1;
static int signal_pipe[2] = {-1, -1};
static volatile sig_atomic_t asked_to_end;
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
#define WATCHED (sizeof watched / sizeof *watched)

bool terminal_size(uint16_t *cols, uint16_t *rows)
{
	struct winsize size = {0};
	bool known = false;

	for (int fd = 0; fd < 3 && !known; fd++)
		known = ioctl(fd, TIOCGWINSZ, &size) == 0;
	*cols = size.ws_col;
	*rows = size.ws_row;
	return known;
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

uint8_t terminal_erase(void)
{
	struct termios now;

	return tcgetattr(STDIN_FILENO, &now) == 0 && now.c_cc[VERASE] != _POSIX_VDISABLE ? now.c_cc[VERASE] : 0;
}

int terminal_output(void)
{
	const char *name;

	/* Opened separately: O_NONBLOCK belongs to the open file, which other processes share on the standard streams. */
	if (output < 0 && (name = ttyname(STDIN_FILENO)) != NULL)
		output = open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	return output;
}

void terminal_notice(const void *bytes, size_t size)
{
	struct pollfd room = {.fd = terminal_output() >= 0 ? output : STDOUT_FILENO, .events = POLLOUT};

	if (platform_poll(&room, 1, 0) > 0)
		(void)!write(room.fd, bytes, size);
}

void terminal_goodbye(const void *bytes, size_t size)
{
	goodbye_size = size < sizeof goodbye ? size : 0;
	memcpy(goodbye, bytes, goodbye_size);
	is_drawn = true;
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

void terminal_control(void)
{
	struct termios control;

	terminal_raw();
	if (!is_raw)
		return;
	control = found;
	cfmakeraw(&control);
	control.c_iflag = ICRNL | IXANY;
	control.c_oflag = OPOST | ONLCR;
	control.c_cflag = CREAD | CS8 | HUPCL;
	control.c_cc[VMIN] = 1;
	control.c_cc[VTIME] = 0;
	(void)cfsetispeed(&control, cfgetispeed(&found));
	(void)cfsetospeed(&control, cfgetospeed(&found));
	(void)tcsetattr(STDIN_FILENO, TCSANOW, &control);
}

/* Waits only briefly: a terminal that accepts nothing must not block the client. */
static void say_goodbye(void)
{
	int fd = output >= 0 ? output : STDOUT_FILENO;
	struct pollfd room = {.fd = fd, .events = POLLOUT};

	for (size_t done = 0; done < goodbye_size && platform_poll(&room, 1, 500) > 0;) {
		ssize_t count = write(fd, goodbye + done, goodbye_size - done);

		if (count < 0 && errno != EINTR && errno != EAGAIN)
			break;
		done += count > 0 ? (size_t)count : 0;
	}
}

void terminal_restore(void)
{
	if (is_raw && is_drawn)
		say_goodbye();
	if (is_raw)
		(void)tcsetattr(STDIN_FILENO, TCSANOW, &found);
	is_raw = false;
}

/* Also ends a client that blocks in a write: everything called here is safe in a signal handler. */
static void on_signal(int number)
{
	int saved = errno;
	uint8_t byte = (uint8_t)number;

	if (number != SIGWINCH && number != SIGCONT && asked_to_end++ > 0) { /* the daemon does not react */
		terminal_restore();
		(void)signal(number, SIG_DFL);
		(void)raise(number);
	}
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
