/* The socket on which a holder waits for its daemon. */
#ifndef MULLION_LISTENING_H
#define MULLION_LISTENING_H

/* A new socket at the path, for its owner alone; a stale file there is replaced. -1: errno says why not. */
int listening_open(const char *path);
/*
 * The file of a socket can vanish under its listener: cleaners of /tmp and of /run/user remove it, and nobody can connect
 * any more. Where it is gone, this makes it again, with the directories that it stood in, and answers the new listener;
 * otherwise, or where that fails, the one that there is.
 */
int listening_renew(int listener, const char *path);

#endif
