/* The server of another user, on a socket named with -S. */
#ifndef MULLION_SHARED_SOCKET_H
#define MULLION_SHARED_SOCKET_H

enum shared { SHARED_NONE, SHARED_CONNECTED, SHARED_REFUSED };

/*
 * Connects to that server. SHARED_NONE: no -S was given, the socket is ours, or no server answers on it.
 * SHARED_REFUSED: the system denies the connection, errno gives the reason, and `*path` is the named socket.
 */
enum shared shared_connect(char *const *arguments, const char **path, int *fd);

#endif
