import type { DetachOptions, OpenFace } from "../../core/face/face.ts";
import type { FaceHost } from "../../core/face/face-host.ts";
import type { ClientView } from "../../core/format/context.ts";
import type { TerminalReply } from "../../core/keys/decode/terminal-reply.ts";
import type { Client, Pane } from "../../core/tree/tree.ts";
import type { AttachedTerminal, Lending, TerminalLending } from "../../lending/lending.ts";
import type { ClientTerminal } from "../../wire/invocation.ts";
import type { Asides } from "./asides.ts";
import { ClientInput } from "./client-input.ts";
import { ClientLayers } from "./client-layers.ts";
import { ClientPicture } from "./client-picture.ts";
import { Keyboard } from "./keyboard.ts";
import { OuterClipboard } from "./outer-clipboard.ts";
import { Painter } from "./painter.ts";
import { KnownTerminal } from "./terminal/known-terminal.ts";

export interface AttachedClientSetup {
  readonly host: FaceHost;
  readonly terminal: ClientTerminal;
  /** Feature names from the flags `-2` and `-T`. */
  readonly features: readonly string[];
  readonly lending: Lending;
}

/**
 * The life of an attached terminal, from entering raw mode to restoring the terminal. Its input becomes keys, and
 * keys become commands or input of a pane; changes in the server are painted. The parts meet only in this class.
 */
export class AttachedClient implements OpenFace, AttachedTerminal {
  readonly host: FaceHost;
  readonly client: Client;
  readonly terminal: ClientTerminal;
  readonly layers: ClientLayers;
  readonly shown: Painter;
  readonly picture: ClientPicture;
  readonly keys: Keyboard;
  readonly input: ClientInput;
  readonly clipboard: OuterClipboard;
  readonly alerts: Asides;
  readonly #known: KnownTerminal;
  readonly #lending: TerminalLending;
  readonly #stopListening: () => void;
  #closed = false;

  constructor({ host, terminal, features, lending }: AttachedClientSetup) {
    const { client, mux } = host;
    const { server } = mux;
    this.host = host;
    this.client = client;
    this.terminal = terminal;
    this.#known = new KnownTerminal({ server, client, given: features });
    this.layers = new ClientLayers(this);
    this.shown = new Painter({
      server,
      client,
      features: this.#known.features,
      expand: (text, place) => host.expand(text, place),
      own: this.layers,
    });
    this.#lending = lending.terminal(this);
    this.picture = new ClientPicture({ host, terminal, painter: this.shown, output: this.#lending });
    this.alerts = this.picture.asides;
    this.clipboard = new OuterClipboard(this.alerts, this.#known);
    const { layers, picture, shown: areas } = this;
    this.keys = new Keyboard({ host, layers, picture, areas, kept: terminal.keys });
    this.input = new ClientInput({
      host,
      terminal,
      keyboard: this.keys,
      onReply: (reply) => this.#onReply(reply),
      onHandled: () => this.#lending.update(),
    });
    this.picture.open();
    this.#stopListening = this.#lending.listen(this.input);
  }

  get away(): boolean {
    return this.picture.away;
  }

  get view(): ClientView {
    const { windowOffset } = this.shown;
    const { table } = this.keys;
    return {
      keyTable: table,
      prefix: table === "prefix",
      termFeatures: this.#known.features.names.join(","),
      termType: this.#known.type,
      writtenBytes: this.picture.writtenBytes,
      ...(windowOffset && { windowOffset }),
    };
  }

  get activePane(): Pane | undefined {
    const { pane, session } = this.client;
    return session && (pane ?? session.current.window.active);
  }

  /** The pane that receives every key that `table` does not bind; undefined while something else waits for a key. */
  get receiver(): { readonly pane: Pane; readonly table: string } | undefined {
    const { client, host, layers, keys, activePane: pane } = this;
    if (!pane || client.readonly || this.away || this.#closed || host.queue.pending) return undefined;
    if (layers.overlay || layers.line || !keys.atRoot || this.input.waiting) return undefined;
    if (pane.modes.length > 0 || pane.inputOff || pane.options.flag("synchronize-panes")) return undefined;
    return pane.process && { pane, table: keys.table };
  }

  suspend(): void {
    this.#yield(() => this.terminal.suspend());
  }

  lock(command: string): void {
    if (command !== "") this.#yield(() => this.terminal.lock(command, this.shown.hide()));
  }

  detach(options: DetachOptions = {}): void {
    this.host.detach(options);
  }

  onResize(): void {
    const { size } = this.client;
    if (size) this.layers.resize(size);
    this.picture.redraw();
  }

  onResume(): void {
    if (this.#closed) return;
    this.host.mux.clientActive(this.client);
    this.picture.reopen();
    this.#lending.readmit();
  }

  onIdle(): void {
    this.#lending.update();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.layers.closeOverlay();
    const home = this.#lending.withdraw();
    this.#stopListening();
    this.input.stop();
    this.keys.stop();
    this.layers.stop();
    this.picture.close();
    if (home) await home;
    this.terminal.setRaw(false, this.shown.leave());
  }

  /** Gives the terminal to another program as soon as the client alone uses it. */
  #yield(take: () => void): void {
    if (this.away || this.#closed) return;
    const home = this.#lending.withdraw();
    this.picture.away = true;
    if (home) void home.then(take);
    else take();
  }

  #onReply(reply: TerminalReply): void {
    if (reply.kind === "clipboard") this.clipboard.takeReport(reply.data);
    if (reply.kind === "colour") this.host.mux.setClientColour(this.client, reply.which, reply.rgb);
    if (!this.#known.apply(reply)) return;
    this.shown.setFeatures(this.#known.features);
    this.picture.pace.want();
  }
}
