/* Linked into sanitised programs where the leak checker hangs (build.mjs). */
#include "fuzz/fuzz.h"

const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}
