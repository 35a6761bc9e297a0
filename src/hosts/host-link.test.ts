import { afterEach, expect, test } from "vitest";
import { CLIENT_WIRE_VERSION } from "../wire/client-wire.ts";
import { encodeFrame } from "../wire/frames.ts";
import { HostLink } from "./host-link.ts";
import { encodeCount, encodeJson, LINK_FRAME, LINK_MARK, LINK_VERSION } from "./link-wire.ts";

const WELCOME = encodeJson(LINK_FRAME.WELCOME, {
  ...{ link: LINK_VERSION, version: "9.9", clientWire: CLIENT_WIRE_VERSION, level: 1, node: "v99" },
  ...{ resumed: false, received: 0 },
});

const links: HostLink[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.stop();
});

/** A link to a host that says these bytes at once, and nothing else. */
function linkTo(...bytes: Buffer[]): HostLink {
  const said = JSON.stringify(Buffer.concat([LINK_MARK, ...bytes]).toString("base64"));
  const script = `process.stdout.write(Buffer.from(${said}, "base64")); process.stdin.resume()`;
  const environment = new Map([["PATH", process.env.PATH ?? ""]]);
  const link = new HostLink(
    { name: "there", command: [process.execPath, "-e", script] },
    "0".repeat(32),
    environment,
  );
  links.push(link);
  return link;
}

test.each([
  ["it ends the link", encodeFrame(LINK_FRAME.REFUSED, Buffer.from("go away")), "(go away)"],
  ["it breaks the protocol", encodeCount(LINK_FRAME.ACK, 7), "(it breaks the link's protocol:"],
])("a host is not connected if, together with its welcome, %s", async (_how, bytes, reason) => {
  const link = linkTo(WELCOME, bytes);
  await expect(link.reach({})).rejects.toThrow(reason);
  expect(link.state).toMatchObject({ kind: "unreachable" });
  expect(link.pid).toBeUndefined();
});
