#ifndef MULLION_HOLDER_H
#define MULLION_HOLDER_H

#include <stdint.h>

#include "frame.h"

/*
 * Becomes the holder of one pane: carries out the LAUNCH that `request` reads, writes LAUNCHED or LAUNCH_FAILED to
 * `report`, and holds the pane to its end.
 */
_Noreturn void holder_main(uint64_t key, struct reader request, int report, char **argv);

#endif
