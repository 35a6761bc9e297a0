/**
 * Where a pane or a server is. On another machine, its id or socket begins with the host's name and a slash; ids have no
 * slash of their own, and sockets begin with one.
 */
export function splitPlace(word: string): { readonly host: string | undefined; readonly there: string } {
  const at = word.indexOf("/");
  return at > 0 ? { host: word.slice(0, at), there: word.slice(at + 1) } : { host: undefined, there: word };
}

export function joinPlace(host: string, there: string): string {
  return `${host}/${there}`;
}

/** Before every address of that host's daemon; empty for the daemon of this page. */
export function addressAt(host: string | undefined): string {
  return host === undefined ? "" : `/host/${encodeURIComponent(host)}`;
}

/** Of what the daemon serves of one pane. */
export function paneAddress(id: string, what: string): string {
  const { host, there } = splitPlace(id);
  return `${addressAt(host)}/api/panes/${encodeURIComponent(there)}/${what}`;
}
