#include "client/patience.h"

#include <poll.h>
#include <stdlib.h>

#include "client/complain.h"
#include "shared/platform.h"

int64_t wait_limit_ms(int64_t usual)
{
	const char *wanted = getenv("MULLION_WAIT_LIMIT_MS");
	long ms = wanted != NULL ? strtol(wanted, NULL, 10) : 0;

	return ms > 0 ? ms : usual;
}

void waited_begin(struct waited *w)
{
	*w = (struct waited){.looked = platform_clock()};
}

int64_t waited_ms(struct waited *w)
{
	int64_t now = platform_clock(), passed = now - w->looked;

	w->ms += passed < PATIENCE_STEP_MS ? passed : PATIENCE_STEP_MS;
	w->looked = now;
	return w->ms;
}

void patience_begin(struct patience *p)
{
	waited_begin(&p->waited);
	p->said = false;
}

bool patience_holds(struct patience *p, const char *what)
{
	int64_t waited = waited_ms(&p->waited);

	if (waited >= PATIENCE_SAY_MS && !p->said) {
		p->say(p->whose, what);
		p->said = true;
	}
	return p->insists || waited < wait_limit_ms(PATIENCE_LIMIT_MS);
}

bool pause_idly(void *whose, int fd, int ms)
{
	struct pollfd input = {.fd = fd, .events = POLLIN};

	(void)whose;
	(void)platform_poll(&input, 1, ms);
	return true;
}

void say_on_stderr(void *whose, const char *sentence)
{
	(void)complain_as(whose, sentence);
}
