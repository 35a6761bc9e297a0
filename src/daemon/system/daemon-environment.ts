/** The environment of the process that started the daemon, before the start changed it. */
export function daemonEnvironment(): Map<string, string> {
  const environment = new Map<string, string>();
  for (const [name, value = ""] of Object.entries(process.env)) {
    const saved = /^MULLION_SAVED_(.*)$/.exec(name)?.[1];
    if (saved === undefined) environment.set(name, value);
    else if (saved !== "NOFILE") environment.set(saved, value);
  }
  return environment;
}
