import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { splitWords } from "../core/text/shell-words.ts";
import { checkAddress, checkHostName, commandByHand, type Host, linkCommand } from "./host.ts";
import { HostsFile } from "./hosts-file.ts";

const build: Host = {
  name: "build",
  ssh: "ssh://me@build.example:2222",
  options: ["-i", "key"],
  program: "mullion",
};
const pod: Host = { name: "pod", command: ["kubectl", "exec", "-i", "pod", "--", "mullion", "connect"] };

function newFile(text?: string): HostsFile {
  const path = join(mkdtempSync(join(process.env.MULLION_TEST_RUN!, "hosts-")), "below/hosts.json");
  const file = new HostsFile(path);
  if (text === undefined) return file;
  file.put(pod, { replace: false });
  writeFileSync(path, text);
  return file;
}

describe("the file of hosts", () => {
  test("keeps hosts in their order, readable for its owner alone", () => {
    const file = newFile();
    expect(file.all()).toEqual([]);
    expect(file.put(build, { replace: false })).toBe(false);
    expect(file.put(pod, { replace: false })).toBe(false);
    expect(file.all()).toEqual([build, pod]);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(() => file.put(build, { replace: false })).toThrow("--force replaces it");
    expect(file.put({ ...build, options: [] }, { replace: true })).toBe(true);
    expect(file.find("build")).toMatchObject({ options: [] });
    file.remove("pod");
    expect(JSON.parse(readFileSync(file.path, "utf8"))).toEqual({
      hosts: { build: { ssh: build.ssh, options: [], program: "mullion" } },
    });
  });

  test("takes what people write by hand, and names what it cannot use", () => {
    expect(newFile('{"hosts":{"a":{"ssh":"ssh://a"}}}').all()).toEqual([
      { name: "a", ssh: "ssh://a", options: [], program: "mullion" },
    ]);
    const wrong: readonly [text: string, sentence: string][] = [
      ["{", "cannot be used"],
      ["[]", "no JSON object"],
      ['{"hosts":{"a b":{"ssh":"ssh://a"}}}', "cannot be the name"],
      ['{"hosts":{"a":{}}}', "either ssh or command"],
      ['{"hosts":{"a":{"ssh":"ssh://a","command":["x"]}}}', "either ssh or command"],
      ['{"hosts":{"a":{"command":"x y"}}}', "list of words"],
      ['{"hosts":{"a":{"command":[]}}}', "list of words"],
      ['{"hosts":{"a":{"ssh":"ssh://-oProxyCommand=x"}}}', "is not an address"],
    ];
    for (const [text, sentence] of wrong) expect(() => newFile(text).all(), text).toThrow(sentence);
  });

  test("the name of a job is the job's, and no new host gets it", () => {
    const job: Host = { name: "slurm-12", command: ["srun", "mullion", "connect"] };
    const running: Host[] = [];
    const path = join(mkdtempSync(join(process.env.MULLION_TEST_RUN!, "hosts-")), "hosts.json");
    const file = new HostsFile(path, {
      hosts: () => running,
      ownerOf: (name) => (name.startsWith("slurm-") ? "Slurm" : undefined),
    });
    expect(() => file.put({ ...pod, name: "slurm-12" }, { replace: true })).toThrow(
      "slurm-12 may be the name of a job of Slurm: choose another name",
    );
    const entry = { command: pod.command };
    writeFileSync(path, JSON.stringify({ hosts: { "slurm-12": entry, pod: entry } }));
    expect(file.find("slurm-12")).toEqual({ ...pod, name: "slurm-12" });
    running.push(job);
    expect(file.all()).toEqual([pod, job]);
    expect(file.find("slurm-12")).toEqual(job);
    running.pop();
    file.remove("slurm-12");
    expect(file.all()).toEqual([pod]);
  });

  test("does not take what it could not read again", () => {
    const file = newFile();
    file.put(pod, { replace: false });
    const options = () => file.put({ ...build, options: [""] }, { replace: false });
    expect(options).toThrow("the options of host build must be a list of words, the first one not empty");
    expect(() => file.put({ name: "odd", command: [""] }, { replace: false })).toThrow("list of words");
    expect(file.all()).toEqual([pod]);
  });
});

test("an address names a user, a host and a port, and nothing else", () => {
  for (const good of ["ssh://a", "ssh://me@a.b:22", "ssh://me@[::1]:2222", "ssh://10.0.0.1/"])
    expect(checkAddress(good)).toBe(good);
  for (const bad of ["a", "ssh://", "ssh://-x", "ssh://-x@a", "ssh://me:secret@a", "ssh://a/b", "ssh://a b"])
    expect(() => checkAddress(bad), bad).toThrow("is not an address");
  expect(() => checkAddress("ssh://me:secret@a")).toThrow("a password has no place");
});

test("a name of a host is part of a target", () => {
  for (const good of ["build", "a-1", "gpu_2.lab"]) expect(checkHostName(good)).toBe(good);
  for (const bad of ["", "-a", "a/b", "a b", "a\u001b[31m", "%3", "x".repeat(64)])
    expect(() => checkHostName(bad), bad).toThrow("cannot be the name");
});

test("ssh never asks, and what the host's shell reads is quoted", () => {
  expect(linkCommand(build).join(" ")).toBe(
    "ssh -T -o BatchMode=yes -o ConnectTimeout=10 -i key -- ssh://me@build.example:2222 mullion connect",
  );
  expect(linkCommand({ ...build, program: "/opt/it's/mullion" }).at(-1)).toBe(
    "'/opt/it'\\''s/mullion' connect",
  );
  expect(linkCommand(pod)).toEqual(pod.command);
  expect(commandByHand(build)).toBe("ssh -i key -- ssh://me@build.example:2222 'mullion version'");
});

test("words are split as a shell does, and nothing is expanded", () => {
  expect(splitWords("kubectl  exec -i POD -- mullion connect")).toEqual([
    ...["kubectl", "exec", "-i", "POD", "--", "mullion", "connect"],
  ]);
  expect(splitWords(`sh -c 'a "b" $c; d' "e 'f'" g\\ h ''`)).toEqual([
    ...["sh", "-c", 'a "b" $c; d', "e 'f'", "g h", ""],
  ]);
  expect(splitWords(" ")).toEqual([]);
  expect(() => splitWords("a 'b")).toThrow("not closed");
});
