#include "client/reach-daemon.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "client/daemon-start.h"
#include "shared/io.h"
#include "shared/platform.h"

#define RETRY_FIRST_MS 50
#define RETRY_MOST_MS 2000
#define LOOK_AGAIN_MOST_MS 50
/* A `mullion down` takes no longer. Its file stays, and not every system reports when the process with its id started. */
#define DOWN_MOST_S 60
/* Names the daemon that a new one is to replace. src/daemon/life/take-over.ts does the replacement; here the variable only
 * means that a daemon is started although another one answers. */
#define TAKE_OVER "MULLION_TAKE_OVER"

struct reach {
	const char *directory;
	struct patience *patience;
	char *sentence;
	size_t size;
	char socket[4352], lock[4352]; /* paths */
	bool is_ended;                 /* by a `mullion down` that still runs */
};

int try_connect(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd, fault;

	if (strlen(path) >= sizeof address.sun_path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path, path, strlen(path));
	if ((fd = socket(AF_UNIX, SOCK_STREAM, 0)) < 0)
		return -1;
	fd_close_on_exec(fd);
	fd_unblock(fd); /* the backlog of a hung daemon fills up: a blocking connect would then wait forever */
	platform_no_sigpipe(fd);
	if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) {
		if (platform_peer_is_ours(fd))
			return fd;
		errno = EACCES;
	}
	fault = errno;
	(void)close(fd);
	errno = fault;
	return -1;
}

bool nobody_listens(void)
{
	return errno == ENOENT || errno == ECONNREFUSED;
}

/* ---- the process that the client waits for ---- */

/* The living process with whose id the file begins, or 0. `text` receives the beginning of the file, `rest` what follows the id. */
static pid_t read_process(const char *path, char *text, size_t size, char **rest)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	long pid;

	if (fd < 0)
		return 0;
	memset(text, 0, size);
	(void)!read(fd, text, size - 1);
	(void)close(fd);
	pid = strtol(text, rest, 10);
	return pid > 0 && pid <= INT32_MAX && kill((pid_t)pid, 0) == 0 ? (pid_t)pid : 0;
}

static pid_t process_named_in(const char *path)
{
	char text[32];

	return read_process(path, text, sizeof text, NULL);
}

pid_t daemon_process(const char *directory)
{
	char path[4352];

	(void)snprintf(path, sizeof path, "%s/daemon.lock", directory);
	return process_named_in(path);
}

bool panes_live(const char *directory)
{
	char path[4352];
	struct dirent *entry;
	bool found = false;
	DIR *holders;

	(void)snprintf(path, sizeof path, "%s/h", directory);
	if ((holders = opendir(path)) == NULL)
		return false;
	while (!found && (entry = readdir(holders)) != NULL)
		found = entry->d_name[0] != '.';
	(void)closedir(holders);
	return found;
}

int retry_pause_ms(int attempt)
{
	int doublings = attempt - 1 < 6 ? attempt - 1 : 6;
	int ms = RETRY_FIRST_MS << doublings;

	return ms < RETRY_MOST_MS ? ms : RETRY_MOST_MS;
}

/* A start in progress ends by itself, in success or failure: only a person who watches needs a message. */
static bool is_being_started(int lock, pid_t starter)
{
	struct stat found;

	return starter > 0 && fstat(lock, &found) == 0 && time(NULL) - found.st_mtime <= wait_limit_ms(START_TIMEOUT_MS) / 1000 + 1;
}

static bool waits_for_lock(struct reach *r, int lock)
{
	pid_t owner = process_named_in(r->lock);
	char what[4500], who[64] = "another program";

	if (is_being_started(lock, owner) && !isatty(STDERR_FILENO) && !r->patience->insists)
		return true;
	if (owner > 0)
		(void)snprintf(who, sizeof who, "process %d, which starts a daemon", (int)owner);
	(void)snprintf(what, sizeof what, "waiting for %s, which is held by %s", r->lock, who);
	if (patience_holds(r->patience, what))
		return true;
	(void)snprintf(r->sentence, r->size, "%s has been held for %d s by %s: end that process (fuser %s finds it) and try again",
		       r->lock, (int)(waited_ms(&r->patience->waited) / 1000), who, r->lock);
	return false;
}

static bool waits_for_accept(struct reach *r)
{
	int pid = (int)daemon_process(r->directory);
	char what[128];

	(void)snprintf(what, sizeof what, "waiting for the daemon (process %d), which accepts no connection", pid);
	if (patience_holds(r->patience, what))
		return true;
	(void)snprintf(r->sentence, r->size,
		       "the daemon (process %d) has accepted no connection for %d s: end it with kill -9 %d (panes stay, and the next call "
		       "starts another), or continue it with kill -CONT %d if it was stopped",
		       pid, (int)(waited_ms(&r->patience->waited) / 1000), pid, pid);
	return false;
}

/* As process_named_in, for a file with the process's start time (src/processes/process-mark.ts): 0 also if another process has
 * its id now, or only its parent has not noticed its end yet. */
static pid_t process_marked_in(const char *path)
{
	char text[64], now[32], *started;
	pid_t pid = read_process(path, text, sizeof text, &started);

	if (pid == 0 || *started != ' ')
		return 0;
	started++;
	started[strcspn(started, "\n")] = '\0';
	platform_start_time_of(pid, now, sizeof now);
	return strcmp(started, now) == 0 ? pid : 0;
}

/* What `mullion down` ends must not start again before it is done (src/cli/forbid-start.ts). */
static bool is_being_ended(struct reach *r)
{
	char path[4352];
	struct stat found;
	pid_t down;

	(void)snprintf(path, sizeof path, "%s/no-start", r->directory);
	if (stat(path, &found) != 0 || time(NULL) - found.st_mtime > DOWN_MOST_S || (down = process_marked_in(path)) == 0)
		return false;
	(void)snprintf(r->sentence, r->size, "process %d (mullion down) ends the daemon now: try again when it is done", (int)down);
	return r->is_ended = true;
}

/* ---- one attempt ---- */

static void cannot_reach(struct reach *r)
{
	if (errno == ENAMETOOLONG) {
		(void)snprintf(r->sentence, r->size, "%s is too long a path for sockets: choose a shorter MULLION_DIR", r->directory);
		return;
	}
	(void)snprintf(r->sentence, r->size, "cannot reach the daemon at %s: %s", r->socket, strerror(errno));
}

/* Waits until it has a connection, which it returns, or the lock is ours (-1, and `locked`), or both fail (-1). */
static int connect_or_lock(struct reach *r, int lock, bool take_over, bool *locked)
{
	for (int ms = 1;; ms = ms * 2 < LOOK_AGAIN_MOST_MS ? ms * 2 : LOOK_AGAIN_MOST_MS) {
		int fd = take_over ? -1 : try_connect(r->socket);
		bool is_full = !take_over && fd < 0 && errno == EAGAIN;

		if (fd >= 0)
			return fd;
		if (!take_over && !is_full && !nobody_listens()) {
			cannot_reach(r);
			return -1;
		}
		if (!is_full && (*locked = flock(lock, LOCK_EX | LOCK_NB) == 0))
			return -1;
		if (!(is_full ? waits_for_accept(r) : waits_for_lock(r, lock)) ||
		    !r->patience->pause(r->patience->whose, -1, ms))
			return -1;
	}
}

/* Returns a connection, or -1; `again`: another attempt may succeed. */
static int attempt(struct reach *r, bool *again)
{
	bool take_over = getenv(TAKE_OVER) != NULL, locked = false;
	int lock = open(r->lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600), fd;

	if (lock < 0) {
		(void)snprintf(r->sentence, r->size, "cannot open %s: %s", r->lock, strerror(errno));
		return -1;
	}
	fd = connect_or_lock(r, lock, take_over, &locked);
	if (locked && (take_over || ((fd = try_connect(r->socket)) < 0 && nobody_listens())) && !is_being_ended(r)) {
		enum start_outcome outcome = start_daemon(r->directory, lock, r->patience, r->sentence, r->size);

		(void)unsetenv(TAKE_OVER); /* done: a later reconnect must not take over again */
		*again = outcome == START_DIED && !take_over; /* the daemon to be replaced still serves */
		if (outcome == START_READY && (fd = try_connect(r->socket)) < 0) {
			cannot_reach(r);
			*again = true; /* the daemon died meanwhile */
		}
	} else if (locked && fd < 0 && !r->is_ended) {
		cannot_reach(r);
	}
	(void)close(lock);
	return fd;
}

int daemon_connect(const char *directory, struct patience *patience, char *sentence, size_t sentence_size)
{
	struct reach r = {.directory = directory, .patience = patience, .sentence = sentence, .size = sentence_size};
	char said[1024];

	said[0] = '\0';
	(void)snprintf(r.socket, sizeof r.socket, "%s/daemon.sock", directory);
	(void)snprintf(r.lock, sizeof r.lock, "%s/start.lock", directory);
	patience_begin(patience);
	if (getenv(TAKE_OVER) == NULL) {
		int fd = try_connect(r.socket);

		if (fd >= 0)
			return fd;
	}
	for (int number = 1;; number++) {
		char what[1024];
		bool again = false, is_news;
		int fd = attempt(&r, &again);

		if (fd >= 0 || r.is_ended)
			return fd;
		if (patience->insists ? !panes_live(directory) && number > MOST_RETRIES : !again || number > MOST_RETRIES)
			return -1;
		(void)snprintf(what, sizeof what, "waiting for a daemon: %.960s", sentence);
		if ((is_news = strcmp(what, said) != 0))
			(void)snprintf(said, sizeof said, "%s", what);
		if (patience->insists && is_news)
			patience->say(patience->whose, what);
		if (!patience->pause(patience->whose, -1, retry_pause_ms(number)))
			return -1;
	}
}
