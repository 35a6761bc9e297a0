// An orchestrator as a process of its own: `orchestrator.mjs stay|leave ID COMMAND` launches a session and prints its
// handle, then stays until it is killed or ends by itself; `look` and `stay-and-look` read a handle from the arguments.
import plugin from "mullion/ao-runtime";

const [, , how, ...rest] = process.argv;
const runtime = plugin.create();
if (how === "look" || how === "stay-and-look") {
  console.log(JSON.stringify(await runtime.isAlive(JSON.parse(rest[0]))));
} else {
  const [sessionId, launchCommand] = rest;
  const config = { sessionId, workspacePath: process.cwd(), launchCommand, environment: {} };
  console.log(JSON.stringify(await runtime.create(config)));
}
if (how.startsWith("stay")) process.stdin.resume();
