/*
 * Times requests on one open connection, from the first byte of a request to the last one of its answer.
 *
 *   request-timer SOCKET WARM_UP ROUNDS GREETING REQUEST
 *
 * Sends the greeting once and the request WARM_UP + ROUNDS times, each after the answer to the one before; an answer is
 * a line. Prints a line: microseconds of every request after the first WARM_UP, in order. An answer with an error ends
 * the run with status 1: a figure for a failed request means nothing. A client in Node would measure Node twice.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now_us(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void fail(const char *what) {
	fprintf(stderr, "request-timer: %s\n", what);
	exit(1);
}

static int connect_to(const char *path) {
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	if (strlen(path) >= sizeof address.sun_path) fail("the path of the socket is too long");
	strcpy(address.sun_path, path);
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("cannot connect");
	return fd;
}

/* One request, and its answer. */
static void ask(int fd, const char *line) {
	static char answer[1 << 20];
	size_t length = strlen(line), have = 0;
	if (write(fd, line, length) != (ssize_t)length) fail("the request was not taken");
	do {
		ssize_t got = read(fd, answer + have, sizeof answer - 1 - have);
		if (got <= 0) fail("the connection ended, or the answer is too long");
		have += (size_t)got;
	} while (answer[have - 1] != '\n');
	answer[have] = '\0';
	if (strstr(answer, "\"result\":") == NULL) fail(answer);
}

static char *line_of(const char *text) {
	char *line = malloc(strlen(text) + 2);
	if (line == NULL) fail("no memory");
	strcat(strcpy(line, text), "\n");
	return line;
}

int main(int argc, char **argv) {
	if (argc != 6) {
		fprintf(stderr, "usage: request-timer SOCKET WARM_UP ROUNDS GREETING REQUEST\n");
		return 2;
	}
	int fd = connect_to(argv[1]), warm_up = atoi(argv[2]), rounds = atoi(argv[3]);
	char *greeting = line_of(argv[4]), *request = line_of(argv[5]);
	ask(fd, greeting);
	for (int i = 0; i < warm_up; i++) ask(fd, request);
	for (int i = 0; i < rounds; i++) {
		double begun = now_us();
		ask(fd, request);
		printf("%s%.1f", i ? " " : "", now_us() - begun);
	}
	putchar('\n');
	free(greeting);
	free(request);
	close(fd);
	return 0;
}
