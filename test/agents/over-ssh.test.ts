import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedMoments } from "../../bench/states.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { type SshServer, startSshServer } from "../fixtures/ssh-server.ts";
import { need } from "../setup/need.ts";

const daemon = daemonForAll();
const STATES = ["waiting", "working", "done"] as const;

/** Recorded screens of a real agent, by state. */
function writeScreens(directory: string, agent: string): void {
  mkdirSync(directory, { recursive: true });
  const fits = (rows: readonly string[]) => rows.length <= 24 && rows.every((row) => row.length <= 80);
  const moments = recordedMoments(process.cwd()).filter(
    ({ program, rows }) => program === agent && fits(rows),
  );
  for (const state of STATES) {
    const moment = moments.find(({ label, history }) => label === state && history !== "fresh")!;
    const cursor = `\x1b[${moment.cursor.y + 1};${moment.cursor.x + 1}H`;
    const screen = `\x1b[2J\x1b[H${moment.rows.join("\r\n")}${cursor}`;
    writeFileSync(join(directory, state), `\x1b]0;${moment.title}\x07${screen}`);
  }
}

describe.runIf(need("ssh", "sshd", "ssh-keygen"))("an agent behind ssh, over a real sshd", () => {
  let server: SshServer;
  let far: string;
  beforeAll(async () => {
    server = await startSshServer(join(daemon.dir, "ssh"), {});
    far = join(daemon.dir, "far");
  });
  afterAll(() => server.stop());

  it.each(["claude", "codex", "opencode", "qwen"])("has its states: %s", async (agent) => {
    writeScreens(far, agent);
    const end = join(far, `${agent}-ends`);
    rmSync(end, { force: true });
    const answers = `cat ${far}/waiting; read x; cat ${far}/working`;
    const rests = `until [ -e ${end} ]; do sleep 0.1; done; cat ${far}/done; read x`;
    const ssh = ["ssh", ...server.options, "-tt", server.address, `stty -echo; ${answers}; ${rests}`];
    await outputOf(daemon.run("run", "-n", agent, "--", ...ssh));
    for (const state of STATES) {
      await outputOf(daemon.run("wait", agent, "--until", `state:${state}`, "--timeout", "20"));
      const { agents } = JSON.parse(await outputOf(daemon.run("agents", "--json")));
      const shown = agents.find(({ session }: { session: string }) => session === agent);
      expect(shown.agent).toMatchObject({ state, because: expect.stringMatching(/the (screen|title) of /) });
      if (state === "waiting") expect(shown.agent.question).toMatch(/\w/);
      if (state === "working") writeFileSync(end, "");
      else await outputOf(daemon.run("send", agent, "--enter"));
    }
    await outputOf(daemon.run("wait", agent, "--timeout", "20"));
  });
});
