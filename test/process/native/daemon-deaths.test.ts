import { afterAll, describe, expect, it } from "vitest";
import { FRESH_SEED } from "../../fixtures/property.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { type Connection, type HeldPane, Launcher } from "./holders.ts";

/** Daemons that die at any moment: what was printed and what was typed is neither lost, doubled nor reordered. */
const launcher = new Launcher();
afterAll(() => launcher.stop());

/** A small generator of its own, so that a failure can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What outlives the daemons of one pane: the accepted output, and the inputs that were not acknowledged yet. */
class Survivor {
  readonly #pane: HeldPane;
  readonly #random: (below: number) => number;
  readonly #waiting = new Map<bigint, Buffer>();
  accepted = Buffer.alloc(0);
  #nextId = 1n;

  constructor(pane: HeldPane, random: (below: number) => number) {
    this.#pane = pane;
    this.#random = random;
  }

  /**
   * One daemon's life: repeats what may not have arrived, types some more, accepts some of what comes, and is gone.
   * `total` is how much the pane will have printed when it has echoed all of it.
   */
  async live(inputs: readonly Buffer[], total: number): Promise<void> {
    const connection = this.#pane.reconnect({ resumeAt: this.accepted.length, accepting: false });
    for (const [id, bytes] of this.#waiting) connection.type(bytes, id);
    for (const bytes of inputs) {
      const id = this.#nextId++;
      this.#waiting.set(id, bytes);
      connection.type(bytes, id);
    }
    await this.#moment(connection, total);
    this.#remember(connection);
    connection.socket.destroy();
  }

  /**
   * The moment of death: at once, after the first message, when an input is acknowledged, or in the middle of the
   * output.
   */
  async #moment(connection: Connection, total: number): Promise<void> {
    const wanted = Math.min(this.accepted.length + this.#random(3000), total);
    const moments = [
      () => true,
      () => connection.messages.length > 0,
      () => this.#waiting.size === 0 || connection.last("input-taken") !== undefined,
      () => connection.end >= wanted,
    ];
    await waitFor(moments[this.#random(moments.length)]!, () => `byte ${wanted}, ${connection.end} came`);
  }

  /** The last daemon, which stays until everything has arrived. */
  async settle(total: number): Promise<void> {
    const connection = this.#pane.reconnect({ resumeAt: this.accepted.length, accepting: false });
    for (const [id, bytes] of this.#waiting) connection.type(bytes, id);
    await waitFor(
      () => connection.end >= total,
      () => `${total} bytes, ${connection.end} came`,
    );
    this.#remember(connection);
    connection.acceptAll();
  }

  #remember(connection: Connection): void {
    for (const message of connection.messages) {
      if (message.kind === "input-taken") this.#waiting.delete(message.inputId);
    }
    // Durable is only what was written down in time: sometimes less than what came.
    const written =
      this.#random(4) === 0 ? this.#random(connection.output.length + 1) : connection.output.length;
    this.accepted = Buffer.concat([this.accepted, connection.output.subarray(0, written)]);
  }
}

describe("a pane whose daemons die at random moments", () => {
  it.each([1, 2, FRESH_SEED])(
    "echoes every input exactly once and in order (seed %d)",
    { retry: 0 },
    async (seed) => {
      const random = randomFrom(seed);
      const pane = await launcher.open(["sh", "-c", "stty raw -echo; echo ready; exec cat"]);
      await pane.connection.outputHas("ready");
      const survivor = new Survivor(pane, random);
      survivor.accepted = Buffer.from(pane.connection.output);
      const typed: Buffer[] = [];
      let total = survivor.accepted.length;
      for (let life = 0; life < 100; life++) {
        const inputs = Array.from({ length: random(4) }, () => {
          const line = `${String(typed.length).padStart(6, "0")} ${"x".repeat(random(2000))}\n`;
          typed.push(Buffer.from(line));
          total += line.length;
          return typed.at(-1)!;
        });
        await survivor.live(inputs, total);
      }
      const expected = Buffer.concat([Buffer.from("ready\n"), ...typed]);
      await survivor.settle(expected.length);
      expect(survivor.accepted.length).toBeLessThanOrEqual(expected.length);
      expect(survivor.accepted.equals(expected.subarray(0, survivor.accepted.length))).toBe(true);
      expect(pane.connection.end).toBe(expected.length);
      await pane.close();
    },
  );
});
