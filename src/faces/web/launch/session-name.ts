/** A name for a new session: its program's, or that with a number where another session has it. */
export function suggestName(words: readonly string[], taken: ReadonlySet<string>): string {
  const program = words[0]?.split("/").at(-1) ?? "";
  const base = program.replace(/[.:\p{Cc}]+/gu, "-").replace(/^-+|-+$/g, "") || "agent";
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Why a name is none for a session; undefined if it is one. */
export function nameFault(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name === "") return "An agent needs a name.";
  if (/[.:\p{Cc}]/u.test(name)) return "A name has no dots and no colons.";
  return taken.has(name) ? `Another session is called ${name}.` : undefined;
}
