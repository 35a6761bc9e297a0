import { expect, test } from "vitest";
import { requirements, runSuite, socketTransport } from "../../src/conformance/index.ts";
import type { RequirementId } from "../../src/conformance/requirements.ts";
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

/** What was seen to go wrong in backends and shims that people use, and who finds it. */
const SEEN_IN_THE_FIELD: Readonly<Record<string, RequirementId>> = {
  "context_exited before the answer to the spawn": "spawn:answer-first",
  "exited contexts left in list": "list:exited-leave",
  "ctx_0 both the client itself and its first child, without a hint": "self:no-child",
  "ids that collide after a reconnect": "id:never-reused",
  "output sent to clients that did not ask": "output:only-if-asked",
  "events of one client's contexts sent to all": "team:events",
  "lag dropped silently": "output:lag-told",
  "a bad first line closed without a word": "rpc:bad-first-line",
  "an unknown target taken for the caller's own": "context:unknown",
  "raw bytes from capture": "capture:rendered",
};

test.each(Object.entries(SEEN_IN_THE_FIELD))("found: %s", (_weakness, id) => {
  expect(requirements.find((requirement) => requirement.id === id)?.level).toBe("must");
});
