import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../fixtures/daemon.ts";
import { REAL_AGENTS, type RealAgent } from "./real-agents.ts";

/** Runs once before all tests: installs every agent from npm, and puts their programs first on PATH. */
export default function setup(): void {
  process.env.PATH = [...REAL_AGENTS.map(install), process.env.PATH].join(delimiter);
}

/** Installs an agent once for each version, and returns the directory of its program. */
function install({ package: name, argv: [program] }: RealAgent): string {
  const directory = join(root, ".cache/agents", name.replaceAll("/", "+"));
  const bin = join(directory, "node_modules/.bin");
  if (existsSync(join(bin, program!))) return bin;
  console.log(`installing ${name}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), '{ "private": true }');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", name], { cwd: directory, stdio: "inherit" });
  return bin;
}
