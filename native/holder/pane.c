#include "holder/pane.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "shared/io.h"
#include "shared/platform.h"
#include "shared/signals.h"
#include "shared/wire.h"

extern char **environ;

static bool open_pty(struct pane *p)
{
	struct winsize size = {.ws_col = p->cols, .ws_row = p->rows};
	struct termios modes;
	const char *name;

	p->slave = -1;
	if ((p->master = posix_openpt(O_RDWR | O_NOCTTY)) < 0)
		return false;
	if (grantpt(p->master) != 0 || unlockpt(p->master) != 0 || (name = ptsname(p->master)) == NULL)
		return false;
	(void)snprintf(p->tty, sizeof p->tty, "%s", name);
	if ((p->slave = open(name, O_RDWR | O_NOCTTY)) < 0)
		return false;
	fd_close_on_exec(p->master);
	fd_close_on_exec(p->slave);
	fd_unblock(p->master);
	if (tcgetattr(p->slave, &modes) == 0) {
		modes.c_cc[VERASE] = 0177;
#ifdef IUTF8
		modes.c_iflag |= IUTF8;
#endif
		(void)tcsetattr(p->slave, TCSANOW, &modes);
	}
	return ioctl(p->slave, TIOCSWINSZ, &size) == 0;
}

/* A process without a terminal uses one stream for input and output, as in tmux. */
static bool open_stream(struct pane *p)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return false;
	p->master = ends[0];
	p->slave = ends[1];
	fd_close_on_exec(p->master);
	fd_close_on_exec(p->slave);
	fd_unblock(p->master);
	platform_no_sigpipe(p->master);
	return true;
}

const char *launch_program(const struct launch *launch)
{
	return launch->file[0] != '\0' ? launch->file : launch->argv[0];
}

static _Noreturn void become_child(const struct pane *p, const struct launch *launch, int report)
{
	struct failure failure = {.stage = STAGE_PTY};

	bool terminal = p->kind == KIND_PANE;

	if (setsid() < 0 || (terminal && ioctl(p->slave, TIOCSCTTY, 0) != 0))
		goto failed;
	/* The holder's own standard error is already /dev/null. */
	for (int fd = 0; fd < (terminal ? 3 : 2); fd++)
		if (dup2(p->slave, fd) < 0)
			goto failed;
	failure.stage = STAGE_CWD;
	if (chdir(launch->cwd) != 0)
		goto failed;
	failure.stage = STAGE_EXEC;
	reset_signals();
	environ = launch->environment; /* execvp searches the PATH in it */
	(void)execvp(launch_program(launch), launch->argv);
failed:
	failure.error = errno;
	(void)fd_write_all(report, &failure, sizeof failure);
	_exit(127);
}

/* Exec closes the pipe when the program starts; a failure is written to the pipe before that. */
static bool child_runs(int report, struct failure *failure)
{
	ssize_t count;

	do
		count = read(report, failure, sizeof *failure);
	while (count < 0 && errno == EINTR);
	return count != (ssize_t)sizeof *failure;
}

bool pane_start(struct pane *p, const struct launch *launch, struct failure *failure)
{
	char **own_environment = environ;
	int report[2];
	bool runs;

	*p = (struct pane){
		.kind = launch->kind,
		.cols = launch->cols,
		.rows = launch->rows,
		.started = platform_time(),
	};
	*failure = (struct failure){.stage = STAGE_PTY};
	if (!(p->kind == KIND_PANE ? open_pty(p) : open_stream(p)) || !fd_pipe(report)) {
		failure->error = errno;
		return false;
	}
	if ((p->child = PLATFORM_FORK_TO_EXEC()) < 0) {
		*failure = (struct failure){.stage = STAGE_FORK, .error = errno};
		return false;
	}
	if (p->child == 0)
		become_child(p, launch, report[1]);
	environ = own_environment;
	(void)close(report[1]);
	if (p->kind != KIND_PANE) {
		(void)close(p->slave); /* the stream ends when its last writer closes it */
		p->slave = -1;
	}
	runs = child_runs(report[0], failure);
	(void)close(report[0]);
	return runs;
}

void pane_resize(struct pane *p, const uint16_t size[4])
{
	struct winsize wanted = {.ws_col = size[0], .ws_row = size[1], .ws_xpixel = size[2], .ws_ypixel = size[3]};

	if (ioctl(p->master, TIOCSWINSZ, &wanted) == 0) {
		p->cols = size[0];
		p->rows = size[1];
	}
}

pid_t pane_foreground(const struct pane *p)
{
	pid_t group = p->exited || p->kind != KIND_PANE ? 0 : tcgetpgrp(p->master);

	return group > 0 ? group : 0;
}

uint32_t pane_unread(const struct pane *p)
{
	int count = 0;

	return p->slave >= 0 && ioctl(p->slave, FIONREAD, &count) == 0 && count > 0 ? (uint32_t)count : 0;
}

void pane_signal(const struct pane *p, int signal, int whom)
{
	if (p->exited)
		return; /* the pid may belong to another process by now */
	if (whom == 0)
		(void)kill(p->child, signal);
	else if (whom == 1 && pane_foreground(p) > 0)
		(void)kill(-pane_foreground(p), signal);
	else if (whom == 2)
		(void)platform_signal_session(p->child, signal);
}

bool pane_reap(struct pane *p)
{
	int status;

	if (p->exited || waitpid(p->child, &status, WNOHANG) != p->child)
		return false;
	p->exited = true;
	if (WIFSIGNALED(status))
		p->signal = (uint8_t)WTERMSIG(status);
	else
		p->status = (uint8_t)WEXITSTATUS(status);
	return true;
}
