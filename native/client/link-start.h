/*
 * `mullion connect` alone: the far end of a link, for which the daemon of another machine is the near end.
 *
 * A near end that only looks at panes (a page, a list that is open) asks in its HELLO for no start: `"starts": false`
 * (src/hosts/link-wire.ts). Where no daemon runs and no pane lives it is answered with NO_DAEMON, so that nothing undoes
 * `mullion down` by itself. Panes that live have lost their daemon, and get the next one.
 */
#ifndef MULLION_LINK_START_H
#define MULLION_LINK_START_H

#include <stdbool.h>
#include <stddef.h>

#include "client/client-state.h"

/* `arguments` begin with the verb. */
bool is_link_call(char *const *arguments);
/* As daemon_connect, for a link. Bytes of the near end that it reads are in c->typed, as those of any other input. */
int link_connect(struct client *c, char *sentence, size_t sentence_size);

#endif
