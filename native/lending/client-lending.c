#include "lending/client-lending.h"

#include <sys/stat.h>
#include <unistd.h>

#include "lending/lending-wire.h"
#include "shared/platform.h"

/* The holder notices the daemon's death at the same time as the client: two readers would reorder keys, so the client
 * waits this long before it reads. */
#define LOAN_END_MS 500

/* Appends CLIENT_LENT for the terminal on stdin; false: no other process can open that terminal. */
static bool put_lent(struct buffer *out)
{
	struct stat found = {0};
	const char *name = fstat(STDIN_FILENO, &found) == 0 ? ttyname(STDIN_FILENO) : NULL;
	size_t mark = frame_begin(out, CLIENT_LENT);

	put_text(out, name != NULL ? name : "");
	put_u64(out, (uint64_t)found.st_dev);
	put_u64(out, (uint64_t)found.st_ino);
	put_u64(out, (uint64_t)found.st_rdev);
	frame_end(out, mark);
	return name != NULL;
}

bool client_lending_on_frame(struct client_lending *l, const struct frame *frame, struct buffer *out)
{
	struct reader r = frame_reader(frame);

	if (frame->type != DAEMON_LEND)
		return false;
	l->is_active = read_u8(&r) == 1 && put_lent(out);
	return true;
}

int64_t client_lending_end(struct client_lending *l)
{
	int64_t from = l->is_active ? platform_clock() + LOAN_END_MS : 0;

	l->is_active = false;
	return from;
}
