import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements, type SuiteReport } from "../../src/conformance/index.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";

const daemon = daemonForAll();

const targets = {
  socket: () => ["--socket", join(daemon.dir, "m/daemon.sock")],
  stdio: () => ["--command", join(root, "bin/mullion-pane-backend")],
};

test.each(["socket", "stdio"] as const)(
  "ours does everything that is required over %s",
  async (transport) => {
    const { status, stdout } = await daemon.run("conformance", ...targets[transport](), "--json", {
      timeoutMs: 100_000,
    });
    const report = JSON.parse(stdout) as SuiteReport;
    expect(report.verdicts.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    expect(report.verdicts.map(({ id }) => id)).toEqual(requirements.map(({ id }) => id));
    expect(report).toMatchObject({ transport, conforms: true });
    expect(status).toBe(0);
  },
  110_000,
);

test("a backend that is not there does not conform, and the table says why", async () => {
  const { status, stdout } = await daemon.run("conformance", "--socket", join(daemon.dir, "nobody.sock"));
  expect(stdout).toContain("FAIL  must    handshake:result");
  expect(stdout).toContain("ENOENT");
  expect(stdout).toContain(`The backend does not conform: 0 of ${requirements.length} hold`);
  expect(status).toBe(1);
});

test("a requirement is skipped by name and with a reason, and then nothing is said to conform", async () => {
  const socket = targets.socket();
  const refused = await daemon.run("conformance", ...socket, "--skip", "exit:once");
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toContain("give the reason");
  expect((await daemon.run("conformance", ...socket, "--skip", "no:such=x")).stderr).toContain("no:such");
  const { status, stdout } = await daemon.run("conformance", ...socket, "--skip", "exit:once=known", {
    timeoutMs: 100_000,
  });
  expect(stdout).toMatch(/skip {2}must {4}exit:once .*\n +→ known/);
  expect(status).toBe(1);
}, 110_000);
