import type { FormatPlace } from "../../core/format/context.ts";
import type { CopyPorts } from "../../core/modes/copy/copy-mode.ts";
import type { Mux } from "../../core/mux.ts";
import type { Target } from "../../core/target/target.ts";
import type { Client, Pane, Server, Session } from "../../core/tree/tree.ts";
import type { AccessList } from "./access/access-list.ts";
import type { Call, StayingClient } from "./call.ts";
import type { HostedServer, JobRequest, TmuxContext } from "./context.ts";
import type { ControlClients } from "./control/control-clients.ts";
import type { Turn } from "./control/turn.ts";
import type { CallDelays } from "./jobs/call-delays.ts";
import type { DelayedJobs } from "./jobs/delayed-jobs.ts";
import type { RunningJobs } from "./jobs/running-jobs.ts";
import type { AnyCommandEntry, ArgumentValue, Command, CommandList } from "./parse-commands/command.ts";
import type { ParseInput } from "./parse-commands/parse-input.ts";
import type { PromptHistory } from "./prompts/prompt-history.ts";
import type { QueueState } from "./queue/queue-state.ts";
import type { Messages } from "./server/messages.ts";
import type { ServerEnd } from "./server/server-end.ts";
import type { WaitChannels } from "./server/wait-channels.ts";
import type { TerminalClients } from "./terminal/terminal-clients.ts";

/** How a text is parsed; its conditions are evaluated for `place`. */
export type ParseOptions = Partial<Omit<ParseInput, "world">> & {
  readonly place?: FormatPlace | undefined;
  /** Ignores assignments in the text (`NAME=value`), because a read-only client sent it. */
  readonly assignsNothing?: boolean;
};

/** A server of this door, as its commands, hooks and clients see it (`server/door-server.ts`). */
export interface Door {
  readonly context: TmuxContext;
  readonly hosted: HostedServer;
  readonly mux: Mux;
  readonly server: Server;
  readonly commands: readonly AnyCommandEntry[];
  readonly messages: Messages;
  readonly channels: WaitChannels;
  readonly callDelays: CallDelays;
  readonly delayedJobs: DelayedJobs;
  readonly access: AccessList;
  readonly jobs: RunningJobs;
  readonly turn: Turn;
  readonly controls: ControlClients;
  readonly faces: TerminalClients;
  readonly promptHistory: PromptHistory;
  readonly hooks: { commands(name: string, place: Target | undefined): readonly CommandList[] };
  readonly copyPorts: CopyPorts;
  readonly startDirectory: string | undefined;
  /** Whether the server still reads its configuration, whose commands are not listed as messages. */
  readonly configuring: boolean;
  readonly ending: ServerEnd;
  readonly hasEnded: boolean;
  expand(text: string, place?: FormatPlace): string;
  allVariables(place: FormatPlace): readonly (readonly [name: string, value: string])[];
  parseText(text: string, options?: ParseOptions): CommandList;
  parseBinding(command: string): CommandList;
  canonicalCommands(text: string): string;
  parseWords(words: readonly ArgumentValue[]): CommandList;
  runLater(list: CommandList, client: Client | undefined): void;
  runInBackground(lists: readonly CommandList[], state: QueueState): void;
  ownCall(): Call;
  answeringCall(call: Call): Call;
  report(call: Call, sentence: string, at: Pick<Command, "file" | "line">): void;
  showFaults(pane: Pane): void;
  shellRequest(command: string, session: Session | undefined, cwd?: string): JobRequest;
  userOf(uid: number): string;
  stayerOf(client: Client): StayingClient | undefined;
  shell(session?: Session): string;
  settle(): Promise<void> | undefined;
  end(): Promise<void>;
}
