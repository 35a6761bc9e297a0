/*
 * Finds members in a line of JSON without building values. The scan never reads past the end of the line, also in
 * malformed JSON, where it finds no member.
 */
#ifndef MULLION_JSON_SCAN_H
#define MULLION_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value as a range of the line. */
struct json {
	const char *at;
	size_t size;
};

/* False: the object has no such member. */
bool json_member(struct json object, const char *name, struct json *value);
/* Walks the members of an object: start with `rest` set to the object. The key excludes its quotes. */
bool json_next(struct json *rest, struct json *key, struct json *value);
/* Walks the elements of an array in the same way. */
bool json_next_element(struct json *rest, struct json *value);
bool json_is(struct json value, const char *text);
/* A decimal number; 0 for any other value. */
uint64_t json_number(struct json value);

#endif
