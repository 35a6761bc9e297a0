import { expect, test } from "vitest";
import { LongText } from "./long-text.ts";

const MEGABYTE = "é".repeat(512 * 1024);

test("joins the parts of a text, also inside a character of two units", () => {
  const text = new LongText();
  expect([text.add("one \ud83d"), text.add("\udc69 two")]).toEqual([true, true]);
  expect(text.take()).toBe("one 👩 two");
  text.add("key");
  expect(text.take()).toBe("key");
});

test("drops a text of more than 16 MB", () => {
  const text = new LongText();
  for (let count = 0; count < 16; count++) expect(text.add(MEGABYTE)).toBe(true);
  expect(text.add("x")).toBe(false);
  expect(text.take()).toBe("");
});

test("accepts 16 MB again after each text", () => {
  const text = new LongText();
  for (let count = 0; count < 16; count++) text.add(MEGABYTE);
  expect(text.take()).toBe(MEGABYTE.repeat(16));
  for (let count = 0; count < 16; count++) expect(text.add(MEGABYTE)).toBe(true);
});
