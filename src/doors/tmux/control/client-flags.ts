/** The flags of `attach-session -f`, `new-session -f` and `refresh-client -f`. */
export interface ClientFlags {
  readonly readonly: boolean;
  readonly ignoreSize: boolean;
  readonly activePane: boolean;
  readonly noOutput: boolean;
  readonly waitExit: boolean;
  readonly pauseAfterMs: number | undefined;
}

export const NO_FLAGS: ClientFlags = {
  readonly: false,
  ignoreSize: false,
  activePane: false,
  noOutput: false,
  waitExit: false,
  pauseAfterMs: undefined,
};

/** Flags that a client requests again when the next daemon restores it. */
const KEPT = [
  ["read-only", "readonly"],
  ["ignore-size", "ignoreSize"],
  ["active-pane", "activePane"],
] as const;

const SWITCHES = new Map<string, keyof ClientFlags>([
  ...KEPT,
  ["no-output", "noOutput"],
  ["wait-exit", "waitExit"],
]);

/** Applies a list of flags. Unknown ones are ignored, and a read-only client stays read-only. */
export function withFlags(flags: ClientFlags, text: string): ClientFlags {
  return Object.assign({ ...flags }, ...text.split(",").map(change));
}

function change(word: string): Partial<ClientFlags> {
  const off = word.startsWith("!");
  const name = off ? word.slice(1) : word;
  const pause = /^pause-after(?:=(\d+))?/.exec(name);
  if (pause && (pause[1] !== undefined || name === "pause-after"))
    return { pauseAfterMs: off ? undefined : Number(pause[1] ?? 0) * 1000 };
  const flag = SWITCHES.get(name);
  return flag === undefined || (off && flag === "readonly") ? {} : { [flag]: !off };
}

type ClientCondition = Record<"attached" | "utf8" | "focused" | "control" | "suspended", boolean>;

/** `#{client_flags}`. */
export function flagNames(
  flags: ClientFlags,
  { attached, utf8, focused, control, suspended }: ClientCondition,
): string {
  const names: readonly (readonly [string, boolean])[] = [
    ["attached", attached],
    ["focused", focused],
    ["control-mode", control],
    ["ignore-size", flags.ignoreSize],
    ["no-output", flags.noOutput],
    ["wait-exit", flags.waitExit],
    [`pause-after=${(flags.pauseAfterMs ?? 0) / 1000}`, flags.pauseAfterMs !== undefined],
    ["read-only", flags.readonly],
    ["active-pane", flags.activePane],
    ["suspended", suspended],
    ["UTF-8", utf8],
  ];
  return names.flatMap(([name, shown]) => (shown ? [name] : [])).join(",");
}

export function keptFlags(flags: ClientFlags): string {
  return KEPT.flatMap(([name, flag]) => (flags[flag] ? [name] : [])).join(",");
}
