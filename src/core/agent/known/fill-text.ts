/** The member of a JSON value with this path: `tool_input.questions.0.question`. */
export function memberOf(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (within, name) =>
        typeof within === "object" && within !== null && Object.hasOwn(within, name)
          ? Reflect.get(within, name)
          : undefined,
      value,
    );
}

/** The first of the texts whose `{…}` are all known, with their values; an empty value is as good as none. */
export function fillFirst(
  texts: readonly string[],
  lookUp: (name: string) => string | undefined,
): string | undefined {
  for (const text of texts) {
    const names = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
    if (names.every((name) => lookUp(name)))
      return text.replace(/\{([^{}]+)\}/g, (_, name: string) => lookUp(name) ?? "");
  }
  return undefined;
}
