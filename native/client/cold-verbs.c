#include "client/cold-verbs.h"

#include <stdlib.h>
#include <string.h>

#include "client/complain.h"
#include "client/daemon-start.h"
#include "client/link-start.h"
#include "client/node.h"

/* These verbs must report correctly when no daemon runs or a daemon of another version does. */
bool is_cold_verb(char *const *arguments)
{
	static const char *const cold[] = {"doctor", "down",    "upgrade",   "service", "help",      "--help",
					   "-h",     "version", "--version", "-V",      "completion",
					   "connect", "mcp", "conformance", "serve", "complete", "shim", "integrate",
					   "web", "share"};

	if (is_link_call(arguments))
		return false;
	for (size_t i = 0; i < sizeof cold / sizeof *cold; i++)
		if (strcmp(arguments[0], cold[i]) == 0)
			return true;
	return false;
}

static bool ends_panes(char *const *arguments)
{
	return arguments[0] != NULL && strcmp(arguments[0], "--end-panes") == 0 && arguments[1] == NULL;
}

int run_cold_verb(char **arguments)
{
	char sentence[1024];

	save_file_limit();
	if (strcmp(arguments[0], "serve") == 0 && ends_panes(arguments + 1))
		(void)setenv("MULLION_END_PANES", "1", 1);
	if (strcmp(arguments[0], "serve") == 0 && (arguments[1] == NULL || ends_panes(arguments + 1)))
		become_service(sentence, sizeof sentence);
	else
		become_node("dist/cli/main.js", NULL, arguments, sentence, sizeof sentence);
	return complain(sentence);
}
