import { describe, expect, test } from "vitest";
import type { SubstrateEvent } from "../../../src/library/index.ts";
import { failsWith, SHELL, type Stage } from "./stage.ts";

async function readUntil(
  events: AsyncIterable<SubstrateEvent>,
  until: (event: SubstrateEvent) => boolean,
): Promise<SubstrateEvent[]> {
  const received: SubstrateEvent[] = [];
  for await (const event of events) {
    received.push(event);
    if (until(event)) break;
  }
  return received;
}

function outputOf(events: readonly SubstrateEvent[], { paneId }: { paneId: string }): string {
  const own = events.flatMap((event) =>
    event.type === "output" && event.paneId === paneId ? event.data : [],
  );
  return String(Buffer.concat(own));
}

export function describeEvents(stage: Stage): void {
  describe("events", () => {
    test("created, output, exited, in their order", async () => {
      const { substrate, session } = stage;
      const events = await substrate.events();
      const born = await substrate.spawnSession(session, "read x; printf 'b\\303\\244r\\\\\\t|'; exit 4");
      await substrate.sendCommand(session, "go");
      const all = await readUntil(events, ({ type }) => type === "exited");
      expect(all[0]).toEqual({ type: "created", session, paneId: born.paneId });
      expect(all.at(-1)).toMatchObject({ type: "exited", session, paneId: born.paneId });
      const printed = "go\r\nbär\\\t|";
      if (substrate.backend === "mullion") expect(outputOf(all, born)).toBe(printed);
      else expect(printed).toContain(outputOf(all, born)); // tmux drops what it has not sent when a session ends.
      expect((await events.next()).done).toBe(true);
    });

    test("of one that is gone before anybody could look", async () => {
      const { substrate, session } = stage;
      const events = await substrate.events();
      const { paneId } = await substrate.spawnSession(session, ["true"]);
      const all = await readUntil(events, ({ type }) => type === "exited");
      expect(all).toMatchObject([
        { type: "created", session, paneId },
        { type: "exited", session, paneId },
      ]);
    });

    test("of what was there before, and of each pane that comes and goes", async () => {
      const { substrate, session, say } = stage;
      const first = await substrate.spawnSession(session, SHELL);
      const events = await substrate.events();
      const second = await substrate.splitPane(session, "down", { command: SHELL });
      await say(first, "from-first");
      await substrate.destroyPane(second);
      const all = await readUntil(events, ({ type }) => type === "exited");
      expect(all.filter(({ type }) => type !== "output")).toMatchObject([
        { type: "created", paneId: second.paneId, session },
        { type: "exited", paneId: second.paneId, session },
      ]);
      expect(outputOf(all, first)).toContain("from-first");
      expect(await substrate.listSessions()).toMatchObject([{ attached: 0 }]);
    });

    test("of one session; without output; until the signal", async () => {
      const { substrate, session, say } = stage;
      const other = `${session}x`;
      await substrate.spawnSession(other, SHELL);
      const stop = new AbortController();
      const only = await substrate.events({ session, output: false, signal: stop.signal });
      await substrate.spawnSession(session, SHELL);
      await say(other, "elsewhere");
      await say(session, "here");
      await substrate.destroySession(other);
      await substrate.destroySession(session);
      const all = await readUntil(only, ({ type }) => type === "exited");
      expect(all.map(({ type }) => type)).toEqual(["created", "exited"]);
      const ending = await substrate.events({ signal: stop.signal });
      const next = ending.next();
      stop.abort();
      expect((await next).done).toBe(true);
    });

    test("a reader that lets nothing wait is served all the same", async () => {
      const { substrate, session } = stage;
      const events = await substrate.events({ maxBytes: 0 });
      const received = readUntil(events, ({ type }) => type === "output" || type === "gap");
      await substrate.spawnSession(session, ["cat"]);
      await substrate.sendCommand(session, "here");
      expect((await received)[0]).toMatchObject({ type: "created", session });
    });

    test("a bound that is no number of bytes is rejected", async () => {
      const { substrate } = stage;
      for (const maxBytes of [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5])
        await expect(substrate.events({ maxBytes })).rejects.toEqual(failsWith("invalid-argument"));
    });

    test("name a session as it is named since it was renamed", async () => {
      const { backend, substrate, session, say } = stage;
      const renamed = `${session}-renamed`;
      const { paneId } = await substrate.spawnSession(session, SHELL);
      const events = await substrate.events();
      await backend.tmux("rename-session", "-t", `=${session}`, renamed);
      // A line says nothing if it was printed before the stream knew the new name: the next one does.
      const saying = new AbortController();
      const said = (async () => {
        while (!saying.signal.aborted) await say(renamed, "here");
      })();
      await readUntil(events, (event) => "session" in event && event.session === renamed);
      saying.abort();
      await said;
      const ending = await substrate.events({ output: false, session: renamed });
      await substrate.destroySession(renamed);
      const all = await readUntil(ending, ({ type }) => type === "exited");
      expect(all).toMatchObject([{ type: "exited", paneId, session: renamed }]);
    });

    test("a reader that is too slow learns what it missed", async () => {
      const { substrate, session } = stage;
      await substrate.spawnSession(session, "read x; seq 1 40000; echo all-of-it; exec cat");
      const events = await substrate.events({ maxBytes: 20_000 });
      await substrate.sendKey(session, "Enter");
      await substrate.waitFor(session, { text: "all-of-it" });
      await substrate.destroySession(session);
      const all = await readUntil(events, ({ type }) => type === "exited" || type === "lost");
      expect(all.some((event) => event.type === "gap" && event.missedBytes > 0)).toBe(true);
    });
  });
}
