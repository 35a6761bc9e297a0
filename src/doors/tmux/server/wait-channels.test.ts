import { expect, it } from "vitest";
import { memoryRecords } from "../../../../test/fixtures/memory-records.ts";
import type { TypesOf } from "../../../core/records/shape.ts";
import type { doorShapes } from "./door-records.ts";
import { WaitChannels } from "./wait-channels.ts";

const forgetful = { under: () => [], write: () => {} };
const nobody = { id: "1", again: false, onWaiting: () => {} };

it("releases a waiter when the channel is signalled", async () => {
  const channels = new WaitChannels(forgetful);
  const waiting = channels.wait("c", nobody);
  expect(waiting).toBeInstanceOf(Promise);
  channels.signal("c");
  await waiting;
});

it("remembers a signal that came too early", () => {
  const channels = new WaitChannels(forgetful);
  channels.signal("c");
  expect(channels.wait("c", nobody)).toBeUndefined();
  expect(channels.wait("c", nobody)).toBeInstanceOf(Promise);
});

it("a second early signal cancels the first, as in tmux", () => {
  const channels = new WaitChannels(forgetful);
  channels.signal("c");
  channels.signal("c");
  expect(channels.wait("c", nobody)).toBeInstanceOf(Promise);
});

it("gives a lock to one client after another", async () => {
  const channels = new WaitChannels(forgetful);
  const order: string[] = [];
  expect(channels.lock("c", nobody)).toBeUndefined();
  const second = channels.lock("c", nobody)!.then(() => order.push("second"));
  const third = channels.lock("c", nobody)!.then(() => order.push("third"));
  expect(channels.unlock("c")).toBe(true);
  await second;
  expect(channels.unlock("c")).toBe(true);
  await third;
  expect(order).toEqual(["second", "third"]);
  expect(channels.unlock("c")).toBe(true);
  expect(channels.unlock("c")).toBe(false);
});

it("skips a waiter that has disconnected", async () => {
  const channels = new WaitChannels(forgetful);
  let giveUp = () => {};
  channels.lock("c", nobody);
  const onWaiting = (give: () => void) => {
    giveUp = give;
  };
  const gone = channels.lock("c", { ...nobody, onWaiting });
  const next = channels.lock("c", nobody);
  giveUp();
  await gone;
  channels.unlock("c");
  await next;
});

it("releases every waiter when the server ends", async () => {
  const channels = new WaitChannels(forgetful);
  channels.lock("l", nobody);
  const waiting = [channels.wait("a", nobody), channels.wait("b", nobody), channels.lock("l", nobody)];
  channels.releaseAll();
  await Promise.all(waiting);
});

it("is unchanged after a daemon's death, and a client that passed before passes again", () => {
  const { under, note } = memoryRecords<TypesOf<typeof doorShapes>>();
  const records = { under, write: note };
  const before = new WaitChannels(records);
  const waiter = { ...nobody, id: "a" };
  before.signal("signalled");
  before.signal("taken");
  before.wait("taken", nobody);
  before.lock("locked", nobody);
  before.wait("woken", waiter);
  before.signal("woken");
  before.lock("handed", nobody);
  before.lock("handed", waiter);
  before.unlock("handed");

  const after = new WaitChannels(records);
  const again = { ...waiter, again: true };
  expect(after.wait("signalled", nobody)).toBeUndefined();
  expect(after.wait("taken", nobody)).toBeInstanceOf(Promise);
  expect(after.lock("locked", nobody)).toBeInstanceOf(Promise);
  expect(after.wait("woken", again)).toBeUndefined();
  expect(after.wait("woken", { ...nobody, again: true })).toBeInstanceOf(Promise);
  expect(after.lock("handed", again)).toBeUndefined();
  expect(after.lock("handed", nobody)).toBeInstanceOf(Promise);
});
