import { expect, test } from "vitest";
import { IdleWorld } from "../../test/property/tree-ports.ts";
import { createServer } from "../core/mux/create-server.ts";
import { inTurn, isTurnTaken } from "./turns.ts";

const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
const session = mux.createSession({ name: "s", cwd: "/" });
const pane = session.current.window.active;
const other = mux.createWindow(session, { detached: true }).window.active;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

test("a turn begins at once in a free pane, and the next one when it has settled", async () => {
  const order: string[] = [];
  const [typed, settled] = [gate(), gate()];
  const first = inTurn(
    pane,
    async () => {
      order.push("first");
      await typed.opened;
      return 1;
    },
    () => settled.opened,
  );
  const second = inTurn(pane, async () => void order.push("second"));
  const elsewhere = inTurn(other, async () => void order.push("elsewhere"));
  expect([order, isTurnTaken(pane)]).toEqual([["first", "elsewhere"], true]);
  typed.open();
  expect(await first).toBe(1);
  await elsewhere;
  expect(order).not.toContain("second");
  settled.open();
  await second;
  expect(order).toEqual(["first", "elsewhere", "second"]);
});

test("a failed turn ends like any other", async () => {
  const failed = inTurn(pane, () => Promise.reject(new Error("gone")));
  const next = inTurn(pane, async () => "typed");
  await expect(failed).rejects.toThrow("gone");
  expect(await next).toBe("typed");
  await inTurn(pane, async () => {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(isTurnTaken(pane)).toBe(false);
});
