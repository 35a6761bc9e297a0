/** The request of clients since 2026 for notifications: the package answers it, and the door watches what it names. */
const LISTEN = "subscriptions/listen";
/** Resources that one request may name. */
const MAX_WATCHED = 256;

interface ListenRequest {
  readonly method?: unknown;
  readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } };
}

export function isListen(message: unknown): message is ListenRequest {
  return typeof message === "object" && message !== null && "method" in message && message.method === LISTEN;
}

/** The resources that a request to listen names; none for any other message. */
export function watchedUris(message: unknown): string[] {
  const uris = isListen(message) ? message.params?.notifications?.resourceSubscriptions : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string").slice(0, MAX_WATCHED) : [];
}
