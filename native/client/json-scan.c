#include "client/json-scan.h"

#include <string.h>

static const char *skip_space(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
		at++;
	return at;
}

/* From the opening quote to after the closing quote; NULL: unterminated. */
static const char *skip_string(const char *at, const char *end)
{
	for (at++; at < end; at++) {
		if (*at == '\\')
			at++;
		else if (*at == '"')
			return at + 1;
	}
	return NULL;
}

static const char *skip_nested(const char *at, const char *end)
{
	size_t depth = 0;

	while (at != NULL && at < end) {
		if (*at == '"') {
			at = skip_string(at, end);
			continue;
		}
		depth += *at == '{' || *at == '[';
		if ((*at == '}' || *at == ']') && --depth == 0)
			return at + 1;
		at++;
	}
	return NULL;
}

static const char *skip_value(const char *at, const char *end)
{
	const char *start = at;

	if (at < end && *at == '"')
		return skip_string(at, end);
	if (at < end && (*at == '{' || *at == '['))
		return skip_nested(at, end);
	while (at < end && strchr(",]} \t\r\n", *at) == NULL)
		at++;
	return at > start ? at : NULL;
}

/* Finds the value that follows `at`, and moves `rest` behind it. */
static bool take_value(struct json *rest, const char *at, struct json *value)
{
	const char *end = rest->at + rest->size, *after;

	value->at = skip_space(at, end);
	if ((after = skip_value(value->at, end)) == NULL)
		return false;
	value->size = (size_t)(after - value->at);
	*rest = (struct json){.at = after, .size = (size_t)(end - after)};
	return true;
}

bool json_next(struct json *rest, struct json *key, struct json *value)
{
	const char *end = rest->at + rest->size, *at = skip_space(rest->at, end), *after;

	if (at >= end || (*at != '{' && *at != ','))
		return false;
	key->at = skip_space(at + 1, end);
	if (key->at >= end || *key->at != '"' || (after = skip_string(key->at, end)) == NULL)
		return false;
	key->size = (size_t)(after - key->at) - 2;
	key->at++;
	at = skip_space(after, end);
	if (at >= end || *at != ':')
		return false;
	return take_value(rest, at + 1, value);
}

bool json_next_element(struct json *rest, struct json *value)
{
	const char *end = rest->at + rest->size, *at = skip_space(rest->at, end);

	return at < end && (*at == '[' || *at == ',') && take_value(rest, at + 1, value);
}

bool json_member(struct json object, const char *name, struct json *value)
{
	struct json key;

	while (json_next(&object, &key, value))
		if (json_is(key, name))
			return true;
	return false;
}

bool json_is(struct json value, const char *text)
{
	return value.size == strlen(text) && memcmp(value.at, text, value.size) == 0;
}

uint64_t json_number(struct json value)
{
	uint64_t number = 0;

	for (size_t i = 0; i < value.size; i++) {
		if (value.at[i] < '0' || value.at[i] > '9' || number > UINT64_MAX / 16)
			return 0;
		number = number * 10 + (uint64_t)(value.at[i] - '0');
	}
	return number;
}
