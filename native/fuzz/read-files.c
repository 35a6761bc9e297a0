/* Runs a fuzz target once on each file given as an argument. */
#include <stdio.h>

#include "fuzz/fuzz.h"

int main(int argc, char **argv)
{
	static uint8_t bytes[1 << 20];

	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");

		if (file == NULL) {
			perror(argv[i]);
			return 1;
		}
		(void)LLVMFuzzerTestOneInput(bytes, fread(bytes, 1, sizeof bytes, file));
		(void)fclose(file);
	}
	return 0;
}
