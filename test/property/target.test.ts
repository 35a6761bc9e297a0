import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MuxError } from "../../src/core/errors.ts";
import { createServer } from "../../src/core/mux/create-server.ts";
import { findTarget, resolvePlace, resolveTarget } from "../../src/core/target/resolve-target.ts";
import type { TargetKind } from "../../src/core/target/target.ts";
import { property } from "../fixtures/property.ts";
import { IdleWorld } from "./tree-ports.ts";

const world = new IdleWorld();
const mux = createServer({ socketPath: "/tmp/property", ports: world.ports });
for (const name of ["a", "ab", "b c", "0"]) {
  const session = mux.createSession({ name, windowName: "w", cwd: "/", command: ["cat"] });
  mux.createWindow(session, { name: "a", command: ["cat"], index: 5 });
  mux.splitPane(mux.createWindow(session, { name: "*", command: ["cat"] }).window.active);
}
const { server } = mux;

const words = fc.constantFrom(
  ..."$ @ % : . = + - ! ^ ~ * ? [ ] { } {last} {next} {top} {left-of} {marked} {mouse} 0 1 5 99 2147483647 a ab b w é \\".split(
    " ",
  ),
  " ",
);
const texts = fc.oneof(
  fc.array(words, { maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);
const kinds = fc.constantFrom<TargetKind>("session", "window", "pane");
const callers = fc.record({ paneId: fc.option(fc.constantFrom("%0", "%3", "%99", "x"), { nil: undefined }) });

/** What a call gives, or its MuxError; anything else is thrown on. */
function outcome<T>(run: () => T): T | MuxError {
  try {
    return run();
  } catch (error) {
    if (error instanceof MuxError) return error;
    throw error;
  }
}

describe("targets", () => {
  property("resolve to a whole place or fail with a sentence", { runs: 5000 }, (check) =>
    check(
      fc.property(texts, kinds, callers, (text, kind, caller) => {
        const target = outcome(() => resolveTarget({ server, kind, text, caller }));
        if (target instanceof MuxError) {
          expect(target.message).toMatch(/^(can't find (session|window|pane): |no (marked|mouse) target$)/);
          return;
        }
        const { session, link, window, pane } = target;
        expect(server.sessions.get(session.id)).toBe(session);
        expect(session.links).toContain(link);
        expect(link.window).toBe(window);
        expect(server.panes.get(pane.id)).toBe(pane);
      }),
    ),
  );

  property("agree with themselves when they fail half way", { runs: 1000 }, (check) =>
    check(
      fc.property(texts, kinds, callers, (text, kind, caller) => {
        const whole = outcome(() => resolveTarget({ server, kind, text, caller }));
        const part = findTarget({ server, kind, text, caller });
        if (!(whole instanceof MuxError)) expect(part).toEqual(whole);
      }),
    ),
  );

  property("give a place or fail with a sentence", { runs: 3000 }, (check) =>
    check(
      fc.property(texts, callers, (text, caller) => {
        const place = outcome(() => resolvePlace({ server, text, caller }));
        if (place instanceof MuxError) return;
        expect(server.sessions.get(place.session.id)).toBe(place.session);
        if (place.index !== undefined) expect(place.index).toBeGreaterThanOrEqual(0);
      }),
    ),
  );

  it("find everything by its id, and by the whole path to it", () => {
    for (const pane of server.panes.values()) {
      const { window } = pane;
      const [link] = window.links;
      const { session } = link!;
      const index = window.panes.indexOf(pane);
      for (const text of [
        pane.id,
        `${session.id}:${window.id}.${pane.id}`,
        `=${session.name}:${link!.index}.${index}`,
      ]) {
        expect(resolveTarget({ server, kind: "pane", text, caller: {} })).toEqual({
          session,
          link,
          window,
          pane,
        });
      }
    }
  });
});
