import { isIP } from "node:net";
import { resolve } from "node:path";
import type { WideOrder } from "./context.ts";
import { UsageError } from "./exit-status.ts";

interface ListenOptions {
  readonly listen: string;
  readonly name: readonly string[];
  readonly tls: boolean;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

const HOST_NAME = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** What `web --listen` asks for. An address that other machines reach needs TLS. */
export function parseListen({ listen, name, tls, cert, key }: ListenOptions): WideOrder {
  const { address, port } = parseAddress(listen);
  if (!tls && (cert ?? key) !== undefined) throw new UsageError("--cert and --key go with --tls");
  if ((cert === undefined) !== (key === undefined)) throw new UsageError("--cert and --key go together");
  if (!tls && !isLoopback(address))
    throw new UsageError(
      `other machines reach ${address}, and without TLS all of them could read along: add --tls, or use --ssh`,
    );
  const wrong = name.find((each) => !isIP(each) && !HOST_NAME.test(each));
  if (wrong !== undefined) throw new UsageError(`--name is a host name or an address, not ${wrong}`);
  const isAny = address === "0.0.0.0" || address === "::";
  if (isAny && name.length === 0)
    throw new UsageError(
      `${address} is every address of this machine: give the name that browsers use with --name`,
    );
  const names = [...new Set([...name, ...(isAny ? [] : [address])])];
  return { address, port, names, tls, files: cert === undefined ? undefined : files(cert, key!) };
}

function files(cert: string, key: string): WideOrder["files"] {
  return { cert: resolve(cert), key: resolve(key) };
}

/** ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT. */
function parseAddress(text: string): Pick<WideOrder, "address" | "port"> {
  if (isIP(text)) return { address: text, port: undefined };
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? "";
  const port = digits === undefined ? undefined : Number(digits);
  if (!isIP(address) || port === 0 || (port ?? 0) > 65_535)
    throw new UsageError(
      `--listen is an address of this machine such as 192.168.1.5 or 192.168.1.5:8443, not ${text}`,
    );
  return { address, port };
}

function isLoopback(address: string): boolean {
  return /^127\./.test(address) || address === "::1";
}
