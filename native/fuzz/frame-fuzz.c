/*
 * Feeds arbitrary bytes to every reader of frames, in one piece and in pieces whose size comes from the input: the
 * piece boundaries must not change the result. Reads every kind of field, as holder, launcher and client do.
 */
#include <stdlib.h>
#include <string.h>

#include "shared/frame.h"
#include "fuzz/fuzz.h"
#include "shared/wire.h"

struct tally {
	size_t frames;
	uint64_t sum;
	bool ended;
};

static void read_fields(const struct frame *frame, struct tally *tally)
{
	struct reader fixed = frame_reader(frame), texts = frame_reader(frame);
	char *text;
	char **list;

	tally->sum += read_u8(&fixed) + read_u16(&fixed) + read_u32(&fixed) + read_u64(&fixed) + fixed.left;
	(void)read_u64(&texts);
	text = read_text(&texts);
	list = read_list(&texts);
	for (char **item = list; item != NULL && *item != NULL; item++)
		tally->sum += strlen(*item);
	if (texts.failed && list != NULL)
		abort();
	free(text);
	list_free(list);
}

static void read_frames(struct buffer *in, bool *greeted, struct tally *tally)
{
	struct frame frame;
	enum frame_status status = FRAME_PARTIAL;

	if (!*greeted) {
		enum preamble_status preamble = preamble_read(in, WIRE_ROLE_HOLDER, HOLDER_WIRE_VERSION);

		*greeted = preamble == PREAMBLE_READY;
		tally->ended |= preamble == PREAMBLE_FOREIGN || preamble == PREAMBLE_OTHER_VERSION;
	}
	while (*greeted && (status = frame_peek(in, WIRE_MAX_HOLDER_PAYLOAD, &frame)) == FRAME_READY) {
		tally->frames++;
		tally->sum += frame.type;
		read_fields(&frame, tally);
		frame_drop(in, &frame);
	}
	tally->ended |= status == FRAME_TOO_LONG;
}

static struct tally converse(const uint8_t *bytes, size_t size, size_t step)
{
	struct buffer in = {0};
	struct tally tally = {0};
	bool greeted = false;

	for (size_t at = 0; at < size && !tally.ended; at += step) {
		buffer_append(&in, bytes + at, size - at < step ? size - at : step);
		read_frames(&in, &greeted, &tally);
	}
	buffer_release(&in);
	return tally;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct tally whole = converse(bytes, size, size > 0 ? size : 1);
	struct tally cut = converse(bytes, size, size > 0 ? 1 + bytes[size - 1] % 13 : 1);

	if (whole.frames != cut.frames || whole.sum != cut.sum || whole.ended != cut.ended)
		abort();
	return 0;
}
