import { describe, expect, test } from "vitest";
import { openTerminal } from "../attach/outer-terminal.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { sshMachines } from "./ssh-machines.ts";

const NAMES = ["red", "green", "blue"] as const;

interface ListedHost {
  readonly name: string;
  readonly data?: {
    readonly servers: readonly { readonly sessions: readonly { readonly name: string }[] }[];
  };
}

describe.runIf(need("ssh", "sshd", "ssh-keygen"))(
  "several hosts, each with its own sshd, port and user",
  () => {
    const { near, users, call, killDaemon, killSsh } = sshMachines(NAMES);

    /** The sessions of every host, when all hosts have reported. */
    async function sessions(): Promise<Record<string, string[]>> {
      return await waitFor(async () => {
        const { hosts } = JSON.parse(await call("ls", "--all-hosts", "--json")) as { hosts: ListedHost[] };
        const names = hosts.map(({ name, data }) => [
          name,
          data?.servers.flatMap(({ sessions }) => sessions.map((session) => session.name)),
        ]);
        return hosts.every(({ data }) => data) ? Object.fromEntries(names) : undefined;
      }, "every host to report");
    }

    test("has everything once after the death of either daemon and of an ssh", {
      timeout: 120_000,
    }, async () => {
      const script = 'echo "$(id -un) in $HOME"; exec cat';
      for (const name of NAMES) await call("run", "--on", name, "-n", `on-${name}`, "--", "sh", "-c", script);
      for (const { host, name } of users) {
        const line = await call("wait", `${host}/on-${host}`, "--until", "match: in ", "-t", "10");
        expect(line).toMatch(new RegExp(`^${name} in /tmp/mlh-\\w+/${host}/home$`));
      }
      const everything = { red: ["on-red"], green: ["on-green"], blue: ["on-blue"] };
      expect(await sessions()).toEqual(everything);

      const outer = await openTerminal(near, "mullion attach green/on-green; echo left $?; exec cat");
      await outer.see(" in ");
      const waiting = NAMES.map((name) =>
        near.run("wait", `${name}/on-${name}`, "--until", "match:the last", "-t", "100", {
          timeoutMs: 110_000,
        }),
      );
      const typed: string[] = [];
      const type = async (line: string) => {
        typed.push(line);
        outer.type(`${line}\r`);
        await outer.see(new RegExp(`^${line}\\n${line}$`, "m"));
        for (const name of ["red", "blue"])
          expect(await near.run("send", "--wait", "--enter", `${name}/on-${name}`, line)).toMatchObject({
            status: 0,
          });
        expect(await sessions()).toEqual(everything);
      };
      await type("before");
      await near.kill9();
      await type("after the death of the near daemon");
      await killDaemon("green");
      await type("after the death of the shown daemon");
      await killDaemon("red");
      await type("after the death of another daemon");
      await killSsh("green");
      await type("after the death of the ssh below the terminal");
      await killSsh("blue");
      await type("the last");
      for (const outcome of await Promise.all(waiting))
        expect(outcome).toMatchObject({ status: 0, stdout: "the last\n" });
      outer.type("\x02d");
      await outer.see("left 0");

      const expected = typed.flatMap((line) => [line, line]);
      for (const name of NAMES) {
        await waitFor(
          async () => (await call("capture", `${name}/on-${name}`)).endsWith("the last\nthe last"),
          "echo",
        );
        const [, ...lines] = (await call("capture", `${name}/on-${name}`)).trimEnd().split("\n");
        expect(lines).toEqual(expected);
        expect(
          printedIn(await call("record", `${name}/on-${name}`))
            .split("\r\n")
            .slice(1, -1),
        ).toEqual(expected);
        await call("kill", `${name}/on-${name}`);
      }
      expect(await sessions()).toEqual({ red: [], green: [], blue: [] });
    });
  },
);

/** The output in a recording. */
function printedIn(recording: string): string {
  const [, ...events] = recording.split("\n").map((line) => JSON.parse(line) as [number, string, string]);
  return events.map(([, kind, text]) => (kind === "o" ? text : "")).join("");
}
