/*
 * key-timer ROUNDS --next PROGRAM ARG... --next PROGRAM ARG...
 *
 * Runs each program on a terminal of its own and types into it: one key at a time, the programs taking turns. Prints for
 * each a line with the microseconds from each key to its echo on the terminal. Keys are letters that no control sequence
 * ends with, so that an echo differs from what is drawn around it.
 *
 * key-timer --paint
 *
 * A program to type into that echoes as full-screen programs do: each key in a colour, followed by an erased line.
 *
 * key-timer --shows TEXT ROUNDS SECONDS PROGRAM ARG...
 *
 * Starts the program on a terminal ROUNDS times, and prints the microseconds from each start to the arrival of TEXT. The
 * last one stays for SECONDS after that; every one ends with the key q.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define MOST_PROGRAMS 8
#define PER_LINE 40
#define ANSWER_MS 3000
#define QUIET_MS 400

static const char keys[] = "wyvzo";

struct terminal {
	int fd;
	pid_t pid;
	char **argv;
	double *us;
};

static double now_us(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void start(struct terminal *t)
{
	struct winsize size = {.ws_row = 24, .ws_col = 80};
	int slave;

	if ((t->fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0 || grantpt(t->fd) != 0 || unlockpt(t->fd) != 0)
		fail("posix_openpt");
	(void)ioctl(t->fd, TIOCSWINSZ, &size);
	if ((t->pid = fork()) < 0)
		fail("fork");
	if (t->pid > 0)
		return;
	(void)setsid();
	if ((slave = open(ptsname(t->fd), O_RDWR)) < 0 || ioctl(slave, TIOCSCTTY, 0) != 0)
		fail("terminal");
	for (int fd = 0; fd < 3; fd++)
		(void)dup2(slave, fd);
	(void)setenv("TERM", "xterm-256color", 1);
	(void)execvp(t->argv[0], t->argv);
	fail(t->argv[0]);
}

/* Reads until `key` arrives (1), until no byte arrives for quiet_ms, or until the time limit (0 for both). */
static int hear(struct terminal *t, char key, int quiet_ms, int limit_ms)
{
	static char bytes[65536];
	double until_us = now_us() + limit_ms * 1e3;

	while (now_us() < until_us) {
		struct pollfd fd = {.fd = t->fd, .events = POLLIN};
		ssize_t count;

		if (poll(&fd, 1, quiet_ms) <= 0)
			return 0;
		if ((count = read(t->fd, bytes, sizeof bytes)) <= 0) {
			if (key == 0)
				return 0; /* the program has ended */
			fail("the terminal's end");
		}
		if (key != 0 && memchr(bytes, key, (size_t)count) != NULL)
			return 1;
	}
	return 0; /* a flood never becomes quiet */
}

static double type(struct terminal *t, char key)
{
	double start_us = now_us();

	if (write(t->fd, &key, 1) != 1 || !hear(t, key, ANSWER_MS, ANSWER_MS))
		fail("no echo");
	return now_us() - start_us;
}

static int paint(void)
{
	struct termios raw;
	char key;

	if (tcgetattr(0, &raw) != 0)
		fail("tcgetattr");
	cfmakeraw(&raw);
	(void)tcsetattr(0, TCSANOW, &raw);
	while (read(0, &key, 1) == 1) {
		char text[32];
		int size = snprintf(text, sizeof text, key == '\r' ? "\r\n" : "\033[32m%c\033[m\033[K", key);

		if (write(1, text, (size_t)size) != size)
			return 1;
	}
	return 0;
}

/* Reads until `text` has arrived, which may come in several pieces. */
static void see(struct terminal *t, const char *text)
{
	static char bytes[1 << 20];
	size_t size = 0;

	while (size < sizeof bytes - 1) {
		struct pollfd fd = {.fd = t->fd, .events = POLLIN};
		ssize_t count;

		if (poll(&fd, 1, ANSWER_MS) <= 0 || (count = read(t->fd, bytes + size, sizeof bytes - 1 - size)) <= 0)
			break;
		if (memmem(bytes, size += (size_t)count, text, strlen(text)) != NULL)
			return;
	}
	fail("the text did not appear");
}

static int shows(const char *text, int rounds, int seconds, char **argv)
{
	for (int round = 0; round < rounds; round++) {
		struct terminal t = {.argv = argv};
		double start_us = now_us();

		start(&t);
		see(&t, text);
		(void)printf("%s%.0f", round > 0 ? " " : "", now_us() - start_us);
		if (round == rounds - 1) {
			(void)printf("\n");
			(void)fflush(stdout);
			(void)hear(&t, 0, seconds * 1000, seconds * 1000);
		}
		if (write(t.fd, "q", 1) != 1)
			fail("q");
		(void)hear(&t, 0, QUIET_MS, QUIET_MS);
		(void)close(t.fd);
		(void)waitpid(t.pid, NULL, 0);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct terminal terminals[MOST_PROGRAMS] = {0};
	if (argc == 2 && strcmp(argv[1], "--paint") == 0)
		return paint();
	if (argc > 5 && strcmp(argv[1], "--shows") == 0)
		return shows(argv[2], atoi(argv[3]), atoi(argv[4]), argv + 5);
	int count = 0, rounds = argc > 2 ? atoi(argv[1]) : 0;

	for (int i = 2; i < argc && count < MOST_PROGRAMS; i++) {
		if (strcmp(argv[i], "--next") != 0)
			continue;
		argv[i] = NULL;
		terminals[count].argv = argv + i + 1;
		terminals[count++].us = calloc((size_t)rounds, sizeof(double));
	}
	for (int i = 0; i < count; i++)
		start(&terminals[i]);
	for (int i = 0; i < count; i++)
		(void)hear(&terminals[i], 0, QUIET_MS, ANSWER_MS);
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < count; i++) {
			struct terminal *t = &terminals[i];

			if (round > 0 && round % PER_LINE == 0 && write(t->fd, "\r", 1) == 1)
				(void)hear(t, 0, 50, 50);
			t->us[round] = type(t, keys[round % (int)(sizeof keys - 1)]);
			/* no user types faster, and the output after an echo ends before the other program's turn */
			(void)poll(NULL, 0, 10);
		}
	}
	for (int i = 0; i < count; i++) {
		for (int round = 0; round < rounds; round++)
			(void)printf("%s%.0f", round > 0 ? " " : "", terminals[i].us[round]);
		(void)printf("\n");
		(void)kill(terminals[i].pid, SIGTERM);
		(void)waitpid(terminals[i].pid, NULL, 0);
	}
	return 0;
}
