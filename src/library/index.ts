export { type CreateMullionOptions, type CreateTmuxOptions, createSubstrate } from "./create-substrate.ts";
export {
  HostUnreachable,
  InvalidArgument,
  InvalidCommand,
  InvalidKey,
  InvalidLines,
  InvalidSessionName,
  NoServer,
  NotTaken,
  PaneLimit,
  SessionExists,
  SessionNotFound,
  StartFailed,
  SubstrateError,
  type SubstrateErrorCode,
  TmuxNotFound,
  Unsupported,
} from "./errors.ts";
export type { TmuxOptions } from "./exec-tmux.ts";
export { checkTmux, tmuxVersion } from "./exec-tmux.ts";
export { type MullionOptions, MullionSubstrate } from "./mullion-substrate.ts";
export { validateSessionName } from "./session-names.ts";
export type {
  AgentStanding,
  CallOptions,
  Command,
  Condition,
  Direction,
  EventsOptions,
  GridOptions,
  InPane,
  ListOptions,
  Pane,
  PaneTarget,
  Screen,
  Session,
  Size,
  SpawnOptions,
  SplitOptions,
  StartOptions,
  Substrate,
  SubstrateEvent,
  Target,
  WaitOptions,
  WaitOutcome,
} from "./substrate.ts";
export { TmuxSubstrate } from "./tmux-substrate.ts";
