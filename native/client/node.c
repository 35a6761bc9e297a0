/*
 * Finds the package that this program belongs to, and the Node that runs its JavaScript.
 *
 * A program built in a checkout records the Node that built it as MULLION_NODE. A program from a package was built
 * elsewhere. It uses, in this order: the Node that the environment names as MULLION_NODE; the one whose npm installed
 * the package, PREFIX/bin/node for PREFIX/lib/node_modules/mullion; the one on PATH. PATH comes last because tools call
 * with an empty environment and must get the same daemon as the user's shell.
 */
#include "client/node.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/io.h"
#include "shared/platform.h"

#define PATH_BYTES 4352
/* PACKAGE/prebuilt/PLATFORM/bin/mullion, and no higher: directories above the package are not ours. */
#define LEVELS 4

/* Removes the last component of a path. False: nothing is left. */
static bool go_up(char *path)
{
	char *slash = strrchr(path, '/');

	if (slash != NULL)
		*slash = '\0';
	return slash != NULL;
}

/* The nearest directory above the real path of this program that contains the file. */
static bool find_package(char *package, size_t size, const char *file)
{
	char path[PATH_BYTES];

	if (!platform_executable(package, size))
		return false;
	for (int level = 0; level < LEVELS && go_up(package); level++)
		if (snprintf(path, sizeof path, "%s/%s", package, file) < (int)sizeof path && access(path, R_OK) == 0)
			return true;
	return false;
}

/* PREFIX/lib/node_modules/mullion -> PREFIX/bin/node */
static bool node_of_prefix(char *node, size_t size)
{
	static const char *const above[] = {"node_modules", "lib"};
	char prefix[4096];

	if (!find_package(prefix, sizeof prefix, "package.json") || !go_up(prefix))
		return false;
	for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
		const char *slash = strrchr(prefix, '/');

		if (slash == NULL || strcmp(slash + 1, above[i]) != 0)
			return false;
		(void)go_up(prefix);
	}
	return snprintf(node, size, "%s/bin/node", prefix) < (int)size;
}

static void exec_first_node(char *const *argv, char *sentence, size_t size)
{
	const char *wanted = getenv("MULLION_NODE");
	char node[PATH_BYTES];

	if (wanted != NULL && wanted[0] != '\0') {
		(void)execv(wanted, argv);
		(void)snprintf(sentence, size, "cannot run %.512s, which MULLION_NODE names: %s", wanted, strerror(errno));
		return;
	}
#ifdef MULLION_NODE
	(void)execv(MULLION_NODE, argv);
#endif
	if (node_of_prefix(node, sizeof node))
		(void)execv(node, argv);
	(void)execvp("node", argv);
	(void)snprintf(sentence, size, "cannot run node: %s; put Node 20.19 or newer on PATH, or name it in MULLION_NODE",
		       strerror(errno));
}

/*
 * Node's `--disable-sigusr1` would do the same from 22.14 on, but earlier versions exit on an unknown option, and it
 * would leave the signal blocked. src/processes/closed-inspector.ts has the same words.
 */
#define CLOSED_8 "closed.closed.closed.closed.closed.closed.closed.closed."
#define CLOSED_INSPECTOR "--inspect-port=" CLOSED_8 CLOSED_8 CLOSED_8 CLOSED_8 CLOSED_8 "closed:9229"

void become_node_of(const char *path, const char *directory, char *const *arguments, char *sentence, size_t size)
{
	size_t count = 0;
	const char **argv;

	while (arguments[count] != NULL)
		count++;
	argv = allocate((count + 4) * sizeof *argv);
	argv[0] = "node";
	argv[1] = CLOSED_INSPECTOR;
	argv[2] = path;
	memcpy(argv + 3, arguments, (count + 1) * sizeof *argv);
	if (directory != NULL)
		(void)!chdir(directory);
	exec_first_node((char *const *)argv, sentence, size);
	free(argv);
}

void become_node(const char *file, const char *directory, char *const *arguments, char *sentence, size_t size)
{
	char package[4096], path[PATH_BYTES];

	if (find_package(package, sizeof package, file)) {
		(void)snprintf(path, sizeof path, "%s/%s", package, file);
		become_node_of(path, directory, arguments, sentence, size);
	} else {
		(void)snprintf(sentence, size, "%s of this program's package is gone: install Mullion again", file);
	}
}
