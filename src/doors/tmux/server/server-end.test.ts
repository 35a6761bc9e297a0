import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { deferred } from "../../../core/deferred.ts";
import { ServerEnd } from "./server-end.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("a command that waits settles as it does, or when the server has ended", async () => {
  const end = new ServerEnd();
  await end.orSettled(Promise.resolve());
  await expect(end.orSettled(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  const before = [end.orSettled(deferred().promise), end.reached()];
  end.reach();
  await Promise.all(before);
  await end.orSettled(deferred().promise);
  await end.reached();
});

test("a command that has waited is not kept while the server lives", async () => {
  const end = new ServerEnd();
  const commands = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const waits = deferred();
      const settled = end.orSettled(waits.promise);
      waits.resolve();
      await settled;
      return new WeakRef(settled);
    }),
  );
  // An object that was read in this turn is kept until the next one.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(commands.filter((command) => command.deref() !== undefined)).toEqual([]);
  end.reach();
});
