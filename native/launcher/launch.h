#ifndef MULLION_LAUNCH_H
#define MULLION_LAUNCH_H

#include "shared/frame.h"

/*
 * Carries out the LAUNCH in `request` in a new process: starts the pane, writes LAUNCHED or LAUNCH_FAILED to `report`,
 * and continues as the pane's holder. `argv` is the process's own vector, where the holder writes its title.
 */
_Noreturn void launch_main(uint64_t key, struct reader request, int report, char **argv);

#endif
