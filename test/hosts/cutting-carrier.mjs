/**
 * Carries a link, and cuts it inside a frame: `cutting-carrier.mjs DIRECTORY PROGRAM ARGV…` relays its standard streams to
 * the program. DIRECTORY/plan.json lists the cuts, and DIRECTORY/cuts has a line for each that has been made. A carrier
 * makes the next one; when all have been made, it relays to the end.
 */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const HEADER_BYTES = 5;
/** The far end begins with a mark of this many bytes instead of a frame. */
const MARK_BYTES = 5;

const [directory, program, ...argv] = process.argv.slice(2);
const made = `${directory}/cuts`;
const count = existsSync(made) ? readFileSync(made, "utf8").split("\n").length - 1 : 0;
const cut = JSON.parse(readFileSync(`${directory}/plan.json`, "utf8"))[count];

const child = spawn(program, argv, { stdio: ["pipe", "pipe", "inherit"] });
child.stdin.on("error", () => {}); // It has ended, and so does this program.
child.on("close", () => process.exit(0));
relay("to-host", process.stdin, child.stdin);
relay("from-host", child.stdout, process.stdout);

/** Passes on complete frames, until the one that is cut. */
function relay(direction, from, to) {
  let [pending, frames, bytes] = [Buffer.alloc(0), 0, 0];
  const pass = (size) => {
    to.write(pending.subarray(0, size));
    pending = pending.subarray(size);
    bytes += size;
  };
  const onData = (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const isMark = direction === "from-host" && frames === 0;
      if (pending.length < HEADER_BYTES) return;
      const size = isMark ? MARK_BYTES : HEADER_BYTES + pending.readUInt32LE(0);
      if (cut?.direction === direction && cut.frames === frames) {
        const offset = 1 + Math.floor(cut.place * (size - 1));
        if (pending.length < offset) return;
        const type = isMark ? "mark" : pending[4];
        appendFileSync(made, `${JSON.stringify({ direction, type, size, offset, bytes: bytes + offset })}\n`);
        from.off("data", onData);
        end(pass, offset);
        return;
      }
      if (pending.length < size) return;
      pass(size);
      frames += 1;
    }
  };
  from.on("data", onData);
  from.on("end", () => to.end());
}

/** Passes on the last bytes, and ends when both sides have what they were sent. */
function end(pass, offset) {
  process.stdin.pause();
  child.stdout.removeAllListeners("data");
  pass(offset);
  child.stdin.end(() => process.exit(0));
}
