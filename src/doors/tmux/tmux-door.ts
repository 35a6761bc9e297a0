import { resolve } from "node:path";
import { MuxError } from "../../core/errors.ts";
import { optionEntry } from "../../core/options/option-table.ts";
import type { AttachedPlace, Invocation } from "../../wire/invocation.ts";
import { NOT_ALLOWED, permit } from "./access/permit.ts";
import { Call } from "./call.ts";
import { CommandError, ParseError } from "./command-error.ts";
import { commandTable } from "./command-table.ts";
import type { HostedServer, ServerCreator, TmuxContext } from "./context.ts";
import { ControlClient } from "./control/control-client.ts";
import { delayNames } from "./jobs/delay-names.ts";
import { resumeDelayedJobs } from "./jobs/resume-delayed-jobs.ts";
import { type EarlyAnswer, type GlobalFlags, parseGlobalFlags } from "./parse-commands/global-flags.ts";
import { CommandParser } from "./parse-commands/parse-commands.ts";
import { CommandQueue } from "./queue/queue.ts";
import { newState } from "./queue/queue-state.ts";
import { readsUtf8 } from "./sanitize.ts";
import { renameAutomatically } from "./server/automatic-rename.ts";
import { resumeConfiguration, type ServerOpener, startConfiguration } from "./server/configuration.ts";
import { DoorServer } from "./server/door-server.ts";
import { lockIdleSessions } from "./server/lock-clients.ts";
import { absence, checkSocketPlace, likelySocketPath, socketPathOf } from "./server/server-identity.ts";
import { terminalOf } from "./terminal/attach.ts";

/** tmux's command line: every server that the daemon hosts, as a call of `tmux` sees it. */
export class TmuxDoor {
  readonly #context: TmuxContext;
  readonly #servers = new WeakMap<HostedServer, DoorServer>();

  constructor(context: TmuxContext) {
    this.#context = context;
  }

  /** Takes over a server that the daemon rebuilt at its start: its hooks run from now on. */
  adopt(hosted: HostedServer): void {
    this.#serverOf(hosted);
  }

  /** Ends a server as kill-server does. Resolves when the server has ended and its clients were notified. */
  end(hosted: HostedServer): Promise<void> {
    return this.#serverOf(hosted).endAll();
  }

  /** Runs a command that no caller waits for. */
  command(hosted: HostedServer, words: readonly string[]): void {
    const server = this.#serverOf(hosted);
    server.runInBackground([server.parseWords(words)], newState());
  }

  /** Opens the server on this socket, creating and configuring it as a call of `tmux` would. */
  async open(socketPath: string, creator: ServerCreator): Promise<HostedServer> {
    const { server, isNew } = await this.#open(socketPath, { ...creator, configFiles: [] });
    // Only a program that the configuration runs must not wait for the end of the configuration. All other callers
    // wait, so that two that open one server continue in the order of their arrival.
    if (isNew || server.startDirectory === undefined) await server.configured;
    return server.hosted;
  }

  #serverOf(hosted: HostedServer): DoorServer {
    const known = this.#servers.get(hosted);
    if (known) return known;
    const door = new DoorServer(this.#context, hosted);
    this.#servers.set(hosted, door);
    renameAutomatically(door);
    lockIdleSessions(door);
    resumeDelayedJobs(door);
    resumeConfiguration(door);
    return door;
  }

  /** Serves one run of `tmux`; ends the invocation with exactly one `exit` or `exec`. */
  async run(invocation: Invocation): Promise<void> {
    try {
      const flags = parseGlobalFlags(invocation.argv, this.#context.version);
      if ("status" in flags) return answer(invocation, flags);
      if (invocation.confinedTo !== undefined)
        return await this.#serveConfined(invocation, flags, invocation.confinedTo);
      const standing = this.#standing(invocation, flags);
      const server = standing ?? (await this.#start(invocation, flags));
      if (!server) return;
      // A call that is retried after a daemon's death finds the server that it started.
      const foreground = flags.foreground && (!standing || invocation.retry);
      await server.during(async () => {
        if (foreground) return stayInForeground(server, invocation);
        // Only the call that started the server waits: later ones may come from programs of the configuration.
        if (!standing || invocation.retry) await server.ending.orSettled(server.configured);
        if (server.hasEnded) return invocation.exit(0);
        await this.#serve(server, invocation, flags);
      });
    } catch (error) {
      if (!(error instanceof MuxError)) this.#context.reportBug(error, invocation.argv.join(" "));
      refuse(invocation, error instanceof MuxError ? error.message : "internal error");
    }
  }

  /** Whether another user may use the server on this socket. */
  admits(socketPath: string, uid: number): boolean {
    const hosted = this.#context.findServer(socketPath);
    return hosted !== undefined && this.#serverOf(hosted).access.get(uid) !== undefined;
  }

  /** Another user reaches only this server, whatever the command line names, and starts none. */
  async #serveConfined(invocation: Invocation, flags: GlobalFlags, socketPath: string): Promise<void> {
    const hosted = this.#context.findServer(socketPath);
    const server = hosted && this.#serverOf(hosted);
    if (!server?.access.get(invocation.uid)) return refuse(invocation, NOT_ALLOWED);
    if (flags.shellCommand !== undefined)
      return refuse(invocation, "run the shell yourself: -c is for the server's owner");
    await server.during(() => this.#serve(server, invocation, flags));
  }

  /** Attaches a terminal whose daemon died to its previous session again. */
  async resume(invocation: Invocation, place: AttachedPlace): Promise<void> {
    const hosted = this.#context.findServer(place.socketPath);
    const session = hosted && [...hosted.mux.server.sessions.values()].find(({ id }) => id === place.session);
    if (!session) {
      invocation.openTerminal().setRaw(false);
      return answer(invocation, { stdout: "[exited]\n", status: 0 });
    }
    const server = this.#serverOf(hosted);
    await server.during(async () => {
      const call = callOf(invocation, place);
      const queue = new CommandQueue(server, call);
      const terminal = terminalOf({ call, door: server, queue });
      terminal.setFlags(place.flags);
      terminal.attach(session, { resumed: true });
      await terminal.staying;
    });
  }

  /** Shows a session on the caller's terminal, as `attach-session` would; selects the pane if one is given. */
  async attach(invocation: Invocation, hosted: HostedServer, words: readonly string[]): Promise<void> {
    const server = this.#serverOf(hosted);
    await server.during(() =>
      this.#serveWords(server, callOf(invocation, { utf8: false, features: [] }), words),
    );
  }

  /** The server of the command line, if it exists. */
  #standing({ environment, cwd }: Invocation, flags: GlobalFlags): DoorServer | undefined {
    const likely = likelySocketPath(flags, environment, this.#context.uid);
    const found =
      (likely === undefined ? undefined : this.#context.findServer(likely)) ??
      this.#context.findServer(resolve(cwd, socketPathOf(flags, environment, this.#context.uid)));
    return found && this.#serverOf(found);
  }

  /**
   * The server of the command line, started if the command may do so. Undefined: the caller has received the reason.
   */
  async #start(invocation: Invocation, flags: GlobalFlags): Promise<DoorServer | undefined> {
    const { environment, cwd } = invocation;
    const given = socketPathOf(flags, environment, this.#context.uid);
    if (flags.noStartServer || !startsServer(flags)) {
      refuse(invocation, await absence(given, cwd));
      return undefined;
    }
    checkSocketPlace(given, cwd);
    const opener = { environment, cwd, configFiles: flags.configFiles, caller: invocation };
    return (await this.#open(resolve(cwd, given), opener)).server;
  }

  /** Returns the server on this socket. A new one starts to read its configuration. */
  async #open(
    socketPath: string,
    opener: ServerOpener,
  ): Promise<{ readonly server: DoorServer; readonly isNew: boolean }> {
    const hosted = await this.#context.createServer(socketPath, opener);
    const isNew = !this.#servers.has(hosted);
    const server = this.#serverOf(hosted);
    if (isNew) startConfiguration(server, opener);
    return { server, isNew };
  }

  async #serve(server: DoorServer, invocation: Invocation, flags: GlobalFlags): Promise<void> {
    if (flags.shellCommand !== undefined) return execShell(server, invocation, flags);
    if (flags.controlMode > 0) return serveControl(server, invocation, flags);
    await this.#serveWords(server, callOf(invocation, flags), wordsOf(flags));
  }

  #serveWords(server: DoorServer, call: Call, words: readonly string[]): Promise<void> {
    const visitor = {
      setReadonly: (on: boolean) => call.terminal?.setAccess(on),
      turnAway: () => turnAway(call),
    };
    return server.access.during(call.invocation, visitor, () => this.#runWords(server, call, words));
  }

  async #runWords(server: DoorServer, call: Call, words: readonly string[]): Promise<void> {
    const queue = new CommandQueue(server, call);
    try {
      const list = server.parseWords(words);
      permit(server, call, list);
      queue.append(list, newState());
      await queue.drain();
    } catch (error) {
      if (!(error instanceof ParseError || error instanceof CommandError)) throw error;
      call.error(error.message);
    }
    server.callDelays.end(delayNames(call));
    server.turn.nextNumber(); // tmux ends a call with a callback, which takes a number too.
    if (call.terminal?.staying) {
      queue.onIdle?.();
      return call.terminal.staying;
    }
    await server.settle();
    call.invocation?.exit(call.status);
  }
}

function callOf(invocation: Invocation, flags: Pick<GlobalFlags, "utf8" | "features">): Call {
  const { environment, tty, pid, cwd } = invocation;
  const call: Call = new Call({
    invocation,
    caller: {
      tty: tty.name || undefined,
      paneId: environment.get("TMUX_PANE"),
      get client() {
        return call.terminal?.client;
      },
    },
    utf8: readsUtf8(environment, flags.utf8),
    name: tty.name || `client-${pid}`,
    cwd,
    output: invocation,
    features: flags.features,
  });
  return call;
}

/** Whether a command line may start a server; an invalid one may not. */
function startsServer({ shellCommand, words }: GlobalFlags): boolean {
  if (shellCommand !== undefined || words.length === 0) return true;
  const aliases = optionEntry("command-alias")?.default ?? [];
  const alias = (name: string) =>
    [...aliases].find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1);
  const nothing = { expand: () => "", variable: () => undefined, assign: () => {}, home: () => undefined };
  try {
    const list = new CommandParser(commandTable).fromWords(words, {
      world: { ...nothing, alias },
      file: undefined,
      line: 0,
    });
    return list.commands.some(({ entry }) => entry.startsServer);
  } catch {
    return false;
  }
}

async function serveControl(door: DoorServer, invocation: Invocation, flags: GlobalFlags): Promise<void> {
  const mode = flags.controlMode === 2 ? 2 : 1;
  if (mode === 2 && !invocation.tty.stdin)
    return refuse(invocation, "tcgetattr failed: Inappropriate ioctl for device");
  const utf8 = readsUtf8(invocation.environment, flags.utf8);
  const control = new ControlClient({ door, invocation, mode, utf8 });
  const visitor = {
    setReadonly: (on: boolean) => control.setAccess(on),
    turnAway: () => control.leave({ reason: NOT_ALLOWED }),
  };
  await door.access.during(invocation, visitor, () => control.run(wordsOf(flags)));
}

function wordsOf({ words }: GlobalFlags): readonly string[] {
  return words.length > 0 ? words : ["new-session"];
}

/** `-c`: the client becomes the shell, which runs the command. */
async function execShell(
  server: DoorServer,
  invocation: Invocation,
  { shellCommand }: GlobalFlags,
): Promise<void> {
  const shell = server.shell();
  await server.settle();
  invocation.exec([shell, "-c", shellCommand!]);
}

/** `-D`: the server stays when it is empty, and ends with its caller. */
async function stayInForeground(server: DoorServer, invocation: Invocation): Promise<void> {
  invocation.onGone(() => void server.end());
  server.server.options.set("exit-empty", "off");
  await server.settle();
  await server.ending.reached();
  invocation.exit(0);
}

/** Ends a call whose user's access was withdrawn. */
function turnAway({ terminal, invocation }: Call): void {
  if (terminal?.staying) terminal.leave({ status: 0, sentence: `[${NOT_ALLOWED}]` });
  else if (invocation) refuse(invocation, NOT_ALLOWED);
}

function answer(invocation: Invocation, { stdout, stderr, status }: EarlyAnswer): void {
  if (stdout !== undefined) invocation.stdout(stdout);
  if (stderr !== undefined) invocation.stderr(stderr);
  invocation.exit(status);
}

function refuse(invocation: Invocation, sentence: string): void {
  answer(invocation, { stderr: `${sentence}\n`, status: 1 });
}
