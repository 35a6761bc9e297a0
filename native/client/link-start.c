#include "client/link-start.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client/json-scan.h"
#include "client/reach-daemon.h"
#include "shared/platform.h"

/* Of src/hosts/link-wire.ts. */
#define LINK_HELLO 1
#define LINK_MARK "\xF5MLK\x01"
#define LINK_NO_DAEMON "\0\0\0\0\x07"
#define LINK_MAX_PAYLOAD (64u * 1024)

#define HELLO_MS 60000 /* a near end says hello at once */

bool is_link_call(char *const *arguments)
{
	return arguments[0] != NULL && strcmp(arguments[0], "connect") == 0 && arguments[1] == NULL;
}

/* Reads the first frame of the near end. False: the input is no link, or ends before that. */
static bool read_hello(struct client *c, struct frame *hello)
{
	struct waited waited;
	enum frame_status status;

	waited_begin(&waited);
	while ((status = frame_peek(&c->typed.bytes, LINK_MAX_PAYLOAD, hello)) == FRAME_PARTIAL && !c->stdin_ended) {
		struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

		if (waited_ms(&waited) > HELLO_MS)
			return false;
		if (platform_poll(&input, 1, PATIENCE_STEP_MS) > 0)
			c->stdin_ended = buffer_read(&c->typed.bytes, STDIN_FILENO, 64 * 1024) == TRANSFER_ENDED;
	}
	return status == FRAME_READY && hello->type == LINK_HELLO;
}

static bool asks_for_no_start(struct client *c)
{
	struct frame hello;
	struct json starts;

	if (isatty(STDIN_FILENO) || !read_hello(c, &hello))
		return false;
	return json_member((struct json){(const char *)hello.payload, hello.size}, "starts", &starts) &&
	       json_is(starts, "false");
}

int link_connect(struct client *c, char *sentence, size_t sentence_size)
{
	char path[4352];
	int fd;

	(void)snprintf(path, sizeof path, "%s/daemon.sock", c->directory);
	if ((fd = try_connect(path)) >= 0)
		return fd;
	if (!nobody_listens() || panes_live(c->directory) || !asks_for_no_start(c))
		return daemon_connect(c->directory, &c->patience, sentence, sentence_size);
	(void)fd_write_all(STDOUT_FILENO, LINK_MARK LINK_NO_DAEMON, sizeof LINK_MARK + sizeof LINK_NO_DAEMON - 2);
	(void)snprintf(sentence, sentence_size, "no daemon runs here, no pane lives, and the other machine asks for no start");
	return -1;
}
