#include "client/bridge-session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/json-scan.h"

#define OUR_ID "\"mullion-pane-backend\""
#define MOST_KEPT_BYTES (16u * 1024 * 1024) /* bound for lines kept for a resend */
#define CONTEXT_BYTES 65

struct context {
	char id[CONTEXT_BYTES];
	uint64_t offset;
};

enum kind { INITIALIZES, SUBSCRIBES, SPAWNS, ANYTHING };

struct request {
	struct request *next;
	enum kind kind;
	bool repeats;
	struct buffer id, line; /* the line is empty if there was no room to keep it */
};

/* ---- small things ---- */

static void keep(struct buffer *b, struct json value)
{
	buffer_release(b);
	buffer_append(b, value.at, value.size);
}

static struct json kept(const struct buffer *b)
{
	return (struct json){.at = (const char *)b->bytes + b->start, .size = buffer_size(b)};
}

static void put(struct buffer *out, const char *text)
{
	buffer_append(out, text, strlen(text));
}

static void put_number(struct buffer *out, uint64_t number)
{
	char digits[24];

	(void)snprintf(digits, sizeof digits, "%" PRIu64, number);
	put(out, digits);
}

static bool is_one_of(struct json value, const char *const *names)
{
	for (; *names != NULL; names++)
		if (json_is(value, *names))
			return true;
	return false;
}

static bool contains(struct json value, const char *text)
{
	return value.size > 0 && memmem(value.at, value.size, text, strlen(text)) != NULL;
}

/* ---- received offsets ---- */

static struct context *context_named(struct session *s, struct json name)
{
	struct context *context;

	if (name.size >= CONTEXT_BYTES)
		return NULL;
	for (size_t i = s->seen_count; i-- > 0;)
		if (strlen(s->seen[i].id) == name.size && memcmp(s->seen[i].id, name.at, name.size) == 0)
			return &s->seen[i];
	if (s->seen_count == s->seen_room) {
		s->seen_room = s->seen_room > 0 ? s->seen_room * 2 : 16;
		if ((s->seen = realloc(s->seen, s->seen_room * sizeof *s->seen)) == NULL)
			abort();
	}
	context = &s->seen[s->seen_count++];
	*context = (struct context){.offset = 0};
	memcpy(context->id, name.at, name.size);
	return context;
}

static void saw(struct session *s, struct json name, uint64_t offset)
{
	struct context *context = context_named(s, name);

	if (context != NULL)
		context->offset = offset;
}

static void take_cursor(struct session *s, struct json cursor)
{
	struct json sequence, offsets, name, offset;

	if (!json_member(cursor, "sequence", &sequence) || !json_member(cursor, "offsets", &offsets))
		return;
	s->sequence = json_number(sequence);
	s->seen_count = 0;
	while (json_next(&offsets, &name, &offset))
		saw(s, name, json_number(offset));
}

static uint64_t decoded_bytes(struct json base64)
{
	if (base64.size < 6)
		return 0;
	return (base64.size - 2) / 4 * 3 - /* excludes the quotes */ (base64.at[base64.size - 2] == '=') - (base64.at[base64.size - 3] == '=');
}

static void on_event(struct session *s, struct json params)
{
	struct json sequence, offset, data, to, name = {.at = "\"\"", .size = 2};

	if (json_member(params, "sequence", &sequence))
		s->sequence = json_number(sequence);
	if (json_member(params, "context_id", &name) && name.size < 2)
		return;
	name = (struct json){.at = name.at + 1, .size = name.size - 2}; /* excludes the quotes; empty: belongs to no context */
	if (json_member(params, "to", &to)) { /* a gap */
		if (name.size > 0)
			saw(s, name, json_number(to));
		else
			s->sequence = json_number(to) - 1;
	} else if (json_member(params, "data", &data) && json_member(params, "offset", &offset)) {
		saw(s, name, json_number(offset) + decoded_bytes(data));
	}
}

/* ---- requests ---- */

static enum kind kind_of(struct json method)
{
	static const char *const subscribing[] = {"\"mullion.subscribe\"", "\"mullion.resume\"", NULL};
	static const char *const spawning[] = {"\"spawn_agent\"", "\"mullion.split\"", "\"mullion.spawn_session\"", NULL};

	if (json_is(method, "\"initialize\""))
		return INITIALIZES;
	return is_one_of(method, subscribing) ? SUBSCRIBES : is_one_of(method, spawning) ? SPAWNS : ANYTHING;
}

/* Whether a method only reads, or has the same effect when repeated. */
static bool can_repeat(struct json method)
{
	static const char *const harmless[] = {
		"\"initialize\"",     "\"capture\"",        "\"list\"",           "\"get_self_id\"",
		"\"kill\"",           "\"mullion.wait\"",   "\"mullion.screen\"", "\"mullion.tree\"",
		"\"mullion.resize\"", "\"mullion.rename\"", "\"mullion.set_metadata\"", "\"mullion.describe\"",
		"\"mullion.agents\"", "\"mullion.subscribe\"", "\"mullion.resume\"", NULL,
	};

	return is_one_of(method, harmless);
}

void session_begin(struct session *s)
{
	*s = (struct session){.jsonrpc = true};
	s->last = &s->first;
}

/* The client no longer waits for this request: the next daemon does not get it. */
static void cancelled(struct session *s, struct json message)
{
	struct json params, id;

	if (!json_member(message, "params", &params) || !json_member(params, "id", &id))
		return;
	for (struct request *request = s->first; request != NULL; request = request->next)
		if (buffer_size(&request->id) == id.size && memcmp(buffer_data(&request->id), id.at, id.size) == 0)
			request->repeats = false;
}

void session_sent(struct session *s, const char *line, size_t size)
{
	struct json message = {.at = line, .size = size}, id, method;
	struct request *request;

	if (!json_member(message, "method", &method))
		return; /* an answer without a request, or invalid JSON: the daemon answers it with an error */
	if (!json_member(message, "id", &id)) {
		s->kills_on_close |= json_is(method, "\"mullion.kill_on_close\"");
		if (json_is(method, "\"mullion.cancel\""))
			cancelled(s, message);
		return;
	}
	request = allocate(sizeof *request);
	*request = (struct request){.kind = kind_of(method)};
	keep(&request->id, id);
	if (s->kept_bytes + size <= MOST_KEPT_BYTES) {
		request->repeats = s->daemon_leaves || can_repeat(method);
		keep(&request->line, message);
		s->kept_bytes += size;
	}
	*s->last = request;
	s->last = &request->next;
}

static void drop(struct session *s, struct request **place)
{
	struct request *request = *place;

	*place = request->next;
	if (request->next == NULL)
		s->last = place;
	s->kept_bytes -= buffer_size(&request->line);
	buffer_release(&request->id);
	buffer_release(&request->line);
	free(request);
}

/* ---- answers ---- */

static bool is_element(struct json list, struct json id)
{
	struct json element;

	while (json_next_element(&list, &element))
		if (element.size == id.size && memcmp(element.at, id.at, id.size) == 0)
			return true;
	return false;
}

/* The daemon has carried out none of the requests that it neither answered nor names: the next daemon gets them. */
static void on_leaving(struct session *s, struct json params)
{
	struct json unfinished;

	if (!json_member(params, "unfinished", &unfinished))
		return;
	s->daemon_leaves = true;
	for (struct request *request = s->first; request != NULL; request = request->next)
		if (buffer_size(&request->line) > 0 && !is_element(unfinished, kept(&request->id)))
			request->repeats = true;
}

static void subscribed(struct session *s, struct json wanted)
{
	struct json value;

	buffer_release(&s->events);
	buffer_release(&s->agents);
	buffer_release(&s->contexts);
	if (json_member(wanted, "events", &value) && !json_is(value, "null"))
		keep(&s->events, value);
	if (json_member(wanted, "agents", &value) && !json_is(value, "null"))
		keep(&s->agents, value);
	if (json_member(wanted, "contexts", &value) && !json_is(value, "null"))
		keep(&s->contexts, value);
}

static void initialized(struct session *s, struct json line, struct json result)
{
	struct json params, value, ours, capabilities = {.at = "", .size = 0};

	if (!json_member(line, "params", &params) || !json_member(result, "mullion", &ours))
		return;
	s->is_initialized = true;
	s->jsonrpc = json_member(line, "jsonrpc", &value);
	if (json_member(params, "protocol_version", &value))
		keep(&s->version, value);
	if (json_member(params, "mullion_level", &value) && !json_is(value, "null"))
		keep(&s->level, value);
	if (json_member(ours, "session_hint", &value))
		keep(&s->hint, value);
	if (json_member(ours, "cursor", &value))
		take_cursor(s, value);
	if (json_member(params, "mullion", &value) && !json_is(value, "null")) {
		subscribed(s, value);
		return;
	}
	(void)json_member(params, "capabilities", &capabilities);
	put(&s->events, contains(capabilities, "\"context_output\"") || contains(capabilities, "\"output\"")
				? "[\"context_exited\",\"context_output\"]"
				: "[\"context_exited\"]");
}

static void on_result(struct session *s, const struct request *request, struct json result)
{
	struct json params, value;

	if (request->kind == INITIALIZES)
		initialized(s, kept(&request->line), result);
	if (request->kind == SUBSCRIBES && json_member(kept(&request->line), "params", &params)) {
		subscribed(s, params);
		if (json_member(result, "cursor", &value))
			take_cursor(s, value);
	}
	if (request->kind == SPAWNS && s->kills_on_close && json_member(result, "context_id", &value)) {
		if (buffer_size(&s->spawned) > 0)
			put(&s->spawned, ",");
		buffer_append(&s->spawned, value.at, value.size);
	}
}

bool session_received(struct session *s, const char *line, size_t size)
{
	struct json message = {.at = line, .size = size}, id, value;

	if (json_member(message, "method", &value)) {
		bool leaves = json_is(value, "\"mullion.backend_leaving\"");

		if (json_member(message, "params", &value))
			leaves ? on_leaving(s, value) : on_event(s, value);
		return !leaves;
	}
	if (!json_member(message, "id", &id))
		return true;
	if (json_is(id, OUR_ID))
		return false;
	for (struct request **place = &s->first; *place != NULL; place = &(*place)->next) {
		if (buffer_size(&(*place)->id) != id.size || memcmp(buffer_data(&(*place)->id), id.at, id.size) != 0)
			continue;
		if (json_member(message, "result", &value))
			on_result(s, *place, value);
		drop(s, place);
		break;
	}
	return true;
}

/* ---- the next daemon ---- */

static void put_cursor(const struct session *s, struct buffer *out)
{
	put(out, "{\"sequence\":");
	put_number(out, s->sequence);
	put(out, ",\"offsets\":{");
	for (size_t i = 0; i < s->seen_count; i++) {
		put(out, i > 0 ? ",\"" : "\"");
		put(out, s->seen[i].id);
		put(out, "\":");
		put_number(out, s->seen[i].offset);
	}
	put(out, "}}");
}

/* Appends a member, unless the client gave none. */
static void put_given(struct buffer *out, const char *name, const struct buffer *value)
{
	if (buffer_size(value) == 0)
		return;
	put(out, name);
	buffer_append(out, buffer_data(value), buffer_size(value));
}

static void put_initialize(const struct session *s, struct buffer *out)
{
	put(out, s->jsonrpc ? "{\"jsonrpc\":\"2.0\",\"id\":" OUR_ID : "{\"id\":" OUR_ID);
	put(out, ",\"method\":\"initialize\",\"params\":{\"protocol_version\":");
	buffer_append(out, buffer_data(&s->version), buffer_size(&s->version));
	put(out, ",\"session_hint\":");
	buffer_append(out, buffer_data(&s->hint), buffer_size(&s->hint));
	put_given(out, ",\"mullion_level\":", &s->level);
	put(out, ",\"mullion\":{\"cursor\":");
	put_cursor(s, out);
	put_given(out, ",\"events\":", &s->events);
	put_given(out, ",\"agents\":", &s->agents);
	put_given(out, ",\"contexts\":", &s->contexts);
	put(out, "}}}\n");
}

static void put_lost(const struct session *s, const struct request *request, struct buffer *out)
{
	put(out, s->jsonrpc ? "{\"jsonrpc\":\"2.0\",\"id\":" : "{\"id\":");
	buffer_append(out, buffer_data(&request->id), buffer_size(&request->id));
	put(out, ",\"error\":{\"code\":1042,\"message\":\"the daemon died before it answered: this may have been carried out, or not\","
		 "\"data\":{\"code\":\"daemon-lost\"}}}\n");
}

void session_resume(struct session *s, struct buffer *to_daemon, struct buffer *to_client)
{
	s->daemon_leaves = false;
	if (s->kills_on_close) {
		put(to_daemon, "{\"method\":\"mullion.kill_on_close\",\"params\":{\"contexts\":[");
		buffer_append(to_daemon, buffer_data(&s->spawned), buffer_size(&s->spawned));
		put(to_daemon, "]}}");
	}
	put(to_daemon, "\n"); /* identifies this door to the daemon */
	if (s->is_initialized)
		put_initialize(s, to_daemon);
	for (struct request **place = &s->first; *place != NULL;) {
		if ((*place)->repeats) {
			buffer_append(to_daemon, buffer_data(&(*place)->line), buffer_size(&(*place)->line));
			put(to_daemon, "\n");
			place = &(*place)->next;
		} else {
			put_lost(s, *place, to_client);
			drop(s, place);
		}
	}
}
