import { expect, test } from "vitest";
import { requirements, runSuite, socketTransport } from "../../src/conformance/index.ts";
import { type Fault, ReferenceBackend } from "./reference-backend.ts";

/** Of the suite against a backend with this fault: what did not pass. */
async function failures(fault: Fault): Promise<Record<string, string>> {
  const backend = new ReferenceBackend(fault);
  await backend.listen();
  try {
    const { verdicts } = await runSuite({
      open: socketTransport(backend.path),
      transport: "socket",
      timeoutMs: 5_000,
      // A second and six megabytes, forty times over, would show nothing new.
      skip: fault === undefined || fault === "output:lag-told" ? {} : { "output:lag-told": "costly" },
    });
    expect(verdicts.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    const others = verdicts.filter(({ outcome }) => outcome !== "passed" && outcome !== "skipped");
    return Object.fromEntries(others.map(({ id, detail }) => [id, detail ?? ""]));
  } finally {
    await backend.close();
  }
}

test("a backend without a fault passes everything", async () => {
  expect(await failures(undefined)).toEqual({});
}, 60_000);

test.concurrent.each(requirements.map(({ id }) => id))(
  "a backend that breaks %s fails that, and nothing else",
  async (fault) => {
    expect(Object.keys(await failures(fault))).toEqual([fault]);
  },
  120_000,
);
