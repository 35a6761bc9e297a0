import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownUserId } from "../../processes/platform.ts";
import { mullionProgram } from "../package.ts";
import { homeOfEntry } from "../state-directory.ts";
import { runProgram, type SupervisedState, type Supervisor, supervisedEnvironment } from "./supervisor.ts";

const LABEL = "mullion.daemon";

/** An agent of the user's launchd. */
export function launchd(environment: NodeJS.ProcessEnv): Supervisor {
  const home = environment.HOME || homeOfEntry() || "/";
  const file = join(home, "Library/LaunchAgents", `${LABEL}.plist`);
  const domain = `gui/${ownUserId()}`;
  const definition = propertyList(environment);
  const control = (...argv: string[]) => {
    const outcome = runProgram(environment, ["launchctl", ...argv]);
    return outcome.ok ? undefined : outcome.sentence;
  };
  const write = () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, definition, { mode: 0o644 });
  };
  const status = () => readStatus(environment, { file, domain });
  return {
    name: "launchd",
    file,
    definition,
    install({ start }) {
      write();
      if (status().active !== undefined) control("bootout", `${domain}/${LABEL}`);
      return start ? control("bootstrap", domain, file) : undefined;
    },
    uninstall() {
      const trouble = control("bootout", `${domain}/${LABEL}`);
      rmSync(file, { force: true });
      return trouble;
    },
    status,
    runs: (pid) => existsSync(file) && status().pid === pid,
    restart() {
      write();
      control("bootout", `${domain}/${LABEL}`);
      return control("bootstrap", domain, file);
    },
  };
}

/** AbandonProcessGroup keeps the holders alive when the daemon stops. */
function propertyList(environment: NodeJS.ProcessEnv): string {
  const variables = supervisedEnvironment(environment);
  const entry = (key: string, value: string) => `  <key>${key}</key>\n  ${value}`;
  const text = (value: string) => `<string>${escaped(value)}</string>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    "<dict>",
    entry("Label", text(LABEL)),
    entry("ProgramArguments", `<array>${text(mullionProgram)}${text("serve")}</array>`),
    ...(variables.length === 0
      ? []
      : [
          entry(
            "EnvironmentVariables",
            `<dict>${variables.map(([name, value]) => `<key>${name}</key>${text(value)}`).join("")}</dict>`,
          ),
        ]),
    entry("RunAtLoad", "<true/>"),
    entry("KeepAlive", "<dict><key>SuccessfulExit</key><false/></dict>"),
    entry("AbandonProcessGroup", "<true/>"),
    entry("ProcessType", text("Interactive")),
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function readStatus(
  environment: NodeJS.ProcessEnv,
  { file, domain }: { readonly file: string; readonly domain: string },
): SupervisedState {
  const installed = existsSync(file);
  const outcome = runProgram(environment, ["launchctl", "print", `${domain}/${LABEL}`]);
  if (!outcome.ok) return { installed, active: undefined, pid: null, trouble: outcome.sentence };
  const pid = Number(/^\s*pid = (\d+)$/m.exec(outcome.stdout)?.[1] ?? 0);
  return { installed, active: /^\s*state = running$/m.test(outcome.stdout), pid: pid > 0 ? pid : null };
}
