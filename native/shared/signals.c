#include "shared/signals.h"

#include <signal.h>
#include <stddef.h>

void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}
