import { afterAll, beforeAll, describe, it } from "vitest";
import { DrawnPair } from "./drawn-pair.ts";

describe("first look", () => {
  let pair: DrawnPair;
  beforeAll(async () => {
    pair = await DrawnPair.open();
  });
  afterAll(() => pair.close());
  it("is alike", async () => {
    await pair.run("split-window -h", "split-window -v");
    await pair.alike();
  });
});
