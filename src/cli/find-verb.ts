import { UsageError } from "./exit-status.ts";
import { nearest } from "./nearest.ts";
import type { Verb } from "./verb.ts";

/** Names that other tools use for our verbs: tmux, screen, docker, git, systemctl and shells. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...words("ls", "list ps status st tree list-sessions list-windows list-panes lsw lsp sessions panes"),
  ...words("run", "new new-session new-window create spawn exec launch split-window neww"),
  ...words("attach", "join resume a at att attach-session"),
  ...words("capture", "show screen view cat peek look snapshot capture-pane capturep read print"),
  ...words("send", "type write input keys send-keys paste"),
  ...words("wait", "wait-for until"),
  ...words("kill", "rm remove delete close stop terminate kill-session kill-pane kill-window"),
  ...words("rename", "mv name rename-session rename-window"),
  ...words("logs", "log tail history output"),
  ...words("search", "grep find rg"),
  ...words("top", "htop monitor watch stats"),
  ...words("replay", "play"),
  ...words("up", "start"),
  ...words("down", "quit exit kill-server"),
  ...words("upgrade", "update restart reload"),
  ...words("doctor", "check diagnose info health"),
  ...words("help", "man usage manual commands"),
  ...words("explain", "why state"),
  ...words("version", "about"),
};

export function findVerb(verbs: readonly Verb[], name: string): Verb {
  const verb = verbs.find((candidate) => candidate.name === name);
  if (verb !== undefined) return verb;
  const meant = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
  const near =
    meant ??
    nearest(
      name,
      verbs.filter(({ hidden }) => !hidden).map((candidate) => candidate.name),
    );
  const hint = near === undefined ? "mullion help lists the verbs" : `did you mean ${near}?`;
  throw new UsageError(`there is no verb ${JSON.stringify(name)}: ${hint}`);
}

function words(verb: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(" ").map((name) => [name, verb]));
}
