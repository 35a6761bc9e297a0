/**
 * Checks how a schema may change within a level. A sender must not need more than before, and a receiver must not get
 * less; members may be added on both sides, and descriptions may change freely.
 */
type Schema = Readonly<Record<string, unknown>>;
/** How a value of the schema passes: from an earlier version to this one, or from this version to an earlier one. */
type Direction = "sent" | "received";

interface Described {
  readonly protocol_version: string;
  readonly methods: Readonly<
    Record<
      string,
      {
        readonly params: Schema;
        readonly result: Schema;
        readonly since: number;
        readonly capability?: string | undefined;
        readonly errors: readonly string[];
      }
    >
  >;
  readonly events: Readonly<
    Record<string, { readonly params: Schema; readonly since: number; readonly audience: string }>
  >;
  readonly errors: Readonly<Record<string, { readonly code: number; readonly http: number }>>;
}

export function incompatibilities(frozen: Described, now: Described): string[] {
  const found: string[] = [];
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

function same(what: string, before: unknown, after: unknown): string[] {
  return before === after ? [] : [`${what} was ${before}, is ${after}`];
}

const record = (value: unknown) => (value ?? {}) as Readonly<Record<string, Schema>>;
const list = <T = string>(value: unknown) => (value ?? []) as readonly T[];

export function changes(
  at: string,
  before: Schema,
  after: Schema | undefined,
  direction: Direction,
): string[] {
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
  const properties = record(after.properties);
  for (const [name, field] of Object.entries(record(before.properties)))
    found.push(...changes(`${at}.${name}`, field, properties[name], direction));
  const items = list<Schema>(after.prefixItems);
  for (const [index, item] of list<Schema>(before.prefixItems).entries())
    found.push(...changes(`${at}[${index}]`, item, items[index], direction));
  if (before.items)
    found.push(...changes(`${at}[]`, before.items as Schema, after.items as Schema, direction));
  if (typeof before.additionalProperties === "object")
    found.push(
      ...changes(
        `${at}{}`,
        before.additionalProperties as Schema,
        after.additionalProperties as Schema,
        direction,
      ),
    );
  return found;
}

/** Input bounds may widen, output bounds may narrow. */
function bounds(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  const sign = direction === "sent" ? 1 : -1;
  const worse = (name: string, side: 1 | -1) => {
    const [was, is] = [before[name], after[name]] as [number | undefined, number | undefined];
    const limit = side * Number.POSITIVE_INFINITY;
    return sign * side * ((is ?? limit) - (was ?? limit)) < 0;
  };
  return [
    ...["maximum", "maxLength", "maxItems"].filter((name) => worse(name, 1)),
    ...["minimum", "minLength", "minItems"].filter((name) => worse(name, -1)),
  ].map((name) => `${at}: ${name} was ${before[name]}, is ${after[name]}`);
}

function required(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  const [was, is] = [list(before.required), list(after.required)];
  return direction === "sent"
    ? is.filter((name) => !was.includes(name)).map((name) => `${at}.${name} is asked for now`)
    : was.filter((name) => !is.includes(name)).map((name) => `${at}.${name} may be missing now`);
}

function choices(at: string, before: Schema, after: Schema, direction: Direction): string[] {
  const [was, is] = [list(before.enum), list(after.enum)];
  const values =
    direction === "sent"
      ? was.filter((value) => !is.includes(value)).map((value) => `${at}: ${value} is refused now`)
      : was.length > 0
        ? is.filter((value) => !was.includes(value)).map((value) => `${at}: ${value} is new`)
        : [];
  for (const key of ["oneOf", "anyOf"]) {
    const [shapes, now] = [before[key], after[key]].map((value) => (value ?? []) as readonly Schema[]);
    values.push(
      ...shapes!.flatMap((shape, index) => changes(`${at}<${index}>`, shape, now![index], direction)),
    );
    if (direction === "received" && now!.length > shapes!.length) values.push(`${at}: a new shape`);
  }
  return values;
}
