import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect } from "vitest";
import { expandFormat } from "../../../src/core/format/expand-format.ts";
import { createServer } from "../../../src/core/mux/create-server.ts";
import type { Options } from "../../../src/core/options/options.ts";
import type { Size } from "../../../src/core/ports.ts";
import { createScreen } from "../../../src/core/screen/emulator.ts";
import type { Pane } from "../../../src/core/tree/tree.ts";
import type { OwnPicture } from "../../../src/faces/tui/own-picture.ts";
import { Painter } from "../../../src/faces/tui/painter.ts";
import { terminalFeatures } from "../../../src/faces/tui/terminal/terminal-features.ts";
import { formatHost } from "../../fixtures/format-host.ts";
import { pictureOf, stateOf } from "../../fixtures/picture.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { IdleWorld } from "../../property/tree-ports.ts";
import { ControlTmux } from "../layout/control-tmux.ts";
import { translate } from "../layout/translate.ts";
import { RealTerminal } from "./real-terminal.ts";

const SETTINGS = [
  ["-gw", "automatic-rename", "off"],
  ["-g", "status-interval", "0"],
  ["-g", "status-right", '"#{=21:pane_title}"'],
  ["-g", "default-size", "80x24"],
] as const;

const DEADLINE_MS = 30_000;
const TERM = "xterm-256color";

interface PairOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly term?: string;
  /** Added to the option terminal-features. */
  readonly features?: string;
  readonly utf8?: boolean;
}

/** A client of the real tmux and one of ours, each on a terminal of its own, taken through the same steps. */
export class DrawnPair {
  readonly tmux = new ControlTmux();
  readonly mux;
  readonly own: { -readonly [Name in keyof OwnPicture]: OwnPicture[Name] } = {
    line: undefined,
    overlay: undefined,
  };
  readonly #steps: string[] = [];
  #real!: RealTerminal;
  #painter!: Painter;
  #ours!: ReturnType<typeof createScreen>;

  constructor() {
    const world = new IdleWorld();
    const ports = { ...world.ports, hostname: hostname() };
    this.mux = createServer({ socketPath: "/tmp/drawn", ports });
  }

  static async open(options: PairOptions = {}): Promise<DrawnPair> {
    const pair = new DrawnPair();
    pair.mux.server.options.set("pane-room", "refuse");
    pair.mux.createSession({ name: "control", windowName: "control", cwd: "/", command: ["cat"] });
    for (const [flags, name, value] of SETTINGS) await pair.set(flags, name, value);
    await pair.tmux.lines("new-session", "-d", "-s", "work", "-n", "one", "-x", "80", "-y", "24", "cat");
    pair.mux.createSession({ name: "work", windowName: "one", cwd: "/", command: ["cat"] });
    if (options.features) await pair.set("-s", "terminal-features[9]", options.features);
    pair.#attach(options);
    await pair.alike();
    return pair;
  }

  #attach({ cols = 80, rows = 24, term = TERM, utf8 = true }: PairOptions): void {
    const { argv, environment } = this.tmux.attachment("work");
    const locale = utf8 ? {} : { LANG: "C" };
    this.#real = new RealTerminal({
      argv,
      environment: { ...environment, ...locale, TERM: term },
      cols,
      rows,
    });
    const { server } = this.mux;
    const client = this.mux.attachClient(server.sessionNamed("work")!, {
      name: "ours",
      termName: term,
      utf8,
      size: { cols, rows },
    });
    const host = { ...formatHost, hostname: hostname() };
    this.#painter = new Painter({
      server,
      client,
      own: this.own,
      features: terminalFeatures({ server, client }),
      expand: (text, place) => expandFormat(text, { ...place, server, host, now: Date.now() }),
    });
    this.#ours = createScreen({ cols, rows, historyLimit: 0 });
    this.#ours.write(this.#painter.enter());
  }

  get painter(): Painter {
    return this.#painter;
  }

  /** Commands of both, in tmux's words; without a target they are about the session `work`. */
  async run(...commands: readonly string[]): Promise<void> {
    for (const command of commands) {
      const text = / -t /.test(command) ? command : command.replace(/^\S+/, "$& -t work:");
      const { words, run } = translate(text);
      this.#steps.push(text);
      await this.tmux.lines(...words);
      run(this.mux);
    }
  }

  /** set-option, with `-g`, `-w`, `-gw` or `-s` first; for the session `work` where it is not global. */
  async set(flags: string, name: string, value: string): Promise<void> {
    this.#steps.push(`set-option ${flags} ${name} '${value}'`);
    await this.tmux.lines("set-option", ...this.#scope(flags), name, value);
    this.#store(flags).set(name, value);
  }

  /** set-option -u. */
  async unset(flags: string, name: string): Promise<void> {
    this.#steps.push(`set-option ${flags} -u ${name}`);
    await this.tmux.lines("set-option", "-u", ...this.#scope(flags), name);
    this.#store(flags).unset(name);
  }

  #scope(flags: string): string[] {
    const target = /[gs]/.test(flags) ? [] : ["-t", "work:"];
    return [...(flags === "" ? [] : [flags]), ...target];
  }

  #store(flags: string): Options {
    const { server } = this.mux;
    if (flags === "-s") return server.options;
    if (flags.includes("g")) return flags.includes("w") ? server.windowOptions : server.sessionOptions;
    const { session, window } = server.sessionNamed("work")!.current;
    return flags.includes("w") ? window.options : session.options;
  }

  /** The panes of the current window print something, each the same on both sides. */
  async print(text: (pane: Pane, index: number) => string): Promise<void> {
    const { window } = this.mux.server.sessionNamed("work")!.current;
    const ttys = await this.tmux.lines("list-panes", "-t", "work:", "-F", "#{pane_tty}");
    window.panes.forEach((pane, index) => {
      const printed = text(pane, index);
      writeFileSync(ttys[index]!, printed.replaceAll("\r\n", "\n"));
      pane.screen.write(new TextEncoder().encode(printed));
    });
    this.mux.server.events.emit("pane-output", { pane: window.active.id });
  }

  /**
   * Both terminals take another size: first the width, then the height, because stty(1) sets one after the other, and
   * lines that wrap end up elsewhere if the real one sees both at once on one day and not on another.
   */
  async resize(cols: number, rows: number): Promise<void> {
    this.#steps.push(`resize to ${cols}x${rows}`);
    await this.#resizeTo({ cols, rows: this.#ours.rows });
    await this.#resizeTo({ cols, rows });
  }

  async #resizeTo({ cols, rows }: Size): Promise<void> {
    const client = (format: string) => this.tmux.lines("list-clients", "-t", "work", "-F", format);
    const [tty] = await client("#{client_tty}");
    this.#real.screen.resize(cols, rows);
    execFileSync("stty", ["-F", tty!, "cols", `${cols}`, "rows", `${rows}`]);
    const taken = async () => (await client("#{client_width}x#{client_height}"))[0] === `${cols}x${rows}`;
    await waitFor(taken, `a client of ${cols}x${rows}`, DEADLINE_MS);
    this.#ours.resize(cols, rows);
    this.mux.resizeClient(this.mux.server.clients.find(({ name }) => name === "ours")!, { cols, rows });
  }

  /** Keys typed at the real one. */
  press(keys: string): void {
    this.#real.type(keys);
  }

  /** Both terminals show the same, or do so soon. */
  async alike(): Promise<void> {
    const ours = () => {
      this.#painter.invalidate("status");
      this.#ours.write(this.#painter.paint());
      return { picture: pictureOf(this.#ours), ...stateOf(this.#ours) };
    };
    const real = () => ({ picture: pictureOf(this.#real.screen), ...stateOf(this.#real.screen) });
    const same = () => JSON.stringify(ours()) === JSON.stringify(real());
    await waitFor(same, "the same picture", DEADLINE_MS).catch(() => undefined);
    expect(ours(), this.#steps.join("\n")).toEqual(real());
    this.#steps.length = 0;
  }

  async close(): Promise<void> {
    this.#painter.close();
    await this.#real.close();
    await this.tmux.close();
  }
}
