/* Signal state that a started program inherits. */
#ifndef MULLION_SIGNALS_H
#define MULLION_SIGNALS_H

/* Resets every signal to its default action and unblocks it. */
void reset_signals(void);

#endif
