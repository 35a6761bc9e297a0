import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browserOpener } from "../processes/platform.ts";
import { findOnPath } from "./executables.ts";

/**
 * Opens a link that contains a secret. Other users see the command line of every process, so the browser gets the address of
 * a file that only this user can read, and that file leads to the link. Returns a function that removes the file, or
 * undefined if this machine has no display or no program that opens a browser.
 */
export function openBrowser(
  link: string,
  environment: NodeJS.ProcessEnv,
  directory: string,
): (() => void) | undefined {
  const program = browserProgram(environment);
  if (program === undefined) return undefined;
  const file = join(directory, `login-${process.pid}.html`);
  const remove = () => rmSync(file, { force: true });
  remove();
  writeFileSync(file, redirection(link), { mode: 0o600, flag: "wx" });
  const child = spawn(program, [pathToFileURL(file).href], {
    env: environment,
    stdio: "ignore",
    detached: true,
  });
  child.on("error", remove);
  child.unref();
  return remove;
}

function browserProgram(environment: NodeJS.ProcessEnv): string | undefined {
  const name = browserOpener(environment);
  return name === undefined ? undefined : findOnPath(name, environment.PATH ?? "");
}

/** The link consists of an address of ours and hexadecimal digits: nothing in it needs to be escaped. */
function redirection(link: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Mullion</title>
`;
}
