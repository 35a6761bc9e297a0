import { InvalidArgument } from "./errors.ts";
import { decodeSessionName, encodeSessionName } from "./session-names.ts";

/** Where a session is: its name in the multiplexer of a machine. */
export interface NamedSession {
  /** Undefined: this machine. */
  readonly host: string | undefined;
  readonly known: string;
}

/** As `mullion host add` accepts it. */
const HOST = /^[A-Za-z0-9][\w.-]{0,47}$/;

/** An engine with options for a new job: `slurm:-p gpu`. */
const JOB = /^[a-z]+:[^\x00-\x1f\x7f]{0,900}$/;

export function validatePlace(place: string | undefined, { jobs = false } = {}): void {
  if (place === undefined) return;
  if (typeof place === "string" && (HOST.test(place) || (jobs && JOB.test(place)))) return;
  throw new InvalidArgument(`no name of a host: ${JSON.stringify(place)}`);
}

/** The session that `name` or `HOST/name` means. Throws `InvalidSessionName`. */
export function parseSession(name: string): NamedSession {
  const at = typeof name === "string" ? name.indexOf("/") : -1;
  const host = at > 0 && HOST.test(name.slice(0, at)) ? name.slice(0, at) : undefined;
  return { host, known: encodeSessionName(host === undefined ? name : name.slice(at + 1)) };
}

/** The name that its owner uses. */
export function formatSession(known: string, host: string | undefined): string {
  const name = decodeSessionName(known);
  return host === undefined ? name : `${host}/${name}`;
}

/** The host of a pane, by its id. */
export function hostOfPane(paneId: string): string | undefined {
  const at = paneId.indexOf("/");
  return at > 0 ? paneId.slice(0, at) : undefined;
}

/** The member of a snapshot that names its machine. */
export function onHost(host: string | undefined): { readonly host?: string } {
  return host === undefined ? {} : { host };
}
