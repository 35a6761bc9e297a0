/*
 * Finding members in a line of JSON, without building anything from it. What is no JSON is never read past its end; where it is
 * none, a member is not found.
 */
#ifndef MULLION_JSON_SCAN_H
#define MULLION_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value as it stands in the line. */
struct json {
	const char *at;
	size_t size;
};

/* False: the object has no such member. */
bool json_member(struct json object, const char *name, struct json *value);
/* Walks the members of an object: `rest` is the object at first. The key is without its quotes. */
bool json_next(struct json *rest, struct json *key, struct json *value);
bool json_is(struct json value, const char *text);
/* Digits alone; 0 for anything else. */
uint64_t json_number(struct json value);

#endif
