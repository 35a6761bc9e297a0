// An agent as agents are: raw mode, pastes in brackets, and Enter counts only as a read of its own; with other text in
// the same read it is a part of that. Each message that was submitted is a line of JSON in the file that is named.
import { appendFileSync } from "node:fs";

const [, , file, ...options] = process.argv;
const knowsPastes = !options.includes("--no-pastes");
let message = "";
let pasting = false;

process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  if (chunk === "\r" && !pasting) {
    appendFileSync(file, `${JSON.stringify(message)}\n`);
    message = "";
    process.stdout.write("submitted\r\n> ");
    return;
  }
  for (const part of chunk.split(/(\x1b\[20[01]~|\x15|\r)/)) {
    if (part === "\x1b[200~") pasting = true;
    else if (part === "\x1b[201~") pasting = false;
    else if (part === "\x15" && !pasting) message = "";
    else message += part.replaceAll("\r", "\n");
  }
  process.stdout.write(".");
});
process.stdout.write(`${knowsPastes ? "\x1b[?2004h" : ""}ready\r\n> `);
