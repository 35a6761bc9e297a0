#include "lent-terminal.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool lent_open(struct lent_terminal *t, const char *name, const struct terminal_identity *identity)
{
	struct stat found;

	if ((t->fd = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) < 0)
		return false;
	if (isatty(t->fd) && fstat(t->fd, &found) == 0 && (uint64_t)found.st_dev == identity->device &&
	    (uint64_t)found.st_ino == identity->inode && (uint64_t)found.st_rdev == identity->number)
		return true;
	lent_close(t);
	return false;
}

void lent_close(struct lent_terminal *t)
{
	if (t->fd >= 0)
		(void)close(t->fd);
	t->fd = -1;
	t->drawing = false;
}

bool lent_typed_as_is(const struct lent_terminal *t, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if ((t->typed_as_is[bytes[i] / 8] >> bytes[i] % 8 & 1) == 0)
			return false;
	return true;
}

static bool is_simple(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i] < 0x20 || bytes[i] > 0x7e)
			return false;
	return true;
}

enum lent_drawing lent_draw(struct lent_terminal *t, uint64_t offset, const uint8_t *bytes, size_t size)
{
	uint8_t drawn[LENT_PEN_BYTES + LENT_MOST_COLUMNS];
	ssize_t count;

	if (!t->drawing)
		return LENT_NOT_DRAWN;
	t->drawing = false;
	if (offset != t->offset || size > t->columns || !is_simple(bytes, size))
		return LENT_NOT_DRAWN;
	memcpy(drawn, t->pen, t->pen_size);
	memcpy(drawn + t->pen_size, bytes, size);
	count = write(t->fd, drawn, t->pen_size + size);
	if (count <= 0)
		return LENT_NOT_DRAWN;
	if ((size_t)count < t->pen_size + size)
		return LENT_SPOILED;
	t->drawing = true;
	t->offset += size;
	t->columns -= size;
	return LENT_DRAWN;
}
