/*
 * Times whole processes: start, run, exit, as a shell or an agent pays for it.
 *
 *   call-timer ROUNDS CONCURRENCY --next ARGV... [--next ARGV...]...
 *
 * Each round runs every command once (CONCURRENCY copies at a time), one after the other, so that whatever else the
 * machine does falls on all of them alike. Prints a line for each command: microseconds of every call, in order.
 * A failed call is reported on stderr and ends the run with status 1: a figure for a failed call means nothing.
 * posix_spawn keeps the cost of starting the same for all, whatever the size of the caller.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

#define MAX_COMMANDS 8
#define MAX_CONCURRENCY 64

static double now_us(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static pid_t start(char **argv, posix_spawn_file_actions_t *quiet) {
	pid_t pid;
	int error = posix_spawnp(&pid, argv[0], quiet, NULL, argv, environ);
	if (error != 0) {
		fprintf(stderr, "call-timer: %s: %s\n", argv[0], strerror(error));
		exit(1);
	}
	return pid;
}

/* One batch of `count` concurrent calls; stores each call's time in `out`. */
static void run(char **argv, int count, posix_spawn_file_actions_t *quiet, double *out) {
	pid_t pids[MAX_CONCURRENCY];
	double begun[MAX_CONCURRENCY];
	for (int i = 0; i < count; i++) {
		begun[i] = now_us();
		pids[i] = start(argv, quiet);
	}
	for (int left = count; left > 0; left--) {
		int status;
		pid_t pid = waitpid(-1, &status, 0);
		double ended = now_us();
		if (pid < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
			fprintf(stderr, "call-timer: %s %s failed\n", argv[0], argv[1] ? argv[1] : "");
			exit(1);
		}
		for (int i = 0; i < count; i++)
			if (pids[i] == pid) out[i] = ended - begun[i];
	}
}

int main(int argc, char **argv) {
	if (argc < 5) {
		fprintf(stderr, "usage: call-timer ROUNDS CONCURRENCY --next ARGV... [--next ARGV...]...\n");
		return 2;
	}
	int rounds = atoi(argv[1]), concurrency = atoi(argv[2]), commands = 0;
	char **command[MAX_COMMANDS];
	for (int i = 3; i < argc; i++) {
		if (strcmp(argv[i], "--next") != 0) continue;
		argv[i] = NULL;
		if (commands == MAX_COMMANDS) return 2;
		command[commands++] = &argv[i + 1];
	}
	if (rounds < 1 || concurrency < 1 || concurrency > MAX_CONCURRENCY || commands == 0) return 2;

	posix_spawn_file_actions_t quiet;
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);

	double *times = calloc((size_t)commands * rounds * concurrency, sizeof *times);
	if (times == NULL) return 1;
	for (int r = 0; r < rounds; r++)
		for (int c = 0; c < commands; c++)
			run(command[c], concurrency, &quiet, &times[((size_t)c * rounds + r) * concurrency]);

	for (int c = 0; c < commands; c++) {
		for (int i = 0; i < rounds * concurrency; i++)
			printf("%s%.1f", i ? " " : "", times[(size_t)c * rounds * concurrency + i]);
		putchar('\n');
	}
	free(times);
	return 0;
}
