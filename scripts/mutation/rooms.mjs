/**
 * Where changes are made, and which tests must notice a change of a file. Cheap tests come first; later stages run only
 * when the earlier ones passed.
 *
 * @typedef {object} Room
 * @property {readonly string[]} directories
 * @property {(file: string) => readonly (readonly string[])[]} testsOf
 */
import { basename, dirname, join } from "node:path";

const IN_PROCESS = "test/process";

/** Tests of the daemon's and the holders' files, by the beginning of a file's name. */
const BY_NAME = /** @type {const} */ ({
  "adopted-pane": ["adoption", "holders-gone"],
  "attached-places": ["test/attach/keys-once.test.ts", "test/attach/dying-starts.test.ts"],
  attachment: ["test/attach/clients.test.ts"],
  "call-": [
    "native/streams",
    "test/differential/tmux/flags.test.ts",
    "test/differential/tmux/input-output.test.ts",
  ],
  calls: ["crash", "native/daemon-deaths"],
  "client-call": [
    "src/daemon/calls/client-connection.test.ts",
    "src/daemon/calls/calls.test.ts",
    "native/streams",
    "test/attach/keys-once.test.ts",
    "test/attach/clients.test.ts",
  ],
  "client-connection": ["bad-input", "test/security/doors.test.ts"],
  "close-holder": ["holders-gone", "kills"],
  "closing-holders": ["holders-gone", "kills"],
  "connected-holders": ["adoption", "holders-gone"],
  "daemon-": ["start", "removed-places"],
  context: [
    "configuration",
    "test/differential/tmux/options.test.ts",
    "test/differential/tmux/sessions.test.ts",
  ],
  "crash-point": ["crash"],
  "keep-descriptions": ["adoption"],
  "death-message": ["kills", "test/cli/explain.test.ts"],
  descriptors: ["holders-gone", "thousand-panes"],
  "door-": ["bad-input", "test/security/doors.test.ts"],
  "ended-panes": ["test/cli/explain.test.ts", "test/cli/verbs.test.ts"],
  "exactly-once": ["crash"],
  "find-holder": ["adoption", "holders-gone"],
  guarded: ["input", "holders-gone"],
  "reported-state": ["test/native/extensions.test.ts", "test/shell/pane.test.ts"],
  "held-job": ["jobs", "test/attach/popups.test.ts"],
  "held-pane": ["held-pane", "input", "captures", "kills", "adoption", "rebuild"],
  "held-pipe": ["jobs", "test/differential/tmux/input-output.test.ts"],
  "held-process": ["held-pane", "launcher", "input", "adoption", "holders-gone"],
  "held-screen": ["rebuild", "captures", "test/http/live.test.ts"],
  "holder-connection": ["adoption", "holders-gone", "input"],
  "holder-record": ["adoption"],
  holding: ["held-pane", "adoption"],
  "hosted-pane": ["test/native/semantics.test.ts", "test/attach/bells.test.ts", "adoption"],
  house: ["configuration", "start"],
  http: [
    "test/http/token.test.ts",
    "test/http/terminals.test.ts",
    "test/mcp/tools.test.ts",
    "test/mcp/scope.test.ts",
  ],
  "input-": ["input", "bad-input"],
  jobs: ["jobs"],
  journal: ["damaged-journal", "full-disk", "test/cli/recording.test.ts"],
  keystrokes: ["test/attach/keys-once.test.ts"],
  kinds: ["test/pins/records.test.ts", "kept-records", "adoption"],
  "known-agents-watch": ["test/cli/agents.test.ts", "test/native/agents.test.ts"],
  launcher: ["launcher", "native/launcher"],
  "lazy-http": ["test/http/token.test.ts"],
  ledger: ["crash", "full-disk"],
  "leave-when-idle": ["idle"],
  listener: ["removed-places", "test/security/server-access.test.ts"],
  lock: ["start", "removed-places"],
  log: ["test/cli/cold-verbs.test.ts"],
  "machine-stop": ["machine-stop"],
  "native-host": ["test/native/down.test.ts", "test/native/semantics.test.ts", "test/native/restart.test.ts"],
  notices: ["damaged-journal", "full-disk"],
  "notification-gate": ["test/shell/pane.test.ts", "test/attach/lending.test.ts"],
  "option-rules": ["configuration"],
  "orphaned-session": ["holders-gone", "kills"],
  "pane-description": ["adoption"],
  "pane-environment": ["configuration", "any-user"],
  "pane-listener": ["test/attach/bells.test.ts", "kills"],
  "pane-pipes": ["jobs", "crash"],
  paths: ["private-instance", "any-user", "start"],
  peers: ["test/security/doors.test.ts", "test/security/server-access.test.ts"],
  "random-id": ["test/native/semantics.test.ts"],
  "raw-terminal": [
    "test/attach/clients.test.ts",
    "test/attach/commands.test.ts",
    "test/attach/attach.test.ts",
    "test/attach/keys-once.test.ts",
  ],
  record: ["crash", "full-disk"],
  recorded: ["test/cli/recording.test.ts"],
  recording: ["test/cli/recording.test.ts"],
  recovered: ["src/holders/journal.test.ts", "adoption", "damaged-journal"],
  "refuse-inspector": ["inspector"],
  "report-damage": ["damaged-journal", "kept-records"],
  "request-scope": ["crash", "input"],
  "resize-throttle": ["test/attach/resize-storm.test.ts"],
  restore: ["adoption"],
  "retired-panes": ["test/native/down.test.ts", "test/native/restart.test.ts"],
  segments: ["src/holders/journal.test.ts", "damaged-journal", "full-disk"],
  serve: ["start", "test/native/down.test.ts"],
  server: ["start", "configuration", "adoption", "test/security/server-access.test.ts"],
  shutdown: ["test/native/down.test.ts", "test/client/client.test.ts"],
  snapshot: ["src/holders/journal.test.ts", "src/holders/held-screen.test.ts", "rebuild"],
  store: ["full-disk", "crash"],
  tables: ["kept-records", "crash"],
  "take-over": ["test/cli/upgrade.test.ts"],
  "terminal-loan": ["native/lending", "test/attach/lending.test.ts"],
  "tmux-server": ["bad-input", "configuration", "test/differential/tmux/panes.test.ts", "adoption"],
  "tree-": ["adoption", "crash"],
  "turn-away": ["test/security/doors.test.ts", "test/security/server-access.test.ts"],
  "unknown-holders": ["adoption", "holders-gone"],
  "unread-keys": ["test/attach/keys-once.test.ts"],
  user: ["any-user"],
  users: ["test/security/server-access.test.ts", "any-user"],
  "watch-places": ["removed-places"],
});

/** @param {string} name */
const path = (name) => (/^(test|src)\//.test(name) ? name : join(IN_PROCESS, `${name}.test.ts`));

/** Tests of panes that start, print and are found again by the next daemon. */
const COMMON = ["starting-panes", "rebuild", "test/native/semantics.test.ts"].map(path);

/** @param {string} file */
export const beside = (file) => join(dirname(file), `${basename(file, ".ts")}.test.ts`);

/** @param {string} file */
function processTests(file) {
  const name = basename(file, ".ts");
  const own = Object.entries(BY_NAME).flatMap(([start, tests]) => (name.startsWith(start) ? tests : []));
  const named = [...new Set(own)].map(path);
  return [[beside(file)], named, COMMON.filter((test) => !named.includes(test))];
}

/** @type {Readonly<Record<string, Room>>} */
export const rooms = {
  daemon: { directories: ["src/daemon"], testsOf: processTests },
  holders: { directories: ["src/holders"], testsOf: processTests },
  http: { directories: ["src/doors/http"], testsOf: () => [["src/doors/http"], ["test/http"], ["test/mcp"]] },
  wire: {
    directories: ["src/wire"],
    testsOf: () => [
      ["src/wire", "test/pins", "src/daemon"],
      ["test/process/bad-input.test.ts", ...COMMON],
    ],
  },
  screen: {
    directories: ["src/core/screen"],
    testsOf: () => [
      ["src/core/screen", "test/property/screen.test.ts"],
      ["test/differential/screen"],
      ["src/faces/tui", "test/cli/capture.test.ts"],
    ],
  },
};
