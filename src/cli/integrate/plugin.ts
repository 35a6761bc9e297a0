/** The first line marks the file as ours. */
const MARK = "// Written by `mullion integrate opencode`, which also updates it; --remove removes it.";

export function isOurPlugin(text: string): boolean {
  return text.startsWith(MARK.slice(0, MARK.indexOf(",")));
}

/**
 * The plugin that OpenCode loads. It passes events on as other agents pass the JSON of their hooks; what they mean is
 * decided by `mullion report`. Reports leave one after the other, because a later one must not overtake an earlier one.
 * The status of a session that another one has started says nothing about the agent as a whole.
 */
export const OPENCODE_PLUGIN = `${MARK}
import { spawn } from "node:child_process";

const REPORTED = /^(session\\.(status|error)|(permission|question)\\.(asked|replied|rejected))$/;
const children = new Set();
let last = Promise.resolve();

function report(json) {
  return new Promise((done) => {
    const child = spawn("mullion", ["report", "--hook", "opencode"], { stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", done);
    child.on("close", done);
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(json));
  });
}

export const Mullion = async () => ({
  event: async ({ event: { type, properties = {} } }) => {
    if (type === "session.created" && properties.info?.parentID) children.add(properties.info.id);
    if (!process.env.TMUX_PANE || !REPORTED.test(type)) return;
    const { sessionID } = properties;
    if (type.startsWith("session.") && children.has(sessionID)) return;
    const session = children.has(sessionID) ? {} : { session_id: sessionID };
    last = last.then(() => report({ ...properties, ...session, hook_event_name: type }));
  },
});
`;
