import { expect, it } from "vitest";
import { Messages } from "./messages.ts";

function setUp(limit: number) {
  const options = { limit };
  const messages = new Messages({ now: () => 0, limit: () => options.limit });
  const texts = () => messages.list().map(({ text }) => text);
  const add = (from: number, to: number) => {
    for (let i = from; i <= to; i++) messages.add(`${i}`);
  };
  return { options, add, texts };
}

it("lists the newest messages up to the limit, however many came", () => {
  const { add, texts } = setUp(3);
  add(1, 2);
  expect(texts()).toEqual(["1", "2"]);
  add(3, 5000);
  expect(texts()).toEqual(["4998", "4999", "5000"]);
});

it("does not list a message again that was over the limit once", () => {
  const { options, add, texts } = setUp(2);
  add(1, 10);
  options.limit = 100;
  add(11, 11);
  expect(texts()).toEqual(["9", "10", "11"]);
});

it("lists nothing with a limit of zero", () => {
  const { add, texts } = setUp(0);
  add(1, 3);
  expect(texts()).toEqual([]);
});
