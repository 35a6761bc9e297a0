#include "client/patience.h"

#include <poll.h>
#include <stdlib.h>

#include "client/complain.h"
#include "shared/platform.h"

static int64_t limit_ms(void)
{
	const char *wanted = getenv("MULLION_WAIT_LIMIT_MS");
	long ms = wanted != NULL ? strtol(wanted, NULL, 10) : 0;

	return ms > 0 ? ms : PATIENCE_LIMIT_MS;
}

void patience_begin(struct patience *p)
{
	p->since = platform_clock();
	p->said = false;
}

int64_t patience_waited_ms(const struct patience *p)
{
	return platform_clock() - p->since;
}

bool patience_holds(struct patience *p, const char *what)
{
	int64_t waited = patience_waited_ms(p);

	if (waited >= PATIENCE_SAY_MS && !p->said) {
		p->say(p->whose, what);
		p->said = true;
	}
	return p->insists || waited < limit_ms();
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
