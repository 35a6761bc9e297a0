/*
 * Starting the daemon, for a client that has the lock on `start.lock`.
 *
 * The client forks a starter: a process in its own session that holds the lock, runs the daemon, waits until the daemon
 * reports that it is ready, and reports to the client. The starter owns the lock, so a client that is killed meanwhile
 * (tools allow some calls only 250 ms) does not release it to a second start. The lock file names the starter.
 *
 * The daemon inherits a pipe as descriptor MULLION_READY_FD, and writes "ready" and a newline once it listens, or
 * "error: " and a sentence. It inherits the client's environment without the variables that change how Node itself
 * starts; these are saved as MULLION_SAVED_*.
 *
 * Node opens a debugger for every user of the machine when it receives SIGUSR1, the signal by which tmux creates its
 * socket again. So the starter gives Node a debugger address that no system can resolve (CLOSED_INSPECTOR), which also
 * overrides --inspect in NODE_OPTIONS, and blocks the signal, because its default action would end the process in the
 * first milliseconds. Node unblocks the signal once its own handler is installed, and the daemon replaces that handler.
 */
#include "client/daemon-start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/io.h"
#include "client/node.h"
#include "shared/platform.h"
#include "shared/signals.h"

extern char **environ;

#define READY_FD 3
#define SENTENCE_BYTES 1024

/* ---- the daemon's process ---- */

/* Variables of Node, its libraries and the dynamic linker: one caller's values must not affect a daemon that all
 * callers share. */
static bool changes_node(const char *variable)
{
	static const char *const prefixes[] = {"NODE_", "LD_", "DYLD_", "UV_", "OPENSSL_"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (strncmp(variable, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	return false;
}

static void save_variable(const char *variable)
{
	size_t name_length = strcspn(variable, "="), size = strlen(variable) + sizeof "MULLION_SAVED_";
	char *saved = allocate(size), *name = saved + sizeof "MULLION_SAVED_" - 1;

	(void)snprintf(saved, size, "MULLION_SAVED_%s", variable);
	name[name_length] = '\0';
	(void)setenv(saved, name + name_length + (variable[name_length] == '='), 1);
	(void)unsetenv(name);
	free(saved);
}

static void save_variables(void)
{
	/* By index, restarting after each change: both calls above may move the list. */
	for (size_t i = 0; environ[i] != NULL;) {
		if (changes_node(environ[i])) {
			save_variable(environ[i]);
			i = 0;
		} else {
			i++;
		}
	}
}

static void block_usr1(void)
{
	sigset_t usr1;

	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	(void)sigprocmask(SIG_BLOCK, &usr1, NULL);
}

/* Node raises the limit for itself; the launcher restores this value for panes. A value saved by an earlier program of
 * ours is kept. */
void save_file_limit(void)
{
	struct rlimit files;
	char saved[32];

	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return;
	(void)snprintf(saved, sizeof saved, "%llu", (unsigned long long)files.rlim_cur);
	(void)setenv("MULLION_SAVED_NOFILE", saved, 0);
}

static void place_fd(int from, int to)
{
	if (from != to)
		(void)dup2(from, to);
	(void)fcntl(to, F_SETFD, 0);
}

/* Returns only on failure, with a sentence. */
static void exec_daemon(char *sentence, size_t size)
{
	char *const no_arguments[] = {NULL};
	/* For tests, and only in a private instance. */
	const char *other_main = getenv("MULLION_DIR") != NULL ? getenv("MULLION_DAEMON_MAIN") : NULL;

	block_usr1();
	save_variables();
	save_file_limit();
	if (other_main != NULL)
		become_node_of(other_main, "/", no_arguments, sentence, size);
	else
		become_node("dist/daemon/main.js", "/", no_arguments, sentence, size);
}

void become_service(char *sentence, size_t size)
{
	(void)setenv("MULLION_TAKE_OVER", "any", 1);
	exec_daemon(sentence, size);
}

static _Noreturn void become_daemon(int log, int ready)
{
	char sentence[SENTENCE_BYTES] = "error: ";
	size_t length = strlen(sentence);

	place_fd(log, STDOUT_FILENO);
	place_fd(log, STDERR_FILENO);
	place_fd(ready, READY_FD);
	platform_close_from(READY_FD + 1);
	(void)setenv("MULLION_READY_FD", "3", 1);
	exec_daemon(sentence + length, sizeof sentence - length);
	(void)fd_write_all(READY_FD, sentence, strlen(sentence));
	_exit(127);
}

/* ---- the starter ---- */

/* Reads one line, or what arrives before end of file. False: the time is over, or the caller stopped waiting. */
static bool read_line(int fd, char *line, size_t size, int64_t timeout_ms, struct patience *patience)
{
	struct waited waited;
	size_t length = 0;

	line[0] = '\0';
	fd_unblock(fd);
	waited_begin(&waited);
	while (length + 1 < size && strchr(line, '\n') == NULL) {
		int64_t left = timeout_ms - waited_ms(&waited);
		ssize_t count;

		if (left <= 0 || !patience->pause(patience->whose, fd, (int)(left < PATIENCE_STEP_MS ? left : PATIENCE_STEP_MS)))
			return false;
		if (patience->whose != NULL && isatty(STDERR_FILENO))
			(void)patience_holds(patience, "waiting for the daemon to start");
		if ((count = read(fd, line + length, size - 1 - length)) == 0)
			break;
		length += count > 0 ? (size_t)count : 0;
		line[length] = '\0';
	}
	line[strcspn(line, "\n")] = '\0';
	return true;
}

static void name_starter(int lock)
{
	char name[32];
	int size = snprintf(name, sizeof name, "%d\n", (int)getpid());

	(void)!ftruncate(lock, 0);
	(void)!pwrite(lock, name, (size_t)size, 0);
}

/* Runs in its own process and reports the outcome through `answer`: "ready", or a sentence. */
static _Noreturn void start_and_report(const char *log_path, int lock, int answer)
{
	struct patience patience = {.pause = pause_idly};
	int64_t limit = wait_limit_ms(START_TIMEOUT_MS);
	int log = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	char line[SENTENCE_BYTES] = "";
	int ready[2];
	pid_t daemon = -1;

	(void)setsid();
	reset_signals();
	name_starter(lock);
	block_usr1(); /* before the fork, so that the signal can never end the daemon's process */
	for (int fd = 0; fd < 3; fd++)
		place_fd(null, fd);
	if (log < 0 || !fd_pipe(ready) || (daemon = fork()) < 0) {
		(void)snprintf(line, sizeof line, "cannot start the daemon: %s", strerror(errno));
	} else if (daemon == 0) {
		become_daemon(log, ready[1]);
	} else {
		(void)close(ready[1]);
		if (!read_line(ready[0], line, sizeof line, limit, &patience)) {
			(void)kill(daemon, SIGTERM); /* another start must not find a half-started daemon */
			(void)snprintf(line, sizeof line, "the daemon was not ready after %d seconds", (int)(limit / 1000));
		}
	}
	(void)fd_write_all(answer, line, strlen(line));
	_exit(0);
}

/* ---- the client's side of a start ---- */

enum start_outcome start_daemon(const char *directory, int lock, struct patience *patience, char *sentence, size_t size)
{
	char line[SENTENCE_BYTES], log_path[4352];
	int answer[2];
	pid_t starter;
	bool reported;

	(void)snprintf(log_path, sizeof log_path, "%s/daemon.log", directory);
	if (!fd_pipe(answer) || (starter = fork()) < 0) {
		(void)snprintf(sentence, size, "cannot start the daemon: %s", strerror(errno));
		return START_FAILED;
	}
	if (starter == 0)
		start_and_report(log_path, lock, answer[1]);
	(void)close(answer[1]);
	reported = read_line(answer[0], line, sizeof line, wait_limit_ms(START_TIMEOUT_MS) + 1000, patience);
	(void)close(answer[0]);
	(void)waitpid(starter, NULL, reported ? 0 : WNOHANG);
	if (strcmp(line, "ready") == 0)
		return START_READY;
	(void)snprintf(sentence, size, "%.900s (see %.4096s)",
		       line[0] == '\0'                      ? "the daemon ended before it was ready"
		       : strncmp(line, "error: ", 7) == 0 ? line + 7
							  : line,
		       log_path);
	return reported && line[0] == '\0' ? START_DIED : START_FAILED;
}
