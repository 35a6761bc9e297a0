import { expect, test } from "vitest";
import { adoptedPane, processEnvironment } from "./adopted-pane.ts";

const facts = { startTimeMs: 7, size: { cols: 80, rows: 24 }, session: "recovered" };

test.runIf(process.platform === "linux")(
  "a program without a description is named by the process table",
  () => {
    const adopted = adoptedPane(undefined, { ...facts, childPid: process.pid });
    expect(adopted).toMatchObject({
      startedMs: 7,
      session: { name: "recovered", cwd: process.cwd() },
      window: { named: false },
      start: { shell: process.env.SHELL ?? "/bin/sh", cwd: process.cwd(), direct: true },
    });
    expect(adopted.start.argv.length).toBeGreaterThan(0);
    expect(adopted.start.command).toEqual(adopted.start.argv);
  },
);

test.runIf(process.platform === "linux")(
  "the environment is the one that the process was started with",
  () => {
    expect(processEnvironment(process.pid).get("PATH")).toBe(process.env.PATH);
    expect(processEnvironment(2 ** 30)).toEqual(new Map());
  },
);
