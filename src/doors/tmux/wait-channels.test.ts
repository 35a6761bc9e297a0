import { expect, it } from "vitest";
import { WaitChannels } from "./wait-channels.ts";

const nobody = () => {};

it("lets a waiter go when the channel is signalled", async () => {
  const channels = new WaitChannels();
  const waiting = channels.wait("c", nobody);
  expect(waiting).toBeInstanceOf(Promise);
  channels.signal("c");
  await waiting;
});

it("remembers a signal that came too early", () => {
  const channels = new WaitChannels();
  channels.signal("c");
  expect(channels.wait("c", nobody)).toBeUndefined();
  expect(channels.wait("c", nobody)).toBeInstanceOf(Promise);
});

it("takes a second early signal for the end of the first, as tmux does", () => {
  const channels = new WaitChannels();
  channels.signal("c");
  channels.signal("c");
  expect(channels.wait("c", nobody)).toBeInstanceOf(Promise);
});

it("gives a lock to one after the other", async () => {
  const channels = new WaitChannels();
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

it("passes over a waiter that went away", async () => {
  const channels = new WaitChannels();
  let giveUp = nobody;
  channels.lock("c", nobody);
  const gone = channels.lock("c", (give) => {
    giveUp = give;
  });
  const next = channels.lock("c", nobody);
  giveUp();
  await gone;
  channels.unlock("c");
  await next;
});

it("lets everybody go when the server ends", async () => {
  const channels = new WaitChannels();
  channels.lock("l", nobody);
  const waiting = [channels.wait("a", nobody), channels.wait("b", nobody), channels.lock("l", nobody)];
  channels.releaseAll();
  await Promise.all(waiting);
});
