/*
 * The launcher: forks one holder for each LAUNCH frame on stdin and passes its report on to stdout. Its only state is
 * the launches in flight, and it blocks on none of them: each holder reports through its own pipe, as soon as its
 * program runs or has failed to start. The launcher exits when stdin ends; the holders stay.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "shared/frame.h"
#include "launcher/launch.h"
#include "shared/platform.h"
#include "shared/wire.h"

#define MOST_IN_FLIGHT 128 /* limit at which the launcher stops reading stdin, because descriptors are limited */

struct flight {
	uint64_t key;
	int report;
	struct buffer frame; /* the holder's report so far */
};

struct launcher {
	struct buffer in, out;
	bool greeted, ended;
	struct flight flights[MOST_IN_FLIGHT];
	size_t flying;
	char **argv;
};

static void put_failure(struct launcher *l, uint64_t key, int error, const char *sentence)
{
	size_t mark = frame_begin(&l->out, LAUNCH_FAILED);

	put_u64(&l->out, key);
	put_u8(&l->out, STAGE_FORK);
	put_u32(&l->out, (uint32_t)error);
	put_text(&l->out, sentence);
	frame_end(&l->out, mark);
}

static void refuse(struct launcher *l, const char *sentence)
{
	size_t mark = frame_begin(&l->out, LAUNCHER_REFUSED);

	put_text(&l->out, sentence);
	frame_end(&l->out, mark);
	l->ended = true;
}

/* In the new process: closes everything of the launcher's except the report. */
static _Noreturn void become_holder(struct launcher *l, uint64_t key, struct reader request, int report)
{
	int null = open("/dev/null", O_RDWR);

	(void)setsid();
	for (int fd = 0; fd < 3; fd++)
		(void)dup2(null, fd);
	(void)dup2(report, 3);
	fd_close_on_exec(3);
	platform_close_from(4);
	launch_main(key, request, 3, l->argv);
}

static void launch(struct launcher *l, struct reader request)
{
	uint64_t key = read_u64(&request);
	int report[2];
	pid_t pid;

	if (request.failed) {
		refuse(l, "LAUNCH has no key");
		return;
	}
	if (!fd_pipe(report)) {
		put_failure(l, key, errno, strerror(errno));
		return;
	}
	if ((pid = fork()) == 0)
		become_holder(l, key, request, report[1]);
	(void)close(report[1]);
	if (pid < 0) {
		put_failure(l, key, errno, strerror(errno));
		(void)close(report[0]);
		return;
	}
	l->flights[l->flying++] = (struct flight){.key = key, .report = report[0]};
}

/* Signals the processes of a pane whose holder was killed; no other process of ours can end them. */
static void signal_session(struct launcher *l, struct reader request)
{
	uint64_t key = read_u64(&request);
	pid_t session = (pid_t)read_u32(&request);
	int signal = read_u8(&request);
	size_t mark;

	if (request.failed || session <= 1 || signal >= NSIG) {
		refuse(l, "SIGNAL_SESSION names no session or no signal");
		return;
	}
	mark = frame_begin(&l->out, SESSION_SIGNALLED);
	put_u64(&l->out, key);
	put_u32(&l->out, (uint32_t)platform_signal_session(session, signal));
	frame_end(&l->out, mark);
}

static void take_frames(struct launcher *l)
{
	struct frame frame;
	enum preamble_status preamble = PREAMBLE_READY;
	enum frame_status status = FRAME_PARTIAL;

	if (!l->greeted) {
		preamble = preamble_read(&l->in, WIRE_ROLE_LAUNCHER, LAUNCHER_WIRE_VERSION);
		if (preamble == PREAMBLE_FOREIGN)
			refuse(l, "this is the launcher of Mullion, and that was not its protocol");
		if (preamble == PREAMBLE_OTHER_VERSION)
			refuse(l, "this launcher speaks another version of its protocol");
		l->greeted = preamble == PREAMBLE_READY;
	}
	while (l->greeted && !l->ended && l->flying < MOST_IN_FLIGHT) {
		if ((status = frame_peek(&l->in, WIRE_MAX_HOLDER_PAYLOAD, &frame)) != FRAME_READY)
			break;
		if (frame.type == LAUNCH)
			launch(l, frame_reader(&frame));
		else if (frame.type == SIGNAL_SESSION)
			signal_session(l, frame_reader(&frame));
		else
			refuse(l, "a frame of an unknown type");
		frame_drop(&l->in, &frame);
	}
	if (status == FRAME_TOO_LONG)
		refuse(l, "a frame is longer than this protocol allows");
}

/* True when the report is complete: the holder has closed its end of the pipe. */
static bool landed(struct launcher *l, struct flight *flight)
{
	struct frame frame;

	if (buffer_read(&flight->frame, flight->report, 4096) != TRANSFER_ENDED)
		return false;
	if (frame_peek(&flight->frame, WIRE_MAX_HOLDER_PAYLOAD, &frame) == FRAME_READY)
		buffer_append(&l->out, buffer_data(&flight->frame), buffer_size(&flight->frame));
	else
		put_failure(l, flight->key, ECHILD, "the holder died before the program ran");
	buffer_release(&flight->frame);
	(void)close(flight->report);
	return true;
}

static void turn(struct launcher *l)
{
	struct pollfd fds[2 + MOST_IN_FLIGHT];
	size_t count = l->flying;

	fds[0] = (struct pollfd){.fd = l->ended || count == MOST_IN_FLIGHT ? -1 : STDIN_FILENO, .events = POLLIN};
	fds[1] = (struct pollfd){.fd = buffer_size(&l->out) > 0 ? STDOUT_FILENO : -1, .events = POLLOUT};
	for (size_t i = 0; i < count; i++)
		fds[2 + i] = (struct pollfd){.fd = l->flights[i].report, .events = POLLIN};
	if (platform_poll(fds, (nfds_t)(2 + count), -1) < 0)
		return;
	for (size_t i = count; i-- > 0;)
		if (fds[2 + i].revents != 0 && landed(l, &l->flights[i]))
			l->flights[i] = l->flights[--l->flying];
	if (fds[0].revents != 0 && buffer_read(&l->in, STDIN_FILENO, 64 * 1024) == TRANSFER_ENDED)
		l->ended = true;
	take_frames(l);
	if (buffer_write(&l->out, STDOUT_FILENO) == TRANSFER_ENDED)
		_exit(0); /* the daemon is gone */
}

/* Node has raised its limit to the maximum; panes get the limit that the daemon was started with. */
static void restore_file_limit(void)
{
	const char *saved = getenv("MULLION_SAVED_NOFILE");
	struct rlimit files;

	if (saved == NULL || getrlimit(RLIMIT_NOFILE, &files) != 0)
		return;
	files.rlim_cur = (rlim_t)strtoull(saved, NULL, 10);
	if (files.rlim_cur > MOST_IN_FLIGHT && files.rlim_cur < files.rlim_max)
		(void)setrlimit(RLIMIT_NOFILE, &files);
}

int main(int argc, char **argv)
{
	static struct launcher l;

	if (argc != 2 || strcmp(argv[1], "launcher") != 0) {
		(void)fprintf(stderr, "mullion-holder: started by Mullion's daemon, as `mullion-holder launcher`\n");
		return 1;
	}
	l.argv = argv;
	(void)signal(SIGCHLD, SIG_IGN); /* ended holders leave no zombies */
	(void)signal(SIGPIPE, SIG_IGN);
	platform_close_from(3);
	restore_file_limit();
	fd_unblock(STDIN_FILENO);
	fd_unblock(STDOUT_FILENO);
	while (!l.ended || l.flying > 0 || buffer_size(&l.out) > 0)
		turn(&l);
	return 0;
}
