import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FollowedCall } from "../../src/hosts/followed-call.ts";
import { HostLink } from "../../src/hosts/host-link.ts";
import { processExists } from "../../src/processes/process-mark.ts";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";

const far = daemonForAll();
const links: HostLink[] = [];
afterEach(async () => {
  const pids = links.flatMap(({ pid }) => pid ?? []);
  for (const link of links.splice(0)) link.stop();
  // A client that has not ended when its daemon does would start the next one.
  for (const pid of pids) await waitFor(() => !processExists(pid), "the program of the link to end");
});

/** A link of this process to a daemon. */
function linkThere(): HostLink {
  const variables = ["MULLION_DIR", "TMUX_TMPDIR", "HOME"].map((name) => `${name}=${far.env[name]}`);
  const command = ["env", ...variables, join(root, "bin/mullion"), "connect"];
  const link = new HostLink(
    { name: "there", command },
    "0".repeat(32),
    new Map(Object.entries(process.env) as [string, string][]),
  );
  links.push(link);
  return link;
}

test("the latency after a cut does not include the time before the link came back", async () => {
  const link = linkThere();
  await link.reach({});
  process.kill(link.pid!, "SIGKILL");
  await waitFor(() => link.state.kind === "unreachable", "the cut");
  // As an attached terminal asks when a key has no echo.
  void link.measure();
  let connectedAt: number | undefined;
  link.onChange(({ kind }) => {
    if (kind === "connected") connectedAt ??= performance.now();
  });
  await link.reach({});
  const latencyMs = await link.measure();
  expect(latencyMs).toBeLessThanOrEqual(performance.now() - connectedAt!);
});

test("a list fails when the link takes no further call, and holds up nothing else", async () => {
  const link = linkThere();
  const session = await link.reach({});
  while (session.streams < 1024) session.open();
  const failures: [string, boolean][] = [];
  const call = new FollowedCall(link, {
    ...{
      argv: ["report-panes"],
      environment: new Map(),
      starts: true,
      requestId: () => 1n,
      onBegin() {},
      onLine() {},
    },
    onFail(sentence, ended) {
      failures.push([sentence, ended]);
      if (failures.length > 3) link.stop();
    },
  });
  await waitFor(() => failures.length > 0, "the failure");
  expect(failures).toEqual([["this link has too many calls at once", true]]);
  call.close();
});
