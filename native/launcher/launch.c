/* The start of a pane, between the launcher's fork and the holder's loop. */
#include "launcher/launch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "holder/holder.h"
#include "holder/listening.h"
#include "holder/pane.h"
#include "shared/platform.h"
#include "shared/wire.h"

static _Noreturn void report_failure(uint64_t key, struct failure failure, const char *what, int report)
{
	static const char *const failed_to[] = {
		[STAGE_SOCKET] = "cannot listen on",
		[STAGE_PTY] = "cannot open a terminal for",
		[STAGE_FORK] = "cannot start a process for",
		[STAGE_CWD] = "cannot enter",
		[STAGE_EXEC] = "cannot run",
	};
	struct buffer out = {0};
	char sentence[1024];
	size_t mark = frame_begin(&out, LAUNCH_FAILED);

	(void)snprintf(sentence, sizeof sentence, "%s %.512s: %s", failed_to[failure.stage], what, strerror(failure.error));
	put_u64(&out, key);
	put_u8(&out, failure.stage);
	put_u32(&out, (uint32_t)failure.error);
	put_text(&out, sentence);
	frame_end(&out, mark);
	(void)fd_write_all(report, buffer_data(&out), buffer_size(&out));
	_exit(1);
}

static void report_success(uint64_t key, const struct pane *pane, int report)
{
	struct buffer out = {0};
	size_t mark = frame_begin(&out, LAUNCHED);

	put_u64(&out, key);
	put_u32(&out, (uint32_t)getpid());
	put_u32(&out, (uint32_t)pane->child);
	put_text(&out, pane->tty);
	frame_end(&out, mark);
	(void)fd_write_all(report, buffer_data(&out), buffer_size(&out));
	(void)close(report);
	buffer_release(&out);
}

static struct launch read_launch(struct reader *r)
{
	struct launch launch = {0};

	launch.socket_path = read_text(r);
	launch.cwd = read_text(r);
	launch.file = read_text(r);
	launch.argv = read_list(r);
	launch.environment = read_list(r);
	launch.cols = read_u16(r);
	launch.rows = read_u16(r);
	launch.kind = read_u8(r);
	launch.description = read_text(r);
	if (!r->failed && strlen(launch.description) > HOLDER_DESCRIPTION_BYTES)
		r->failed = true;
	return launch;
}

_Noreturn void launch_main(uint64_t key, struct reader request, int report, char **argv)
{
	struct launch launch = read_launch(&request);
	struct failure failure = {.stage = STAGE_EXEC, .error = EINVAL};
	struct pane pane;
	char title[256];
	int listener;

	if (request.failed)
		report_failure(key, failure, "a malformed LAUNCH", report);
	if (launch.argv[0] == NULL)
		report_failure(key, failure, "an empty argv", report);
	if (!holder_prepare() || (listener = listening_open(launch.socket_path)) < 0) {
		failure = (struct failure){.stage = STAGE_SOCKET, .error = errno};
		report_failure(key, failure, launch.socket_path, report);
	}
	if (!pane_start(&pane, &launch, &failure)) {
		(void)unlink(launch.socket_path);
		report_failure(key, failure, failure.stage == STAGE_CWD ? launch.cwd : launch_program(&launch), report);
	}
	/* The title comes first: from the report on, others may look for this holder by its title. */
	(void)snprintf(title, sizeof title, "mullion-holder: %s", launch.socket_path);
	platform_name("mullion-holder");
	platform_title(argv, title);
	report_success(key, &pane, report);
	free(launch.cwd);
	free(launch.file);
	list_free(launch.argv);
	list_free(launch.environment);
	hold(&pane, listener, &launch);
	_exit(0);
}
