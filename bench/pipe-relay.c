/*
 * pipe-relay SOCKET
 *
 * Copies standard input to a unix socket and the socket to standard output, until one of them ends: what carries the link
 * to a simulated host.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Returns 0 at the end of `from`. */
static int copy(int from, int to)
{
	char buffer[65536];
	ssize_t size = read(from, buffer, sizeof buffer);

	for (ssize_t done = 0; done < size;) {
		ssize_t more = write(to, buffer + done, (size_t)(size - done));
		if (more <= 0)
			return 0;
		done += more;
	}
	return size > 0;
}

int main(int argc, char **argv)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (argc != 2 || strlen(argv[1]) >= sizeof address.sun_path)
		return 2;
	strcpy(address.sun_path, argv[1]);
	if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
		perror(argv[1]);
		return 1;
	}
	struct pollfd ends[] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
	while (poll(ends, 2, -1) > 0) {
		if (ends[0].revents && !copy(STDIN_FILENO, fd))
			return 0;
		if (ends[1].revents && !copy(fd, STDOUT_FILENO))
			return 0;
	}
	return 0;
}
