import { UsageError } from "../exit-status.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const token = defineHotVerb({
  name: "token",
  summary: "open HTTP on this machine, and print its address and token",
  options: {
    new: { summary: "choose another port and token: the previous ones are no longer valid" },
    off: { summary: "close it, and forget port and token" },
    json: JSON_OPTION,
  },
  notes: [
    "HTTP is closed until this is called once; then it is open at the same address, with the same token, after every restart of the daemon. It listens on the loopback address only.",
    "The token opens every terminal. Give it to programs of your own, in the header Authorization: Bearer TOKEN. Programs that can open the daemon's socket need none.",
  ],
  examples: [
    ["mullion token", "the address on the first line, the token on the second"],
    [
      'curl -H "Authorization: Bearer $(mullion token | tail -1)" "$(mullion token | head -1)/api/terminals"',
      "every terminal as JSON",
    ],
    ["mullion token --off", "close it again"],
  ],
  async run({ context, options, print }) {
    if (options.off) {
      if (options.new) throw new UsageError("--new and --off exclude each other");
      await context.http.forget();
      print(options.json ? JSON.stringify({ url: null, token: null }) : "HTTP is closed.");
      return;
    }
    const { port, token } = await context.http.open({ renew: options.new });
    const url = `http://127.0.0.1:${port}`;
    print(options.json ? JSON.stringify({ url, port, token }) : `${url}\n${token}`);
  },
});
