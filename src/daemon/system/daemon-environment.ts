/** What kind of daemon this one is: none of its panes, and no daemon that a pane starts, is that. */
const OF_THIS_DAEMON: ReadonlySet<string> = new Set([
  "MULLION_PLACE",
  "MULLION_END_PANES",
  "MULLION_TAKE_OVER",
]);

/** The environment of the process that started the daemon, before the start changed it. */
export function daemonEnvironment(): Map<string, string> {
  const environment = new Map<string, string>();
  for (const [name, value = ""] of Object.entries(process.env)) {
    const saved = /^MULLION_SAVED_(.*)$/.exec(name)?.[1];
    if (saved === undefined) environment.set(name, value);
    else if (saved !== "NOFILE") environment.set(saved, value);
  }
  for (const name of OF_THIS_DAEMON) environment.delete(name);
  return environment;
}

/** The directory in which the job of an engine was placed, if this is the daemon of one. */
export function engineDirectory(): string | undefined {
  return process.env.MULLION_PLACE ? process.env.PWD : undefined;
}
