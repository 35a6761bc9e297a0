/* What libFuzzer calls, or read-files.c where there is no libFuzzer. */
#ifndef MULLION_FUZZ_H
#define MULLION_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
