/*
 * A Node addon with one function: returns the user id of the process at the other end of a unix socket, given its
 * descriptor; -1 if the system does not report it. Node has no API for this (SO_PEERCRED), and a socket's mode alone
 * does not exclude other users: people open a `-S` socket to pair.
 *
 * The addon declares the few Node-API functions that it calls, because a machine that installs it may have no Node
 * headers; their ABI is stable since Node 8. It links no library: Node exports these functions, and the C library that
 * Node runs on supplies the rest, so one file serves glibc and musl.
 */
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env env, napi_callback_info info);
typedef int napi_status; /* 0: success */

napi_status napi_get_cb_info(napi_env env, napi_callback_info info, size_t *count, napi_value *values,
			     napi_value *this_value, void **data);
napi_status napi_get_value_int32(napi_env env, napi_value value, int32_t *result);
napi_status napi_create_int64(napi_env env, int64_t value, napi_value *result);
napi_status napi_create_function(napi_env env, const char *name, size_t length, napi_callback callback, void *data,
				 napi_value *result);

/* Node looks this name up; the returned value is the module's exports. */
__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports);

/* The user at the time of connect(), as root and the owner cannot fake it either. */
static int64_t uid_of_peer(int socket)
{
#ifdef __linux__
	struct ucred peer;
	socklen_t size = sizeof peer;

	return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (int64_t)peer.uid : -1;
#else
	uid_t uid;
	gid_t gid;

	return getpeereid(socket, &uid, &gid) == 0 ? (int64_t)uid : -1;
#endif
}

static napi_value peer_uid(napi_env env, napi_callback_info info)
{
	size_t count = 1;
	napi_value argument = NULL, result = NULL;
	int32_t socket = -1;

	if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 || count < 1 ||
	    napi_get_value_int32(env, argument, &socket) != 0)
		socket = -1;
	(void)napi_create_int64(env, uid_of_peer(socket), &result);
	return result;
}

napi_value napi_register_module_v1(napi_env env, napi_value exports)
{
	napi_value function = NULL;

	return napi_create_function(env, "peerUid", 7, peer_uid, NULL, &function) == 0 ? function : exports;
}
