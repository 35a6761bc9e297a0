#include "holder/closing.h"

#include <signal.h>

#include "shared/platform.h"

#define CHECK_MS 50

static void set_next_check(struct closing *c, int64_t now)
{
	c->next_check = now + CHECK_MS < c->deadline ? now + CHECK_MS : c->deadline;
}

void closing_begin(struct closing *c, const struct pane *pane, uint32_t grace_ms)
{
	int64_t now = platform_clock();

	if (pane->exited)
		return;
	if (!c->active || now + grace_ms < c->deadline)
		c->deadline = now + grace_ms;
	c->active = true;
	set_next_check(c, now);
	pane_signal(pane, SIGHUP, 1);
	pane_signal(pane, SIGCONT, 1);
	(void)kill(-pane->child, SIGHUP);
	(void)kill(-pane->child, SIGCONT);
}

/* A session keeps its id while any process lives in it, so the id is valid after the child's end. */
void closing_check(struct closing *c, const struct pane *pane, int64_t now)
{
	if (!c->active || (now < c->next_check && (c->widened || !pane->exited)))
		return;
	set_next_check(c, now);
	if (now >= c->deadline) {
		(void)platform_signal_session(pane->child, SIGKILL);
		c->active = false;
	} else if (!c->widened) {
		c->widened = true;
		c->active = platform_signal_session(pane->child, SIGHUP) > 0;
		if (c->active)
			(void)platform_signal_session(pane->child, SIGCONT);
	} else if (pane->exited) {
		c->active = platform_signal_session(pane->child, 0) > 0;
	}
}
