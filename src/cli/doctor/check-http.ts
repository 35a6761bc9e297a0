import { readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { bad, type Check, type CheckInput, type Finding, good, note } from "./finding.ts";

/** A healthy daemon answers at once. */
const ANSWER_MS = 3_000;

/** Checks whether the HTTP port is open, and that it rejects callers without the token. */
export const checkHttp: Check = {
  name: "http",
  async run({ places: { http: path }, daemon }) {
    const access = readAccess(path);
    if (access === undefined) return [good("closed to the network (mullion token opens it)")];
    if (access === "unreadable") return [bad(`${path} holds no port and token`, "mullion token --new")];
    const open = (statSync(path).mode & 0o077) !== 0;
    return [
      ...(open ? [bad(`${path} is open to other users`, `chmod 600 ${path}; mullion token --new`)] : []),
      await explain(access, daemon),
    ];
  },
};

interface Access {
  readonly url: string;
  readonly token: string;
}

function readAccess(path: string): Access | "unreadable" | undefined {
  try {
    const { port, token } = JSON.parse(readFileSync(path, "utf8")) as { port?: unknown; token?: unknown };
    return typeof port === "number" && typeof token === "string"
      ? { url: `http://127.0.0.1:${port}`, token }
      : "unreadable";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "unreadable";
  }
}

async function explain({ url, token }: Access, daemon: CheckInput["daemon"]): Promise<Finding> {
  if (daemon.kind === "absent")
    return note(`the next daemon opens ${url} again`, "to close it for good: mullion token --off");
  const status = await healthStatus(url, token);
  if (status === 200) return good(`open at ${url}, to who has the token`);
  const what = status === undefined ? "no program answers" : "another program answers";
  return bad(`${what} at ${url}, where it should be open`, "mullion token --new chooses another port");
}

/** Node's `fetch` may neither resolve nor reject if the other program closes the connection, and doctor would print nothing. */
function healthStatus(url: string, token: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    const request = get(`${url}/api/health`, { headers, agent: false }, (response) => {
      resolve(response.statusCode);
      response.destroy();
    });
    const late = setTimeout(() => request.destroy(), ANSWER_MS);
    request.on("error", () => resolve(undefined)).on("close", () => clearTimeout(late));
  });
}
