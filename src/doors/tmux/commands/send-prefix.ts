import { NO_KEY } from "../../../core/keys/key.ts";
import { parseKey } from "../../../core/keys/key-name.ts";
import { defineCommand } from "../define-command.ts";
import { sendToMode } from "./shared/send-to-mode.ts";
import { typeKeys } from "./shared/type-keys.ts";

export const sendPrefix = defineCommand({
  name: "send-prefix",
  flags: "2t:",
  max: 0,
  usage: "[-2] [-t target-pane]",
  target: "pane",
  afterHook: true,
  run(run) {
    const { args, target, door } = run;
    const key = parseKey(target.session.options.get(args["2"] ? "prefix2" : "prefix") ?? "");
    if (key === undefined || key === NO_KEY) return;
    const [mode] = target.pane.modes;
    if (mode) sendToMode(run, mode, [key]);
    else typeKeys(door, target.pane, [key]);
  },
});
