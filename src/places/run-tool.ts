import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import { startProgram } from "../processes/start-program.ts";

interface EngineToolCall {
  readonly file: string;
  readonly argv: readonly string[];
  readonly environment: ReadonlyMap<string, string>;
  readonly cwd?: string;
  readonly input?: string;
}

/** A controller that is busy or away answers late or never; its programs themselves retry for long. */
const TOOL_MS = 20_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const MAX_COMPLAINT_CHARS = 500;

const running = new Set<ChildProcess>();

/** No program of an engine outlives the daemon that asked it. */
export function endTools(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Runs a program of an engine and resolves to what it printed. Throws MuxError with what it complained about. */
export function runTool({ file, argv, environment, cwd = "/", input = "" }: EngineToolCall): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (sentence: string) => reject(new MuxError("not-supported", sentence));
    const options = { cwd, env: Object.fromEntries(environment), timeout: TOOL_MS };
    const child = startProgram(
      () => spawn(file, argv, options),
      (failure) => {
        // The system has one error for a program and for a directory that is not there.
        const reason = existsSync(cwd) ? failure.reason : `there is no directory ${cwd}`;
        fail(`cannot run ${file}: ${legible(reason)}`);
      },
    );
    if (!child) return;
    running.add(child);
    const printed: Buffer[] = [];
    let complaint = "";
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) child.kill("SIGKILL");
      else printed.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(0, MAX_COMPLAINT_CHARS);
    });
    child.stdin.on("error", () => {}); // The program has ended; its end gives the reason.
    child.stdin.end(input);
    child.on("close", (status, signal) => {
      running.delete(child);
      if (status === 0) resolve(Buffer.concat(printed).toString());
      else if (signal) fail(`${file} did not answer within ${TOOL_MS / 1000} s, or printed too much`);
      else fail(oneLine(complaint) || `${file} ended with status ${status}`);
    });
  });
}

/** What a program printed, as one line that is safe in a sentence. */
export function oneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return legible(lines.filter((line) => line !== "").join("; "));
}
