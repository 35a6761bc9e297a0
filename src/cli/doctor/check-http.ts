import { readFileSync, statSync } from "node:fs";
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
  const status = await fetch(`${url}/api/health`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).then(
    (response) => response.status,
    () => undefined,
  );
  if (status === 200) return good(`open at ${url}, to who has the token`);
  const what = status === undefined ? "no program answers" : "another program answers";
  return bad(`${what} at ${url}, where it should be open`, "mullion token --new chooses another port");
}
