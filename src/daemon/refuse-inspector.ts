import { CLOSED_INSPECTOR } from "../processes/closed-inspector.ts";

/**
 * The first thing the daemon does: it refuses to be one where its Node could open a debugger. A debugger on loopback asks for
 * no password, and whoever connects to it runs code as this user.
 */

// Node's own handler opens a debugger; one of ours replaces it. What the signal asks for is done once there are sockets.
process.on("SIGUSR1", () => {});

const fault = await inspectorFault();
if (fault !== undefined) {
  console.error(`mullion: ${fault}`);
  process.exit(1); // This closes the debugger, too.
}

async function inspectorFault(): Promise<string | undefined> {
  if (!process.execArgv.includes(CLOSED_INSPECTOR))
    return "this Node could be debugged by other users: start the daemon with mullion up, or mullion serve in the foreground";
  // With that option alone there is no debugger, and to load the module that knows would cost each start some milliseconds.
  if (process.execArgv.length === 1 && process.env.NODE_OPTIONS === undefined) return undefined;
  const { url } = await import("node:inspector");
  return url() === undefined
    ? undefined
    : "a debugger is open in this Node, and the daemon does not run under one: unset NODE_OPTIONS";
}
