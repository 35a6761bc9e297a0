/** The request of clients since 2026 for notifications: the package answers it, and the door watches what it names. */
const LISTEN = "subscriptions/listen";

interface ListenRequest {
  readonly method?: unknown;
  readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } };
}

export function isListen(message: unknown): message is ListenRequest {
  return typeof message === "object" && message !== null && "method" in message && message.method === LISTEN;
}

/** The resources that a request to listen names. */
export function watchedUris({ params }: ListenRequest): string[] {
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}
