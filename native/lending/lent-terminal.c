#include "lending/lent-terminal.h"

#include <fcntl.h>
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

const char *lent_read_place(struct drawing *place, struct reader *r)
{
	uint16_t *fields[] = {&place->left, &place->top, &place->cols,   &place->rows,
			      &place->x,    &place->y,   &place->columns};

	*place = (struct drawing){0};
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		*fields[i] = read_u16(r);
	place->abilities = read_u32(r);
	if (r->failed)
		return "HOLDER_DRAW is too short";
	if (!drawing_begin(place, r->at, r->left))
		return "HOLDER_DRAW has a cursor outside of the pane or too long a pen";
	return NULL;
}

enum lent_drawing lent_draw(struct lent_terminal *t, uint64_t offset, const uint8_t *bytes, size_t size)
{
	struct drawing_bytes drawn;
	ssize_t count;

	if (!t->drawing)
		return LENT_NOT_DRAWN;
	t->drawing = false;
	if (offset != t->offset || !drawing_draw(&t->place, bytes, size, &drawn))
		return LENT_NOT_DRAWN;
	if (drawn.size > 0) {
		if ((count = write(t->fd, drawn.at, drawn.size)) <= 0)
			return LENT_NOT_DRAWN;
		if ((size_t)count < drawn.size)
			return LENT_SPOILED;
	}
	t->drawing = true;
	t->offset += size;
	return LENT_DRAWN;
}
