import type { OtherMachines } from "../host.ts";

/** Changes of several hosts come together: the first waits this long for the others. */
const BURST_MS = 50;

/** Sends the hosts to a page of the owner, now and whenever they change, until the returned function is called. */
export function feedHosts(machines: OtherMachines, send: (text: string) => void): () => void {
  let sent = "";
  let soon: NodeJS.Timeout | undefined;
  const look = () => {
    soon = undefined;
    const text = JSON.stringify({ type: "hosts", hosts: machines.described() });
    if (text !== sent) send(text);
    sent = text;
  };
  look();
  const stop = machines.onChange(() => {
    soon ??= setTimeout(look, BURST_MS);
  });
  return () => {
    stop();
    clearTimeout(soon);
  };
}
