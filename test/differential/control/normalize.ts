interface Known {
  /** Which client a process is. */
  readonly pids: ReadonlyMap<number, string>;
  readonly dir: string;
}

const GUARD = /^(\x1bP1000p)?%(begin|end|error) \d+ (\d+) (\d)(\r?)$/;

/**
 * What must differ from run to run, and nothing else: times, directories, process ids, the number that the first command
 * happens to have, and how what a pane printed is cut into lines.
 */
export function normalize(
  said: readonly (readonly [name: string, lines: readonly string[]])[],
  { pids, dir }: Known,
): Record<string, readonly string[]> {
  const first = said.flatMap(([, lines]) => lines).find((line) => GUARD.test(line));
  const base = Number(GUARD.exec(first ?? "")?.[3] ?? 0);
  const line = (text: string) =>
    text
      .replace(
        GUARD,
        (_, dcs = "", word, number, flags, cr) => `${dcs}%${word} TIME ${number - base} ${flags}${cr}`,
      )
      .replaceAll(/client-(\d+)/g, (_, pid) => `client-${pids.get(Number(pid)) ?? "PID"}`)
      .replaceAll(/\b1[789]\d{8}\b/g, "TIME")
      .replace(/^\d\d:\d\d: /, "MINUTE: ")
      .replaceAll(dir, "DIR");
  return Object.fromEntries(said.map(([name, lines]) => [name, joinOutput(lines).map(line)]));
}

/** Output of one pane in lines that follow each other is one line. */
export function joinOutput(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let last = "";
  for (const line of lines) {
    const [, head = "", data = line] =
      /^(%output %\d+ |%extended-output %\d+ )(?:\d+ : )?(.*)$/s.exec(line) ?? [];
    if (head !== "" && head === last) joined.push(joined.pop() + data);
    else joined.push(head + data);
    last = head;
  }
  return joined;
}
