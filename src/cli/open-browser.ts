import { spawn } from "node:child_process";
import { accessSync, constants, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { browserOpener } from "../processes/platform.ts";

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
  if (name === undefined) return undefined;
  return (environment.PATH ?? "")
    .split(delimiter)
    .map((directory) => join(directory || ".", name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
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
