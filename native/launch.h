#ifndef MULLION_LAUNCH_H
#define MULLION_LAUNCH_H

#include "frame.h"

/*
 * Carries out the LAUNCH that `request` reads, in a process of its own: starts the pane, writes LAUNCHED or
 * LAUNCH_FAILED to `report`, and stays as the pane's holder. `argv` is the process's own, for its title.
 */
_Noreturn void launch_main(uint64_t key, struct reader request, int report, char **argv);

#endif
