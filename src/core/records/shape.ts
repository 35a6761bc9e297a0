/**
 * Shapes of the plain JSON that is kept on disk. A shape is the only definition of its record: the type is derived from
 * it, values are checked against it when they are read, and its JSON Schema is what a version freezes. A start checks
 * every record once, in a process that has not run the code before: 1,000 records of panes take 60 ms with Zod, which
 * describes the protocol, and 9 ms with these shapes.
 */
export type Schema = Readonly<Record<string, unknown>>;

export interface AnyShape {
  readonly schema: Schema;
  /** The first misfit, such as `.start.argv[0] is not text`; undefined if the value fits. */
  fault(value: unknown): string | undefined;
}

export interface Shape<T> extends AnyShape {
  /** Never present. Makes `Shape<T>` accept a shape of exactly T, neither a wider nor a narrower one. */
  readonly type?: (value: T) => T;
}

export type TypeOf<S> = S extends { readonly type?: (value: never) => infer T } ? T : never;
export type TypesOf<S> = { readonly [K in keyof S]: TypeOf<S[K]> };

type Shapes = Readonly<Record<string, AnyShape>>;
type Plain<T> = { [K in keyof T]: T[K] };

export function fits<T>(shape: Shape<T>, value: unknown): value is T {
  return shape.fault(value) === undefined;
}

export const text: Shape<string> = simple({ type: "string" }, "text", (value) => typeof value === "string");
export const flag: Shape<boolean> = simple(
  { type: "boolean" },
  "true or false",
  (value) => value === true || value === false,
);
export const number: Shape<number> = simple({ type: "number" }, "a number", Number.isFinite);
export const integer: Shape<number> = simple({ type: "integer" }, "a whole number", Number.isSafeInteger);
export const count: Shape<number> = simple(
  { type: "integer", minimum: 0 },
  "a count",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

/** Text that a regular expression matches. */
export function matching<T extends string = string>(pattern: RegExp): Shape<T> {
  const says = `text like ${pattern.source}`;
  return simple(
    { type: "string", pattern: pattern.source },
    says,
    (value) => typeof value === "string" && pattern.test(value),
  );
}

export function only<const L extends readonly (string | number | boolean | null)[]>(
  ...values: L
): Shape<L[number]> {
  const known = new Set<unknown>(values);
  return simple({ enum: values }, values.join(" or "), (value) => known.has(value));
}

export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    schema: { type: "array", items: item.schema },
    fault(value) {
      if (!Array.isArray(value)) return " is not a list";
      for (let at = 0; at < value.length; at++) {
        const fault = item.fault(value[at]);
        if (fault !== undefined) return `[${at}]${fault}`;
      }
      return undefined;
    },
  };
}

export function tuple<const S extends readonly AnyShape[]>(...items: S): Shape<TypesOf<S>> {
  return {
    schema: { type: "array", prefixItems: items.map(({ schema }) => schema), minItems: items.length },
    fault(value) {
      if (!Array.isArray(value) || value.length !== items.length) return ` is not a list of ${items.length}`;
      for (let at = 0; at < items.length; at++) {
        const fault = items[at]?.fault(value[at]);
        if (fault !== undefined) return `[${at}]${fault}`;
      }
      return undefined;
    },
  };
}

/** Values of one shape by any name. */
export function dictionary<T>(item: Shape<T>): Shape<{ readonly [name: string]: T }> {
  return {
    schema: { type: "object", additionalProperties: item.schema },
    fault(value) {
      if (!isObject(value)) return " is not an object";
      for (const name of Object.keys(value)) {
        const fault = item.fault(value[name]);
        if (fault !== undefined) return `.${name}${fault}`;
      }
      return undefined;
    },
  };
}

/** Further members are accepted and kept: a later version may have written them. */
export function object<R extends Shapes>(required: R): Shape<TypesOf<R>>;
export function object<R extends Shapes, O extends Shapes>(
  required: R,
  optional: O,
): Shape<Plain<TypesOf<R> & { readonly [K in keyof O]?: TypeOf<O[K]> }>>;
export function object(required: Shapes, optional: Shapes = {}): AnyShape {
  const members = Object.entries({ ...required, ...optional });
  const names = members.map(([name]) => name);
  const shapes = members.map(([, shape]) => shape);
  const needed = Object.keys(required);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      required: needed,
    },
    fault(value) {
      if (!isObject(value)) return " is not an object";
      for (let at = 0; at < names.length; at++) {
        const name = names[at] ?? "";
        const member = value[name];
        if (member === undefined && at >= needed.length) continue;
        if (member === undefined) return `.${name} is missing`;
        const fault = shapes[at]?.fault(member);
        if (fault !== undefined) return `.${name}${fault}`;
      }
      return undefined;
    },
  };
}

/** Reports the fault of the last shape. The most frequent shape comes first. */
export function either<S extends readonly [AnyShape, ...AnyShape[]]>(...shapes: S): Shape<TypeOf<S[number]>> {
  return {
    schema: { anyOf: shapes.map(({ schema }) => schema) },
    fault(value) {
      let fault: string | undefined;
      for (let at = 0; at < shapes.length; at++) {
        fault = shapes[at]?.fault(value);
        if (fault === undefined) return undefined;
      }
      return fault;
    },
  };
}

export const orNull = <T>(shape: Shape<T>): Shape<T | null> => either(only(null), shape);

/** A shape that contains itself. */
export function recursive<T>(name: string, shape: () => Shape<T>): Shape<T> {
  return { schema: { $ref: `#${name}` }, fault: (value) => shape().fault(value) };
}

function simple<T>(schema: Schema, says: string, holds: (value: unknown) => boolean): Shape<T> {
  const fault = ` is not ${says}`;
  return { schema, fault: (value) => (holds(value) ? undefined : fault) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
