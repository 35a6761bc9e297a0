/* What a program inherits of signals when it is started. */
#ifndef MULLION_SIGNALS_H
#define MULLION_SIGNALS_H

/* Every signal as a program expects it: with its default action, and blocked by nobody. */
void reset_signals(void);

#endif
