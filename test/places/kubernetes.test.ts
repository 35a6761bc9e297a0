import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as apps from "kubernetes-models/apps/v1";
import * as core from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { prepareInstance, root } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const text = readFileSync(join(root, "docs/kubernetes.yaml"), "utf8");
const documents = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const [set, service] = documents;
const pod = new apps.StatefulSet(set as apps.IStatefulSet).spec?.template.spec;
const container = pod?.containers[0];

test("the manifest is valid by the API's own schemas, which reject a wrong one", () => {
  expect(documents.map(({ kind }) => kind)).toEqual(["StatefulSet", "Service"]);
  new apps.StatefulSet(set as apps.IStatefulSet).validate();
  new core.Service(service as core.IService).validate();
  const wrong = { ...set, spec: { replicas: "one" } };
  expect(() => new apps.StatefulSet(wrong as never).validate()).toThrow(/replicas must be integer/);
});

test("it has no field that the API does not know", () => {
  const directory = join(root, "node_modules/.cache/kubernetes-manifest");
  mkdirSync(directory, { recursive: true });
  const check = (spec: object | undefined) => {
    const lines = [
      'import type { IStatefulSet } from "kubernetes-models/apps/v1";',
      'import type { IService } from "kubernetes-models/v1";',
      `export const set: IStatefulSet = ${JSON.stringify(spec)};`,
      `export const service: IService = ${JSON.stringify(service)};`,
    ];
    writeFileSync(join(directory, "manifest.ts"), lines.join("\n"));
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--types",
      "",
    ];
    return spawnSync(join(root, "node_modules/.bin/tsc"), [...options, join(directory, "manifest.ts")], {
      encoding: "utf8",
    });
  };
  expect(check(set)).toMatchObject({ stdout: "", status: 0 });
  expect(check({ ...set, unknownField: 1 }).stdout).toContain("unknownField");
  rmSync(directory, { recursive: true });
});

test("its command runs a daemon, its probe checks that the daemon answers, and its end fits into the grace period", async () => {
  const place = prepareInstance();
  const probe = () => place.run(...(container?.readinessProbe?.exec?.command?.slice(1) ?? []));
  expect(container?.livenessProbe?.exec).toEqual(container?.readinessProbe?.exec);
  expect(await probe()).toMatchObject({ status: 1, stderr: expect.stringContaining("no daemon answers") });
  const [program = "", ...argv] = container?.command ?? [];
  const served = spawn(join(root, "bin", program), argv, { env: place.env, stdio: "ignore" });
  const ended = new Promise((resolve) => served.on("close", resolve));
  await waitFor(async () => (await probe()).status === 0, "the probe to succeed");
  served.kill("SIGTERM");
  expect(await ended).toBe(0);
  await place.stop();
  const [, seconds] =
    /mullion ending --in (\d+) '/.exec(container?.lifecycle?.preStop?.exec?.command?.[2] ?? "") ?? [];
  expect(Number(seconds)).toBeLessThan(pod?.terminationGracePeriodSeconds ?? 0);
  // The state is on the volume, and the path of a socket in it is short enough.
  const variables = new Map(container?.env?.map(({ name, value }) => [name, value]));
  expect(variables.get("MULLION_DIR")?.startsWith(container?.volumeMounts?.[0]?.mountPath ?? "?")).toBe(true);
});
