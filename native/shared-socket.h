/* The server of another user, on a socket that was named with -S. */
#ifndef MULLION_SHARED_SOCKET_H
#define MULLION_SHARED_SOCKET_H

enum shared { SHARED_NONE, SHARED_CONNECTED, SHARED_REFUSED };

/*
 * Connects to it. SHARED_NONE: no socket is named, it is ours, or no server answers on it. SHARED_REFUSED: the system does
 * not let us connect, and errno says why; `*path` is what was named.
 */
enum shared shared_connect(char *const *arguments, const char **path, int *fd);

#endif
