import { CLOSED_INSPECTOR } from "../processes/closed-inspector.ts";

/**
 * Runs first: the daemon refuses to start in a Node that could open a debugger. A debugger on loopback asks for no
 * password, and any process that connects to it runs code as this user.
 */

// Node's own handler opens a debugger, so this one replaces it. The daemon installs the real handler when its sockets
// exist.
process.on("SIGUSR1", () => {});

const fault = await inspectorFault();
if (fault !== undefined) {
  console.error(`mullion: ${fault}`);
  process.exit(1); // Exiting also closes the debugger.
}

async function inspectorFault(): Promise<string | undefined> {
  if (!process.execArgv.includes(CLOSED_INSPECTOR))
    return "this Node could be debugged by other users: start the daemon with mullion up, or mullion serve in the foreground";
  // With this option alone there is no debugger, and loading the inspector module to ask would cost every start some
  // milliseconds.
  if (process.execArgv.length === 1 && process.env.NODE_OPTIONS === undefined) return undefined;
  const { url } = await import("node:inspector");
  return url() === undefined
    ? undefined
    : "a debugger is open in this Node, and the daemon does not run under one: unset NODE_OPTIONS";
}
