/**
 * Checks how a schema may change within a level. A sender must not need more than before, and a receiver must not get
 * less; members may be added on both sides, and descriptions may change freely.
 *
 * @typedef {Readonly<Record<string, any>>} Schema
 * @typedef {"sent" | "received"} Direction how a value passes: from an earlier version to this one, or the other way
 * @typedef {{ params: Schema, result: Schema, since: number, capability?: string | undefined, errors: readonly string[] }} MethodSchema
 * @typedef {{ params: Schema, since: number, audience: string }} EventSchema
 * @typedef {object} ProtocolSchema
 * @property {string} protocol_version
 * @property {Readonly<Record<string, MethodSchema>>} methods
 * @property {Readonly<Record<string, EventSchema>>} events
 * @property {Readonly<Record<string, { readonly code: number, readonly http: number }>>} errors
 */

/**
 * @param {ProtocolSchema} frozen
 * @param {ProtocolSchema} now
 * @returns {string[]}
 */
export function incompatibilities(frozen, now) {
  /** @type {string[]} */
  const found = [];
  if (frozen.protocol_version !== now.protocol_version) found.push("protocol_version changed");
  for (const [name, before] of Object.entries(frozen.methods)) {
    const after = now.methods[name];
    if (!after) found.push(`method ${name} is gone`);
    else
      found.push(
        ...same(`${name}: since`, before.since, after.since),
        ...same(`${name}: capability`, before.capability, after.capability),
        ...changes(`${name} params`, before.params, after.params, "sent"),
        ...changes(`${name} result`, before.result, after.result, "received"),
        ...before.errors
          .filter((code) => !after.errors.includes(code))
          .map((code) => `${name}: error ${code} is gone`),
      );
  }
  for (const [name, before] of Object.entries(frozen.events)) {
    const after = now.events[name];
    if (!after) found.push(`event ${name} is gone`);
    else
      found.push(
        ...same(`${name}: audience`, before.audience, after.audience),
        ...changes(`${name} params`, before.params, after.params, "received"),
      );
  }
  for (const [code, before] of Object.entries(frozen.errors)) {
    const after = now.errors[code];
    if (!after) found.push(`error ${code} is gone`);
    else
      found.push(
        ...same(`${code}: number`, before.code, after.code),
        ...same(`${code}: http`, before.http, after.http),
      );
  }
  return found;
}

/** @param {string} what @param {unknown} before @param {unknown} after */
function same(what, before, after) {
  return before === after ? [] : [`${what} was ${before}, is ${after}`];
}

/**
 * @param {string} at
 * @param {Schema} before
 * @param {Schema | undefined} after
 * @param {Direction} direction
 * @returns {string[]}
 */
export function changes(at, before, after, direction) {
  if (!after) return [`${at} is gone`];
  const found = [
    ...same(`${at}: type`, JSON.stringify(before.type), JSON.stringify(after.type)),
    ...same(`${at}: const`, before.const, after.const),
    ...same(`${at}: encoding`, before.contentEncoding, after.contentEncoding),
    ...same(`${at}: pattern`, before.pattern, after.pattern),
    ...same(`${at}: $ref`, before.$ref, after.$ref),
    ...bounds(at, before, after, direction),
    ...required(at, before, after, direction),
    ...choices(at, before, after, direction),
  ];
  for (const [name, field] of Object.entries(before.properties ?? {}))
    found.push(...changes(`${at}.${name}`, field, after.properties?.[name], direction));
  for (const [index, item] of (before.prefixItems ?? []).entries())
    found.push(...changes(`${at}[${index}]`, item, after.prefixItems?.[index], direction));
  if (before.items) found.push(...changes(`${at}[]`, before.items, after.items, direction));
  if (typeof before.additionalProperties === "object")
    found.push(...changes(`${at}{}`, before.additionalProperties, after.additionalProperties, direction));
  return found;
}

/**
 * Input bounds may widen, output bounds may narrow.
 * @param {string} at @param {Schema} before @param {Schema} after @param {Direction} direction
 */
function bounds(at, before, after, direction) {
  const sign = direction === "sent" ? 1 : -1;
  /** @param {string} name @param {1 | -1} side */
  const worse = (name, side) => {
    const [was, is] = [before[name], after[name]];
    const limit = side * Number.POSITIVE_INFINITY;
    return sign * side * ((is ?? limit) - (was ?? limit)) < 0;
  };
  return [
    ...["maximum", "maxLength", "maxItems"].filter((name) => worse(name, 1)),
    ...["minimum", "minLength", "minItems"].filter((name) => worse(name, -1)),
  ].map((name) => `${at}: ${name} was ${before[name]}, is ${after[name]}`);
}

/** @param {string} at @param {Schema} before @param {Schema} after @param {Direction} direction */
function required(at, before, after, direction) {
  const [was, is] = [names(before.required), names(after.required)];
  return direction === "sent"
    ? is.filter((name) => !was.includes(name)).map((name) => `${at}.${name} is asked for now`)
    : was.filter((name) => !is.includes(name)).map((name) => `${at}.${name} may be missing now`);
}

/** @param {string} at @param {Schema} before @param {Schema} after @param {Direction} direction */
function choices(at, before, after, direction) {
  const [was, is] = [names(before.enum), names(after.enum)];
  const values =
    direction === "sent"
      ? was.filter((value) => !is.includes(value)).map((value) => `${at}: ${value} is refused now`)
      : was.length > 0
        ? is.filter((value) => !was.includes(value)).map((value) => `${at}: ${value} is new`)
        : [];
  for (const key of ["oneOf", "anyOf"]) {
    /** @type {[Schema[], Schema[]]} */
    const [shapes, now] = [before[key] ?? [], after[key] ?? []];
    values.push(
      ...shapes.flatMap((shape, index) => changes(`${at}<${index}>`, shape, now[index], direction)),
    );
    if (direction === "received" && now.length > shapes.length) values.push(`${at}: a new shape`);
  }
  return values;
}

/** @param {readonly string[] | undefined} listed */
function names(listed) {
  return listed ?? [];
}
