/**
 * Speaks on unix sockets as whichever user runs it: reads a list of `{ path, bytes, line }` (base64) from its arguments,
 * sends each, and prints what came back until the other side closed, or until the first line where `line` says so.
 */
import { connect } from "node:net";

function speak({ path, bytes, line }) {
  return new Promise((resolve) => {
    const heard = [];
    const socket = connect(path);
    const timer = setTimeout(() => finish("not closed"), 15_000);
    const finish = (end) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ end, reply: Buffer.concat(heard).toString("base64") });
    };
    let fault;
    socket.on("error", ({ code }) => {
      fault = code;
    });
    socket.on("close", () => finish(fault ?? "closed"));
    socket.on("data", (chunk) => {
      heard.push(chunk);
      if (line && chunk.includes(0x0a)) finish("answered");
    });
    socket.write(Buffer.from(bytes, "base64"));
  });
}

const answers = await Promise.all(JSON.parse(process.argv[2]).map(speak));
process.stdout.write(JSON.stringify(answers));
